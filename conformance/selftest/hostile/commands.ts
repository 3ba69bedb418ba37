// Command abuse: every command of the mock with hostile arguments, and the ones that are known to be
// expensive with what makes them so: counts, globs, paths, scripts, payloads.

import { commandsByCategory } from '../../../mocks/kv/commands/index.js'
import { sealed } from '../../../mocks/kv/engine/rdb/serialized.js'
import type { Conversation } from './conversation.js'
import type { Random } from './random.js'
import { bearer, posted, written, type Surroundings } from './requests.js'
import { frame } from './resp-frames.js'

/** One conversation: keys of every type, then commands that abuse them, by HTTP or by RESP. */
export function commandConversation(random: Random, { host, kvToken }: Surroundings): Conversation {
  const commands = Array.from({ length: 1 + random.below(12) }, () => command(random))
  const all = [random.pick(fillings), ...commands]
  if (random.chance(0.4))
    return {
      ...{ port: 'resp', answered: 0, ending: 'half-close' },
      parts: [['AUTH', kvToken], ...all].map((each) => frame(...each)),
    }
  const headers = [`Host: ${host}`, bearer(kvToken)]
  const asJson = (words: readonly string[]) =>
    `[${words.map((word) => utf8(JSON.stringify(word))).join()}]`
  const batch = `[${all.map(asJson).join()}]`
  const last = { method: 'GET', target: '/ping', headers: [...headers, 'Connection: close'] }
  const requests = random.weighted([
    [3, () => all.map((each) => posted('/', headers, asJson(each)))],
    [1, () => [posted('/pipeline', headers, batch)]],
    [1, () => [posted('/multi-exec', headers, batch)]],
  ])
  const parts = [...requests, last].map(written)
  return { port: 'kv', parts, answered: parts.length, ending: 'answered' }
}

/** Words are bytes, which JSON carries as the characters with their codes. */
const utf8 = (text: string) => Buffer.from(text).toString('latin1')

const many = (length: number, word: (n: number) => string) =>
  Array.from({ length }, (_, n) => word(n))

/** Commands that make a key of each type. */
const fillings: readonly (readonly string[])[] = [
  ['SET', 'hostile:string', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!'],
  ['SET', 'hostile:number', '9223372036854775807'],
  ['RPUSH', 'hostile:list', ...many(300, String)],
  ['SADD', 'hostile:set', ...many(300, String)],
  ['SADD', 'hostile:words', ...many(300, (n) => `member:${n}`)],
  ['ZADD', 'hostile:scores', ...many(300, String).flatMap((n) => [n, `member:${n}`])],
  ['HSET', 'hostile:hash', ...many(300, (n) => `${n}`)],
  ['GEOADD', 'hostile:places', ...many(50, String).flatMap((n) => [n, n, `place:${n}`])],
  ['PFADD', 'hostile:count', ...many(300, String)],
  ['XADD', 'hostile:stream', '*', 'a', 'b'],
  ['XGROUP', 'CREATE', 'hostile:stream', 'group', '0', 'MKSTREAM'],
  [
    'JSON.SET',
    'hostile:json',
    '$',
    '{"a":[1,"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!",{"b":{"c":[[],{}]}}]}',
  ],
  ['JSON.SET', 'hostile:json', '$', `${'['.repeat(120)}${']'.repeat(120)}`],
  ['ACL', 'SETUSER', 'hostile-user', 'on', '>p', '~*', '+@all'],
]

const keys = [
  ...['string', 'number', 'list', 'set', 'words', 'scores', 'hash', 'places', 'count'].map(
    (name) => `hostile:${name}`,
  ),
  ...['hostile:stream', 'hostile:json', 'hostile:none', '', 'k'.repeat(5_000), '\0\xff'],
]

type Syntax = (typeof commandsByCategory)[string][number]['parameters'][number]['syntax']

/** What would end the campaign itself, or slow it on purpose. */
const spared = new Set(['config|set', 'acl|deluser', 'acl|load', 'migrate', 'json.debug'])

const table = Object.values(commandsByCategory)
  .flat()
  .filter(({ name }) => !spared.has(name))

function command(random: Random): readonly string[] {
  if (random.chance(0.25)) return random.weighted(abuses(random))
  const { name, parameters } = random.pick(table)
  const words = name.split('|')
  if (name === 'acl|setuser') return [...words, 'hostile-user', ...aclRules(random)]
  const given = parameters.flatMap(({ syntax }) => argumentsOf(syntax, random))
  return [
    ...words,
    ...random.weighted<readonly string[]>([
      [8, () => given],
      [1, () => given.slice(0, random.below(given.length + 1))],
      [1, () => [...given, ...given]],
      [1, () => given.map(() => anything(random))],
    ]),
  ]
}

function argumentsOf(syntax: Syntax, random: Random): readonly string[] {
  if (syntax.kind === 'word') return [wordOf(syntax.name, random)]
  if (syntax.kind === 'keyword') return [random.pick(syntax.words)]
  if (syntax.kind === 'sequence') return syntax.parts.flatMap((part) => argumentsOf(part, random))
  if (syntax.kind === 'options')
    return Object.entries(syntax.options)
      .filter(() => random.chance(0.4))
      .flatMap(([name, part]) => [name, ...(part === undefined ? [] : argumentsOf(part, random))])
  const times = random.pick(syntax.kind === 'optional' ? [0, 1, 1] : [0, 1, 2, 3, 50])
  const parts = Array.from({ length: times }, () => argumentsOf(syntax.part, random))
  const count = random.chance(0.8) ? `${times}` : random.pick(integers)
  return [...(syntax.kind === 'counted' ? [count] : []), ...parts.flat()]
}

const integers = [
  ...[
    '0',
    '1',
    '-1',
    '2',
    '10',
    '1000',
    '-1000',
    '100000',
    '4294967295',
    '4294967296',
    '536870911',
  ],
  ...['9223372036854775807', '-9223372036854775808', '9223372036854775808', '18446744073709551615'],
  ...['1'.repeat(50), '+1', ' 1', '0x10', '1e3', '', 'a', '-0', '2147483647', '-2147483648'],
]
const floats = [
  'inf',
  '-inf',
  'nan',
  '1e308',
  '-1e308',
  '5e-324',
  '1e400',
  '0x1p1023',
  '.',
  '-',
  '1e',
]
const globs = [
  ...['*', '?', '[', '[]', '[^', '[a-', '\\', '**', '*'.repeat(500), '[z-a]', '[^\\]', '*a*b*c*d*'],
  ...[
    `${'*a'.repeat(30)}b`,
    `${'?*'.repeat(40)}!`,
    `${'[a-z]*'.repeat(20)}!`,
    `hostile:${'*'.repeat(9)}x`,
  ],
]
const paths = [
  ...[
    '$',
    '$..*',
    '$..a..b..c',
    '.',
    '$.',
    '$[',
    '$[?',
    '$[?(@',
    '$[0:1:0]',
    '$[::-1]',
    '$[999999999999]',
  ],
  ...['$[?(@.a=~"^(a+)+$")]', '$..[?(@=~"(a*)*b")]', '$..[?(@=~"((a+)+)+!?$x")]', '$..[?(@=~"(")]'],
  ...[
    '$..[?(@=~"a{1000}{1000}")]',
    '$..[?(@=~"(.*)*(.*)*(.*)*x")]',
    '$..[?(@==@)]',
    `$${'..*'.repeat(8)}`,
  ],
  ...[
    `$${'[0]'.repeat(2_000)}`,
    `$${'.a'.repeat(2_000)}`,
    `$[?(${'('.repeat(3_000)}1)]`,
    `$[?${'!'.repeat(3_000)}@]`,
  ],
  ...[`$[${'0,'.repeat(3_000)}0]`, '$[?(@.a>1&&@.b<2||@.c)]', '$["\\ud800"]', "$['']"],
]
const scripts = [
  'while true do end',
  'repeat local a = {} until false',
  'local function f(n) return f(n + 1) end return f(0)',
  'local function f(n) return 1 + f(n + 1) end return f(0)',
  'local t = {} for i = 1, 1e9 do t[i] = i end',
  'local s = "a" while true do s = s .. s end',
  'return string.rep("x", 1e9)',
  'return string.rep("x", -1)',
  'return string.find(string.rep("(", 50000), "%b()")',
  'return string.find(string.rep("a", 200), string.rep("a?", 200) .. string.rep("a", 200))',
  'return string.find(string.rep("a", 50000), ".-b")',
  'return string.gsub(string.rep("a", 1e5), "a*", "bb")',
  'return string.find("a", string.rep("(", 40))',
  'return string.format("%99999d", 1)',
  'return string.format("%s", setmetatable({}, {__tostring = function() error() end}))',
  'local t = setmetatable({}, {}) t[1] = t return t',
  'local t = {} for i = 1, 20000 do t = {t} end return t',
  'return cjson.decode(string.rep("[", 100000))',
  'local t = {} t.t = t return cjson.encode(t)',
  'return cmsgpack.unpack(string.rep("\\221\\255\\255\\255\\255", 9))',
  'local t = {} t.t = t return cmsgpack.pack(t)',
  'return struct.pack(">I99999", 1)',
  'return struct.unpack(string.rep("s", 1e4), "a")',
  'return bit.lshift(1, 1e300)',
  'return redis.call("EVAL", "return 1", 0)',
  'return redis.call()',
  'return redis.call("GET", {})',
  'return redis.pcall("NOTHING", string.rep("x", 1e6))',
  'while true do redis.pcall("INCR", "hostile:loop") end',
  'while true do pcall(error, "x") end',
  'while true do pcall(function() while true do end end) end',
  'local s = string.rep("a", 100000) return table.concat({s, s, s, s})',
  'table.sort({3, 1, 2}, function() return true end)',
  'local t = {} for i = 1, 5000 do t[i] = i end table.sort(t, function() while true do end end)',
  'return unpack({}, 1, 1e8)',
  'return select("#", unpack({}, 1, 200000))',
  'return tostring(1e300) .. tonumber("1", 99)',
  'return loadstring(string.rep("(", 10000))',
  'return loadstring(string.rep("a=1 ", 300000))',
  `return ${'('.repeat(5_000)}1${')'.repeat(5_000)}`,
  `return ${'{'.repeat(5_000)}${'}'.repeat(5_000)}`,
  `return ${'not '.repeat(20_000)}1`,
  `return 1${' .. 1'.repeat(20_000)}`,
  `${'do '.repeat(5_000)}${'end '.repeat(5_000)}`,
  `${'local a = 1 '.repeat(300)}`,
  `${'a = 1 '.repeat(200_000)}`,
  'goto',
  'return "\\',
  '[[',
  '--[[',
  '\0',
  '\x1bLua',
  '#!lua name=x',
  '#!lua flags=no-writes\nreturn 1',
  'return getfenv(0)',
  'setmetatable(_G, nil)',
  'rawset(_G, "x", 1)',
  'return string.dump(function() end)',
  'string.rep = nil',
  'redis = nil',
  'local mt = getmetatable("") mt.__index = nil return 1',
  'error(setmetatable({}, {__index = function(t, k) return t[k] end}))',
  'return coroutine.wrap(function() coroutine.yield() end)()',
]

const wordOf = (name: string, random: Random): string => {
  if (random.chance(0.08)) return anything(random)
  switch (name) {
    case 'key':
      return random.pick(keys)
    case 'pattern':
      return random.pick(globs)
    case 'path':
      return random.pick(paths)
    case 'json':
      return random.pick(jsonValues)
    case 'float':
    case 'score':
    case 'number':
    case 'longitude':
    case 'latitude':
      return random.pick([...floats, ...integers])
    case 'score-bound':
      return random.pick(['(', '', '[']) + random.pick([...floats, ...integers])
    case 'name-bound':
      return random.pick(['-', '+', '[', '(', '[a', '(\xff', ''])
    case 'payload':
      return payload(random)
    case 'id':
    case 'new-id':
    case 'id-bound':
    case 'group-id':
      return random.pick([...streamIds, ...integers])
    case 'field':
    case 'member':
    case 'element':
    case 'value':
    case 'channel':
    case 'group':
    case 'consumer':
      return random.pick([
        ...integers,
        'group',
        'member:1',
        '\0',
        '\xff\xfe',
        'a'.repeat(1_000),
        '$',
      ])
    default:
      return random.pick(integers)
  }
}

const streamIds = [
  '*',
  '0',
  '$',
  '-',
  '+',
  '>',
  '0-0',
  '1-*',
  '18446744073709551615-18446744073709551615',
  '(1',
  '1-',
  '-1-1',
]

const jsonValues = [
  ...['{}', '[]', 'null', '1e999', '-0', '"\\ud800"', '{"a":1,"a":2}', '[1,]', '{', '"', ''],
  ...[
    `${'['.repeat(127)}${']'.repeat(127)}`,
    `${'['.repeat(50_000)}`,
    `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
  ],
]

const anything = (random: Random): string =>
  random.weighted([
    [3, () => random.pick(integers)],
    [1, () => random.pick(floats)],
    [1, () => random.pick(globs)],
    [1, () => random.pick(paths)],
    [1, () => random.bytes(random.below(60))],
    [1, () => random.pick(keys)],
    [
      1,
      () =>
        random.pick([
          '__proto__',
          'constructor',
          'MATCH',
          'LIMIT',
          'STORE',
          'BY',
          'EX',
          'NX',
          'COUNT',
        ]),
    ],
  ])

const aclRules = (random: Random): readonly string[] =>
  Array.from({ length: random.below(6) }, () =>
    random.pick([
      ...[
        'on',
        'off',
        'reset',
        'nopass',
        '>p',
        '<p',
        '#zz',
        '!',
        '+@all',
        '-@all',
        '+@',
        '+nothing',
      ],
      ...[
        '~*',
        '~',
        '%RW~x',
        '%',
        '%~',
        '&*',
        'resetkeys',
        'clearselectors',
        '(+get ~*)',
        '(',
        '()',
        '(()',
      ],
      ...[
        '+config|get',
        '+get|x|y',
        'allkeys',
        'sanitize-payload',
        `~${'*'.repeat(300)}`,
        '>\0',
        `>${'p'.repeat(5_000)}`,
      ],
    ]),
  )

/** A dump whose checksum is right and whose rest is not, of any type. */
function payload(random: Random): string {
  const length = random.pick([
    ...['\0', '\x01', '\x05', '\x3f', '\x7f\xff', '\x80\x7f\xff\xff\xff', '\x80\xff\xff\xff\xff'],
    ...['\x81\x7f\xff\xff\xff\xff\xff\xff\xff', '\xc0\x01', '\xc2\xff\xff\xff\x7f'],
    // LZF: so many bytes that make so many.
    ...['\xc3\x03\x80\x3f\xff\xff\xff\x01a\xe0', '\xc3\x04\x05\xe0\xff\xff\xff'],
  ])
  const type = String.fromCharCode(
    random.weighted([
      [9, () => random.below(24)],
      [1, () => random.below(256)],
    ]),
  )
  const body = random.weighted([
    [3, () => random.bytes(random.below(80))],
    [2, () => '\x01a'.repeat(random.below(40))],
    [1, () => '\xff'.repeat(random.below(40))],
    [1, () => length.repeat(random.below(10))],
  ])
  const dump = sealed(type + length + body)
  return random.chance(0.1) ? dump.slice(0, random.below(dump.length)) : dump
}

const big = 'hostile:big'

/** Commands that are expensive, and what makes them so. */
const abuses = (random: Random): readonly (readonly [number, () => readonly string[]])[] => [
  [2, () => ['EVAL', random.pick(scripts), '0']],
  [0.5, () => ['EVAL_RO', random.pick(scripts), '1', 'hostile:string']],
  [0.5, () => ['SCRIPT', 'LOAD', random.pick(scripts)]],
  [0.5, () => ['FUNCTION', 'LOAD', 'REPLACE', `#!lua name=hostile\n${random.pick(scripts)}`]],
  [
    0.5,
    () => [
      'FUNCTION',
      'LOAD',
      'REPLACE',
      `#!lua name=hostile\nredis.register_function('hostile', function() ${random.pick(scripts)} end)`,
    ],
  ],
  [0.5, () => ['FCALL', 'hostile', '0']],
  [
    0.5,
    () => [
      'FUNCTION',
      'RESTORE',
      sealed(random.bytes(random.below(60))),
      random.pick(['REPLACE', 'FLUSH', 'x']),
    ],
  ],
  [2, () => ['RESTORE', random.pick(keys), '0', payload(random), 'REPLACE']],
  [2, () => ['JSON.GET', 'hostile:json', random.pick(paths)]],
  [1, () => ['JSON.SET', 'hostile:json', random.pick(paths), random.pick(jsonValues)]],
  [0.5, () => ['SETRANGE', big, random.pick(['536870911', '100000000', '900000']), 'x']],
  [0.5, () => ['SETBIT', big, random.pick(['4294967295', '4294967296', '8000000']), '1']],
  [
    0.5,
    () => ['BITFIELD', big, 'SET', 'u8', random.pick(['#536870911', '4294967288', '#99999']), '1'],
  ],
  [0.5, () => ['BITOP', random.pick(['NOT', 'XOR', 'AND']), big, big, big]],
  [0.5, () => ['LCS', big, big, random.pick(['LEN', 'IDX'])]],
  [0.5, () => ['APPEND', big, 'x'.repeat(1 + random.below(100_000))]],
  [
    0.3,
    () => [
      'EVAL',
      `for i = 1, 14 do redis.call('APPEND', KEYS[1], redis.call('GET', KEYS[1])) end`,
      '1',
      'hostile:string',
    ],
  ],
  [
    0.5,
    () => [
      'SRANDMEMBER',
      'hostile:set',
      random.pick(['-1000000', '-9223372036854775807', '-100000']),
    ],
  ],
  [
    0.5,
    () => [
      'HRANDFIELD',
      'hostile:hash',
      random.pick(['-1000000', '-9223372036854775808']),
      'WITHVALUES',
    ],
  ],
  [
    0.5,
    () => [
      'ZRANDMEMBER',
      'hostile:scores',
      random.pick(['-1000000', '-4611686018427387905']),
      'WITHSCORES',
    ],
  ],
  [
    0.5,
    () => [
      'LPOS',
      'hostile:list',
      '1',
      'RANK',
      random.pick(integers),
      'MAXLEN',
      random.pick(integers),
    ],
  ],
  [
    0.5,
    () => [
      'SORT',
      'hostile:set',
      'BY',
      `hostile:*${random.pick(['', '->', '->a', '*'])}`,
      'GET',
      '#',
      'GET',
      '*',
      'LIMIT',
      '-1',
      random.pick(integers),
    ],
  ],
  [0.5, () => ['SUNION', ...many(500, () => 'hostile:set')]],
  [0.5, () => ['ZUNION', '500', ...many(500, () => 'hostile:scores'), 'WITHSCORES']],
  [
    0.5,
    () => [
      'ZADD',
      'hostile:scores',
      ...many(500, () => random.pick(floats)).flatMap((score, n) => [score, `${n}`]),
    ],
  ],
  [
    0.5,
    () => [
      'SCAN',
      random.pick(integers),
      'MATCH',
      random.pick(globs),
      'COUNT',
      random.pick(integers),
      'TYPE',
      'x',
    ],
  ],
  [0.5, () => ['KEYS', random.pick(globs)]],
  [
    0.5,
    () => [
      'GEOSEARCH',
      'hostile:places',
      'FROMLONLAT',
      '0',
      '0',
      'BYRADIUS',
      random.pick([...floats, '1e9']),
      'km',
    ],
  ],
  [
    0.5,
    () => ['XADD', 'hostile:stream', random.pick(streamIds), ...many(random.below(200), String)],
  ],
  [
    0.5,
    () => [
      'XTRIM',
      'hostile:stream',
      'MAXLEN',
      random.pick(['~', '=']),
      random.pick(integers),
      'LIMIT',
      random.pick(integers),
    ],
  ],
  [
    0.5,
    () => [
      'XREAD',
      'COUNT',
      random.pick(integers),
      'BLOCK',
      random.pick(['-1', '1', 'x']),
      'STREAMS',
      'hostile:stream',
      '0',
    ],
  ],
  [
    0.5,
    () => [
      'XPENDING',
      'hostile:stream',
      'group',
      'IDLE',
      random.pick(integers),
      '-',
      '+',
      random.pick(integers),
    ],
  ],
  [
    0.5,
    () => ['XAUTOCLAIM', 'hostile:stream', 'group', 'c', '0', '0', 'COUNT', random.pick(integers)],
  ],
  [0.5, () => ['CONFIG', 'GET', ...many(100, () => random.pick(globs))]],
  [
    0.5,
    () => [
      'ACL',
      random.pick(['CAT', 'LOG', 'GENPASS', 'GETUSER', 'DRYRUN']),
      random.pick(integers),
      anything(random),
    ],
  ],
  [
    0.5,
    () => [
      'COMMAND',
      random.pick(['DOCS', 'INFO', 'GETKEYS', 'LIST']),
      ...many(random.below(50), () => anything(random)),
    ],
  ],
  [0.3, () => ['ECHO', 'x'.repeat(random.below(1_000_000))]],
  [0.3, () => ['MSET', ...many(20_000, (n) => `hostile:many:${n}`)]],
  [0.3, () => ['COPY', 'hostile:list', 'hostile:list', 'DB', random.pick(integers), 'REPLACE']],
  [0.3, () => ['OBJECT', random.pick(['ENCODING', 'FREQ', 'HELP', 'x']), random.pick(keys)]],
  [0.3, () => ['PFDEBUG', 'GETREG', 'hostile:count']],
  [0.3, () => ['PFMERGE', 'hostile:count', 'hostile:string']],
  [
    0.3,
    () => [
      'LOLWUT',
      'VERSION',
      random.pick(integers),
      random.pick(integers),
      random.pick(integers),
    ],
  ],
]

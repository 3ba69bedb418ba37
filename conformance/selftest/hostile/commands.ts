// Hostile commands: every command of the mock with hostile arguments, and commands that are
// expensive because of their counts, globs, paths, scripts or payloads.

import { readFileSync } from 'node:fs'
import { commandsByCategory } from '../../../mocks/kv/commands/index.js'
import { sealed } from '../../../mocks/kv/engine/rdb/serialized.js'
import type { Conversation } from './conversation.js'
import {
  anyBytes,
  filled,
  many,
  template,
  upTo,
  type Hole,
  type Make,
  type Random,
} from './random.js'
import { bearer, posted, written, type Surroundings } from './requests.js'
import { frame } from './resp-frames.js'

type Words = readonly string[]

/** Creates keys of every type, then sends hostile commands to these keys over HTTP or RESP. */
export function commandConversation(random: Random, { host, kvToken }: Surroundings): Conversation {
  const commands = many(1 + random.below(12), () => command(random))
  const all = [random.pick(fillings), ...commands]
  if (random.chance(0.4))
    return {
      ...{ port: 'resp', answered: 0, ending: 'half-close' },
      parts: [['AUTH', kvToken], ...all].map((each) => frame(...each)),
    }
  const headers = [`Host: ${host}`, bearer(kvToken)]
  const asJson = (words: Words) => `[${words.map((word) => utf8(JSON.stringify(word))).join()}]`
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

/**
 * Returns the UTF-8 bytes of a text as latin1. JSON contains each byte as the character with its
 * code.
 */
const utf8 = (text: string) => Buffer.from(text).toString('latin1')

/**
 * Separates the words of a command while its template is filled. No byte has this character code.
 */
const BETWEEN = '\ue000'

/**
 * Returns a maker of commands from a template. Spaces separate words in the template, but not in
 * the texts that fill its gaps.
 */
const words =
  (parts: TemplateStringsArray, ...holes: readonly Hole[]): Make<Words> =>
  (random) => {
    const raw = parts.map((part) => part.replaceAll(' ', BETWEEN))
    return template(Object.assign(raw, { raw }), ...holes)(random).split(BETWEEN)
  }

/** Returns several words for one gap of a template. */
const several = (length: number, word: (n: number) => string) => many(length, word).join(BETWEEN)

const pathological = `${'a'.repeat(40)}!`

/** Commands that create a key of each type. */
const fillings: readonly Words[] = [
  ['SET', 'hostile:string', pathological],
  ['SET', 'hostile:number', '9223372036854775807'],
  ['RPUSH', 'hostile:list', ...many(300, String)],
  ['SADD', 'hostile:set', ...many(300, String)],
  ['SADD', 'hostile:words', ...many(300, (n) => `member:${n}`)],
  ['ZADD', 'hostile:scores', ...many(300, String).flatMap((n) => [n, `member:${n}`])],
  ['HSET', 'hostile:hash', ...many(300, String)],
  ['GEOADD', 'hostile:places', ...many(50, String).flatMap((n) => [n, n, `place:${n}`])],
  ['PFADD', 'hostile:count', ...many(300, String)],
  ['XADD', 'hostile:stream', '*', 'a', 'b'],
  ['XGROUP', 'CREATE', 'hostile:stream', 'group', '0', 'MKSTREAM'],
  ['JSON.SET', 'hostile:json', '$', `{"a":[1,"${pathological}",{"b":{"c":[[],{}]}}]}`],
  ['JSON.SET', 'hostile:json', '$', '['.repeat(120) + ']'.repeat(120)],
  ['ACL', 'SETUSER', 'hostile-user', 'on', '>p', '~*', '+@all'],
]

const keys = [
  ...'string number list set words scores hash places count stream json none'
    .split(' ')
    .map((name) => `hostile:${name}`),
  ...['', 'k'.repeat(5_000), '\0\xff'],
]

type Syntax = (typeof commandsByCategory)[string][number]['parameters'][number]['syntax']

/** Commands that would end the campaign, or that are slow on purpose. */
const excluded = new Set(['config|set', 'acl|deluser', 'acl|load', 'migrate', 'json.debug'])

const table = Object.values(commandsByCategory)
  .flat()
  .filter(({ name }) => !excluded.has(name))

function command(random: Random): Words {
  if (random.chance(0.25)) return random.pick(abuses)(random)
  const { name, parameters } = random.pick(table)
  const start = name.split('|')
  if (name === 'acl|setuser')
    return [...start, 'hostile-user', ...many(random.below(6), () => random.pick(aclRules))]
  const given = parameters.flatMap(({ syntax }) => argumentsOf(syntax, random))
  return [
    ...start,
    ...random.weighted<Words>([
      [8, () => given],
      [1, () => given.slice(0, random.below(given.length + 1))],
      [1, () => [...given, ...given]],
      [1, () => given.map(() => anything(random))],
    ]),
  ]
}

function argumentsOf(syntax: Syntax, random: Random): Words {
  if (syntax.kind === 'word')
    return [
      random.chance(0.08) ? anything(random) : filled(wordsOf[syntax.name] ?? integers, random),
    ]
  if (syntax.kind === 'keyword') return [random.pick(syntax.words)]
  if (syntax.kind === 'sequence') return syntax.parts.flatMap((part) => argumentsOf(part, random))
  if (syntax.kind === 'options')
    return Object.entries(syntax.options)
      .filter(() => random.chance(0.4))
      .flatMap(([name, part]) => [name, ...(part === undefined ? [] : argumentsOf(part, random))])
  const times = random.pick(syntax.kind === 'optional' ? [0, 1, 1] : [0, 1, 2, 3, 50])
  const parts = many(times, () => argumentsOf(syntax.part, random))
  const count = random.chance(0.8) ? `${times}` : random.pick(integers)
  return [...(syntax.kind === 'counted' ? [count] : []), ...parts.flat()]
}

const integers = [
  ...'0 1 -1 2 10 1000 -1000 100000 4294967295 4294967296 536870911 2147483647'.split(' '),
  ...'-2147483648 9223372036854775807 -9223372036854775808 9223372036854775808'.split(' '),
  ...'18446744073709551615 +1 0x10 1e3 a -0'.split(' '),
  ...['', ' 1', '1'.repeat(50)],
]
const floats = 'inf -inf nan 1e308 -1e308 5e-324 1e400 0x1p1023 . - 1e'.split(' ')
const numbers = [...floats, ...integers]
const globs = [
  ...String.raw`* ? [ [] [^ [a- \ ** [z-a] [^\] *a*b*c*d*`.split(' '),
  ...['*'.repeat(500), `${'*a'.repeat(30)}b`, `${'?*'.repeat(40)}!`, `${'[a-z]*'.repeat(20)}!`],
  `hostile:${'*'.repeat(9)}x`,
]
const paths = [
  ...'$ $..* $..a..b..c . $. $[ $[? $[?(@ $[0:1:0] $[::-1] $[999999999999] $..[?(@==@)]'.split(' '),
  ...'$[?(@.a=~"^(a+)+$")] $..[?(@=~"(a*)*b")] $..[?(@=~"((a+)+)+!?$x")] $..[?(@=~"(")]'.split(' '),
  ...'$..[?(@=~"a{1000}{1000}")] $..[?(@=~"(.*)*(.*)*(.*)*x")] $[?(@.a>1&&@.b<2||@.c)]'.split(' '),
  ...['$["\\ud800"]', "$['']", `$${'..*'.repeat(8)}`, `$${'[0]'.repeat(2_000)}`],
  ...[`$${'.a'.repeat(2_000)}`, `$[?(${'('.repeat(3_000)}1)]`, `$[?${'!'.repeat(3_000)}@]`],
  `$[${'0,'.repeat(3_000)}0]`,
]
const streamIds = '* 0 $ - + > 0-0 1-* 18446744073709551615-18446744073709551615 (1 1- -1-1'.split(
  ' ',
)
const jsonValues = [
  ...'{} [] null 1e999 -0 "\\ud800" {"a":1,"a":2} [1,] { "'.split(' '),
  ...['', '['.repeat(127) + ']'.repeat(127), '['.repeat(50_000)],
  `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
]
const values = [...integers, 'group', 'member:1', '\0', '\xff\xfe', 'a'.repeat(1_000), '$']
const aclRules = [
  ...'on off reset nopass >p <p #zz ! +@all -@all +@ +nothing ~* ~ %RW~x % %~ &* resetkeys'.split(
    ' ',
  ),
  ...'clearselectors ( () (() +config|get +get|x|y allkeys sanitize-payload >\0'.split(' '),
  ...['(+get ~*)', `~${'*'.repeat(300)}`, `>${'p'.repeat(5_000)}`],
]
const optionNames = '__proto__ constructor MATCH LIMIT STORE BY EX NX COUNT'.split(' ')

/** Lua scripts: the lines of scripts.txt, and long or binary scripts. */
const scripts = [
  ...readFileSync(new URL('./scripts.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n'),
  `return ${'('.repeat(5_000)}1${')'.repeat(5_000)}`,
  `return ${'{'.repeat(5_000)}${'}'.repeat(5_000)}`,
  `return ${'not '.repeat(20_000)}1`,
  `return 1${' .. 1'.repeat(20_000)}`,
  'do '.repeat(5_000) + 'end '.repeat(5_000),
  'local a = 1 '.repeat(300),
  'a = 1 '.repeat(200_000),
  ...['goto', 'return "\\', '[[', '--[[', '\0', '\x1bLua', '#!lua name=x'],
  '#!lua flags=no-writes\nreturn 1',
  ...['string.rep = nil', 'redis = nil'],
]

function anything(random: Random): string {
  return random.weighted([
    [3, () => random.pick(integers)],
    [1, () => random.pick(floats)],
    [1, () => random.pick(globs)],
    [1, () => random.pick(paths)],
    [1, anyBytes(60)],
    [1, () => random.pick(keys)],
    [1, () => random.pick(optionNames)],
  ])
}

/** Encoded lengths: short, long and impossible ones, integers, and LZF blocks with wrong sizes. */
const rdbLengths = [
  ...['\0', '\x01', '\x05', '\x3f', '\x7f\xff', '\x80\x7f\xff\xff\xff', '\x80\xff\xff\xff\xff'],
  ...['\x81\x7f\xff\xff\xff\xff\xff\xff\xff', '\xc0\x01', '\xc2\xff\xff\xff\x7f'],
  ...['\xc3\x03\x80\x3f\xff\xff\xff\x01a\xe0', '\xc3\x04\x05\xe0\xff\xff\xff'],
]

/** Returns a dump of any type. Its checksum is valid, but its content is invalid. */
function payload(random: Random): string {
  const length = random.pick(rdbLengths)
  const type = String.fromCharCode(random.below(random.chance(0.9) ? 24 : 256))
  const body = random.weighted([
    [3, anyBytes(80)],
    [2, upTo(40, '\x01a')],
    [1, upTo(40, '\xff')],
    [1, upTo(10, length)],
  ])
  const dump = sealed(type + length + body)
  return random.chance(0.1) ? dump.slice(0, random.below(dump.length)) : dump
}

/** Hostile words by parameter name. A parameter with another name gets an integer. */
const wordsOf: Readonly<Record<string, Hole>> = {
  ...{ key: keys, pattern: globs, path: paths, json: jsonValues, payload },
  ...{ float: numbers, score: numbers, number: numbers, longitude: numbers, latitude: numbers },
  'score-bound': template`${['(', '', '[']}${numbers}`,
  'name-bound': ['-', '+', '[', '(', '[a', '(\xff', ''],
  ...Object.fromEntries(
    ['id', 'new-id', 'id-bound', 'group-id'].map((id) => [id, [...streamIds, ...integers]]),
  ),
  ...{ field: values, member: values, element: values, value: values },
  ...{ channel: values, group: values, consumer: values },
}

const doubling = `for i = 1, 14 do redis.call('APPEND', KEYS[1], redis.call('GET', KEYS[1])) end`
const declared = template`#!lua name=hostile\n${scripts}`
const registered = template`#!lua name=hostile\nredis.register_function('hostile', function() ${scripts} end)`
const manyScores = ({ pick }: Random) => several(500, (n) => pick(floats) + BETWEEN + n)

/** Expensive commands that the syntax of a command alone does not produce. */
const abuses: readonly Make<Words>[] = [
  words`EVAL ${scripts} 0`,
  words`EVAL ${scripts} 0`,
  words`EVAL_RO ${scripts} 1 hostile:string`,
  words`EVAL ${doubling} 1 hostile:string`,
  words`SCRIPT LOAD ${scripts}`,
  words`FUNCTION LOAD REPLACE ${[declared, registered]}`,
  words`FCALL hostile 0`,
  words`FUNCTION RESTORE ${(random) => sealed(anyBytes(60)(random))} ${['REPLACE', 'FLUSH', 'x']}`,
  words`RESTORE ${keys} 0 ${payload} REPLACE`,
  words`JSON.GET hostile:json ${paths}`,
  words`JSON.SET hostile:json ${paths} ${jsonValues}`,
  words`SETRANGE hostile:big ${['536870911', '100000000', '900000']} x`,
  words`SETBIT hostile:big ${['4294967295', '4294967296', '8000000']} 1`,
  words`BITFIELD hostile:big SET u8 ${['#536870911', '4294967288', '#99999']} 1`,
  words`BITOP ${['NOT', 'XOR', 'AND']} hostile:big hostile:big hostile:big`,
  words`LCS hostile:big hostile:big ${['LEN', 'IDX']}`,
  words`APPEND hostile:big x${upTo(100_000, 'x')}`,
  words`SRANDMEMBER hostile:set ${['-1000000', '-9223372036854775807', '-100000']}`,
  words`HRANDFIELD hostile:hash ${['-1000000', '-9223372036854775808']} WITHVALUES`,
  words`ZRANDMEMBER hostile:scores ${['-1000000', '-4611686018427387905']} WITHSCORES`,
  words`SORT hostile:set BY hostile:*${['', '->', '->a', '*']} GET # GET * LIMIT -1 ${integers}`,
  words`SUNION ${several(500, () => 'hostile:set')}`,
  words`ZUNION 500 ${several(500, () => 'hostile:scores')} WITHSCORES`,
  words`ZADD hostile:scores ${manyScores}`,
  words`GEOSEARCH hostile:places FROMLONLAT 0 0 BYRADIUS ${[...floats, '1e9']} km`,
  words`XADD hostile:stream ${streamIds} ${({ below }) => several(below(200), String)}`,
  words`ECHO ${upTo(1_000_000, 'x')}`,
  words`MSET ${several(20_000, (n) => `hostile:many:${n}`)}`,
]

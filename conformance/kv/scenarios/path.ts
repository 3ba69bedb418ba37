// How a path, a body and a query spell one command, and which characters must survive on the way.

import type { Exchange, HeaderLines } from '../../wire/exchange.js'
import { given, must } from '../../core/judgement.js'
import { executed, result } from '../fixtures/matchers.js'
import { outcomeOf } from '../fixtures/outcome.js'
import { supported } from '../fixtures/support.js'
import { base64, segment } from '../fixtures/client.js'
import { commandOf, observation, scenario } from '../fixtures/world.js'

/** Texts that have to be encoded to be a path segment, or that look as if they were. */
const segments: readonly { what: string; text: string }[] = [
  { what: 'capitals', text: 'aBC' },
  { what: 'a space', text: 'a b' },
  { what: 'spaces at its end', text: 'a  ' },
  { what: 'a slash', text: 'a/b' },
  { what: 'a percent sign', text: '100%' },
  { what: 'an escape sequence', text: '%2F%41' },
  { what: 'a question mark', text: 'a?b=c' },
  { what: 'a hash', text: 'a#b' },
  { what: 'a plus sign', text: '1+1' },
  { what: 'an ampersand', text: 'a&b' },
  { what: 'quotes', text: `"a" 'b'` },
  { what: 'a backslash', text: 'a\\b' },
  { what: 'a line break', text: 'a\r\nb' },
  { what: 'a letter with an accent', text: 'é' },
  { what: 'an accent apart from its letter', text: 'e\u0301' },
  { what: 'an emoji', text: '👩‍🚀' },
  { what: 'an equals sign', text: 'a=b' },
  { what: 'a colon', text: 'a:b' },
  { what: 'a semicolon', text: 'a;b' },
  { what: 'a comma', text: 'a,b' },
  { what: 'an at sign', text: 'a@b' },
  { what: 'a dollar sign', text: '$a' },
  { what: 'brackets of all kinds', text: '{[(<a>)]}' },
  { what: 'a bar, a caret and a backtick', text: 'a|b^c`d' },
  { what: 'the signs that need no encoding', text: "a-b_c.d~e!f*g'h(i)" },
  { what: 'several slashes', text: '/a//b/' },
  { what: 'dots between slashes', text: '/../a/./b' },
  { what: 'a tab', text: 'a\tb' },
  { what: 'a zero', text: 'a\0b' },
  { what: 'letters of many scripts', text: 'für 日本 العربية' },
  { what: 'a URL', text: 'https://u:p@example.com:80/a?b=c&d#e' },
  { what: 'an escape sequence of an escape sequence', text: '%252F' },
]

/** Keys that have to be spelled with care in a path, and need none in a body. */
const keys: readonly { what: string; label: string }[] = [
  { what: 'a slash', label: 'a/b' },
  { what: 'a percent sign', label: '100%' },
  { what: 'a question mark', label: 'a?b' },
  { what: 'a hash', label: 'a#b' },
  { what: 'a plus sign', label: 'a+b' },
  { what: 'an ampersand and an equals sign', label: 'a&b=c' },
  { what: 'a colon', label: 'a:b' },
  { what: 'a space', label: 'a b' },
  { what: 'an emoji', label: '👩‍🚀' },
  { what: 'dots between slashes', label: '/../.' },
]

/** Values of options that have to be encoded in a query. */
const optionTexts: readonly { what: string; text: string }[] = [
  { what: 'a slash', text: 'a/b' },
  { what: 'a percent sign', text: '100%' },
  { what: 'an escape sequence', text: '%2F%41' },
  { what: 'a question mark', text: 'a?b' },
  { what: 'a hash', text: 'a#b' },
  { what: 'a plus sign', text: '1+1' },
  { what: 'an ampersand', text: 'a&b' },
  { what: 'an equals sign', text: 'a=b' },
  { what: 'a space', text: 'a b' },
  { what: 'a colon and a semicolon', text: 'a:b;c' },
  { what: 'a letter with an accent', text: 'é' },
  { what: 'an emoji', text: '👩‍🚀' },
]

/**
 * Commands with options after a value. Each is run once with the options in the path and once in the
 * query, on the same data; then `check` has to tell the same.
 */
const equivalents: readonly {
  title: string
  setup: readonly string[]
  segments: string
  body: string
  options: readonly (readonly [name: string, value: string])[]
  check?: string
  left: unknown
}[] = [
  {
    title: 'SET with PX',
    setup: ['SET KEY before'],
    segments: 'SET KEY',
    body: 'value',
    options: [['PX', '1000000']],
    check: 'PERSIST KEY',
    left: 1,
  },
  {
    title: 'SET with EXAT',
    setup: ['SET KEY before'],
    segments: 'SET KEY',
    body: 'value',
    options: [['EXAT', '9999999999']],
    check: 'PERSIST KEY',
    left: 1,
  },
  {
    title: 'set with ex in lower case',
    setup: ['SET KEY before'],
    segments: 'set KEY',
    body: 'value',
    options: [['ex', '1000']],
    check: 'PERSIST KEY',
    left: 1,
  },
  {
    title: 'LPOS with COUNT',
    setup: ['RPUSH KEY a b a'],
    segments: 'LPOS KEY',
    body: 'a',
    options: [['COUNT', '0']],
    left: [0, 2],
  },
  {
    title: 'LPOS with a COUNT and a MAXLEN',
    setup: ['RPUSH KEY a b a'],
    segments: 'LPOS KEY',
    body: 'a',
    options: [
      ['COUNT', '0'],
      ['MAXLEN', '2'],
    ],
    left: [0],
  },
  {
    title: 'LPOS with a negative RANK and a COUNT',
    setup: ['RPUSH KEY a b a a'],
    segments: 'LPOS KEY',
    body: 'a',
    options: [
      ['RANK', '-1'],
      ['COUNT', '2'],
    ],
    left: [3, 2],
  },
  {
    title: 'HSCAN with MATCH',
    setup: ['HSET KEY field 1 other 2'],
    segments: 'HSCAN KEY',
    body: '0',
    options: [['MATCH', 'f*']],
    left: ['0', ['field', '1']],
  },
  {
    title: 'HSCAN with MATCH and COUNT',
    setup: ['HSET KEY field 1 other 2'],
    segments: 'HSCAN KEY',
    body: '0',
    options: [
      ['MATCH', '*er'],
      ['COUNT', '100'],
    ],
    left: ['0', ['other', '2']],
  },
]

/** The same text in other spellings of percent-encoding. */
const spellings: readonly { what: string; raw: string; text: string }[] = [
  { what: 'lower-case hexadecimal digits', raw: 'f%c3%bcr', text: 'für' },
  { what: 'a letter that needs no encoding', raw: '%61b%63', text: 'abc' },
]

const texts: readonly { what: string; body: string }[] = [
  { what: 'words', body: 'a plain text' },
  { what: 'capitals', body: 'aBC' },
  { what: 'characters that mean something in a URL', body: 'a/b?c=d&e#f%20+' },
  { what: 'several lines', body: '\n first\r\nsecond \n' },
  { what: 'many scripts', body: 'für 日本 👩‍🚀' },
  { what: 'an accent apart from its letter', body: 'e\u0301' },
]

const contentTypes: readonly { what: string; headers: HeaderLines }[] = [
  { what: 'without a content type', headers: [] },
  { what: 'with a charset', headers: [['Content-Type', 'text/plain; charset=utf-8']] },
]

const json: HeaderLines = [['Content-Type', 'application/json']]

const jsons: readonly { what: string; body: string }[] = [
  { what: 'an object with its spaces and the order of its fields', body: '{ "b": 1,\n "a": [] }' },
  { what: 'an array, even one that looks like a command', body: '["DEL", "everything"]' },
  { what: 'a string with its quotes', body: '"quoted"' },
  { what: 'a number with its zeros', body: '1.500' },
  { what: 'null as four letters', body: 'null' },
]

/** Bytes that a server which takes them for text would change in number. */
const binaries: readonly { what: string; bytes: Uint8Array }[] = [
  { what: 'every byte there is', bytes: Uint8Array.from({ length: 256 }, (_, byte) => byte) },
  { what: 'bytes that are no UTF-8', bytes: Uint8Array.of(0xff, 0xfe, 0xc3, 0x28, 0x80) },
  { what: 'zeros at both ends', bytes: Uint8Array.of(0, 1, 0) },
  { what: 'line breaks of both kinds', bytes: Uint8Array.of(0x0d, 0x0a, 0x0a, 0x0d) },
  { what: 'a byte order mark', bytes: Uint8Array.of(0xef, 0xbb, 0xbf, 0x61) },
]

export const pathScenarios = [
  scenario('a path of one segment is a command without arguments', {
    rule: 'kv.path.command-and-arguments',
    async run({ kv, id }) {
      given(await kv.path(['ECHO', id]), result(id))
      given(await kv.command(['PING']), result('PONG'))

      must(await kv.path(['PING']), result('PONG'))
    },
  }),
  scenario('segments are the arguments in their order', {
    rule: 'kv.path.command-and-arguments',
    async run({ kv, key }) {
      given(await kv.command(['RPUSH', key, 'a', 'b', 'c', 'd']), result(4))
      given(await kv.command(['LRANGE', key, '1', '2']), result(['b', 'c']))

      must(await kv.path(['LRANGE', key, 1, 2]), result(['b', 'c']))
    },
  }),
  scenario('a hundred segments are a hundred words', {
    rule: 'kv.path.command-and-arguments',
    async run({ kv, key }) {
      given(await kv.command(['SET', key, 'value']), result('OK'))
      given(await kv.path(['EXISTS', key]), result(1))

      must(await kv.path(['EXISTS', ...Array.from({ length: 99 }, () => key)]), result(99))
    },
  }),
  ...segments.map(({ what, text }) =>
    scenario(`an argument holds ${what}`, {
      rule: 'kv.path.command-and-arguments',
      async run({ kv, id }) {
        given(await kv.path(['ECHO', id]), result(id))
        given(await kv.command(['ECHO', id + text]), result(id + text))

        must(await kv.path(['ECHO', id + text]), result(id + text))
      },
    }),
  ),
  ...spellings.map(({ what, raw, text }) =>
    scenario(`an argument is decoded from ${what}`, {
      rule: 'kv.path.command-and-arguments',
      async run({ kv, id }) {
        given(await kv.path(['ECHO', id]), result(id))
        given(await kv.command(['ECHO', text]), result(text))

        must(await kv.send('GET', `/ECHO/${id}${raw}`), result(id + text))
      },
    }),
  ),
  scenario('a key with special characters is the same key by path and in the body', {
    rule: 'kv.path.command-and-arguments',
    async run({ kv, id, keyOf }) {
      const key = keyOf('a/b?c#d %25')
      given(await kv.command(['SET', key, id]), result('OK'))
      given(await kv.command(['GET', key]), result(id))

      must(await kv.path(['GET', key]), result(id))
    },
  }),

  ...keys.map(({ what, label }) =>
    scenario(`a key with ${what} is the same key by path and in the body`, {
      rule: 'kv.path.command-and-arguments',
      async run({ kv, id, keyOf }) {
        const key = keyOf(label)
        given(await kv.path(['SET', keyOf('plain'), 'before']), result('OK'))
        given(await kv.command(['SET', key, 'before']), result('OK'))
        given(await kv.command(['GET', key]), result('before'))

        must(await kv.path(['SET', key, id]), executed())
        must(await kv.command(['GET', key]), result(id))
        must(await kv.path(['GET', key]), result(id))
      },
    }),
  ),
  scenario('every character of ASCII is an argument', {
    rule: 'kv.path.command-and-arguments',
    async run({ kv, key }) {
      // Whether a dot alone is taken for a step in the path is not shown.
      const characters = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).filter(
        (character) => character !== '../interface.ts',
      )
      given(await kv.command(['RPUSH', key, 'a']), result(1))
      given(await kv.path(['RPUSH', key, 'b']), result(2))

      must(await kv.path(['RPUSH', key, ...characters]), result(2 + characters.length))
      must(await kv.command(['LRANGE', key, '2', '-1']), result(characters))
    },
  }),
  scenario('a long text is an argument', {
    rule: 'kv.path.command-and-arguments',
    async run({ kv, id }) {
      const text = id.repeat(100).slice(0, 2000)
      given(await kv.path(['ECHO', id]), result(id))
      given(await kv.command(['ECHO', text]), result(text))

      must(await kv.path(['ECHO', text]), result(text))
    },
  }),

  ...texts.map(({ what, body }) =>
    scenario(`a text of ${what} is the last argument`, {
      rule: 'kv.path.text-body-is-last-argument',
      async run({ kv, key }) {
        given(await kv.path(['SET', key, 'before'], { method: 'POST' }), result('OK'))
        given(await kv.command(['ECHO', body]), result(body))

        must(await kv.path(['SET', key], { body }), executed())
        must(await kv.command(['GET', key]), result(body))
      },
    }),
  ),
  ...contentTypes.map(({ what, headers }) =>
    scenario(`a text ${what} is the last argument`, {
      rule: 'kv.path.text-body-is-last-argument',
      async run({ kv, id, key }) {
        given(await kv.path(['SET', key, 'before'], { method: 'POST' }), result('OK'))
        given(await kv.command(['ECHO', id]), result(id))

        must(await kv.path(['SET', key], { body: id, headers }), executed())
        must(await kv.command(['GET', key]), result(id))
      },
    }),
  ),
  scenario('a text that is called a form is not read as one', {
    rule: 'kv.path.text-body-is-last-argument',
    async run({ kv, key }) {
      const [body, form] = ['a=1+2&b=%20', 'application/x-www-form-urlencoded']
      given(await kv.path(['SET', key, 'before'], { method: 'POST' }), result('OK'))
      given(await kv.command(['ECHO', body]), result(body))

      must(await kv.path(['SET', key], { body, headers: [['Content-Type', form]] }), executed())
      must(await kv.command(['GET', key]), result(body))
    },
  }),
  scenario('the body follows all arguments of the path', {
    rule: 'kv.path.text-body-is-last-argument',
    async run({ kv, id, key }) {
      given(await kv.path(['RPUSH', key, 'a'], { method: 'POST' }), result(1))

      must(await kv.path(['RPUSH', key, 'b', 'c'], { body: id }), result(4))
      must(await kv.command(['LRANGE', key, '0', '-1']), result(['a', 'b', 'c', id]))
    },
  }),

  scenario('a long text is the last argument', {
    rule: 'kv.path.text-body-is-last-argument',
    async run(world) {
      const { kv, key } = world
      const body = 'für 日本 '.repeat(6000).slice(0, 2 ** 14)
      await supported(world, 'STRLEN')
      given(await kv.path(['SET', key], { body: 'before' }), result('OK'))
      given(await kv.command(['STRLEN', key]), result(6))

      must(await kv.path(['SET', key], { body }), executed())
      must(await kv.command(['STRLEN', key]), result(Buffer.byteLength(body)))
    },
  }),

  ...jsons.map(({ what, body }) =>
    scenario(`the body is stored as it was sent: ${what}`, {
      rule: 'kv.path.json-body-is-last-argument',
      async run({ kv, key }) {
        given(await kv.path(['SET', key, 'before'], { method: 'POST' }), result('OK'))
        given(await kv.command(['ECHO', body]), result(body))

        must(await kv.path(['SET', key], { body, headers: json }), executed())
        must(await kv.command(['GET', key]), result(body))
      },
    }),
  ),

  ...binaries.map(({ what, bytes }) =>
    scenario(`the body keeps ${what}`, {
      rule: 'kv.path.binary-body-is-last-argument',
      async run(world) {
        const { kv, key } = world
        await supported(world, 'STRLEN')
        given(await kv.path(['SET', key, 'four'], { method: 'POST' }), result('OK'))
        given(await kv.command(['STRLEN', key]), result(4))

        must(await kv.path(['SET', key], { body: bytes }), executed())
        must(await kv.command(['STRLEN', key]), result(bytes.length))
      },
    }),
  ),

  scenario('every byte there is is a body of its own', {
    rule: 'kv.path.binary-body-is-last-argument',
    async run({ kv, keyOf }) {
      const bytes = Array.from({ length: 256 }, (_, byte) => Uint8Array.of(byte))
      given(await kv.path(['APPEND', keyOf('first')], { body: 'a' }), result(1))

      // APPEND answers how many bytes there are then.
      const replies = await Promise.all(
        bytes.map((body, byte) => kv.path(['APPEND', keyOf(`byte-${byte}`)], { body })),
      )
      for (const reply of replies) must(reply, result(1))
    },
  }),

  scenario('an option in the query is two arguments after the body', {
    rule: 'kv.path.query-options-follow-body',
    async run(world) {
      const { kv, id, key } = world
      await supported(world, 'PERSIST')
      given(await kv.path(['SET', key], { body: 'before' }), result('OK'))
      given(await kv.command(['PERSIST', key]), result(0))

      must(await kv.path(['SET', key], { body: id, query: 'EX=1000' }), result('OK'))
      must(await kv.command(['GET', key]), result(id))
      must(await kv.command(['PERSIST', key]), result(1))
    },
  }),
  scenario('several options in the query all count', {
    rule: 'kv.path.query-options-follow-body',
    async run(world) {
      const { kv, id, key } = world
      await supported(world, 'LPOS')
      given(await kv.command(['RPUSH', key, id, 'b', id, id]), result(4))
      given(await kv.command(['LPOS', key, id, 'RANK', 2, 'COUNT', 0]), result([2, 3]))
      given(await kv.path(['LPOS', key], { body: id }), result(0))

      must(await kv.path(['LPOS', key], { body: id, query: 'RANK=2&COUNT=0' }), result([2, 3]))
    },
  }),
  scenario('every option in the query is two arguments', {
    rule: 'kv.path.query-options-follow-body',
    async run({ kv, key }) {
      given(await kv.path(['RPUSH', key], { body: 'a' }), result(1))

      must(await kv.path(['RPUSH', key], { body: 'a', query: 'b=c&d=e&f=g' }), result(8))
    },
  }),
  scenario('an option in the query does the same as in the path', {
    rule: 'kv.path.query-options-follow-body',
    async run(world) {
      const { kv, id, key } = world
      await supported(world, 'LPOS')
      given(await kv.command(['RPUSH', key, id, 'b', id]), result(3))
      given(await kv.path(['LPOS', key], { body: id }), result(0))
      given(await kv.path(['LPOS', key, id, 'RANK', -1], { method: 'POST' }), result(2))

      must(await kv.path(['LPOS', key], { body: id, query: 'RANK=-1' }), result(2))
    },
  }),
  scenario('the names and values of options are percent-decoded', {
    rule: 'kv.path.query-options-follow-body',
    async run({ kv, key }) {
      given(await kv.path(['RPUSH', key], { body: 'a' }), result(1))
      given(await kv.command(['LRANGE', key, '0', '-1']), result(['a']))

      const query = `${segment('b c')}=${segment('d&e=f')}`
      must(await kv.path(['RPUSH', key], { body: 'a', query }), result(4))
      must(await kv.command(['LRANGE', key, '0', '-1']), result(['a', 'a', 'b c', 'd&e=f']))
    },
  }),

  ...optionTexts.map(({ what, text }) =>
    scenario(`the value of an option holds ${what}`, {
      rule: 'kv.path.query-options-follow-body',
      async run({ kv, key }) {
        given(await kv.path(['RPUSH', key], { body: 'a', query: 'b=c' }), result(3))
        given(await kv.command(['LRANGE', key, '0', '-1']), result(['a', 'b', 'c']))

        const query = `b=${segment(text)}`
        must(await kv.path(['RPUSH', key], { body: 'a', query }), result(6))
        must(await kv.command(['LRANGE', key, '3', '-1']), result(['a', 'b', text]))
      },
    }),
  ),
  ...equivalents.map(({ title, setup, segments, body, options, check, left }) =>
    scenario(`${title} does the same in the query as in the path`, {
      rule: 'kv.path.query-options-follow-body',
      async run(world) {
        const { kv } = world
        await supported(world, ...setup, segments.toUpperCase(), check ?? 'PING')
        const words = commandOf(segments, world)
        const answer = async (reply: Exchange) =>
          check === undefined ? reply : kv.command(commandOf(check, world))
        for (const line of setup) given(await kv.command(commandOf(line, world)), executed())
        const inPath = await kv.path([...words, body, ...options.flat()], { method: 'POST' })
        given(await answer(inPath), result(left))

        const query = options.map(([name, value]) => `${name}=${segment(value)}`).join('&')
        must(await answer(await kv.path(words, { body, query })), result(left))
      },
    }),
  ),

  observation('a POST without a body, and with an empty one', {
    rule: 'kv.path.empty-body',
    async run({ kv, note }) {
      note('POST /ECHO/a', outcomeOf(await kv.path(['ECHO', 'a'], { method: 'POST' })))
      note('POST /ECHO and no bytes', outcomeOf(await kv.path(['ECHO'], { method: 'POST' })))
    },
  }),
  observation('a body that comes with another method than POST', {
    rule: 'kv.path.body-with-other-methods',
    async run({ kv, note }) {
      for (const method of ['GET', 'PUT'])
        note(method, outcomeOf(await kv.path(['ECHO'], { method, body: 'body' })))
    },
  }),
  observation('an option in the query without a body before it', {
    rule: 'kv.path.query-options-without-body',
    async run({ kv, key, note }) {
      for (const method of ['GET', 'POST']) {
        await kv.command(['DEL', key])
        const reply = await kv.path(['SET', key, 'value'], { method, query: 'EX=1000' })
        note(`${method} with EX=1000`, outcomeOf(reply))
        note(`it expires after ${method}`, outcomeOf(await kv.command(['PERSIST', key])))
      }
    },
  }),
  observation('an option in the query without a value', {
    rule: 'kv.path.flag-options',
    async run({ kv, key, note }) {
      await kv.command(['SET', key, 'before'])
      for (const query of ['NX', 'NX='])
        note(`?${query}`, outcomeOf(await kv.path(['SET', key], { body: 'after', query })))
    },
  }),
  observation('an option in the query that is repeated', {
    rule: 'kv.path.repeated-options',
    async run({ kv, key, note }) {
      const query = 'b=1&a=2&b=3'
      note(`?${query}`, outcomeOf(await kv.path(['RPUSH', key], { body: 'body', query })))
      note('arguments', outcomeOf(await kv.command(['LRANGE', key, '0', '-1'])))
    },
  }),
  observation('an argument is spelled in a way that is read differently', {
    rule: 'kv.path.percent-encoding',
    async run({ kv, key, note }) {
      for (const target of ['/ECHO/a+b', '/ECHO/100%', '/ECHO/..', '/ECHO/%2E%2E', '/./ECHO/a'])
        note(target, outcomeOf(await kv.send('GET', target)))
      note('?a+b=c+d', outcomeOf(await kv.path(['RPUSH', key], { body: 'a', query: 'a+b=c+d' })))
      note('arguments', outcomeOf(await kv.command(['LRANGE', key, '0', '-1'])))
    },
  }),
  observation('an argument is spelled with bytes that are no text', {
    rule: 'kv.path.percent-encoding',
    async run({ kv, key, note }) {
      const bytes = Uint8Array.of(0xff, 0x00, 0x80)
      note('SET', outcomeOf(await kv.path(['SET', key, bytes])))
      const kept = outcomeOf(await kv.command(['GET', key], { encoding: 'base64' }))
      note('kept', kept === `200 "${base64(bytes)}"`)
    },
  }),
  observation('an empty segment', {
    rule: 'kv.path.empty-segment',
    async run({ kv, key, note }) {
      for (const target of ['/ECHO/', '//ECHO/a', '/STRLEN//'])
        note(target, outcomeOf(await kv.send('GET', target)))
      note('/RPUSH/key//a', outcomeOf(await kv.send('GET', `/RPUSH/${key}//a`)))
    },
  }),
  observation('a path without a command', {
    rule: 'kv.path.no-command',
    async run({ kv, note }) {
      for (const method of ['GET', 'HEAD', 'PUT'])
        note(method, outcomeOf(await kv.send(method, '/')))
    },
  }),
  observation('the paths of other endpoints with GET', {
    rule: 'kv.path.endpoint-names-with-other-methods',
    async run({ kv, note }) {
      for (const target of ['/pipeline', '/multi-exec'])
        note(target, outcomeOf(await kv.send('GET', target)))
    },
  }),
]

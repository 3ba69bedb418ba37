// A command in a path, a body and a query, and the characters of its arguments.

import type { Exchange, HeaderLines } from '../../wire/exchange.js'
import { chunked, unlessLengthRequired } from '../../core/chunked.js'
import { given, must } from '../../core/judgement.js'
import { eachRow } from '../../core/rows.js'
import { base64, segment } from '../fixtures/client.js'
import { executed, failed, result } from '../fixtures/matchers.js'
import { elementsOf, outcomeOf } from '../fixtures/replies.js'
import { supported } from '../fixtures/scripts.js'
import { givenReturned, keysFor, mustPush, withSibling } from '../fixtures/tables.js'
import { type KvWorld, noting, observation, scenario } from '../fixtures/world.js'

type Texts = Readonly<Record<string, string>>

const slashes: Texts = {
  'a slash': 'a/b',
  'only a slash': '/',
  'several slashes': '/a//b/',
  'dots between slashes': '/../a/./b',
  'a percent encoding': '%2F%41',
  'a percent encoding, encoded twice': '%252F',
  'a URL': 'https://u:p@example.com:80/a?b=c&d#e',
}

const characters: Texts = {
  capitals: 'aBC',
  'a space': 'a b',
  'spaces at both ends': ' a  ',
  'a percent sign': '100%',
  'a percent encoding': '%41%20',
  'a question mark': 'a?b=c',
  'a hash': 'a#b',
  'a plus sign': '1+1',
  'an ampersand': 'a&b',
  'an equals sign': 'a=b',
  'a semicolon': 'a;b',
  'a colon': 'a:b',
  'a backslash and quotes': `"a\\b" 'c'`,
  'other punctuation': '{[(<$a,b@c|d^e`f>)]}',
  'punctuation that needs no encoding': "a-b_c.d~e!f*g'h(i)",
  'letters of many scripts': 'für 日本 العربية',
  'a combining accent': 'e\u0301',
  'an emoji': '👩‍🚀',
  'lower-case percent encoding': 'für',
  'a percent-encoded letter': 'abc',
  'a plus sign that is not encoded': '1+1',
  'a semicolon that is not encoded': 'a;b=c',
}

/** Path segments, where they are not fully encoded. */
const segments: Texts = {
  'a plus sign that is not encoded': '1+1',
  'a semicolon that is not encoded': 'a;b=c',
  'lower-case percent encoding': 'f%c3%bcr',
  'a percent-encoded letter': '%61b%63',
}

const ascii: Texts = {
  ...Object.fromEntries(
    Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))
      // The contract leaves open if a lone dot is an argument or a path step.
      .filter((text) => text !== '.' && text !== '/')
      .map((text) => [JSON.stringify(text), text]),
  ),
  'a line break and a tab': 'a\r\nb\tc',
  'a null character': 'a\0b',
}

/** Tables of arguments, each in one request. */
const tables: readonly (readonly [title: string, id: string, rows: Texts])[] = [
  [
    'command by path: `%2F` in a segment becomes a slash in the argument',
    'slashes-in-arguments',
    slashes,
  ],
  ['command by path: each segment is percent-decoded once', 'characters-of-arguments', characters],
  [
    'command by path: every percent-encoded ASCII character is stored',
    'every-ascii-character',
    ascii,
  ],
]

/** Ends of keys that have to be encoded in a path and not in a body. */
const labels = [
  ...['a/b', '100%', 'a?b', 'a#b', 'a+b', 'a&b=c', 'a:b', 'a b', '👩‍🚀', '/../.'],
  'a/b?c#d %25',
]

/** Names and values of options that have to be encoded in a query. */
const options: Texts = {
  plain: 'c',
  'b c': 'a b',
  'a slash': 'a/b',
  'a percent sign': '100%',
  'an escape sequence': '%2F%41',
  'a question mark': 'a?b',
  'a hash': 'a#b',
  'a plus sign': '1+1',
  'a+b': '+',
  'an ampersand': 'a&b',
  'an equals sign': 'a=b',
  'a=b&c': '=',
  'a colon and a semicolon': 'a:b;c',
  é: 'é',
  'an emoji': '👩‍🚀',
}

/** A text body, and the headers with which it is sent. */
interface TextBody {
  readonly body: string
  readonly headers?: HeaderLines
}

const contentType = (type: string): HeaderLines => [['Content-Type', type]]

const texts: Readonly<Record<string, TextBody>> = {
  'capitals and URL delimiters': { body: 'aBC/b?c=d&e#f%20+' },
  'line breaks inside and at both ends': { body: '\n first\r\nsecond \n' },
  'many scripts': { body: 'für 日本 👩‍🚀' },
  'a combining accent': { body: 'e\u0301' },
  // Wherever a server divides the body, a character of three bytes is divided too.
  '70,000 bytes': { body: '日'.repeat(23_334) },
  'no Content-Type': { body: 'a plain text', headers: [] },
  'a Content-Type with charset': {
    body: 'a plain text, é',
    headers: contentType('text/plain; charset=utf-8'),
  },
  'a form (application/x-www-form-urlencoded)': {
    body: 'a=1+2&b=%20',
    headers: contentType('application/x-www-form-urlencoded'),
  },
}

const json = contentType('application/json')

const jsons: Readonly<Record<string, TextBody>> = {
  'an object': { body: '{ "b": 1,\n "a": [] }', headers: json },
  'an array that looks like a command': { body: '["del", "everything"]', headers: json },
  'a string': { body: '"quoted"', headers: json },
  'a number': { body: '1.500', headers: json },
  null: { body: 'null', headers: json },
}

/** Bytes whose number changes when they are read as text, trimmed or cut. */
const binaries: Readonly<Record<string, readonly number[]>> = {
  'every byte': Array.from({ length: 256 }, (_, byte) => byte),
  'invalid UTF-8': [0xff, 0xfe, 0xc3, 0x28, 0x80],
  'null bytes at both ends': [0, 1, 0],
  'line breaks of both kinds': [0x0d, 0x0a, 0x0a, 0x0d],
  'a byte order mark': [0xef, 0xbb, 0xbf, 0x61],
  'one null byte': [0],
  'one digit zero': [0x30],
  'one space': [0x20],
  'one line break': [0x0a],
  'one continuation byte': [0x80],
  'one invalid byte': [0xff],
}

/** Stores each body at a key of its own, by path, and judges that it is read unchanged. */
async function mustStore(world: KvWorld, rows: Readonly<Record<string, TextBody>>) {
  const { kv, key } = world
  const { of, values } = keysFor(world, rows)
  given(await kv.path(['SET', key, 'before'], { method: 'POST' }), result('OK'))
  const replies: Record<string, Exchange> = {}
  for (const [name, row] of Object.entries(rows))
    replies[name] = await kv.path(['SET', of(name)], row)
  const stored = await values()

  await eachRow(rows, async ({ body }, name) =>
    withSibling(
      () => {
        must(replies[name]!, executed())
        must(stored[name]!, result(body))
      },
      async () => {
        given(await kv.command(['SET', of(name), body]), executed())
        const reply = kv.command(['GET', of(name)])
        await givenReturned(world, body, reply, (key) => kv.path(['APPEND', key], { body }))
      },
    ),
  )
}

const queryOf = (options: Texts) =>
  Object.entries(options)
    .map((option) => option.map(segment).join('='))
    .join('&')

/** Returns the names of the body and of options in any order. An unknown name stands for a missing one. */
const namesOfOptions =
  (wanted: readonly string[]) =>
  ([, ...list]: readonly unknown[]): readonly string[] => {
    const found = list.filter((_, at) => at % 2 === 0).map(String)
    const missing = wanted.filter((name) => !found.includes(name)).values()
    return [
      'body',
      ...found.flatMap((each) => {
        const name = wanted.includes(each) ? each : (missing.next().value ?? each)
        return [`option ${name}`, `value of ${name}`]
      }),
    ]
  }

export const pathScenarios = [
  scenario('command by path: path segments are the command and arguments in order', {
    id: 'kv.path.command-and-arguments/segments-in-order',
    async run({ kv, id, key }) {
      given(await kv.path(['ECHO', id]), result(id))
      given(await kv.command(['RPUSH', key, 'a', 'b', 'c', 'd']), result(4))
      const rows: Readonly<Record<string, readonly [segments: string[], want: unknown]>> = {
        'one segment': [['PING'], 'PONG'],
        'four segments': [
          ['LRANGE', key, '1', '2'],
          ['b', 'c'],
        ],
        '100 segments': [['EXISTS', ...Array.from({ length: 99 }, () => key)], 99],
        'a segment of 2,000 characters': [['ECHO', id.repeat(100).slice(0, 2000)], /^.{2000}$/],
      }

      await eachRow(rows, async ([segments, want]) => must(await kv.path(segments), result(want)))
    },
  }),
  ...tables.map(([title, id, rows]) =>
    scenario(title, {
      id: `kv.path.command-and-arguments/${id}`,
      async run(world) {
        const { kv, key } = world
        given(await kv.path(['RPUSH', key, 'plain']), result(1))

        const raw = Object.entries(rows).map(([name, text]) => segments[name] ?? segment(text))
        await mustPush(world, rows, () => kv.send('GET', `/RPUSH/${key}/${raw.join('/')}`))
      },
    }),
  ),
  scenario('a key with special characters is the same key by path and in the body', {
    id: 'kv.path.command-and-arguments/characters-of-keys',
    async run(world) {
      const { kv, keyOf } = await supported(world, 'MSET KEY value')
      const keys = labels.map(keyOf)
      const pairs = (value: string) => keys.flatMap((key, index) => [key, `${value} ${index}`])
      given(await kv.path(['SET', keyOf('plain'), 'before']), result('OK'))
      given(await kv.command(['MSET', ...pairs('before')]), executed())
      const byBody = elementsOf(await kv.command(['MGET', ...keys]), labels)
      const byPath = elementsOf(await kv.path(['MGET', ...keys]), labels)
      const written = await kv.path(['MSET', ...pairs('after')])
      const after = elementsOf(await kv.command(['MGET', ...keys]), labels)

      const rows = Object.fromEntries(labels.map((label, index) => [label, index]))
      await eachRow(rows, async (index, label) => {
        given(byBody[label]!, result(`before ${index}`))
        must(byPath[label]!, result(`before ${index}`))
        must(written, executed())
        must(after[label]!, result(`after ${index}`))
      })
    },
  }),

  scenario('SET by path: a text body is stored as the value, without any change', {
    id: 'kv.path.text-body-is-last-argument/texts-and-content-types',
    run: (world) => mustStore(world, texts),
  }),
  scenario('RPUSH by path: the body is pushed after the arguments in the path', {
    id: 'kv.path.text-body-is-last-argument/after-path-arguments',
    async run({ kv, id, key }) {
      given(await kv.path(['RPUSH', key, 'a'], { method: 'POST' }), result(1))

      must(await kv.path(['RPUSH', key, 'b', 'c'], { body: id }), result(4))
      must(await kv.command(['LRANGE', key, '0', '-1']), result(['a', 'b', 'c', id]))
    },
  }),
  scenario('SET by path: a body in chunks, without Content-Length, is stored', {
    id: 'kv.path.text-body-is-last-argument/in-chunks',
    async run({ kv, id, key }) {
      given(await kv.path(['SET', key], { body: 'with its length' }), executed())
      given(await kv.command(['GET', key]), result('with its length'))

      const headers: HeaderLines = [['Content-Type', 'text/plain'], ...chunked]
      must(unlessLengthRequired(await kv.path(['SET', key], { body: id, headers })), executed())
      must(await kv.command(['GET', key]), result(id))
    },
  }),
  scenario('SET by path: a JSON body is stored exactly as it was sent', {
    id: 'kv.path.json-body-is-last-argument/json-types',
    run: (world) => mustStore(world, jsons),
  }),
  scenario('APPEND by path returns the exact number of bytes of a binary body', {
    id: 'kv.path.binary-body-is-last-argument/number-of-bytes',
    async run(world) {
      const { kv, key } = world
      const { of } = keysFor(world, binaries)
      // APPEND to a new key returns the number of bytes in the body.
      given(await kv.path(['APPEND', key], { body: 'four' }), result(4))

      await eachRow(binaries, async (bytes, name) => {
        const reply = await kv.path(['APPEND', of(name)], { body: Uint8Array.from(bytes) })
        must(reply, result(bytes.length))
      })
    },
  }),

  scenario('RPUSH by path: `?b=c` adds 2 decoded arguments, b and c, after the body', {
    id: 'kv.path.query-options-follow-body/names-and-values',
    async run(world) {
      const { kv, key } = world
      // Only the first equals sign ends a name.
      const sent = { ...options, raw: 'b2s==' }
      const rows = Object.entries(sent).flatMap(([name, value]) => [
        [`option ${name}`, name],
        [`value of ${name}`, value],
      ])
      given(await kv.path(['RPUSH', key], { body: 'a' }), result(1))
      await mustPush(
        world,
        { body: 'body', ...(Object.fromEntries(rows) as Texts) },
        () => kv.path(['RPUSH', key], { body: 'body', query: `${queryOf(options)}&raw=b2s==` }),
        { namesIn: namesOfOptions(Object.keys(sent)) },
      )
    },
  }),
  scenario('SET by path: `?EX=1000` in the query sets an expiry on the key', {
    id: 'kv.path.query-options-follow-body/set-with-expiry',
    async run(world) {
      const { kv, id, key, keyOf } = await supported(world, 'PERSIST OTHER')
      given(await kv.path(['SET', key], { body: 'before' }), result('OK'))
      given(await kv.command(['PERSIST', key]), result(0))
      const expiries = { EX: '1000', px: '1000000', EXAT: '9999999999' }

      await eachRow(expiries, async (value, name) => {
        const [own, other] = [keyOf(name.toLowerCase()), keyOf(`other-${name.toLowerCase()}`)]
        const inPath = await kv.path(['SET', other, id, name, value], { method: 'POST' })
        // A target may lack the options that are newer than EX.
        if (name !== 'EX' && failed()(inPath) === undefined) return
        given(inPath, result('OK'))

        must(await kv.path(['SET', own], { body: id, query: `${name}=${value}` }), result('OK'))
        must(await kv.command(['PERSIST', own]), result(1))
      })
      must(await kv.command(['GET', keyOf('ex')]), result(id))
    },
  }),
  scenario('LPOS by path: RANK, COUNT and MAXLEN are read from the query', {
    id: 'kv.path.query-options-follow-body/lpos-with-options',
    async run(world) {
      const { kv, id, key } = await supported(world, 'LPOS KEY element')
      given(await kv.command(['RPUSH', key, id, 'b', id, id]), result(4))
      given(await kv.path(['LPOS', key], { body: id }), result(0))
      const rows: Readonly<Record<string, readonly [options: Texts, want: unknown]>> = {
        'one option': [{ RANK: '-1' }, 3],
        'two options': [{ RANK: '2', COUNT: '0' }, [2, 3]],
        'three options': [{ rank: '-1', count: '2', maxlen: '3' }, [3, 2]],
      }

      await eachRow(rows, async ([options, want]) => {
        const inPath = ['LPOS', key, id, ...Object.entries(options).flat()]
        given(await kv.path(inPath, { method: 'POST' }), result(want))
        must(await kv.path(['LPOS', key], { body: id, query: queryOf(options) }), result(want))
      })
    },
  }),
  scenario('HSCAN by path: MATCH and COUNT are read from the query', {
    id: 'kv.path.query-options-follow-body/hscan-with-match',
    async run(world) {
      const { kv, key } = await supported(world, 'HSET KEY field 1 other 2; HSCAN KEY 0')
      const [options, want] = [{ MATCH: '*er', COUNT: '100' }, ['0', ['other', '2']]]
      const inPath = ['HSCAN', key, '0', ...Object.entries(options).flat()]
      given(await kv.path(inPath, { method: 'POST' }), result(want))

      must(await kv.path(['HSCAN', key], { body: '0', query: queryOf(options) }), result(want))
    },
  }),

  observation('observes the reply to ECHO by path with HTTP POST and no body', {
    id: 'kv.path.empty-body/post-without-body',
    run: noting({
      'POST /ECHO/a': ({ kv }) => kv.send('POST', '/ECHO/a'),
      'POST /ECHO and no bytes': ({ kv }) => kv.path(['ECHO'], { method: 'POST' }),
    }),
  }),
  observation('observes the reply to ECHO by path with HTTP GET or PUT and a body', {
    id: 'kv.path.body-with-other-methods/body-with-get-and-put',
    run: noting({
      GET: ({ kv }) => kv.path(['ECHO'], { method: 'GET', body: 'body' }),
      PUT: ({ kv }) => kv.path(['ECHO'], { method: 'PUT', body: 'body' }),
    }),
  }),
  observation('observes if SET by path without a body applies `?EX=1000`', {
    id: 'kv.path.query-options-without-body/options-without-body',
    async run({ kv, keyOf, note }) {
      for (const method of ['GET', 'POST']) {
        const key = keyOf(method)
        const reply = await kv.send(method, `/SET/${key}/value`, { query: 'EX=1000' })
        note(`${method} with EX=1000`, outcomeOf(reply))
        note(`PERSIST after ${method}`, outcomeOf(await kv.command(['PERSIST', key])))
      }
    },
  }),
  observation('observes the reply to SET by path with the option `?NX` or `?NX=`', {
    id: 'kv.path.flag-options/option-without-value',
    async run({ kv, key, note }) {
      await kv.command(['SET', key, 'before'])
      for (const query of ['NX', 'NX='])
        note(`?${query}`, outcomeOf(await kv.path(['SET', key], { body: 'after', query })))
    },
  }),
  observation('observes the arguments that RPUSH by path reads from `?b=1&a=2&b=3`', {
    id: 'kv.path.repeated-options/repeated-option',
    async run({ kv, key, note }) {
      const query = 'b=1&a=2&b=3'
      note(`?${query}`, outcomeOf(await kv.path(['RPUSH', key], { body: 'body', query })))
      note('arguments', outcomeOf(await kv.command(['LRANGE', key, '0', '-1'])))
    },
  }),
  observation('observes the arguments that ECHO and RPUSH by path read from `a+b`, `..`', {
    id: 'kv.path.percent-encoding/ambiguous-encoding',
    async run({ kv, key, note }) {
      for (const target of ['/ECHO/a+b', '/ECHO/100%', '/ECHO/..', '/ECHO/%2E%2E', '/./ECHO/a'])
        note(target, outcomeOf(await kv.send('GET', target)))
      note('?a+b=c+d', outcomeOf(await kv.path(['RPUSH', key], { body: 'a', query: 'a+b=c+d' })))
      note('arguments', outcomeOf(await kv.command(['LRANGE', key, '0', '-1'])))
    },
  }),
  observation('observes if SET by path stores a percent-encoded value that is no UTF-8', {
    id: 'kv.path.percent-encoding/encoded-invalid-utf8',
    async run({ kv, key, note }) {
      const bytes = Uint8Array.of(0xff, 0x00, 0x80)
      note('SET', outcomeOf(await kv.path(['SET', key, bytes])))
      const kept = outcomeOf(await kv.command(['GET', key], { encoding: 'base64' }))
      note('bytes are kept', kept === `200 "${base64(bytes)}"`)
    },
  }),
  observation('observes the reply to a path with an empty segment, such as `//ECHO/a`', {
    id: 'kv.path.empty-segment/empty-segments',
    async run({ kv, key, note }) {
      for (const target of ['/ECHO/', '//ECHO/a', '/STRLEN//'])
        note(target, outcomeOf(await kv.send('GET', target)))
      note('/RPUSH/key//a', outcomeOf(await kv.send('GET', `/RPUSH/${key}//a`)))
    },
  }),
  observation('observes the reply to HTTP GET, HEAD and PUT of the path `/`', {
    id: 'kv.path.no-command/root-path-reply',
    run: noting({
      GET: ({ kv }) => kv.send('GET', '/'),
      HEAD: ({ kv }) => kv.send('HEAD', '/'),
      PUT: ({ kv }) => kv.send('PUT', '/'),
    }),
  }),
  observation('observes the reply to HTTP GET of `/pipeline` and `/multi-exec`', {
    id: 'kv.path.endpoint-names-with-other-methods/get-pipeline-and-multi-exec',
    run: noting({
      '/pipeline': ({ kv }) => kv.send('GET', '/pipeline'),
      '/multi-exec': ({ kv }) => kv.send('GET', '/multi-exec'),
    }),
  }),
]

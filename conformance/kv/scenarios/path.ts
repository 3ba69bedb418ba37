// How a path, a body and a query spell one command, and which characters must survive on the way.

import type { Exchange, HeaderLines } from '../../wire/exchange.js'
import { given, must } from '../../core/judgement.js'
import { eachRow } from '../../core/rows.js'
import { executed, result } from '../fixtures/matchers.js'
import { outcomeOf } from '../fixtures/outcome.js'
import { elementsOf, mustPush } from '../fixtures/part.js'
import { supported } from '../fixtures/support.js'
import { base64, segment } from '../fixtures/client.js'
import { observation, scenario, type KvWorld } from '../fixtures/world.js'

/** Texts by what is special in them; `raw` is how one is sent, where not fully encoded. */
type Segments = Readonly<Record<string, { readonly text: string; readonly raw?: string }>>

const slashes: Segments = {
  'a slash': { text: 'a/b' },
  'nothing but a slash': { text: '/' },
  'several slashes': { text: '/a//b/' },
  'dots between slashes': { text: '/../a/./b' },
  'an escape sequence': { text: '%2F%41' },
  'an escape sequence, encoded twice': { text: '%252F' },
  'a URL': { text: 'https://u:p@example.com:80/a?b=c&d#e' },
}

const characters: Segments = {
  capitals: { text: 'aBC' },
  'a space': { text: 'a b' },
  'spaces at both ends': { text: ' a  ' },
  'a percent sign': { text: '100%' },
  'an escape sequence': { text: '%41%20' },
  'a question mark': { text: 'a?b=c' },
  'a hash': { text: 'a#b' },
  'a plus sign': { text: '1+1' },
  'an ampersand': { text: 'a&b' },
  'an equals sign': { text: 'a=b' },
  'a semicolon': { text: 'a;b' },
  'a colon': { text: 'a:b' },
  'a backslash and quotes': { text: `"a\\b" 'c'` },
  'other punctuation': { text: '{[(<$a,b@c|d^e`f>)]}' },
  'signs that need no encoding': { text: "a-b_c.d~e!f*g'h(i)" },
  'letters of many scripts': { text: 'für 日本 العربية' },
  'an accent apart from its letter': { text: 'e\u0301' },
  'an emoji': { text: '👩‍🚀' },
  'lower-case escape sequences': { text: 'für', raw: 'f%c3%bcr' },
  'an escape sequence of a letter': { text: 'abc', raw: '%61b%63' },
}

const ascii: Segments = {
  ...Object.fromEntries(
    Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))
      // The contract leaves open if a lone dot is an argument or a path step.
      .filter((text) => text !== '.' && text !== '/')
      .map((text) => [JSON.stringify(text), { text }]),
  ),
  'a line break and a tab': { text: 'a\r\nb\tc' },
  'a null character': { text: 'a\0b' },
}

/** Tables of arguments, each in one request: a target may fail one and pass the others. */
const tables: readonly { title: string; id: string; rows: Segments }[] = [
  {
    title: 'an encoded slash is a part of its argument',
    id: 'slashes-in-arguments',
    rows: slashes,
  },
  {
    title: 'a path segment is percent-decoded once',
    id: 'characters-of-arguments',
    rows: characters,
  },
  { title: 'every ASCII character is an argument', id: 'every-ascii-character', rows: ascii },
]

/** Ends of keys that need care in a path and none in a body. */
const labels = [
  ...['a/b', '100%', 'a?b', 'a#b', 'a+b', 'a&b=c', 'a:b', 'a b', '👩‍🚀', '/../.'],
  'a/b?c#d %25',
]

/** Options whose names and values have to be encoded in a query; each name is used once. */
const options: Readonly<Record<string, string>> = {
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
  'capitals and characters with a meaning in a URL': { body: 'aBC/b?c=d&e#f%20+' },
  'line breaks inside and at both ends': { body: '\n first\r\nsecond \n' },
  'many scripts': { body: 'für 日本 👩‍🚀' },
  'an accent apart from its letter': { body: 'e\u0301' },
  '16 KiB': { body: 'für 日本 '.repeat(6000).slice(0, 2 ** 14) },
  'no content type': { body: 'a plain text', headers: [] },
  'a charset': { body: 'a plain text, é', headers: contentType('text/plain; charset=utf-8') },
  'a form': {
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

/** Bytes whose number changes if they are read as text, trimmed or cut. */
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

/** Stores each body at a key of its own, by path, and judges that it is read as it was sent. */
async function mustStore({ kv, key, keyOf }: KvWorld, rows: Readonly<Record<string, TextBody>>) {
  const names = Object.keys(rows)
  const bodies = Object.values(rows)
  given(await kv.path(['SET', key, 'before'], { method: 'POST' }), result('OK'))
  const [list, keys] = [keyOf('list'), names.map((_, index) => keyOf(`body-${index}`))]
  given(await kv.command(['RPUSH', list, ...bodies.map(({ body }) => body)]), executed())
  const inBody = elementsOf(await kv.command(['LRANGE', list, '0', '-1']), names)
  const replies = new Map<string, Exchange>()
  for (const [index, name] of names.entries())
    replies.set(name, await kv.path(['SET', keys[index]!], bodies[index]))
  const stored = elementsOf(await kv.command(['MGET', ...keys]), names)

  await eachRow(rows, async ({ body }, name) => {
    given(inBody[name]!, result(body))
    must(replies.get(name)!, executed())
    must(stored[name]!, result(body))
  })
}

const queryOf = (options: Readonly<Record<string, string>>) =>
  Object.entries(options)
    .map((option) => option.map(segment).join('='))
    .join('&')

export const pathScenarios = [
  scenario('path segments are the command and its arguments, in order', {
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
  ...tables.map(({ title, id, rows }) =>
    scenario(title, {
      id: `kv.path.command-and-arguments/${id}`,
      async run(world) {
        const { kv, key } = world
        given(await kv.path(['RPUSH', key, 'plain']), result(1))

        const texts = Object.entries(rows).map(([name, { text }]) => [name, text] as const)
        const raw = Object.values(rows).map(({ text, raw }) => raw ?? segment(text))
        await mustPush(world, Object.fromEntries(texts), () =>
          kv.send('GET', `/RPUSH/${key}/${raw.join('/')}`),
        )
      },
    }),
  ),
  scenario('a key with special characters is the same by path and in the body', {
    id: 'kv.path.command-and-arguments/characters-of-keys',
    async run(world) {
      const { kv, keyOf } = world
      const keys = labels.map(keyOf)
      const pairs = (value: string) => keys.flatMap((key, index) => [key, `${value} ${index}`])
      await supported(world, 'MSET')
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

  scenario('a text body is the last argument', {
    id: 'kv.path.text-body-is-last-argument/texts-and-content-types',
    run: (world) => mustStore(world, texts),
  }),
  scenario('the body follows all arguments of the path', {
    id: 'kv.path.text-body-is-last-argument/after-path-arguments',
    async run({ kv, id, key }) {
      given(await kv.path(['RPUSH', key, 'a'], { method: 'POST' }), result(1))

      must(await kv.path(['RPUSH', key, 'b', 'c'], { body: id }), result(4))
      must(await kv.command(['LRANGE', key, '0', '-1']), result(['a', 'b', 'c', id]))
    },
  }),
  scenario('a JSON body is stored as sent', {
    id: 'kv.path.json-body-is-last-argument/json-types',
    run: (world) => mustStore(world, jsons),
  }),
  scenario('a binary body keeps every byte', {
    id: 'kv.path.binary-body-is-last-argument/number-of-bytes',
    async run({ kv, keyOf }) {
      // APPEND to a new key returns the number of bytes in the body.
      given(await kv.path(['APPEND', keyOf('text')], { body: 'four' }), result(4))

      await eachRow(binaries, async (bytes, name) => {
        const label = name.replaceAll(' ', '-')
        const reply = await kv.path(['APPEND', keyOf(label)], { body: Uint8Array.from(bytes) })
        must(reply, result(bytes.length))
      })
    },
  }),

  scenario('each query option is two percent-decoded arguments after the body', {
    id: 'kv.path.query-options-follow-body/names-and-values',
    async run(world) {
      const { kv, key } = world
      const words = ['body', ...Object.entries(options).flat()]
      given(await kv.path(['RPUSH', key], { body: 'a' }), result(1))

      const rows = words.map((word, index) => [`argument ${index}`, word] as const)
      await mustPush(world, Object.fromEntries(rows), () =>
        kv.path(['RPUSH', key], { body: 'body', query: queryOf(options) }),
      )
    },
  }),
  scenario('SET takes its expiry from the query', {
    id: 'kv.path.query-options-follow-body/set-with-expiry',
    async run(world) {
      const { kv, id, key, keyOf } = world
      await supported(world, 'PERSIST')
      given(await kv.path(['SET', key], { body: 'before' }), result('OK'))
      given(await kv.command(['PERSIST', key]), result(0))
      const expiries = { EX: '1000', px: '1000000', EXAT: '9999999999' }

      await eachRow(expiries, async (value, name) => {
        const [own, other] = [keyOf(name.toLowerCase()), keyOf(`other-${name.toLowerCase()}`)]
        given(await kv.path(['SET', other, id, name, value], { method: 'POST' }), result('OK'))

        must(await kv.path(['SET', own], { body: id, query: `${name}=${value}` }), result('OK'))
        must(await kv.command(['PERSIST', own]), result(1))
      })
      must(await kv.command(['GET', keyOf('ex')]), result(id))
    },
  }),
  scenario('LPOS takes several options from the query', {
    id: 'kv.path.query-options-follow-body/lpos-with-options',
    async run(world) {
      const { kv, id, key } = world
      await supported(world, 'LPOS')
      given(await kv.command(['RPUSH', key, id, 'b', id, id]), result(4))
      given(await kv.path(['LPOS', key], { body: id }), result(0))
      const rows: Readonly<
        Record<string, readonly [options: Record<string, string>, want: unknown]>
      > = {
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
  scenario('HSCAN takes MATCH and COUNT from the query', {
    id: 'kv.path.query-options-follow-body/hscan-with-match',
    async run(world) {
      const { kv, key } = world
      const [options, want] = [{ MATCH: '*er', COUNT: '100' }, ['0', ['other', '2']]]
      await supported(world, 'HSET', 'HSCAN')
      given(await kv.command(['HSET', key, 'field', '1', 'other', '2']), result(2))
      const inPath = ['HSCAN', key, '0', ...Object.entries(options).flat()]
      given(await kv.path(inPath, { method: 'POST' }), result(want))

      must(await kv.path(['HSCAN', key], { body: '0', query: queryOf(options) }), result(want))
    },
  }),

  observation('POST without a body', {
    id: 'kv.path.empty-body/post-without-body',
    async run({ kv, note }) {
      note('POST /ECHO/a', outcomeOf(await kv.path(['ECHO', 'a'], { method: 'POST' })))
      note('POST /ECHO and no bytes', outcomeOf(await kv.path(['ECHO'], { method: 'POST' })))
    },
  }),
  observation('a body with GET and PUT', {
    id: 'kv.path.body-with-other-methods/body-with-get-and-put',
    async run({ kv, note }) {
      for (const method of ['GET', 'PUT'])
        note(method, outcomeOf(await kv.path(['ECHO'], { method, body: 'body' })))
    },
  }),
  observation('query options without a body', {
    id: 'kv.path.query-options-without-body/options-without-body',
    async run({ kv, keyOf, note }) {
      for (const method of ['GET', 'POST']) {
        const key = keyOf(method)
        const reply = await kv.path(['SET', key, 'value'], { method, query: 'EX=1000' })
        note(`${method} with EX=1000`, outcomeOf(reply))
        note(`PERSIST after ${method}`, outcomeOf(await kv.command(['PERSIST', key])))
      }
    },
  }),
  observation('a query option without a value', {
    id: 'kv.path.flag-options/option-without-value',
    async run({ kv, key, note }) {
      await kv.command(['SET', key, 'before'])
      for (const query of ['NX', 'NX='])
        note(`?${query}`, outcomeOf(await kv.path(['SET', key], { body: 'after', query })))
    },
  }),
  observation('a repeated query option', {
    id: 'kv.path.repeated-options/repeated-option',
    async run({ kv, key, note }) {
      const query = 'b=1&a=2&b=3'
      note(`?${query}`, outcomeOf(await kv.path(['RPUSH', key], { body: 'body', query })))
      note('arguments', outcomeOf(await kv.command(['LRANGE', key, '0', '-1'])))
    },
  }),
  observation('ambiguous percent-encoding', {
    id: 'kv.path.percent-encoding/ambiguous-encoding',
    async run({ kv, key, note }) {
      for (const target of ['/ECHO/a+b', '/ECHO/100%', '/ECHO/..', '/ECHO/%2E%2E', '/./ECHO/a'])
        note(target, outcomeOf(await kv.send('GET', target)))
      note('?a+b=c+d', outcomeOf(await kv.path(['RPUSH', key], { body: 'a', query: 'a+b=c+d' })))
      note('arguments', outcomeOf(await kv.command(['LRANGE', key, '0', '-1'])))
    },
  }),
  observation('an argument of encoded bytes that are not UTF-8', {
    id: 'kv.path.percent-encoding/encoded-invalid-utf8',
    async run({ kv, key, note }) {
      const bytes = Uint8Array.of(0xff, 0x00, 0x80)
      note('SET', outcomeOf(await kv.path(['SET', key, bytes])))
      const kept = outcomeOf(await kv.command(['GET', key], { encoding: 'base64' }))
      note('kept', kept === `200 "${base64(bytes)}"`)
    },
  }),
  observation('an empty path segment', {
    id: 'kv.path.empty-segment/empty-segments',
    async run({ kv, key, note }) {
      for (const target of ['/ECHO/', '//ECHO/a', '/STRLEN//'])
        note(target, outcomeOf(await kv.send('GET', target)))
      note('/RPUSH/key//a', outcomeOf(await kv.send('GET', `/RPUSH/${key}//a`)))
    },
  }),
  observation('`/` without a command', {
    id: 'kv.path.no-command/a-path-without-a-command',
    async run({ kv, note }) {
      for (const method of ['GET', 'HEAD', 'PUT'])
        note(method, outcomeOf(await kv.send(method, '/')))
    },
  }),
  observation('GET on the paths of other endpoints', {
    id: 'kv.path.endpoint-names-with-other-methods/get-pipeline-and-multi-exec',
    async run({ kv, note }) {
      for (const target of ['/pipeline', '/multi-exec'])
        note(target, outcomeOf(await kv.send('GET', target)))
    },
  }),
]

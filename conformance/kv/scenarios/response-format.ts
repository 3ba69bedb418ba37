// The two formats of an answer: JSON, and the exact bytes of the wire protocol.

import { headerOf, textOf } from '../../wire/exchange.js'
import { given, must } from '../../core/judgement.js'
import { body, mediaType, status } from '../../core/matchers.js'
import { sixteens } from '../fixtures/bytes.js'
import { strangerToken } from '../fixtures/credentials.js'
import { envelopes, errorEnvelope, executed, failed, named, result } from '../fixtures/matchers.js'
import { supported } from '../fixtures/support.js'
import { commandOf, observation, scenario, type Ask, type KvWorld } from '../fixtures/world.js'
import { mustWriteNothing, writings, writingTransaction } from '../fixtures/writings.js'

const resp2 = { format: 'resp2' }

/** Replies of every type but errors; each command stands after those that make its data. */
const rawReplies: readonly { what: string; setup?: string; command: string; bytes: string }[] = [
  { what: 'an integer', setup: 'SET KEY 41', command: 'INCR KEY', bytes: ':42\r\n' },
  { what: 'a negative integer', setup: 'SET KEY -8', command: 'INCR KEY', bytes: ':-7\r\n' },
  {
    what: 'the largest integer',
    setup: 'SET KEY 9223372036854775806',
    command: 'INCR KEY',
    bytes: ':9223372036854775807\r\n',
  },
  {
    what: 'the smallest integer',
    setup: 'SET KEY -9223372036854775808',
    command: 'INCRBY KEY 0',
    bytes: ':-9223372036854775808\r\n',
  },
  { what: 'null', command: 'GET KEY', bytes: '$-1\r\n' },
  {
    what: 'an array',
    setup: 'RPUSH KEY a bb',
    command: 'LRANGE KEY 0 -1',
    bytes: '*2\r\n$1\r\na\r\n$2\r\nbb\r\n',
  },
  { what: 'an empty array', command: 'LRANGE KEY 0 -1', bytes: '*0\r\n' },
  {
    what: 'an array with null in it',
    setup: 'SET KEY a',
    command: 'MGET OTHER KEY',
    bytes: '*2\r\n$-1\r\n$1\r\na\r\n',
  },
  {
    what: 'an array of integers',
    setup: 'SADD KEY a',
    command: 'SMISMEMBER KEY b a',
    bytes: '*2\r\n:0\r\n:1\r\n',
  },
  {
    what: 'an array inside an array',
    setup: 'HSET KEY a 1',
    command: 'HSCAN KEY 0',
    bytes: '*2\r\n$1\r\n0\r\n*2\r\n$1\r\na\r\n$1\r\n1\r\n',
  },
]

const texts: readonly { what: string; text: string; bytes: string }[] = [
  { what: 'letters', text: 'value', bytes: '$5\r\nvalue\r\n' },
  { what: 'nothing', text: '', bytes: '$0\r\n\r\n' },
  { what: 'line breaks', text: 'a\r\nb', bytes: '$4\r\na\r\nb\r\n' },
  { what: 'characters of several bytes', text: 'ü€🚀', bytes: '$9\r\nü€🚀\r\n' },
  { what: 'digits', text: '42', bytes: '$2\r\n42\r\n' },
]

/** The endpoints that have both formats, and the same request in each. */
const endpoints: readonly {
  where: string
  ask: (world: KvWorld, options: { format?: string; encoding?: string }) => ReturnType<Ask>
}[] = [
  { where: 'in the body', ask: ({ kv, id }, options) => kv.command(['ECHO', id], options) },
  { where: 'by path', ask: ({ kv, id }, options) => kv.path(['ECHO', id], options) },
  { where: 'in a pipeline', ask: ({ kv, id }, options) => kv.pipeline([['ECHO', id]], options) },
]

const unknownFormats = [
  ...['resp3', 'xml', 'resp', 'jsonp', 'application/json'],
  ...['text', 'text/plain', 'binary', 'base64', 'resp22', 'json,resp2', 'json; charset=utf-8'],
  ...['2', 'true', 'null', '*/*'],
]

export const responseFormatScenarios = [
  scenario('an answer is JSON when no format is asked for', {
    rule: 'kv.response-format.json-default',
    async run({ kv, id }) {
      given(await kv.command(['ECHO', id], { format: 'json' }), result(id))

      must(await kv.command(['ECHO', id]), result(id))
    },
  }),
  scenario('a batch is JSON when no format is asked for', {
    rule: 'kv.response-format.json-default',
    async run({ kv, id }) {
      given(await kv.pipeline([['ECHO', id]], { format: 'json' }), envelopes(id))

      must(await kv.pipeline([['ECHO', id]]), envelopes(id))
    },
  }),

  scenario('an answer is JSON when that is asked for', {
    rule: 'kv.response-format.json',
    async run({ kv, id }) {
      given(await kv.command(['ECHO', id]), result(id))

      must(await kv.command(['ECHO', id], { format: 'json' }), result(id))
    },
  }),
  scenario('a batch is JSON when that is asked for', {
    rule: 'kv.response-format.json',
    async run({ kv, id }) {
      given(await kv.pipeline([['ECHO', id]]), envelopes(id))

      must(await kv.pipeline([['ECHO', id]], { format: 'json' }), envelopes(id))
    },
  }),

  scenario('a result has the content type application/json', {
    rule: 'kv.response-format.json-content-type',
    async run({ kv, id }) {
      const reply = given(await kv.command(['ECHO', id]), result(id))

      must(reply, mediaType('application/json'))
    },
  }),
  scenario('a result by path has the content type application/json', {
    rule: 'kv.response-format.json-content-type',
    async run({ kv, id }) {
      const reply = given(await kv.path(['ECHO', id], { format: 'json' }), result(id))

      must(reply, mediaType('application/json'))
    },
  }),
  scenario('a batch has the content type application/json', {
    rule: 'kv.response-format.json-content-type',
    async run({ kv, id }) {
      const pipeline = given(await kv.pipeline([['ECHO', id]]), envelopes(id))
      const transaction = given(await kv.transaction([['ECHO', id]]), envelopes(id))

      must(pipeline, mediaType('application/json'))
      must(transaction, mediaType('application/json'))
    },
  }),

  scenario('an error has the content type application/json', {
    rule: 'kv.response-format.json-content-type',
    async run({ kv, id }) {
      given(await kv.command(['ECHO', id]), result(id), mediaType('application/json'))
      const failure = given(await kv.command(['ECHO']), errorEnvelope())
      const refusal = given(await kv.post('/', '["ECHO"'), errorEnvelope())
      const discard = given(await kv.transaction([['UNWATCH']]), errorEnvelope())

      must(failure, mediaType('application/json'))
      must(refusal, mediaType('application/json'))
      must(discard, mediaType('application/json'))
    },
  }),

  scenario('a 401 and a 405 have the content type application/json', {
    rule: 'kv.response-format.json-content-type',
    async run({ kv, id }) {
      given(await kv.path(['ECHO', id]), result(id), mediaType('application/json'))
      const missing = given(
        await kv.path(['ECHO', id], { token: null }),
        status(401),
        errorEnvelope(),
      )
      const invalid = given(
        await kv.pipeline([['ECHO', id]], { token: strangerToken }),
        status(401),
        errorEnvelope(),
      )
      const deleted = given(
        await kv.path(['ECHO', id], { method: 'DELETE' }),
        status(405),
        errorEnvelope(),
      )

      for (const refusal of [missing, invalid, deleted])
        must(refusal, named(`the answer ${refusal.status}`, mediaType('application/json')))
    },
  }),

  scenario('a status reply is a plus sign, the status and a line break', {
    rule: 'kv.response-format.resp2-status-reply',
    async run({ kv, id, key }) {
      given(await kv.command(['ECHO', id]), result(id))

      must(await kv.command(['SET', key, id], resp2), body('+OK\r\n'))
    },
  }),
  scenario('a status reply by path is a plus sign, the status and a line break', {
    rule: 'kv.response-format.resp2-status-reply',
    async run({ kv, id }) {
      given(await kv.path(['ECHO', id]), result(id))
      given(await kv.path(['PING']), result('PONG'))

      must(await kv.path(['PING'], resp2), body('+PONG\r\n'))
    },
  }),

  ...texts.map(({ what, text, bytes }) =>
    scenario(`a bulk reply of ${what} has its length in bytes and then the bytes`, {
      rule: 'kv.response-format.resp2-bulk-reply',
      async run({ kv, id, key }) {
        given(await kv.command(['ECHO', id]), result(id))
        given(await kv.command(['SET', key, text]), result('OK'))

        must(await kv.command(['GET', key], resp2), body(bytes))
      },
    }),
  ),
  scenario('every byte there is comes as it is, sixteen of them in a bulk reply', {
    rule: 'kv.response-format.resp2-bulk-reply',
    async run({ kv, keyOf }) {
      const bytes = sixteens()
      const keys = bytes.map((_, index) => keyOf(`bytes-${index}`))
      given(await kv.path(['APPEND', keyOf('first')], { body: 'a' }), result(1))
      given(await kv.command(['MGET', keyOf('first')], resp2), body('*1\r\n$1\r\na\r\n'))
      const kept = await Promise.all(
        bytes.map((body, index) => kv.path(['APPEND', keys[index]!], { body })),
      )
      for (const each of kept) given(each, result(16))

      const frames = bytes.flatMap((each) => [Buffer.from('$16\r\n'), each, Buffer.from('\r\n')])
      const want = Buffer.concat([Buffer.from('*16\r\n'), ...frames])
      must(await kv.command(['MGET', ...keys], resp2), body(want))
    },
  }),
  scenario('a bulk reply of many bytes has its length and all of them', {
    rule: 'kv.response-format.resp2-bulk-reply',
    async run({ kv, id }) {
      const text = 'für 日本 '.repeat(3000)
      given(await kv.command(['ECHO', id]), result(id))
      given(await kv.command(['ECHO', text]), result(text))

      const bytes = `$${Buffer.byteLength(text)}\r\n${text}\r\n`
      must(await kv.command(['ECHO', text], resp2), body(bytes))
    },
  }),
  scenario('a bulk reply has bytes that are no text as they are', {
    rule: 'kv.response-format.resp2-bulk-reply',
    async run(world) {
      const { kv, key } = world
      const bytes = Buffer.from([0x00, 0xff, 0x0d, 0x0a, 0xc3])
      await supported(world, 'STRLEN')
      given(await kv.path(['SET', key], { body: bytes }), result('OK'))
      given(await kv.command(['STRLEN', key]), result(bytes.length))

      const frame = Buffer.concat([Buffer.from('$5\r\n'), bytes, Buffer.from('\r\n')])
      must(await kv.command(['GET', key], resp2), body(frame))
    },
  }),

  ...rawReplies.map(({ what, setup, command, bytes }) =>
    scenario(`${what} is answered as on the wire`, {
      rule: 'kv.response-format.resp2-raw-reply',
      async run(world) {
        const { kv, id } = world
        given(await kv.command(['ECHO', id]), result(id))
        await supported(world, setup ?? command, command)
        if (setup !== undefined) given(await kv.command(commandOf(setup, world)), executed())

        must(await kv.command(commandOf(command, world), resp2), body(bytes))
      },
    }),
  ),

  scenario('the name of the header is accepted in any case', {
    rule: 'kv.response-format.resp2-raw-reply',
    async run({ kv, id }) {
      const name = `${kv.headerPrefix}Response-Format`
      given(await kv.command(['EXISTS', id]), result(0))

      for (const spelling of [name.toLowerCase(), name.toUpperCase()]) {
        const headers = [[spelling, 'resp2']] as const
        must(await kv.command(['EXISTS', id], { headers }), body(':0\r\n'))
      }
    },
  }),

  scenario('a status reply has the content type application/octet-stream', {
    rule: 'kv.response-format.resp2-content-type',
    async run({ kv, id, key }) {
      given(await kv.command(['ECHO', id]), result(id))
      const reply = given(await kv.command(['SET', key, id], resp2), executed())

      must(reply, mediaType('application/octet-stream'))
    },
  }),
  scenario('a bulk reply by path has the content type application/octet-stream', {
    rule: 'kv.response-format.resp2-content-type',
    async run({ kv, id }) {
      given(await kv.path(['ECHO', id]), result(id))
      const reply = given(await kv.path(['ECHO', id], resp2), executed())

      must(reply, mediaType('application/octet-stream'))
    },
  }),

  ...unknownFormats.map((format) =>
    scenario(`the format ${format} is answered 400`, {
      rule: 'kv.response-format.unknown-value',
      async run({ kv, id }) {
        given(await kv.command(['ECHO', id], { format: 'json' }), result(id))

        must(await kv.command(['ECHO', id], { format }), status(400))
      },
    }),
  ),
  ...endpoints.map(({ where, ask }) =>
    scenario(`an unknown format ${where} is answered 400`, {
      rule: 'kv.response-format.unknown-value',
      async run(world) {
        given(await ask(world, { format: 'json' }), executed())

        must(await ask(world, { format: 'unknown' }), status(400))
      },
    }),
  ),

  ...['HEAD', 'POST', 'PUT'].map((method) =>
    scenario(`an unknown format by path with ${method} is answered 400`, {
      rule: 'kv.response-format.unknown-value',
      async run({ kv, id }) {
        given(await kv.path(['ECHO', id], { method, format: 'json' }), executed())

        must(await kv.path(['ECHO', id], { method, format: 'unknown' }), status(400))
      },
    }),
  ),
  scenario('an unknown format in a transaction is answered 400', {
    rule: 'kv.response-format.unknown-value',
    async run({ kv, id }) {
      given(await kv.transaction([['ECHO', id]], { format: 'json' }), envelopes(id))

      must(await kv.transaction([['ECHO', id]], { format: 'unknown' }), status(400))
    },
  }),

  scenario('a request for an unknown format writes nothing', {
    rule: 'kv.response-format.unknown-value',
    async run(world) {
      const offence = { format: 'unknown' }
      await mustWriteNothing(world, { ...writings, 'a transaction': writingTransaction }, offence, status(400))
    },
  }),

  ...endpoints.map(({ where, ask }) =>
    scenario(`base64 together with resp2 ${where} is answered 400`, {
      rule: 'kv.response-format.base64-with-resp2',
      async run(world) {
        given(await ask(world, { encoding: 'base64' }), executed())
        given(await ask(world, { format: 'resp2' }), executed())

        must(await ask(world, { encoding: 'base64', format: 'resp2' }), status(400))
      },
    }),
  ),
  ...['HEAD', 'POST', 'PUT'].map((method) =>
    scenario(`base64 together with resp2 by path with ${method} is answered 400`, {
      rule: 'kv.response-format.base64-with-resp2',
      async run({ kv, id }) {
        given(await kv.path(['ECHO', id], { method, encoding: 'base64' }), executed())
        given(await kv.path(['ECHO', id], { method, format: 'resp2' }), executed())

        const both = { encoding: 'base64', format: 'resp2' }
        must(await kv.path(['ECHO', id], { method, ...both }), status(400))
      },
    }),
  ),
  // Whether a transaction is refused for it is not shown: resp2 does not apply there.
  scenario('a request for base64 together with resp2 writes nothing', {
    rule: 'kv.response-format.base64-with-resp2',
    async run(world) {
      const offence = { encoding: 'base64', format: 'resp2' }
      await mustWriteNothing(world, writings, offence, status(400))
    },
  }),
  scenario('base64 together with json is accepted', {
    rule: 'kv.response-format.base64-with-resp2',
    async run({ kv, id }) {
      given(await kv.command(['ECHO', id], { format: 'json' }), executed())
      given(await kv.command(['ECHO', id], { encoding: 'base64', format: 'resp2' }), failed())

      must(await kv.command(['ECHO', id], { encoding: 'base64', format: 'json' }), executed())
    },
  }),

  observation('a command that fails under resp2', {
    rule: 'kv.response-format.resp2-error',
    async run({ kv, note }) {
      const reply = await kv.command(['ECHO'], resp2)
      note('status', reply.status)
      note('content type', headerOf(reply, 'content-type'))
      note('first byte', textOf(reply).slice(0, 1))
    },
  }),
  observation('a request that is refused under resp2', {
    rule: 'kv.response-format.resp2-error',
    async run({ kv, note }) {
      const reply = await kv.command(['ECHO', 'a'], { ...resp2, token: null })
      note('status', reply.status)
      note('content type', headerOf(reply, 'content-type'))
      note('first byte', textOf(reply).slice(0, 1))
    },
  }),
  observation('a stream that is asked for under resp2', {
    rule: 'kv.response-format.event-streams',
    async run({ kv, id, note }) {
      const stream = await kv.subscribe(id, resp2)
      note('status', stream.status)
      note('content type', headerOf(stream, 'content-type'))
      note('first event', (await stream.next()).data.replaceAll(id, '<channel>'))
    },
  }),
]

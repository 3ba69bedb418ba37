// The two formats of a reply: JSON, and the bytes of the Redis protocol (`resp2`).

import { headerOf, textOf, type Exchange } from '../../wire/exchange.js'
import { given, must } from '../../core/judgement.js'
import { body, mediaType, status } from '../../core/matchers.js'
import { byValue, eachRow } from '../../core/rows.js'
import { strangerToken } from '../fixtures/client.js'
import { inBody, inPipeline } from '../fixtures/forms.js'
import { envelopes, errorEnvelope, executed, failed, result } from '../fixtures/matchers.js'
import { eachScript } from '../fixtures/scripts.js'
import { setAll } from '../fixtures/send-all.js'
import { allWritings, keysFor, mustWriteNothing, valuesOf, writings } from '../fixtures/tables.js'
import { observation, scenario, type Ask, whereEchoWorks } from '../fixtures/world.js'

const resp2 = { format: 'resp2' }

/**
 * Scripts whose last command returns neither a string nor an error, and the bytes of its reply. The
 * setups count to the large integers, because a target may refuse integers of this size.
 */
const rawReplies: Readonly<Record<string, string>> = {
  'SET KEY 41; INCR KEY': ':42\r\n',
  'SET KEY -8; INCR KEY': ':-7\r\n',
  'SET KEY 9223372036854775806; INCRBY OTHER 9223372036854775807; INCR KEY':
    ':9223372036854775807\r\n',
  'SET KEY -9223372036854775808; INCRBY OTHER -9223372036854775808; INCRBY KEY 0':
    ':-9223372036854775808\r\n',
  'SET OTHER a; GET KEY': '$-1\r\n',
  'RPUSH KEY a bb; LRANGE KEY 0 -1': '*2\r\n$1\r\na\r\n$2\r\nbb\r\n',
  'SET OTHER a; LRANGE KEY 0 -1': '*0\r\n',
  'SET KEY a; MGET OTHER KEY': '*2\r\n$-1\r\n$1\r\na\r\n',
  'SADD KEY a; SMISMEMBER KEY b a; SMISMEMBER KEY b a': '*2\r\n:0\r\n:1\r\n',
  'HSET KEY a 1; HSCAN KEY 0; HSCAN KEY 0': '*2\r\n$1\r\n0\r\n*2\r\n$1\r\na\r\n$1\r\n1\r\n',
}

/** Strings, and the bytes of their bulk replies. */
const texts: Readonly<Record<string, readonly [text: string, bytes: string]>> = {
  letters: ['value', '$5\r\nvalue\r\n'],
  'an empty string': ['', '$0\r\n\r\n'],
  'line breaks': ['a\r\nb', '$4\r\na\r\nb\r\n'],
  'characters of several bytes': ['ü€🚀', '$9\r\nü€🚀\r\n'],
  digits: ['42', '$2\r\n42\r\n'],
}

/** All 256 bytes in two values: the bytes of ASCII, and the others. */
const halves = {
  'bytes from 0 to 127': Buffer.from(Array.from({ length: 128 }, (_, index) => index)),
  'bytes from 128 to 255': Buffer.from(Array.from({ length: 128 }, (_, index) => 128 + index)),
}

/** Requests with a result in JSON. */
const answers: Readonly<Record<string, Ask>> = {
  'a result': async ({ kv, id }) => given(await kv.command(['ECHO', id]), result(id)),
  'a result by path': async ({ kv, id }) =>
    given(await kv.path(['ECHO', id], { format: 'json' }), result(id)),
  'a pipeline': async ({ kv, id }) => given(await kv.pipeline([['ECHO', id]]), envelopes(id)),
  'a transaction': async ({ kv, id }) => given(await kv.transaction([['ECHO', id]]), envelopes(id)),
}

const errors: Readonly<Record<string, Ask>> = {
  'a command that fails': ({ kv }) => kv.command(['ECHO']),
  'a body that is not JSON': ({ kv }) => kv.post('/', '["ECHO"'),
  'a discarded transaction': ({ kv }) => kv.transaction([['UNWATCH']]),
  'a 401 without a token': async ({ kv, id }) =>
    given(await kv.path(['ECHO', id], { token: null }), status(401)),
  'a 401 with a wrong token': async ({ kv, id }) =>
    given(await kv.pipeline([['ECHO', id]], { token: strangerToken }), status(401)),
  'a 405': async ({ kv, id }) =>
    given(await kv.path(['ECHO', id], { method: 'DELETE' }), status(405)),
}

/** Values that resemble a format, belong to other headers, or are in another letter case. */
const unknownFormats = [
  ...['resp', 'resp3', 'resp22', 'jsonp', 'json; charset=utf-8', 'json,resp2'],
  ...['xml', 'text/plain', 'application/json', '*/*', 'base64', '2', 'JSON', 'RESP2'],
]

/** Another rule tests the statuses of HEAD. */
const mustBe400 = (reply: Exchange) => {
  if (reply.request.method !== 'HEAD') must(reply, status(400))
}

export const responseFormatScenarios = [
  ...(
    [
      ['command', inBody],
      ['pipeline', inPipeline],
    ] as const
  ).flatMap(([id, { ask, answers }]) => [
    scenario(`a ${id} without \`Svc-Response-Format\` returns JSON`, {
      id: `kv.response-format.json-default/${id}`,
      async run({ kv, id }) {
        given(await ask(kv, ['ECHO', id], { format: 'json' }), answers(id))

        must(await ask(kv, ['ECHO', id]), answers(id))
      },
    }),
    scenario(`a ${id} with \`Svc-Response-Format: json\` returns JSON`, {
      id: `kv.response-format.json/${id}`,
      async run({ kv, id }) {
        given(await ask(kv, ['ECHO', id]), answers(id))

        must(await ask(kv, ['ECHO', id], { format: 'json' }), answers(id))
      },
    }),
  ]),

  scenario('resp2 format: the next response on the connection is JSON', {
    id: 'kv.response-format.json-default/after-resp2',
    async run({ kv, id }) {
      const connection = id
      given(await kv.command(['ECHO', id], { connection }), result(id))
      given(await kv.command(['ECHO', id], { connection, ...resp2 }), executed())

      must(await kv.command(['ECHO', id], { connection }), result(id))
    },
  }),

  scenario('a reply with a result has `Content-Type: application/json`', {
    id: 'kv.response-format.json-content-type/results',
    async run(world) {
      await eachRow(answers, async (ask) => must(await ask(world), mediaType('application/json')))
    },
  }),
  scenario('a reply with an error has `Content-Type: application/json`', {
    id: 'kv.response-format.json-content-type/errors',
    async run(world) {
      const { kv, id } = world
      given(await kv.command(['ECHO', id]), result(id), mediaType('application/json'))

      await eachRow(errors, async (ask) =>
        must(given(await ask(world), errorEnvelope()), mediaType('application/json')),
      )
    },
  }),

  scenario('resp2 format: SET returns +OK CRLF and PING returns +PONG CRLF', {
    id: 'kv.response-format.resp2-status-reply/ok-and-pong',
    run: whereEchoWorks(async ({ kv, id, key }) => {
      given(await kv.path(['PING']), result('PONG'))

      must(await kv.command(['SET', key, id], resp2), body('+OK\r\n'))
      must(await kv.path(['PING'], resp2), body('+PONG\r\n'))
    }),
  }),

  scenario('resp2 format: GET returns `$<length in bytes>` CRLF `<bytes>` CRLF', {
    id: 'kv.response-format.resp2-bulk-reply/texts',
    async run(world) {
      const { kv, id } = world
      const { keys, of } = keysFor(world, texts)
      given(await kv.command(['ECHO', id]), result(id))
      const values = Object.values(texts).map(([text]) => text)
      await setAll(
        kv,
        values.map((text, index) => [keys[index]!, text]),
      )
      const stored = await valuesOf(kv, keys)
      stored.forEach((reply, index) => given(reply, result(values[index])))

      await eachRow(texts, async ([, bytes], name) =>
        must(await kv.command(['GET', of(name)], resp2), body(bytes)),
      )
    },
  }),
  scenario('resp2 format: GET returns all 256 byte values unchanged', {
    id: 'kv.response-format.resp2-bulk-reply/every-byte',
    async run({ kv, keyOf }) {
      await eachRow(halves, async (bytes, name) => {
        const key = keyOf(name.replaceAll(' ', '-'))
        given(await kv.path(['APPEND', key], { body: bytes }), result(bytes.length))

        const frame = Buffer.concat([Buffer.from('$128\r\n'), bytes, Buffer.from('\r\n')])
        must(await kv.command(['GET', key], resp2), body(frame))
      })
    },
  }),
  scenario('resp2 format: ECHO returns a message of 36,000 bytes completely', {
    id: 'kv.response-format.resp2-bulk-reply/long',
    async run({ kv, id }) {
      const text = 'für 日本 '.repeat(3000)
      given(await kv.command(['ECHO', id]), result(id))
      given(await kv.command(['ECHO', text]), result(text))

      const bytes = `$${Buffer.byteLength(text)}\r\n${text}\r\n`
      must(await kv.command(['ECHO', text], resp2), body(bytes))
    },
  }),

  scenario('resp2 format: integers, null and arrays are Redis protocol bytes', {
    id: 'kv.response-format.resp2-raw-reply/types',
    run: whereEchoWorks(async (world) => {
      const { kv } = world
      await eachScript(world, rawReplies, async (command, bytes) =>
        must(await kv.command(command, resp2), body(bytes)),
      )
    }),
  }),

  scenario('the header name `Svc-Response-Format` is accepted in any letter case', {
    id: 'kv.response-format.resp2-raw-reply/header-name-in-any-case',
    async run({ kv, id }) {
      const name = `${kv.headerPrefix}Response-Format`
      given(await kv.command(['EXISTS', id]), result(0))

      for (const spelling of [name.toLowerCase(), name.toUpperCase()]) {
        const headers = [[spelling, 'resp2']] as const
        must(await kv.command(['EXISTS', id], { headers }), body(':0\r\n'))
      }
    },
  }),

  scenario('resp2 format: SET returns `Content-Type: application/octet-stream`', {
    id: 'kv.response-format.resp2-content-type/status-reply',
    async run({ kv, id, key }) {
      given(await kv.command(['ECHO', id]), result(id))
      const reply = given(await kv.command(['SET', key, id], resp2), executed())

      must(reply, mediaType('application/octet-stream'))
    },
  }),
  scenario('resp2 format: ECHO by path returns application/octet-stream', {
    id: 'kv.response-format.resp2-content-type/bulk-reply-by-path',
    async run({ kv, id }) {
      given(await kv.path(['ECHO', id]), result(id))

      const reply = given(await kv.path(['ECHO', id], resp2), executed())
      must(reply, mediaType('application/octet-stream'))
    },
  }),

  scenario('resp2 format: integers, null and arrays have octet-stream content type', {
    id: 'kv.response-format.resp2-content-type/integers-null-arrays',
    run: whereEchoWorks(async (world) => {
      await eachScript(world, rawReplies, async (command) => {
        const reply = given(await world.kv.command(command, resp2), executed())
        must(reply, mediaType('application/octet-stream'))
      })
    }),
  }),

  scenario('an unknown `Svc-Response-Format` value returns HTTP 400', {
    id: 'kv.response-format.unknown-value/values',
    async run({ kv, id }) {
      given(await kv.command(['ECHO', id], { format: 'json' }), result(id))

      await eachRow(byValue(unknownFormats), async (format) =>
        must(await kv.command(['ECHO', id], { format }), status(400)),
      )
    },
  }),
  scenario('SET with an unknown `Svc-Response-Format`: HTTP 400, key unchanged', {
    id: 'kv.response-format.unknown-value/every-form',
    async run(world) {
      await mustWriteNothing(world, allWritings, { format: 'unknown' }, mustBe400)
    },
  }),

  // Not in transactions: resp2 does not apply there, and the contract leaves open if both are refused.
  scenario('SET with `Svc-Encoding: base64` and resp2: HTTP 400, key unchanged', {
    id: 'kv.response-format.base64-with-resp2/every-form',
    async run(world) {
      const { kv, id } = world
      given(await kv.command(['ECHO', id], { encoding: 'base64' }), executed())
      given(await kv.command(['ECHO', id], resp2), executed())

      await mustWriteNothing(world, writings, { encoding: 'base64', ...resp2 }, mustBe400)
    },
  }),
  scenario('ECHO with `Svc-Encoding: base64` and `Svc-Response-Format: json` runs', {
    id: 'kv.response-format.base64-with-resp2/base64-with-json',
    async run({ kv, id }) {
      given(await kv.command(['ECHO', id], { format: 'json' }), executed())
      given(await kv.command(['ECHO', id], { encoding: 'base64', format: 'resp2' }), failed())

      must(await kv.command(['ECHO', id], { encoding: 'base64', format: 'json' }), executed())
    },
  }),

  observation('observes HTTP status, Content-Type and first byte of an error in resp2', {
    id: 'kv.response-format.resp2-error/failure-and-refusal',
    async run({ kv, note }) {
      const replies = {
        'a command that fails': await kv.command(['ECHO'], resp2),
        'a request without a token': await kv.command(['ECHO', 'a'], { ...resp2, token: null }),
      }
      for (const [what, reply] of Object.entries(replies)) {
        note(`${what}: status`, reply.status)
        note(`${what}: content type`, headerOf(reply, 'content-type'))
        note(`${what}: first byte`, textOf(reply).slice(0, 1))
      }
    },
  }),
  observation('observes the subscribe response with `Svc-Response-Format: resp2`', {
    id: 'kv.response-format.event-streams/subscription',
    async run({ kv, id, note }) {
      const stream = await kv.subscribe(id, resp2)
      note('status', stream.status)
      note('content type', headerOf(stream, 'content-type'))
      note('first event', (await stream.next()).data.replaceAll(id, '<channel>'))
    },
  }),
]

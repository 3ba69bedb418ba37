// The reply to a command: its envelope, its format, base64, and bytes that are not UTF-8.

import { given, must } from '../../core/judgement.js'
import { eachRow } from '../../core/rows.js'
import { headerOf, memberOf, textOf } from '../../wire/exchange.js'
import type { StreamEvent } from '../../wire/stream.js'
import { errorEnvelope, executed, failed, fields, result } from '../fixtures/matchers.js'
import { outcomeOf } from '../fixtures/replies.js'
import { noting, observation, scenario } from '../fixtures/world.js'

const resp2 = { format: 'resp2' }

const encoded = { encoding: 'base64' }

/** Every kind of invalid UTF-8, by Unicode's table of well-formed sequences. */
const invalid: Readonly<Record<string, readonly number[]>> = {
  'a continuation byte': [0x80],
  '3 continuation bytes': [0x80, 0xbf, 0x80],
  'the first byte of a 2-byte sequence': [0xc3],
  '2 bytes of a 3-byte sequence': [0xe2, 0x82],
  '2 bytes of a 4-byte sequence': [0xf0, 0x9f],
  '3 bytes of a 4-byte sequence, then a first byte': [0xf0, 0x9f, 0x9a, 0xf0],
  'an overlong U+0000 (2 bytes)': [0xc0, 0x80],
  'an overlong sequence of two bytes': [0xc1, 0xbf],
  'an overlong sequence of three bytes': [0xe0, 0x80, 0xaf],
  'the last overlong sequence of three bytes': [0xe0, 0x9f, 0xbf],
  'an overlong sequence of four bytes': [0xf0, 0x8f, 0xbf, 0xbf],
  'the first surrogate': [0xed, 0xa0, 0x80],
  'the last surrogate': [0xed, 0xbf, 0xbf],
  'a pair of surrogates': [0xed, 0xa0, 0xbd, 0xed, 0xba, 0x80],
  'a code point after U+10FFFF': [0xf4, 0x90, 0x80, 0x80],
  'a first byte for code points after U+10FFFF': [0xf5, 0x80, 0x80, 0x80],
  'a sequence of five bytes': [0xf8, 0x88, 0x80, 0x80, 0x80],
  'a sequence of six bytes': [0xfc, 0x84, 0x80, 0x80, 0x80, 0x80],
  'the byte FE': [0xfe],
  'the byte FF': [0xff],
}

const between = (before: string, bytes: readonly number[], after: string): Uint8Array =>
  Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)])

export const replyScenarios = [
  scenario('a command over the size limit returns {"error":…}', {
    id: 'kv.envelope.error/over-the-size-limit',
    needs: ['kvMaxRequestSize'],
    async run({ kv, id, provide }) {
      const tooLarge = 'x'.repeat(provide.kvMaxRequestSize + 1)
      given(await kv.command(['ECHO', id]), result(id))
      given(await kv.path(['ECHO'], { body: id }), result(id))
      const asks = {
        'in the body': async () => kv.command(['ECHO', tooLarge]),
        'by path with a body': async () => kv.path(['ECHO'], { body: tooLarge }),
        'in a transaction': async () => kv.transaction([['ECHO', tooLarge]]),
      }

      await eachRow(asks, async (ask) => {
        must(given(await ask(), failed()), fields('error'), errorEnvelope())
      })
    },
  }),
  observation('observes the reply to HSCAN, an array inside an array', {
    id: 'kv.envelope.nested-arrays/hscan',
    async run({ kv, key, note }) {
      await kv.command(['HSET', key, 'field', 'value'])
      note('HSCAN', outcomeOf(await kv.command(['HSCAN', key, '0'])))
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

  observation('observes if `Svc-Encoding: base64` encodes OK in an array from EVAL', {
    id: 'kv.base64.ok-in-array/status-from-a-script',
    run: noting({
      EVAL: ({ kv }) => kv.command(['EVAL', "return {redis.status_reply('OK')}", 0], encoded),
    }),
  }),
  observation('observes if `Svc-Encoding: base64` encodes the error text of a command', {
    id: 'kv.base64.errors/error',
    run: noting({ 'ECHO without a message': ({ kv }) => kv.command(['ECHO'], encoded) }),
  }),
  observation('observes the reply to `Svc-Encoding` with hex, BASE64 and base64url', {
    id: 'kv.base64.other-encodings/other-values',
    run: noting({
      hex: ({ kv }) => kv.command(['ECHO', 'a'], { encoding: 'hex' }),
      BASE64: ({ kv }) => kv.command(['ECHO', 'a'], { encoding: 'BASE64' }),
      base64url: ({ kv }) => kv.command(['ECHO', 'a'], { encoding: 'base64url' }),
    }),
  }),
  observation('observes if `Svc-Encoding: base64` encodes monitor and subscribe events', {
    id: 'kv.base64.event-streams/monitor-and-subscription',
    async run({ kv, id, note }) {
      const plain = ({ data }: StreamEvent) => data.replaceAll(id, '<channel>')
      const [monitor, stream] = [await kv.monitor(encoded), await kv.subscribe(id, encoded)]
      note('a monitor', plain(given(await monitor.next())))
      note('a subscription', plain(given(await stream.next())))
      given(await kv.publish(id, 'hello'), executed())
      note('a message', plain(given(await stream.next())))
    },
  }),

  observation('observes the number of U+FFFD in GET for each invalid UTF-8 sequence', {
    id: 'kv.utf8.replacement-count/number-per-sequence',
    async run({ kv, key, note }) {
      const body = Buffer.concat(Object.values(invalid).map((bytes) => between('', bytes, '|')))
      await kv.path(['SET', key], { body })
      const got = memberOf(await kv.command(['GET', key]), 'result')
      const parts = typeof got === 'string' ? got.split('|') : []
      Object.keys(invalid).forEach((name, index) =>
        note(
          name,
          parts[index] === undefined ? 'no string' : parts[index].split('\ufffd').length - 1,
        ),
      )
    },
  }),
]

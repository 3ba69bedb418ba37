// The two formats of a reply: JSON, and the bytes of the Redis protocol (`resp2`).

import { headerOf, textOf } from '../../wire/exchange.js'
import { given, must } from '../../core/judgement.js'
import { body, status } from '../../core/matchers.js'
import { byValue, eachRow } from '../../core/rows.js'
import { inBody, inPipeline } from '../fixtures/forms.js'
import { result } from '../fixtures/matchers.js'
import { observation, scenario } from '../fixtures/world.js'

const resp2 = { format: 'resp2' }

/** Values that resemble a format, belong to other headers, or are in another letter case. */
const unknownFormats = [
  ...['resp', 'resp3', 'resp22', 'jsonp', 'json; charset=utf-8', 'json,resp2'],
  ...['xml', 'text/plain', 'application/json', '*/*', 'base64', '2', 'JSON', 'RESP2'],
]

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

  scenario('an unknown `Svc-Response-Format` value returns HTTP 400', {
    id: 'kv.response-format.unknown-value/values',
    async run({ kv, id }) {
      given(await kv.command(['ECHO', id], { format: 'json' }), result(id))

      await eachRow(byValue(unknownFormats), async (format) =>
        must(await kv.command(['ECHO', id], { format }), status(400)),
      )
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

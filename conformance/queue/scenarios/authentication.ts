// Authentication. The response to an invalid token is open: it only must differ from the one to a
// valid token.

import { isDeepStrictEqual } from 'node:util'
import { given, must, type Matcher } from '../../core/judgement.js'
import { accepted, header, lacks } from '../../core/matchers.js'
import { eachRow } from '../../core/rows.js'
import { seconds } from '../../core/time.js'
import { jsonOf, type Exchange } from '../../wire/exchange.js'
import { percentEncoded } from '../../wire/percent.js'
import { bodies } from '../fixtures/arrivals.js'
import type { QueueClient, RequestOptions, Rerun } from '../fixtures/client.js'
import { delivered, quiet } from '../fixtures/publishing.js'
import { entryPath, ENTRIES, EVENTS, RUNS } from '../fixtures/lists.js'
import { failedEach, type FailedRun } from '../fixtures/runs.js'
import { keyState, stateOf, whileHolding } from '../fixtures/flow-control.js'
import { observation, scenario, type QueueWorld } from '../fixtures/world.js'

const strangerToken = 'not-a-token-of-this-account'

type Send = (world: QueueWorld, options?: RequestOptions) => Promise<Exchange>

/** Endpoints without set-up: these get every invalid token, the others the first two. */
const everyOffence: Readonly<Record<string, Send>> = {
  'a publish': ({ queue, inbox }, options) => queue.publish(inbox().url, options),
  'the DLQ list': ({ queue }, options) => queue.send('GET', ENTRIES, options),
}
const twoOffences: Readonly<Record<string, Send>> = {
  'a notify': ({ queue, id }, options) => queue.notify(id, options),
  'the run list': ({ queue }, options) => queue.send('GET', RUNS, options),
  'the message logs': ({ queue }, options) => queue.send('GET', EVENTS, options),
}

type SendForEntry = (
  queue: QueueClient,
  run: FailedRun,
  options?: RequestOptions,
) => Promise<Exchange>

const bulk =
  (how: Rerun): SendForEntry =>
  (queue, { dlqId, application }, options) =>
    queue.bulk(how, { dlqIds: [dlqId], workflowUrl: application.url }, options)

/** Requests about a DLQ entry; those of `consuming` may remove it. */
const reading: Readonly<Record<string, SendForEntry>> = {
  'GET of a DLQ entry': (queue, { dlqId }, options) => queue.send('GET', entryPath(dlqId), options),
  'a re-trigger of the failure callback of a DLQ entry': (queue, { dlqId }, options) =>
    queue.send('POST', `${ENTRIES}/callback/${percentEncoded(dlqId)}`, options),
}
const consuming: Readonly<Record<string, SendForEntry>> = {
  'DELETE of a DLQ entry': (queue, { dlqId }, options) =>
    queue.send('DELETE', entryPath(dlqId), options),
  'a restart': (queue, { dlqId }, options) => queue.rerun('restart', dlqId, options),
  'a resume': (queue, { dlqId }, options) => queue.rerun('resume', dlqId, options),
  'a bulk restart': bulk('restart'),
  'a bulk resume': bulk('resume'),
}

/** Invalid tokens. No part of the real token but its first letter is shown, for the redaction. */
const offences = (token: string) =>
  [
    ['without a token', null],
    ['with an unknown token', strangerToken],
    ['with the first letter of the token', token.slice(0, 1)],
    ['with the token and one more letter', `${token}x`],
  ] as const

/** Matches a response with another status or other members. */
const otherThan =
  (granted: Exchange): Matcher<Exchange> =>
  (reply) =>
    isDeepStrictEqual(outlineOf(reply), outlineOf(granted))
      ? lacks('another answer than the one with a token', outlineOf(reply))
      : undefined

const outlineOf = (reply: Exchange) => ({
  status: reply.status,
  members: Object.keys(jsonOf(reply) ?? {}),
})

const inQuery = ({ tokenKey }: QueueClient, url: string, token: string) =>
  `${url}?${tokenKey}=${percentEncoded(token)}`

export const authenticationScenarios = [
  scenario('publish, notify and GET of lists without a valid token are refused', {
    id: 'queue.authentication.required/no-valid-token',
    async run(world) {
      const { token } = world.queue
      await eachRow({ ...everyOffence, ...twoOffences }, async (send, endpoint) => {
        const granted = given(await send(world), accepted())
        const tried = offences(token).slice(0, endpoint in everyOffence ? 4 : 2)
        await eachRow(Object.fromEntries(tried), async (wrong) => {
          // A token may have only one character.
          if (wrong !== token) must(await send(world, { token: wrong }), otherThan(granted))
        })
      })
    },
  }),

  scenario('DLQ entry: read, delete, restart and resume without token are refused', {
    id: 'queue.authentication.required/dlq-entries',
    needs: ['runs'],
    async run(world) {
      const settings = { 'Failure-Callback': world.inbox().url }
      const names = Object.keys(consuming)
      const { runs } = await failedEach(
        world,
        ['kept', ...names].map(() => ({ settings })),
      )
      const [kept, ...consumed] = runs as [FailedRun, ...FailedRun[]]
      await eachRow({ ...reading, ...consuming }, async (send, what) => {
        const own = consumed[names.indexOf(what)] ?? kept
        const granted = given(await send(world.queue, own), accepted())

        must(await send(world.queue, kept, { token: null }), otherThan(granted))
      })
    },
  }),

  scenario('flow control: GET of a flow-control key without a token is refused', {
    id: 'queue.authentication.required/flow-control-key',
    waits: seconds(1),
    async run(world) {
      await whileHolding(world, { parallelism: 1, messages: 1 }, async () => {
        const { queue, id } = world
        const granted = given(await stateOf(world, id, 0), accepted())

        must(await keyState(queue, id, { token: null }), otherThan(granted))
      })
    },
  }),

  scenario('group: default headers sent without a token are refused, not stored', {
    id: 'queue.authentication.required/default-headers',
    needs: ['group'],
    async run({ queue, inbox, group }) {
      const { url, delivery } = inbox()
      const { name } = await group({ url })
      const defaults = (value: string) => ({ 'Forward-X-Contract': value })
      const granted = given(await queue.setDefaults(name, defaults('own')), accepted())
      given(await queue.publish(name), accepted())
      given(await delivery(), header('X-Contract', 'own'))

      must(await queue.setDefaults(name, defaults('other'), { token: null }), otherThan(granted))
      given(await queue.publish(name), accepted())
      must(given(await delivery(2)), header('X-Contract', 'own'))
    },
  }),

  scenario('publish with the token in authorization or AUTHORIZATION is accepted', {
    id: 'queue.authentication.bearer/case-of-the-header',
    async run(world) {
      given(await delivered(world))

      for (const name of ['authorization', 'AUTHORIZATION']) {
        const header = [name, `Bearer ${world.queue.token}`] as const
        must(await delivered(world, { token: null, headers: [header] }))
      }
    },
  }),

  observation('observes the HTTP status of a DLQ list without token or with unknown one', {
    id: 'queue.authentication.missing-or-invalid-token/status',
    async run({ queue, note }) {
      const get = (token: string | null) => queue.send('GET', ENTRIES, { token })
      note('status of a missing token', (await get(null)).status)
      note('status of an unknown token', (await get(strangerToken)).status)
    },
  }),

  scenario('publish with a wrong token in query svc_token is not delivered', {
    id: 'queue.authentication.required/publish-with-a-wrong-query-token',
    waits: seconds(2),
    async run({ queue, inbox, time }) {
      const [granted, refused] = [inbox(), inbox()]
      const publish = (url: string, body: string, token: string) =>
        queue.publish(inQuery(queue, url, token), { token: null, body })
      given(await publish(granted.url, 'with the token', queue.token), accepted())
      given(await granted.delivery())
      for (const [what, token] of offences(queue.token)) {
        if (token !== null && token !== queue.token) await publish(refused.url, what, token)
      }

      // The response is open, so only the absence of deliveries is judged.
      must(await refused.all(quiet(time)), bodies())
    },
  }),

  scenario('DLQ list and message logs: a wrong token in query svc_token is refused', {
    id: 'queue.authentication.required/list-with-a-wrong-query-token',
    async run({ queue }) {
      for (const path of [ENTRIES, EVENTS]) {
        const granted = given(await queue.send('GET', path), accepted())

        const target = inQuery(queue, path, strangerToken)
        must(await queue.send('GET', target, { token: null }), otherThan(granted))
      }
    },
  }),
]

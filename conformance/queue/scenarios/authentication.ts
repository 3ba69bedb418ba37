// Who is let in. What an unknown sender is told is not shown; that he does not get what he asked
// for is all that can be judged.

import { isDeepStrictEqual } from 'node:util'
import { jsonOf, type Exchange } from '../../wire/exchange.js'
import { eachRow } from '../../core/rows.js'
import { given, must, type Matcher } from '../../core/judgement.js'
import { accepted, header, lacks } from '../../core/matchers.js'
import { seconds } from '../../core/time.js'
import { quiet } from '../fixtures/called-back.js'
import { delivered } from '../fixtures/delivered.js'
import { entries, entryPath } from '../fixtures/entries.js'
import { askedOf, lag, stateOf, whileHolding } from '../fixtures/holding.js'
import { EVENTS, RUNS } from '../fixtures/listed.js'
import { bodies } from '../fixtures/matchers.js'
import type { FailedRun } from '../fixtures/runs.js'
import { failedEach } from '../fixtures/failed-each.js'
import type { QueueClient, RequestOptions, Rerun } from '../fixtures/client.js'
import { observation, scenario, type QueueWorld } from '../fixtures/world.js'

const strangerToken = 'not-a-token-of-this-account'

type Ask = (world: QueueWorld, options?: RequestOptions) => Promise<Exchange>

/** Endpoints that need no setup: to these every offence is sent, and to the others the first two. */
const everyOffence: Readonly<Record<string, Ask>> = {
  'a publish': ({ queue, inbox }, options) => queue.publish(inbox().url, options),
  'the DLQ list': ({ queue }, options) => queue.send('GET', entries, options),
}
const twoOffences: Readonly<Record<string, Ask>> = {
  'a notify': ({ queue, id }, options) => queue.notify(id, options),
  'the list of runs': ({ queue }, options) => queue.send('GET', RUNS, options),
  'the message logs': ({ queue }, options) => queue.send('GET', EVENTS, options),
}

type AskOfEntry = (
  queue: QueueClient,
  run: FailedRun,
  options?: RequestOptions,
) => Promise<Exchange>

const bulk =
  (how: Rerun): AskOfEntry =>
  (queue, { dlqId, application }, options) =>
    queue.bulk(how, { dlqIds: [dlqId], workflowUrl: application.url }, options)

/** Requests about the entry of a failed run: the ones of `consuming` may remove it. */
const reading: Readonly<Record<string, AskOfEntry>> = {
  'a DLQ entry': (queue, { dlqId }, options) => queue.send('GET', entryPath(dlqId), options),
  'its failure callback again': (queue, { dlqId }, options) =>
    queue.send('POST', `${entries}/callback/${encodeURIComponent(dlqId)}`, options),
}
const consuming: Readonly<Record<string, AskOfEntry>> = {
  'its deletion': (queue, { dlqId }, options) => queue.send('DELETE', entryPath(dlqId), options),
  'a restart': (queue, { dlqId }, options) => queue.rerun('restart', dlqId, options),
  'a resume': (queue, { dlqId }, options) => queue.rerun('resume', dlqId, options),
  'a bulk restart': bulk('restart'),
  'a bulk resume': bulk('resume'),
}

/** What is nearly the token has no larger part of it than one letter without all of it: see redact. */
const offences: readonly {
  readonly what: string
  readonly tokenOf: (token: string) => string | null
}[] = [
  { what: 'without a token', tokenOf: () => null },
  { what: 'with a token that nobody was given', tokenOf: () => strangerToken },
  { what: 'with the first letter of the token', tokenOf: (token) => token.slice(0, 1) },
  { what: 'with the token and a letter more', tokenOf: (token) => `${token}x` },
]

/** Another answer than the one to the same request with a token: in its status or its members. */
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

/** A URL or a path with this token in its query. */
const inQuery = ({ tokenKey }: QueueClient, url: string, token: string) =>
  `${url}?${tokenKey}=${encodeURIComponent(token)}`

export const authenticationScenarios = [
  scenario('requests without a valid token are refused', {
    id: 'queue.authentication.required/no-valid-token',
    async run(world) {
      const { token } = world.queue
      await eachRow({ ...everyOffence, ...twoOffences }, async (ask, endpoint) => {
        const granted = given(await ask(world), accepted())
        const tried = endpoint in everyOffence ? offences : offences.slice(0, 2)
        const rows = tried.map(({ what, tokenOf }) => [what, tokenOf(token)] as const)
        await eachRow(Object.fromEntries(rows), async (wrong) => {
          // The first character of a one-character token is the whole token.
          if (wrong !== token) must(await ask(world, { token: wrong }), otherThan(granted))
        })
      })
    },
  }),

  scenario('requests about a DLQ entry are refused without a token', {
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
      await eachRow({ ...reading, ...consuming }, async (ask, what) => {
        const own = consumed[names.indexOf(what)] ?? kept
        const granted = given(await ask(world.queue, own), accepted())

        must(await ask(world.queue, kept, { token: null }), otherThan(granted))
      })
    },
  }),

  scenario('the state of a flow-control key is refused without a token', {
    id: 'queue.authentication.required/flow-control-key',
    waits: lag,
    async run(world) {
      await whileHolding(world, { parallelism: 1, messages: 1 }, async () => {
        const { queue, id } = world
        const granted = given(await stateOf(world, id, 0), accepted())

        must(await askedOf(queue, id, { token: null }), otherThan(granted))
      })
    },
  }),

  scenario('setting default headers is refused without a token', {
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

  scenario('a request with a bearer token is accepted', {
    id: 'queue.authentication.bearer/bearer-token',
    async run(world) {
      must(await delivered(world))
    },
  }),

  scenario('the name of the Authorization header may be in any case', {
    id: 'queue.authentication.bearer/case-of-the-header',
    async run(world) {
      given(await delivered(world))

      for (const name of ['authorization', 'AUTHORIZATION']) {
        const header = [name, `Bearer ${world.queue.token}`] as const
        must(await delivered(world, { token: null, headers: [header] }))
      }
    },
  }),

  scenario('a publish is accepted with the token in the query', {
    id: 'queue.authentication.query-token-on-publish/token-in-query',
    async run(world) {
      const { token, tokenKey } = world.queue
      const query = `${tokenKey}=${encodeURIComponent(token)}`

      must(await delivered(world, { token: null, query }))
    },
  }),

  observation('status of a missing and an unknown token', {
    id: 'queue.authentication.missing-or-invalid-token/status',
    async run({ queue, note }) {
      const ask = (token: string | null) => queue.send('GET', entries, { token })
      note('status of a missing token', (await ask(null)).status)
      note('status of an unknown token', (await ask(strangerToken)).status)
    },
  }),

  scenario('a publish with a wrong token in the query is not delivered', {
    id: 'queue.authentication.required/publish-with-a-wrong-query-token',
    waits: seconds(2),
    async run({ queue, inbox, time }) {
      const [granted, refused] = [inbox(), inbox()]
      const publish = (url: string, body: string, token: string) =>
        queue.publish(inQuery(queue, url, token), { token: null, body })
      given(await publish(granted.url, 'with the token', queue.token), accepted())
      given(await granted.delivery())
      for (const { what, tokenOf } of offences) {
        const token = tokenOf(queue.token)
        if (token !== null && token !== queue.token) await publish(refused.url, what, token)
      }

      // The answer to a token that is not good is open: only that nothing comes of it is not.
      must(await refused.all(quiet(time)), bodies())
    },
  }),

  scenario('a list is refused with a wrong token in the query', {
    id: 'queue.authentication.required/list-with-a-wrong-query-token',
    async run({ queue }) {
      for (const path of [entries, EVENTS]) {
        const granted = given(await queue.send('GET', path), accepted())

        const target = inQuery(queue, path, strangerToken)
        must(await queue.send('GET', target, { token: null }), otherThan(granted))
      }
    },
  }),
]

// Who is let in. What an unknown sender is told is not shown; that he does not get what he asked
// for is all that can be judged.

import { isDeepStrictEqual } from 'node:util'
import { jsonOf, type Exchange } from '../../wire/exchange.js'
import { given, must, NotApplicable, type Matcher } from '../../core/judgement.js'
import { accepted, header, lacks } from '../../core/matchers.js'
import { seconds } from '../../core/time.js'
import { quiet } from '../fixtures/called-back.js'
import { delivered } from '../fixtures/delivered.js'
import { entries, entryPath } from '../fixtures/entries.js'
import { askedOf, lag, stateOf, whileHolding } from '../fixtures/holding.js'
import { EVENTS, RUNS } from '../fixtures/listed.js'
import { bodies } from '../fixtures/matchers.js'
import { failedRuns, type FailedRun } from '../fixtures/runs.js'
import type { QueueClient, RequestOptions } from '../fixtures/client.js'
import { observation, scenario, type QueueWorld } from '../fixtures/world.js'

const strangerToken = 'not-a-token-of-this-account'

const endpoints: readonly {
  readonly what: string
  readonly ask: (world: QueueWorld, options?: RequestOptions) => Promise<Exchange>
}[] = [
  { what: 'a publish', ask: ({ queue, inbox }, options) => queue.publish(inbox().url, options) },
  {
    what: 'the list of the dead letter queue',
    ask: ({ queue }, options) => queue.send('GET', entries, options),
  },
  { what: 'a notify', ask: ({ queue, id }, options) => queue.notify(id, options) },
  {
    what: 'the list of runs',
    ask: ({ queue }, options) => queue.send('GET', '/v2/workflows/logs', options),
  },
  {
    what: 'the message logs',
    ask: ({ queue }, options) => queue.send('GET', '/v2/workflows/messageLogs', options),
  },
]

/** What is asked of the entry of a run that has failed. */
const ofAnEntry: readonly {
  readonly what: string
  readonly ask: (queue: QueueClient, run: FailedRun, options?: RequestOptions) => Promise<Exchange>
}[] = [
  {
    what: 'a DLQ entry',
    ask: (queue, { dlqId }, options) => queue.send('GET', entryPath(dlqId), options),
  },
  {
    what: 'the deletion of a DLQ entry',
    ask: (queue, { dlqId }, options) => queue.send('DELETE', entryPath(dlqId), options),
  },
  {
    what: 'another failure callback of a DLQ entry',
    ask: (queue, { dlqId }, options) =>
      queue.send('POST', `${entries}/callback/${encodeURIComponent(dlqId)}`, options),
  },
  ...(['restart', 'resume'] as const).flatMap((how) => [
    {
      what: `a ${how}`,
      ask: (queue: QueueClient, { dlqId }: FailedRun, options?: RequestOptions) =>
        queue.rerun(how, dlqId, options),
    },
    {
      what: `a bulk ${how}`,
      ask: (queue: QueueClient, { dlqId, application }: FailedRun, options?: RequestOptions) =>
        queue.bulk(how, { dlqIds: [dlqId], workflowUrl: application.url }, options),
    },
  ]),
]

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
  ...endpoints.flatMap(({ what, ask }) =>
    offences.map((offence) =>
      scenario(`${what} is not granted ${offence.what}`, {
        rule: 'queue.authentication.required',
        async run(world) {
          const token = offence.tokenOf(world.queue.token)
          if (token === world.queue.token)
            throw new NotApplicable('the token has one character, which is all of it')
          const granted = given(await ask(world), accepted())

          must(await ask(world, { token }), otherThan(granted))
        },
      }),
    ),
  ),

  ...ofAnEntry.map(({ what, ask }) =>
    scenario(`${what} is not granted without a token`, {
      rule: 'queue.authentication.required',
      needs: ['runs'],
      async run(world) {
        const settings = { 'Failure-Callback': world.inbox().url }
        const [one, other] = await failedRuns(world, 2, { settings })
        const granted = given(await ask(world.queue, one!), accepted())

        must(await ask(world.queue, other!, { token: null }), otherThan(granted))
      },
    }),
  ),

  scenario('what is told of a flow-control key is not granted without a token', {
    rule: 'queue.authentication.required',
    waits: lag,
    async run(world) {
      await whileHolding(world, { parallelism: 1, messages: 2 }, async () => {
        const { queue, id } = world
        const granted = given(await stateOf(world, id, 1), accepted())

        must(await askedOf(queue, id, { token: null }), otherThan(granted))
      })
    },
  }),

  scenario('a change of default headers is not granted without a token', {
    rule: 'queue.authentication.required',
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
    rule: 'queue.authentication.bearer',
    async run(world) {
      must(await delivered(world))
    },
  }),

  scenario('the name of the Authorization header may be in any case', {
    rule: 'queue.authentication.bearer',
    async run(world) {
      given(await delivered(world))

      for (const name of ['authorization', 'AUTHORIZATION']) {
        const header = [name, `Bearer ${world.queue.token}`] as const
        must(await delivered(world, { token: null, headers: [header] }))
      }
    },
  }),

  scenario('a publish is accepted with the token in the query', {
    rule: 'queue.authentication.query-token-on-publish',
    async run(world) {
      const { token, tokenKey } = world.queue
      const query = `${tokenKey}=${encodeURIComponent(token)}`

      must(await delivered(world, { token: null, query }))
    },
  }),

  observation('what a missing and an unknown token are answered', {
    rule: 'queue.authentication.missing-or-invalid-token',
    async run({ queue, note }) {
      const ask = (token: string | null) => queue.send('GET', entries, { token })
      note('status of a missing token', (await ask(null)).status)
      note('status of an unknown token', (await ask(strangerToken)).status)
    },
  }),

  scenario('a publish with a wrong token in the query is not delivered', {
    rule: 'queue.authentication.required',
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

  scenario('a list is not granted with a wrong token in the query', {
    rule: 'queue.authentication.required',
    async run({ queue }) {
      for (const path of [entries, RUNS, EVENTS]) {
        const granted = given(await queue.send('GET', path), accepted())

        const target = inQuery(queue, path, strangerToken)
        must(await queue.send('GET', target, { token: null }), otherThan(granted))
      }
    },
  }),
]

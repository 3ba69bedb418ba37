// Who is let in. What an unknown sender is told is not shown; that he does not get what he asked
// for is all that can be judged.

import { isDeepStrictEqual } from 'node:util'
import { jsonOf, type Exchange } from '../exchange.js'
import { given, must, type Matcher } from '../judgement.js'
import { accepted, lacks } from '../matchers.js'
import { delivered } from './delivered.js'
import { observation, scenario, type QueueWorld, type RequestOptions } from './world.js'

const entries = '/v2/workflows/dlq'

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

export const authenticationScenarios = [
  ...endpoints.flatMap(({ what, ask }) =>
    offences.map((offence) =>
      scenario(`${what} is not granted ${offence.what}`, {
        rule: 'queue.authentication.required',
        async run(world) {
          const granted = given(await ask(world), accepted())

          const token = offence.tokenOf(world.queue.token)
          must(await ask(world, { token }), otherThan(granted))
        },
      }),
    ),
  ),

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
]

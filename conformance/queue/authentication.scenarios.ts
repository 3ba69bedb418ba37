// Who is let in. What an unknown sender is told is not shown; that he does not get what he asked
// for is all that can be judged.

import type { Exchange } from '../exchange.js'
import { given, must, type Matcher } from '../judgement.js'
import { accepted, jsonBody } from '../matchers.js'
import { delivered } from './delivered.js'
import { list, noMember, text } from './matchers.js'
import { observation, scenario, type QueueWorld, type RequestOptions } from './world.js'

const entries = '/v2/workflows/dlq'

interface Endpoint {
  readonly what: string
  readonly request: (world: QueueWorld, options?: RequestOptions) => Promise<Exchange>
  /** The answer to whoever may ask, and to nobody else. */
  readonly granted: Matcher
  readonly withheld: Matcher
}

const endpoints: readonly Endpoint[] = [
  {
    what: 'a publish',
    request: ({ queue, inbox }, options) => queue.publish(inbox().url, options),
    granted: text('messageId'),
    withheld: noMember('messageId'),
  },
  {
    what: 'the list of the dead letter queue',
    request: ({ queue }, options) => queue.send('GET', entries, options),
    granted: list('messages'),
    withheld: noMember('messages'),
  },
  {
    what: 'a notify',
    request: ({ queue, id }, options) => queue.notify(id, options),
    granted: jsonBody([]),
    withheld: (message) =>
      jsonBody([])(message) === undefined
        ? { message: 'expected another answer than with the token, got an empty array' }
        : undefined,
  },
]

const strangerToken = 'not-a-token-of-this-account'

export const authenticationScenarios = [
  ...endpoints.flatMap(({ what, request, granted, withheld }) => [
    scenario(`${what} needs a token`, {
      rule: 'queue.authentication.required',
      async run(world) {
        given(await request(world), accepted(), granted)

        must(await request(world, { token: null }), withheld)
      },
    }),

    scenario(`${what} needs a token that is known`, {
      rule: 'queue.authentication.required',
      async run(world) {
        given(await request(world), accepted(), granted)

        must(await request(world, { token: strangerToken }), withheld)
      },
    }),
  ]),

  ...endpoints.map(({ what, request, granted }) =>
    scenario(`${what} is accepted with a bearer token`, {
      rule: 'queue.authentication.bearer',
      async run(world) {
        must(await request(world), accepted(), granted)
      },
    }),
  ),

  scenario('the name of the Authorization header may be in lower case', {
    rule: 'queue.authentication.bearer',
    async run({ queue }) {
      given(await queue.send('GET', entries), accepted(), list('messages'))
      const authorization = ['authorization', `Bearer ${queue.token}`] as const

      must(
        await queue.send('GET', entries, { token: null, headers: [authorization] }),
        accepted(),
        list('messages'),
      )
    },
  }),

  scenario('a publish is accepted with the token in the query', {
    rule: 'queue.authentication.query-token-on-publish',
    async run(world) {
      const { token, tokenKey } = world.queue

      must(
        await delivered(world, {
          token: null,
          query: `${tokenKey}=${encodeURIComponent(token)}`,
        }),
      )
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

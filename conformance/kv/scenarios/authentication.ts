// Who is let in: the two places of a token, and what is no token.

import type { Exchange } from '../../wire/exchange.js'
import { given, must, NotApplicable } from '../../core/judgement.js'
import { status } from '../../core/matchers.js'
import { inQuery, strangerToken } from '../fixtures/credentials.js'
import { executed, failed, result } from '../fixtures/matchers.js'
import { outcomeOf } from '../fixtures/outcome.js'
import { segment } from '../fixtures/client.js'
import { observation, scenario } from '../fixtures/world.js'
import type { KvClient, RequestOptions } from '../fixtures/client.js'
import type { KvWorld } from '../fixtures/world.js'
import { mustWriteNothing, writings, writingTransaction } from '../fixtures/writings.js'

/** How a request carries its token: in the header, where not told otherwise. */
type Token = Pick<RequestOptions, 'token' | 'query' | 'headers'>

/**
 * The eight endpoints, in the order of the contract, and requests that a server may think harmless.
 */
const endpoints: readonly {
  name: string
  ask: (world: KvWorld, token: Token) => Promise<Exchange>
}[] = [
  {
    name: 'a command by path',
    ask: ({ kv, id }, token) => kv.path(['ECHO', id], token),
  },
  {
    name: 'a command in the body',
    ask: ({ kv, id }, token) => kv.command(['ECHO', id], token),
  },
  {
    name: 'a pipeline',
    ask: ({ kv, id }, token) => kv.pipeline([['ECHO', id]], token),
  },
  {
    name: 'a transaction',
    ask: ({ kv, id }, token) => kv.transaction([['ECHO', id]], token),
  },
  {
    name: 'the monitor',
    ask: ({ kv }, token) => kv.monitor(token),
  },
  {
    name: 'a subscription',
    ask: ({ kv, id }, token) => kv.subscribe(id, token),
  },
  {
    name: 'a published message',
    ask: ({ kv, id }, token) => kv.send('POST', `/publish/${id}/message`, token),
  },
  {
    name: 'the server information',
    ask: ({ kv }, token) => kv.send('POST', '/info', token),
  },
  {
    name: 'a HEAD of a command by path',
    ask: ({ kv, id }, token) => kv.path(['ECHO', id], { ...token, method: 'HEAD' }),
  },
  {
    name: 'a PUT of a command by path',
    ask: ({ kv, id }, token) => kv.path(['ECHO', id], { ...token, method: 'PUT' }),
  },
  {
    name: 'a PING by path',
    ask: ({ kv }, token) => kv.path(['PING'], token),
  },
]

/** Another endpoint than the one at `index`: it shows that this server knows a stranger. */
const neighbour = (index: number) => endpoints[index === 0 ? 1 : 0]!.ask

/** Ways to send no token. */
const missing: readonly { what: string; with: (kv: KvClient) => Token }[] = [
  { what: 'a request with neither header nor query', with: () => ({}) },
  { what: 'an empty header', with: () => authorization('') },
  { what: 'a header of the word Bearer alone', with: () => authorization('Bearer') },
]

/** Ways to send a token that the document does not name: a server may let it in beside the two. */
const otherWays: readonly { what: string; with: (kv: KvClient) => Token }[] = [
  { what: 'the token under another scheme', with: ({ token }) => authorization(`Basic ${token}`) },
  {
    what: 'the token under another name in the query',
    with: ({ token }) => ({ query: `password=${segment(token)}` }),
  },
  { what: 'the token without a scheme', with: ({ token }) => authorization(token) },
  {
    what: 'the token under the scheme Token',
    with: ({ token }) => authorization(`Token ${token}`),
  },
  {
    what: 'the token in another header',
    with: ({ token }) => ({ headers: [['X-Api-Key', token]] }),
  },
  {
    what: 'the token in a cookie',
    with: ({ token, tokenKey }) => ({ headers: [['Cookie', `${tokenKey}=${segment(token)}`]] }),
  },
]

/**
 * Texts that are nearly the token. None has a larger part of it than one letter without all of it,
 * so that reports, in which the token is blacked out in either case, do not give it away.
 */
const invalid: readonly { what: string; of: (token: string) => string }[] = [
  { what: 'another text', of: () => strangerToken },
  { what: 'the first letter of the token', of: (token) => token.slice(0, 1) },
  { what: 'the token with a letter more', of: (token) => `${token}x` },
  { what: 'the token after a letter', of: (token) => `x${token}` },
  { what: 'the token in the other case', of: inOtherCase },
  { what: 'the token twice', of: (token) => token + token },
  { what: 'the token in base64', of: (token) => Buffer.from(token).toString('base64') },
]

function inOtherCase(token: string): string {
  const other = token === token.toLowerCase() ? token.toUpperCase() : token.toLowerCase()
  if (other === token) throw new NotApplicable('the token is the same in either case')
  return other
}

const authorization = (value: string): Token => ({ headers: [['Authorization', value]] })

export const authenticationScenarios = [
  ...endpoints.map(({ name, ask }, index) =>
    scenario(`${name} is refused without a token`, {
      rule: 'kv.authentication.every-endpoint',
      async run(world) {
        given(await ask(world, {}), executed())
        given(await neighbour(index)(world, { token: null }), status(401))

        must(await ask(world, { token: null }), status(401))
      },
    }),
  ),
  ...endpoints.map(({ name, ask }, index) =>
    scenario(`${name} is refused with an invalid token`, {
      rule: 'kv.authentication.every-endpoint',
      async run(world) {
        given(await ask(world, {}), executed())
        given(await neighbour(index)(world, { token: strangerToken }), status(401))

        must(await ask(world, { token: strangerToken }), status(401))
      },
    }),
  ),

  scenario('the token in the header lets a request in', {
    rule: 'kv.authentication.bearer-header',
    async run({ kv, id }) {
      given(await kv.command(['EXISTS', id], { token: null }), failed())

      must(await kv.command(['EXISTS', id]), executed())
    },
  }),
  scenario('the name of the header is accepted in any case', {
    rule: 'kv.authentication.bearer-header',
    async run({ kv, id }) {
      given(await kv.command(['ECHO', id]), executed())
      given(await kv.command(['ECHO', id], { token: null }), failed())

      for (const name of ['authorization', 'AUTHORIZATION']) {
        const headers = [[name, `Bearer ${kv.token}`]] as const
        must(await kv.command(['ECHO', id], { token: null, headers }), executed())
      }
    },
  }),

  ...endpoints.map(({ name, ask }) =>
    scenario(`the token in the query lets ${name} in`, {
      rule: 'kv.authentication.query-token',
      async run(world) {
        const { kv } = world
        given(await ask(world, {}), executed())
        given(await ask(world, { token: null }), failed())

        must(await ask(world, { token: null, query: inQuery(kv, kv.token) }), executed())
      },
    }),
  ),
  scenario('the token in the query is no argument of the command', {
    rule: 'kv.authentication.query-token',
    async run({ kv, key }) {
      given(await kv.path(['RPUSH', key], { body: 'a', query: 'b=c' }), result(3))

      const query = `b=c&${inQuery(kv, kv.token)}`
      must(await kv.path(['RPUSH', key], { body: 'a', token: null, query }), result(6))
    },
  }),

  observation('a valid token in one place and an invalid one in the other', {
    rule: 'kv.authentication.both-tokens',
    async run({ kv, note }) {
      const [valid, invalid] = [kv.token, strangerToken]
      const ask = async (token: string, inTheQuery: string) =>
        outcomeOf(await kv.path(['ECHO', 'a'], { token, query: inQuery(kv, inTheQuery) }))
      note('header valid, query invalid', await ask(valid, invalid))
      note('header invalid, query valid', await ask(invalid, valid))
    },
  }),
  observation('the spelling of the header', {
    rule: 'kv.authentication.header-spelling',
    async run({ kv, note }) {
      const { token } = kv
      const spellings = {
        'the scheme in lower case': `bearer ${token}`,
        'the scheme in upper case': `BEARER ${token}`,
        'two spaces between': `Bearer  ${token}`,
        'a tab between': `Bearer\t${token}`,
        'a comma behind': `Bearer ${token},`,
      }
      for (const [what, value] of Object.entries(spellings)) {
        note(
          what,
          outcomeOf(await kv.path(['ECHO', 'a'], { token: null, ...authorization(value) })),
        )
      }
    },
  }),
  observation('several tokens in the query', {
    rule: 'kv.authentication.several-query-tokens',
    async run({ kv, note }) {
      const [valid, invalid] = [inQuery(kv, kv.token), inQuery(kv, strangerToken)]
      const ask = async (query: string) =>
        outcomeOf(await kv.path(['ECHO', 'a'], { token: null, query }))
      note('the first is valid', await ask(`${valid}&${invalid}`))
      note('the last is valid', await ask(`${invalid}&${valid}`))
    },
  }),

  scenario('the Standard token reads, writes and looks around', {
    rule: 'kv.authentication.standard-any-command',
    async run({ kv, id, key }) {
      given(await kv.command(['ECHO', id]), result(id))

      must(await kv.command(['SET', key, id]), executed())
      must(await kv.command(['GET', key]), executed())
      must(await kv.command(['SCAN', '0', 'COUNT', '1']), executed())
      must(await kv.command(['KEYS', key]), executed())
      must(await kv.command(['DEL', key]), executed())
    },
  }),

  ...missing.map(({ what, with: tokenOf }) =>
    scenario(`${what} is answered 401`, {
      rule: 'kv.authentication.missing-token',
      async run({ kv, id }) {
        given(await kv.path(['ECHO', id]), result(id))

        must(await kv.path(['ECHO', id], { token: null, ...tokenOf(kv) }), status(401))
      },
    }),
  ),
  observation('ways to send a token that the document does not name', {
    rule: 'kv.authentication.other-ways',
    async run({ kv, id, note }) {
      for (const { what, with: tokenOf } of otherWays)
        note(what, (await kv.path(['ECHO', id], { token: null, ...tokenOf(kv) })).status)
    },
  }),
  ...invalid.map(({ what, of }) =>
    scenario(`${what} in the header is answered 401`, {
      rule: 'kv.authentication.invalid-token',
      async run({ kv, id }) {
        given(await kv.command(['ECHO', id]), result(id))

        must(await kv.command(['ECHO', id], { token: of(kv.token) }), status(401))
      },
    }),
  ),
  ...invalid.map(({ what, of }) =>
    scenario(`${what} in the query is answered 401`, {
      rule: 'kv.authentication.invalid-token',
      async run({ kv, id }) {
        given(
          await kv.path(['ECHO', id], { token: null, query: inQuery(kv, kv.token) }),
          result(id),
        )

        const query = inQuery(kv, of(kv.token))
        must(await kv.path(['ECHO', id], { token: null, query }), status(401))
      },
    }),
  ),

  scenario('a request without a token writes nothing', {
    rule: 'kv.authentication.missing-token',
    async run(world) {
      await mustWriteNothing(world, [...writings, writingTransaction], { token: null }, status(401))
    },
  }),
  scenario('a request with an invalid token writes nothing', {
    rule: 'kv.authentication.invalid-token',
    async run(world) {
      const offence = { token: strangerToken }
      await mustWriteNothing(world, [...writings, writingTransaction], offence, status(401))
    },
  }),

  scenario('an empty token in the query is answered 401', {
    rule: 'kv.authentication.invalid-token',
    async run({ kv, id }) {
      given(await kv.path(['ECHO', id], { token: null, query: inQuery(kv, kv.token) }), result(id))

      must(await kv.path(['ECHO', id], { token: null, query: inQuery(kv, '') }), status(401))
    },
  }),

  observation('the class word of a 401', {
    rule: 'kv.authentication.error-class',
    async run({ kv, note }) {
      note('no token', outcomeOf(await kv.command(['PING'], { token: null })))
      note('invalid token', outcomeOf(await kv.command(['PING'], { token: strangerToken })))
    },
  }),
]

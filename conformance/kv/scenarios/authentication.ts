// Who is let in: the two places of a token, and what is no token.

import type { Exchange } from '../../wire/exchange.js'
import { given, must } from '../../core/judgement.js'
import { status } from '../../core/matchers.js'
import { eachRow } from '../../core/rows.js'
import { inQuery, strangerToken } from '../fixtures/credentials.js'
import { executed, failed, named, result } from '../fixtures/matchers.js'
import { outcomeOf } from '../fixtures/outcome.js'
import { segment } from '../fixtures/client.js'
import { observation, scenario } from '../fixtures/world.js'
import type { KvClient, RequestOptions } from '../fixtures/client.js'
import type { KvWorld } from '../fixtures/world.js'
import { mustWriteNothing, writings, writingTransaction } from '../fixtures/writings.js'

/** How a request carries its token: in the header, where not told otherwise. */
type Token = Pick<RequestOptions, 'token' | 'query' | 'headers'>

type Ask = (world: KvWorld, token: Token) => Promise<Exchange>

/** Every form of a command, and requests that a server may think harmless. */
const commands: Readonly<Record<string, Ask>> = {
  'a command by path': ({ kv, id }, token) => kv.path(['ECHO', id], token),
  'a command in the body': ({ kv, id }, token) => kv.command(['ECHO', id], token),
  'a pipeline': ({ kv, id }, token) => kv.pipeline([['ECHO', id]], token),
  'a transaction': ({ kv, id }, token) => kv.transaction([['ECHO', id]], token),
  'HEAD by path': ({ kv, id }, token) => kv.path(['ECHO', id], { ...token, method: 'HEAD' }),
  'PUT by path': ({ kv, id }, token) => kv.path(['ECHO', id], { ...token, method: 'PUT' }),
  'PING by path': ({ kv }, token) => kv.path(['PING'], token),
}

/** The other endpoints. */
const otherEndpoints: Readonly<Record<string, Ask>> = {
  monitor: ({ kv }, token) => kv.monitor(token),
  subscribe: ({ kv, id }, token) => kv.subscribe(id, token),
  publish: ({ kv, id }, token) => kv.send('POST', `/publish/${id}/message`, token),
  info: ({ kv }, token) => kv.send('POST', '/info', token),
}

/** Ways to send no token. */
const missing: Readonly<Record<string, Token>> = {
  'neither header nor query': {},
  'an empty header': { headers: [['Authorization', '']] },
  'a header of the word Bearer alone': { headers: [['Authorization', 'Bearer']] },
}

/** Ways to send a token that the document does not name: a server may let it in beside the two. */
const otherWays: Readonly<Record<string, (kv: KvClient) => Token>> = {
  'the token under another scheme': ({ token }) => authorization(`Basic ${token}`),
  'the token under another name in the query': ({ token }) => ({
    query: `password=${segment(token)}`,
  }),
  'the token without a scheme': ({ token }) => authorization(token),
  'the token under the scheme Token': ({ token }) => authorization(`Token ${token}`),
  'the token in another header': ({ token }) => ({ headers: [['X-Api-Key', token]] }),
  'the token in a cookie': ({ token, tokenKey }) => ({
    headers: [['Cookie', `${tokenKey}=${segment(token)}`]],
  }),
}

/**
 * Texts that are nearly the token. None has a larger part of it than one letter without all of it,
 * so that reports, in which the token is blacked out in either case, do not give it away.
 */
const invalid: Readonly<Record<string, (token: string) => string>> = {
  'another text': () => strangerToken,
  'no text': () => '',
  'the first letter of the token': (token) => token.slice(0, 1),
  'the token with a letter more': (token) => `${token}x`,
  'the token after a letter': (token) => `x${token}`,
  'the token in the other case': (token) =>
    token === token.toLowerCase() ? token.toUpperCase() : token.toLowerCase(),
  'the token twice': (token) => token + token,
  'the token in base64': (token) => Buffer.from(token).toString('base64'),
}

const allWritings = { ...writings, 'a transaction': writingTransaction }

/** Another rule tests that every form is answered 401. */
const isUnauthorized = (reply: Exchange) => given(reply, status(401))

const authorization = (value: string): Token => ({ headers: [['Authorization', value]] })

/** Judges that each of these requests is answered 401 with a token that is none. */
async function refusesStrangers(
  world: KvWorld,
  asks: Readonly<Record<string, Ask>>,
  ...tokens: readonly (string | null)[]
) {
  const all = async (token: Token) =>
    Promise.all(Object.values(asks).map(async (ask) => ask(world, token)))
  const names = Object.keys(asks)
  const accepted = await all({})
  for (const token of tokens) {
    const replies = await all({ token })
    await eachRow(asks, async (_, name) => {
      const index = names.indexOf(name)
      given(accepted[index]!, executed())
      // Another request shows that this server knows a stranger.
      given(replies[index === 0 ? 1 : 0]!, status(401))

      must(replies[index]!, status(401))
    })
  }
}

/** Judges that each of these requests is accepted with the token in the query. */
async function acceptsQueryToken(world: KvWorld, asks: Readonly<Record<string, Ask>>) {
  const { kv, id } = world
  given(await kv.path(['ECHO', id], { token: null }), failed())
  await eachRow(asks, async (ask) => {
    const reply = await ask(world, { token: null, query: inQuery(kv, kv.token) })
    // A form that also fails with the token in the header breaks another rule.
    if (executed()(reply)) given(await ask(world, {}), executed())
    must(reply, executed())
  })
}

export const authenticationScenarios = [
  scenario('every form of a command is answered 401 without a token', {
    id: 'kv.authentication.every-endpoint/commands-without-a-token',
    run: (world) => refusesStrangers(world, commands, null),
  }),
  scenario('every form of a command is answered 401 with a wrong token', {
    id: 'kv.authentication.every-endpoint/commands-with-a-wrong-token',
    run: (world) => refusesStrangers(world, commands, strangerToken),
  }),
  scenario('streams, messages and info answer 401 to no or a wrong token', {
    id: 'kv.authentication.every-endpoint/streams-messages-info',
    run: async (world) => refusesStrangers(world, otherEndpoints, null, strangerToken),
  }),

  scenario('the token in the Authorization header is accepted', {
    id: 'kv.authentication.bearer-header/header-name-in-any-case',
    async run({ kv, id }) {
      given(await kv.command(['EXISTS', id], { token: null }), failed())

      for (const name of ['Authorization', 'authorization', 'AUTHORIZATION']) {
        const headers = [[name, `Bearer ${kv.token}`]] as const
        const reply = await kv.command(['EXISTS', id], { token: null, headers })
        must(reply, named(name, executed()))
      }
    },
  }),

  scenario('`_token` authorizes every form of a command', {
    id: 'kv.authentication.query-token/commands',
    run: async (world) => acceptsQueryToken(world, commands),
  }),
  scenario('`_token` authorizes streams, messages and info', {
    id: 'kv.authentication.query-token/streams-messages-info',
    run: async (world) => acceptsQueryToken(world, otherEndpoints),
  }),
  scenario('`_token` is no argument of the command', {
    id: 'kv.authentication.query-token/no-argument',
    async run({ kv, key }) {
      given(await kv.path(['RPUSH', key], { body: 'a', query: 'b=c' }), result(3))

      const query = `b=c&${inQuery(kv, kv.token)}`
      must(await kv.path(['RPUSH', key], { body: 'a', token: null, query }), result(6))
    },
  }),

  observation('a valid token in one place and a wrong one in the other', {
    id: 'kv.authentication.both-tokens/header-and-query',
    async run({ kv, note }) {
      const [valid, invalid] = [kv.token, strangerToken]
      const ask = async (token: string, inTheQuery: string) =>
        outcomeOf(await kv.path(['ECHO', 'a'], { token, query: inQuery(kv, inTheQuery) }))
      note('header valid, query invalid', await ask(valid, invalid))
      note('header invalid, query valid', await ask(invalid, valid))
    },
  }),
  observation('spellings of the Authorization header', {
    id: 'kv.authentication.header-spelling/scheme-and-spaces',
    async run({ kv, note }) {
      const { token } = kv
      const spellings = {
        'the scheme in lower case': `bearer ${token}`,
        'the scheme in upper case': `BEARER ${token}`,
        'two spaces between': `Bearer  ${token}`,
        'a tab between': `Bearer\t${token}`,
        'a comma behind': `Bearer ${token},`,
      }
      const ask = async (value: string) =>
        kv.path(['ECHO', 'a'], { token: null, ...authorization(value) })
      for (const [what, value] of Object.entries(spellings)) note(what, outcomeOf(await ask(value)))
    },
  }),
  observation('several tokens in the query', {
    id: 'kv.authentication.several-query-tokens/valid-and-wrong',
    async run({ kv, note }) {
      const [valid, invalid] = [inQuery(kv, kv.token), inQuery(kv, strangerToken)]
      const ask = async (query: string) =>
        outcomeOf(await kv.path(['ECHO', 'a'], { token: null, query }))
      note('the first is valid', await ask(`${valid}&${invalid}`))
      note('the last is valid', await ask(`${invalid}&${valid}`))
    },
  }),

  scenario('the Standard token may write, read, SCAN, list KEYS and delete', {
    id: 'kv.authentication.standard-any-command/read-write-scan-keys-delete',
    async run({ kv, id, key }) {
      given(await kv.command(['ECHO', id]), result(id))

      must(await kv.command(['SET', key, id]), executed())
      must(await kv.command(['GET', key]), executed())
      must(await kv.command(['SCAN', '0', 'COUNT', '1']), executed())
      must(await kv.command(['KEYS', key]), executed())
      must(await kv.command(['DEL', key]), executed())
    },
  }),

  scenario('a request without a token is answered 401', {
    id: 'kv.authentication.missing-token/no-header-or-an-empty-one',
    async run({ kv, id }) {
      given(await kv.path(['ECHO', id]), result(id))

      await eachRow(missing, async (token) => {
        must(await kv.path(['ECHO', id], { token: null, ...token }), status(401))
      })
    },
  }),
  observation('ways to send a token that the document does not name', {
    id: 'kv.authentication.other-ways/schemes-headers-cookie',
    async run({ kv, id, note }) {
      for (const [what, tokenOf] of Object.entries(otherWays))
        note(what, (await kv.path(['ECHO', id], { token: null, ...tokenOf(kv) })).status)
    },
  }),
  scenario('a text that is nearly the token is answered 401', {
    id: 'kv.authentication.invalid-token/spellings-in-header-and-query',
    async run({ kv, id }) {
      const inTheQuery = (token: string) => ({ token: null, query: inQuery(kv, token) })
      given(await kv.path(['ECHO', id]), result(id))
      given(await kv.path(['ECHO', id], inTheQuery(kv.token)), result(id))

      await eachRow(invalid, async (of) => {
        const token = of(kv.token)
        // A token may be the same in either case.
        if (token === kv.token) return
        // No header is another offence than a wrong token.
        if (token !== '')
          must(await kv.command(['ECHO', id], { token }), named('in the header', status(401)))
        must(await kv.path(['ECHO', id], inTheQuery(token)), named('in the query', status(401)))
      })
    },
  }),

  scenario('a request without a token writes nothing', {
    id: 'kv.authentication.missing-token/writes-nothing',
    run: async (world) => mustWriteNothing(world, allWritings, { token: null }, isUnauthorized),
  }),
  scenario('a request with a wrong token writes nothing', {
    id: 'kv.authentication.invalid-token/writes-nothing',
    run: (world) => mustWriteNothing(world, allWritings, { token: strangerToken }, isUnauthorized),
  }),

  observation('class word of a 401', {
    id: 'kv.authentication.error-class/no-token-and-wrong-token',
    async run({ kv, note }) {
      note('no token', outcomeOf(await kv.command(['PING'], { token: null })))
      note('invalid token', outcomeOf(await kv.command(['PING'], { token: strangerToken })))
    },
  }),
]

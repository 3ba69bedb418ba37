// Tokens: the two places for one, and what is refused.

import type { Exchange } from '../../wire/exchange.js'
import { given, must } from '../../core/judgement.js'
import { eachRow } from '../../core/rows.js'
import { inQuery, segment, strangerToken } from '../fixtures/client.js'
import type { KvClient, RequestOptions } from '../fixtures/client.js'
import { executed, failed, result } from '../fixtures/matchers.js'
import { isUnknown, NO_COMMAND } from '../fixtures/refusals.js'
import { outcomeOf } from '../fixtures/replies.js'
import { judgeIfAccepted } from '../fixtures/tables.js'
import { type KvWorld, noting, observation, scenario } from '../fixtures/world.js'

/** The place of the token in a request, by default the header. */
type Token = Pick<RequestOptions, 'token' | 'query' | 'headers'>

type Ask = (world: KvWorld, token: Token) => Promise<Exchange>

const otherEndpoints: Readonly<Record<string, Ask>> = {
  monitor: ({ kv }, token) => kv.monitor(token),
  subscribe: ({ kv, id }, token) => kv.subscribe(id, token),
  publish: ({ kv, id }, token) => kv.send('POST', `/publish/${id}/message`, token),
  info: ({ kv }, token) => kv.send('POST', '/info', token),
}

/** Ways to send a token that the document does not name: a server may accept them too. */
const otherWays: Readonly<Record<string, (kv: KvClient) => Token>> = {
  'the token with the scheme Basic': ({ token }) => authorization(`Basic ${token}`),
  'the token in the query parameter password': ({ token }) => ({
    query: `password=${segment(token)}`,
  }),
  'the token in Authorization without a scheme': ({ token }) => authorization(token),
  'the token with the scheme Token': ({ token }) => authorization(`Token ${token}`),
  'the token in X-Api-Key': ({ token }) => ({ headers: [['X-Api-Key', token]] }),
  'the token in a cookie': ({ token, tokenKey }) => ({
    headers: [['Cookie', `${tokenKey}=${segment(token)}`]],
  }),
}

const authorization = (value: string): Token => ({ headers: [['Authorization', value]] })

/** Sends a command by path with several tokens in the query. */
const askWithTokens = (kv: KvClient, ...tokens: readonly string[]) =>
  kv.path(['ECHO', 'a'], {
    token: null,
    query: tokens.map((token) => inQuery(kv, token)).join('&'),
  })

/** Judges that each of these requests is accepted with the token in the query. */
async function mustAcceptQueryToken(world: KvWorld, asks: Readonly<Record<string, Ask>>) {
  const { kv, id } = world
  given(await kv.path(['ECHO', id], { token: null }), failed())
  await eachRow(asks, async (ask) => {
    const reply = await ask(world, { token: null, query: inQuery(kv, kv.token) })
    // A request that also fails with the token in the header breaks another rule.
    await judgeIfAccepted(
      () => must(reply, executed()),
      async () => given(await ask(world, {}), executed()),
    )
  })
}

export const authenticationScenarios = [
  scenario('`_token` in the query authorizes /monitor, /subscribe, /publish, /info', {
    id: 'kv.authentication.query-token/streams-messages-info',
    async run(world) {
      const { info, ...others } = otherEndpoints
      // The contract leaves open if a target has INFO.
      const hasInfo = executed()(await info!(world, {})) === undefined
      await mustAcceptQueryToken(world, hasInfo ? otherEndpoints : others)
    },
  }),
  observation('observes which token is used if `Authorization` and `_token` differ', {
    id: 'kv.authentication.both-tokens/header-and-query',
    run: noting({
      'header valid, query invalid': ({ kv }) =>
        kv.path(['ECHO', 'a'], { query: inQuery(kv, strangerToken) }),
      'header invalid, query valid': ({ kv }) =>
        kv.path(['ECHO', 'a'], { token: strangerToken, query: inQuery(kv, kv.token) }),
    }),
  }),
  observation('observes the reply to `Authorization` with `bearer`, `BEARER`, 2 spaces', {
    id: 'kv.authentication.header-spelling/scheme-and-spaces',
    async run({ kv, note }) {
      const { token } = kv
      const spellings = {
        'the scheme in lower case': `bearer ${token}`,
        'the scheme in upper case': `BEARER ${token}`,
        'two spaces before the token': `Bearer  ${token}`,
        'a tab before the token': `Bearer\t${token}`,
        'a comma after the token': `Bearer ${token},`,
      }
      const ask = async (value: string) =>
        kv.path(['ECHO', 'a'], { token: null, ...authorization(value) })
      for (const [what, value] of Object.entries(spellings)) note(what, outcomeOf(await ask(value)))
    },
  }),
  observation('observes which of two `_token` parameters, one wrong, is used', {
    id: 'kv.authentication.several-query-tokens/valid-and-wrong',
    run: noting({
      'the first is valid': ({ kv }) => askWithTokens(kv, kv.token, strangerToken),
      'the last is valid': ({ kv }) => askWithTokens(kv, strangerToken, kv.token),
    }),
  }),

  scenario('SET, GET, SCAN, KEYS and DEL with the Standard token are executed', {
    id: 'kv.authentication.standard-any-command/read-write-scan-keys-delete',
    async run({ kv, id, key }) {
      must(await kv.command(['SET', key, id]), executed())
      const read = await kv.command(['GET', key])
      must(read, executed())
      given(read, result(id))
      must(await kv.command(['DEL', key]), executed())
      for (const [name, ...args] of [
        ['SCAN', '0', 'COUNT', '1'] as const,
        ['KEYS', key] as const,
      ]) {
        const reply = await kv.command([name, ...args])
        if (executed()(reply) === undefined) continue
        const unknown = await kv.command([NO_COMMAND, ...args])
        if (!isUnknown(reply, name, unknown)) must(reply, executed())
      }
    },
  }),

  observation('observes the HTTP status if the token is in a cookie, X-Api-Key or Basic', {
    id: 'kv.authentication.other-ways/schemes-headers-cookie',
    async run({ kv, id, note }) {
      for (const [what, tokenOf] of Object.entries(otherWays))
        note(what, (await kv.path(['ECHO', id], { token: null, ...tokenOf(kv) })).status)
    },
  }),

  observation('observes the first word of the error text of HTTP 401, such as ERR', {
    id: 'kv.authentication.error-class/no-token-and-wrong-token',
    run: noting({
      'no token': ({ kv }) => kv.command(['PING'], { token: null }),
      'invalid token': ({ kv }) => kv.command(['PING'], { token: strangerToken }),
    }),
  }),
]

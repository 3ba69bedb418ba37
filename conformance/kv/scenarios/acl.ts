// What the token of an ACL user opens, and who gets none; and that a reset of the password revokes
// the tokens there were.

import { memberOf, type Exchange } from '../../wire/exchange.js'
import { given, must, type Matcher } from '../../core/judgement.js'
import { lacks, status } from '../../core/matchers.js'
import { eachRow } from '../../core/rows.js'
import type { AclUser } from '../fixtures/acl-users.js'
import { inQuery } from '../fixtures/credentials.js'
import { byPath, forms as plainForms, inBody, type Form } from '../fixtures/forms.js'
import { classWord, errorEnvelope, executed, failed, result } from '../fixtures/matchers.js'
import { outcomeOf } from '../fixtures/outcome.js'
import { commandOf, observation, scenario } from '../fixtures/world.js'
import type { KvWorld } from '../fixtures/world.js'
import { elementAt } from '../fixtures/writings.js'

const restToken = ({ kv }: KvWorld, { name, password }: AclUser) =>
  kv.command(['ACL', 'RESTTOKEN', name, password])

/** The token of a user, where asking for it works. */
async function tokenOf(world: KvWorld, user: AclUser): Promise<string> {
  return tokenIn(world, given(await restToken(world, user), executed(), result(/./s)))
}

function tokenIn({ secret }: KvWorld, exchange: Exchange): string {
  const token = String(memberOf(exchange, 'result'))
  secret('SVC_KV_ACL_TOKEN', token)
  return token
}

/** A `result` that is a string and none of these tokens. */
const otherThan =
  (...tokens: readonly string[]): Matcher =>
  (message) => {
    const got = memberOf(message, 'result')
    const own = typeof got === 'string' && !tokens.includes(got)
    return own ? undefined : lacks('a token of its own', got)
  }

/** Any error, for what every error is like. */
const anErrorOf = ({ kv }: KvWorld) => kv.command(['ECHO'])

const everything = ['~*', '&*', '+@all']

const letIn: Matcher<Exchange> = ({ status }) =>
  status === 401 ? lacks('a token that is known', status) : undefined

/** The forms of a command, and the one by path with the token in the query. */
const forms: readonly Form[] = [
  ...plainForms,
  {
    ...byPath,
    where: 'by path with the token in the query',
    ask: (kv, command, { token = kv.token } = {}) =>
      byPath.ask(kv, command, { token: null, query: inQuery(kv, token ?? kv.token) }),
  },
]

/**
 * What some rules allow and what they do not, in lines; `ID` is the name that the scenario's own
 * keys begin with, and `VALUE` differs between the two who send the line. What is denied would change
 * `KEY` or `OTHER`, where it changes any.
 */
type Permission = readonly [rules: readonly string[], allowed: string, denied: string]
type Permissions = Readonly<Record<string, Permission>>

const commands: Permissions = {
  'a command that is taken away': [['~*', '+@all', '-append'], 'SET KEY value', 'APPEND KEY !'],
  'a command that is not given': [['~*', '+get'], 'GET KEY', 'SET KEY VALUE'],
  'a command in lower case': [['~*', '+get'], 'get KEY', 'set KEY VALUE'],
  'a category that is not given': [['~*', '+@read'], 'EXISTS KEY', 'APPEND KEY !'],
  'a category that is taken away': [['~*', '+@all', '-@write'], 'GET KEY', 'SET KEY VALUE'],
  'a subcommand that is not given': [['+acl|whoami'], 'ACL WHOAMI', 'ACL USERS'],
}

const keysAndChannels: Permissions = {
  'a key that fits no pattern': [['~ID-key*', '+@all'], 'SET KEY value', 'SET OTHER VALUE'],
  'a key that fits no pattern beside one that does': [
    ['~ID-key*', '+@all'],
    'MGET KEY KEY',
    'MGET KEY OTHER',
  ],
  'a channel that fits no pattern': [
    ['&ID-key*', '+publish'],
    'PUBLISH KEY message',
    'PUBLISH OTHER message',
  ],
}

const readsAndWrites: Permissions = {
  'a write to a key that may only be read': [['%R~ID-*', '+@all'], 'GET KEY', 'SET KEY VALUE'],
  'a read of a key that may only be written': [['%W~ID-*', '+@all'], 'SET KEY value', 'GET KEY'],
}

/** Judges that users may do what their rules allow, and that what they may not is not done. */
async function mustKeepToRules(
  { id, kv, keyOf }: KvWorld,
  rows: readonly (readonly [what: string, permission: Permission, form: Form])[],
  tokenFor: (rules: readonly string[]) => Promise<string>,
) {
  const keys = rows.flatMap((_, index) => [keyOf(`key-${index}`), keyOf(`other-${index}`)])
  const denials: (() => Promise<Exchange>)[] = []
  const table: Record<string, { index: number; form: Form; allowed: Exchange }> = {}
  // Users are named by their number: one after the other.
  for (const [index, [what, [rules, allowed, denied], form]] of rows.entries()) {
    const own = { kv, key: keys[2 * index]!, keyOf: () => keys[2 * index + 1]! }
    const line = (text: string, value: string) => commandOf(text.replace('VALUE', value), own)
    const token = await tokenFor(rules.map((rule) => rule.replace('ID', id)))
    table[what] = { index, form, allowed: await form.ask(kv, line(allowed, ''), { token }) }
    given(await form.ask(kv, line(denied, 'accepted')), form.executed)
    denials.push(async () => form.ask(kv, line(denied, 'denied'), { token }))
  }
  const look = async () => kv.command(['MGET', ...keys])
  const before = memberOf(given(await look(), executed()), 'result') as unknown[]
  const replies = await Promise.all(denials.map(async (deny) => deny()))
  const after = await look()

  await eachRow(table, async ({ index, form, allowed }) => {
    // Another rule tests that the stream opens.
    must(given(allowed, letIn), form.executed)
    must(replies[index]!, form.failed)
    for (const place of [2 * index, 2 * index + 1]) must(after, elementAt(place, before[place]))
  })
}

export const aclScenarios = [
  scenario('RESTTOKEN answers a string that is a token', {
    id: 'kv.authentication.acl-token/in-the-body-and-by-path',
    async run(world) {
      const { kv, id } = world
      const user = await world.aclUser(...everything)
      const { name, password } = user
      given(await kv.command(['ECHO', id]), result(id))
      given(await kv.command(['ECHO', id], { token: password }), failed())
      const ways = {
        'in the body': async () => restToken(world, user),
        'by path': async () => kv.path(['acl', 'resttoken', name, password]),
      }

      await eachRow(ways, async (ask) => {
        const reply = await ask()
        must(reply, status(200), executed(), result(/./s))
        must(await kv.command(['ECHO', id], { token: tokenIn(world, reply) }), result(id))
      })
    },
  }),
  scenario('the token of an ACL user is accepted in the query', {
    id: 'kv.authentication.acl-token/in-the-query',
    async run(world) {
      const { kv, id } = world
      const token = await tokenOf(world, await world.aclUser(...everything))
      const inTheQuery = (token: string) => ({ token: null, query: inQuery(kv, token) })
      given(await kv.path(['ECHO', id], { token }), result(id))
      given(await kv.path(['ECHO', id], inTheQuery(kv.token)), result(id))

      must(await kv.path(['ECHO', id], inTheQuery(token)), result(id))
    },
  }),

  scenario('tokens of two ACL users differ and are not the Standard token', {
    id: 'kv.authentication.acl-token-permissions/tokens-differ',
    async run(world) {
      const { kv } = world
      const reader = await world.aclUser('~*', '+@read')
      const writer = await world.aclUser('~*', '+@write')
      const token = await tokenOf(world, reader)
      given(await kv.command(['PING']), executed())

      must(await restToken(world, reader), otherThan(kv.token))
      must(await restToken(world, writer), otherThan(kv.token, token))
    },
  }),
  ...(
    [
      ['an ACL user runs allowed commands and no others', 'commands', commands],
      ['an ACL user uses allowed keys and channels and no others', 'keys', keysAndChannels],
      ['an ACL user may be limited to reads or writes of keys', 'reads-and-writes', readsAndWrites],
    ] as const
  ).map(([title, id, permissions]) =>
    scenario(title, {
      id: `kv.authentication.acl-token-permissions/${id}`,
      async run(world) {
        const rows = Object.entries<Permission>(permissions).map(([what, permission]) => {
          return [what, permission, inBody] as const
        })
        await mustKeepToRules(world, rows, async (rules) =>
          tokenOf(world, await world.aclUser(...rules)),
        )
      },
    }),
  ),
  scenario('an ACL user is denied a command in every form', {
    id: 'kv.authentication.acl-token-permissions/every-form',
    async run(world) {
      const permission = commands['a command that is taken away']!
      const user = await world.aclUser('+multi', '+exec', ...permission[0])
      const token = await tokenOf(world, user)
      const rows = forms.map((form) => [form.where, permission, form] as const)

      await mustKeepToRules(world, rows, async () => token)
    },
  }),

  scenario('RESTTOKEN refuses a user who does not exist, or no longer', {
    id: 'kv.authentication.acl-unknown-user/unknown-and-deleted',
    async run(world) {
      const user = await world.aclUser(...everything)
      given(await restToken(world, user), executed())
      given(await anErrorOf(world), errorEnvelope())

      const stranger = { ...user, name: `${world.id}-nobody` }
      must(await restToken(world, stranger), failed(), errorEnvelope())
      given(await world.kv.command(['ACL', 'DELUSER', user.name]), result(1))
      must(await restToken(world, user), failed(), errorEnvelope())
    },
  }),
  scenario('RESTTOKEN refuses a wrong password', {
    id: 'kv.authentication.acl-wrong-password/nearly-empty-and-of-another-user',
    async run(world) {
      const user = await world.aclUser(...everything)
      const { password } = user
      const wrong = {
        'the password with a letter more': `${password}x`,
        'the first letter of the password': password.slice(0, 1),
        'an empty password': '',
        'the password of another user': (await world.aclUser(...everything)).password,
      }
      given(await restToken(world, user), executed())
      given(await anErrorOf(world), errorEnvelope())

      await eachRow(wrong, async (password) => {
        must(await restToken(world, { ...user, password }), failed(), errorEnvelope())
      })
    },
  }),
  scenario('error of RESTTOKEN begins with ERR Wrong password or user', {
    id: 'kv.authentication.acl-error-text/unknown-user-and-wrong-password',
    async run(world) {
      const user = await world.aclUser(...everything)
      const wrong = {
        'a user who does not exist': { ...user, name: `${user.name}-x` },
        'a wrong password': { ...user, password: 'wrong' },
      }
      given(await restToken(world, user), executed())
      given(await anErrorOf(world), errorEnvelope(classWord))

      await eachRow(wrong, async (login) => {
        must(await restToken(world, login), errorEnvelope(stated))
      })
    },
  }),

  observation('token of an ACL user after the user was changed or deleted', {
    id: 'kv.authentication.acl-token-lifetime/user-changed-or-deleted',
    async run(world) {
      const { kv, id, note } = world
      const user = await world.aclUser(...everything)
      const token = await tokenOf(world, user)
      const outcome = async () => outcomeOf(await kv.command(['ECHO', id], { token }))
      const change = async (...rules: readonly string[]) =>
        given(await kv.command(['ACL', 'SETUSER', user.name, ...rules]), executed())

      await change('off')
      note('the user is off', await outcome())
      await change('on', 'resetpass', '>other')
      note('the password is another', await outcome())
      await change(`>${user.password}`, '-@all')
      note('the user may nothing any more', await outcome())
      given(await kv.command(['ACL', 'DELUSER', user.name]), executed())
      note('the user is deleted', await outcome())
    },
  }),
  observation('error for a command that an ACL user may not run', {
    id: 'kv.authentication.acl-denied-error/alone-and-in-batches',
    async run(world) {
      const { kv, key, note } = world
      const token = await tokenOf(world, await world.aclUser('~*', '+@read', '+multi', '+exec'))
      const write = ['SET', key, 'value'] as const
      note('alone', outcomeOf(await kv.command(write, { token })))
      note('in a pipeline', outcomeOf(await kv.pipeline([write, ['GET', key]], { token })))
      note('in a transaction', outcomeOf(await kv.transaction([write, ['GET', key]], { token })))
    },
  }),

  scenario('a reset of the password revokes both tokens', {
    id: 'kv.authentication.password-reset-revokes/both-tokens',
    needs: ['resetPassword', 'readOnlyToken', 'dedicatedAccount'],
    async run({ kv, id, provide }) {
      const readOnly = await provide.readOnlyToken()
      given(await kv.command(['GET', id]), executed())
      given(await kv.command(['GET', id], { token: readOnly }), executed())

      const { token } = await provide.resetPassword()
      given(await kv.command(['GET', id], { token }), executed())
      must(await kv.command(['GET', id]), failed())
      must(await kv.command(['GET', id], { token: readOnly }), failed())
    },
  }),
]

/** What the document states of the error; the dots stand for something about the user. */
const stated = /^ERR Wrong password or user .*does not exist/s

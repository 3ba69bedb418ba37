// What the token of an ACL user opens, and who gets none; and that a reset of the password revokes
// the tokens there were.

import { memberOf, type Exchange } from '../../wire/exchange.js'
import { given, must, type Matcher } from '../../core/judgement.js'
import { lacks, status } from '../../core/matchers.js'
import type { AclUser } from '../fixtures/acl-users.js'
import { byPath, forms as plainForms, inBody, type Form } from '../fixtures/forms.js'
import {
  classWord,
  errorEnvelope,
  executed,
  executedInBatch,
  failed,
  result,
} from '../fixtures/matchers.js'
import { outcomeOf } from '../fixtures/outcome.js'
import { segment } from '../fixtures/client.js'
import { commandOf, observation, scenario } from '../fixtures/world.js'
import type { KvWorld } from '../fixtures/world.js'

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
    ask: (kv, command, { token } = {}) =>
      byPath.ask(kv, command, {
        token: null,
        query: `${kv.tokenKey}=${segment(token ?? kv.token)}`,
      }),
  },
]

/**
 * What some rules allow and what they do not, in lines; `ID` is the name that the scenario's own
 * keys begin with. What is denied would change the value of `KEY` or `OTHER`, where it changes any.
 */
const permissions: readonly {
  readonly what: string
  readonly rules: readonly string[]
  readonly allowed: readonly string[]
  readonly denied: string
}[] = [
  {
    what: 'a command that is taken away',
    rules: ['~*', '+@all', '-append'],
    allowed: ['SET KEY value', 'GET KEY'],
    denied: 'APPEND KEY !',
  },
  {
    what: 'a command that is not given',
    rules: ['~*', '+get'],
    allowed: ['GET KEY'],
    denied: 'SET KEY after',
  },
  {
    what: 'a command in lower case',
    rules: ['~*', '+get'],
    allowed: ['get KEY'],
    denied: 'set KEY after',
  },
  {
    what: 'a category that is not given',
    rules: ['~*', '+@read'],
    allowed: ['GET KEY', 'EXISTS KEY'],
    denied: 'DEL KEY',
  },
  {
    what: 'a category that is taken away',
    rules: ['~*', '+@all', '-@write'],
    allowed: ['GET KEY'],
    denied: 'SET KEY after',
  },
  {
    what: 'a subcommand that is not given',
    rules: ['+acl|whoami'],
    allowed: ['ACL WHOAMI'],
    denied: 'ACL USERS',
  },
  {
    what: 'a key that fits no pattern',
    rules: ['~ID-key*', '+@all'],
    allowed: ['SET KEY value', 'GET KEY'],
    denied: 'SET OTHER after',
  },
  {
    what: 'a key that fits no pattern beside one that does',
    rules: ['~ID-key*', '+@all'],
    allowed: ['MGET KEY KEY'],
    denied: 'MGET KEY OTHER',
  },
  {
    what: 'a write to a key that may only be read',
    rules: ['%R~ID-*', '+@all'],
    allowed: ['GET KEY', 'GET OTHER'],
    denied: 'SET KEY after',
  },
  {
    what: 'a read of a key that may only be written',
    rules: ['%W~ID-*', '+@all'],
    allowed: ['SET KEY value'],
    denied: 'GET KEY',
  },
  {
    what: 'a channel that fits no pattern',
    rules: ['&ID-key*', '+publish'],
    allowed: ['PUBLISH KEY message'],
    denied: 'PUBLISH OTHER message',
  },
]

type Permission = (typeof permissions)[number]

/** Each in the body, and the first in the other forms. */
const asked: readonly { readonly permission: Permission; readonly form: Form }[] = [
  ...permissions.map((permission) => ({ permission, form: inBody })),
  ...forms.filter((form) => form !== inBody).map((form) => ({ permission: permissions[0]!, form })),
]

export const aclScenarios = [
  scenario('RESTTOKEN answers a string that is a token', {
    rule: 'kv.authentication.acl-token',
    async run(world) {
      const { kv, id } = world
      const user = await world.aclUser(...everything)
      given(await kv.command(['ECHO', id]), result(id))
      given(await kv.command(['ECHO', id], { token: user.password }), failed())

      const reply = await restToken(world, user)
      must(reply, status(200), executed(), result(/./s))
      must(await kv.command(['ECHO', id], { token: tokenIn(world, reply) }), result(id))
    },
  }),
  scenario('RESTTOKEN answers so by path', {
    rule: 'kv.authentication.acl-token',
    async run(world) {
      const { kv, id } = world
      const { name, password } = await world.aclUser(...everything)
      given(await kv.command(['ECHO', id]), result(id))

      const reply = await kv.path(['acl', 'resttoken', name, password])
      must(reply, status(200), executed(), result(/./s))
      must(await kv.command(['ECHO', id], { token: tokenIn(world, reply) }), result(id))
    },
  }),
  scenario('the token of an ACL user is accepted in the query', {
    rule: 'kv.authentication.acl-token',
    async run(world) {
      const { kv, id } = world
      const token = await tokenOf(world, await world.aclUser(...everything))
      given(await kv.path(['ECHO', id], { token }), result(id))
      given(
        await kv.path(['ECHO', id], { token: null, query: `${kv.tokenKey}=${segment(kv.token)}` }),
        result(id),
      )

      const query = `${kv.tokenKey}=${segment(token)}`
      must(await kv.path(['ECHO', id], { token: null, query }), result(id))
    },
  }),

  scenario('the tokens of two ACL users differ, and are not the Standard token', {
    rule: 'kv.authentication.acl-token-permissions',
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
  ...asked.map(({ permission: { what, rules, allowed, denied }, form }) =>
    scenario(`an ACL user is denied ${what}, ${form.where}`, {
      rule: 'kv.authentication.acl-token-permissions',
      async run(world) {
        const { id, kv, key, keyOf } = world
        const own = rules.map((rule) => rule.replace('ID', id))
        const token = await tokenOf(world, await world.aclUser('+multi', '+exec', ...own))
        const forbidden = commandOf(denied, world)
        given(await kv.command(['SET', key, 'before']), result('OK'))
        given(await kv.command(['SET', keyOf('other'), 'before']), result('OK'))
        given(await form.ask(kv, forbidden), form.executed)
        given(await kv.command(['SET', key, 'before']), result('OK'))
        given(await kv.command(['SET', keyOf('other'), 'before']), result('OK'))

        for (const line of allowed) {
          // That it opens at all is another rule.
          const reply = given(await form.ask(kv, commandOf(line, world), { token }), letIn)
          must(reply, form.executed)
        }
        given(await kv.command(['SET', key, 'before']), result('OK'))
        must(await form.ask(kv, forbidden, { token }), form.failed)
        must(await kv.command(['GET', key]), result('before'))
        must(await kv.command(['GET', keyOf('other')]), result('before'))
      },
    }),
  ),
  scenario('a command that an ACL user is denied discards the transaction', {
    rule: 'kv.authentication.acl-token-permissions',
    async run(world) {
      const { kv, key } = world
      const token = await tokenOf(world, await world.aclUser('~*', '+@all', '-append'))
      given(await kv.transaction([['SET', key, 'before']], { token }), executedInBatch())

      await kv.transaction([['APPEND', key, '!']], { token })
      must(await kv.command(['GET', key]), result('before'))
    },
  }),

  scenario('there is no token for a user who does not exist', {
    rule: 'kv.authentication.acl-unknown-user',
    async run(world) {
      const user = await world.aclUser(...everything)
      given(await restToken(world, user), executed())
      given(await anErrorOf(world), errorEnvelope())

      const stranger = { ...user, name: `${world.id}-nobody` }
      must(await restToken(world, stranger), failed(), errorEnvelope())
    },
  }),
  scenario('there is no token for a user who has been deleted', {
    rule: 'kv.authentication.acl-unknown-user',
    async run(world) {
      const user = await world.aclUser(...everything)
      given(await restToken(world, user), executed())
      given(await anErrorOf(world), errorEnvelope())
      given(await world.kv.command(['ACL', 'DELUSER', user.name]), result(1))

      must(await restToken(world, user), failed(), errorEnvelope())
    },
  }),
  ...[
    { what: 'the password with a letter more', of: (password: string) => `${password}x` },
    { what: 'the first letter of the password', of: (password: string) => password.slice(0, 1) },
    { what: 'an empty password', of: () => '' },
  ].map(({ what, of }) =>
    scenario(`there is no token for ${what}`, {
      rule: 'kv.authentication.acl-wrong-password',
      async run(world) {
        const user = await world.aclUser(...everything)
        given(await restToken(world, user), executed())
        given(await anErrorOf(world), errorEnvelope())

        const wrong = { ...user, password: of(user.password) }
        must(await restToken(world, wrong), failed(), errorEnvelope())
      },
    }),
  ),
  scenario('there is no token for the password of another user', {
    rule: 'kv.authentication.acl-wrong-password',
    async run(world) {
      const user = await world.aclUser(...everything)
      const { password } = await world.aclUser(...everything)
      given(await restToken(world, user), executed())
      given(await anErrorOf(world), errorEnvelope())

      must(await restToken(world, { ...user, password }), failed(), errorEnvelope())
    },
  }),
  ...[
    {
      what: 'a user who does not exist',
      of: (user: AclUser) => ({ ...user, name: `${user.name}-x` }),
    },
    { what: 'a wrong password', of: (user: AclUser) => ({ ...user, password: 'wrong' }) },
  ].map(({ what, of }) =>
    scenario(`the error for ${what} begins as the document says`, {
      rule: 'kv.authentication.acl-error-text',
      async run(world) {
        const user = await world.aclUser(...everything)
        given(await restToken(world, user), executed())
        given(await anErrorOf(world), errorEnvelope(classWord))

        must(await restToken(world, of(user)), errorEnvelope(stated))
      },
    }),
  ),

  observation('what becomes of a token when its user changes', {
    rule: 'kv.authentication.acl-token-lifetime',
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
  observation('what an ACL user is answered who may not run a command', {
    rule: 'kv.authentication.acl-denied-error',
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
    rule: 'kv.authentication.password-reset-revokes',
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

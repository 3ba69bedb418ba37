// ACL users: what their tokens allow, who receives one, and the reset of the password.

import { memberOf, type Exchange } from '../../wire/exchange.js'
import { given, must, NotApplicable } from '../../core/judgement.js'
import { status } from '../../core/matchers.js'
import { eachRow } from '../../core/rows.js'
import type { AclUser } from '../fixtures/acl-users.js'
import { classWord, errorEnvelope, executed, failed, result } from '../fixtures/matchers.js'
import { isUnknown, NO_COMMAND } from '../fixtures/refusals.js'
import { outcomeOf } from '../fixtures/replies.js'
import { observation, scenario, type KvWorld } from '../fixtures/world.js'

const restToken = ({ kv }: KvWorld, { name, password }: AclUser) =>
  kv.command(['ACL', 'RESTTOKEN', name, password])

const tokenOf = async (world: KvWorld, user: AclUser): Promise<string> =>
  tokenIn(world, given(await restToken(world, user), executed(), result(/./s)))

function tokenIn({ secret }: KvWorld, exchange: Exchange): string {
  const token = String(memberOf(exchange, 'result'))
  secret('SVC_KV_ACL_TOKEN', token)
  return token
}

/** Any error, to compare what every error has. */
const anErrorOf = ({ kv }: KvWorld) => kv.command(['ECHO'])

/** The document's text of the error; the dots stand for something about the user. */
const documented = /^ERR Wrong password or user .*does not exist/s

/**
 * Requests the token of a user that does not exist. This needs no user, so it also works on a target
 * without ACL SETUSER.
 */
async function tokenOfNobody(world: KvWorld): Promise<Exchange> {
  const { kv, id } = world
  const nobody = { name: `${id}-nobody`, password: `${id}-password` }
  given(await kv.command(['PING']), executed())
  const reply = await restToken(world, nobody)
  const unknown = await kv.command(['ACL', NO_COMMAND, nobody.name, nobody.password])
  if (failed()(reply) === undefined && isUnknown(reply, 'RESTTOKEN', unknown))
    throw new NotApplicable('the target has no ACL RESTTOKEN')
  return reply
}

const everything = ['~*', '&*', '+@all']

export const aclScenarios = [
  scenario('`ACL RESTTOKEN` (body or path) returns a token that authorizes ECHO', {
    id: 'kv.authentication.acl-token/resttoken-by-body-or-path',
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
  scenario('`ACL RESTTOKEN` for an unknown user returns an error', {
    id: 'kv.authentication.acl-unknown-user/unknown',
    async run(world) {
      given(await anErrorOf(world), errorEnvelope())

      must(await tokenOfNobody(world), failed(), errorEnvelope())
    },
  }),
  scenario('`ACL RESTTOKEN` for a deleted user returns an error', {
    id: 'kv.authentication.acl-unknown-user/deleted',
    async run(world) {
      const user = await world.aclUser(...everything)
      given(await restToken(world, user), executed())
      given(await anErrorOf(world), errorEnvelope())

      given(await world.kv.command(['ACL', 'DELUSER', user.name]), result(1))
      must(await restToken(world, user), failed(), errorEnvelope())
    },
  }),
  scenario('`ACL RESTTOKEN` with a wrong password returns an error', {
    id: 'kv.authentication.acl-wrong-password/nearly-empty-and-of-another-user',
    async run(world) {
      const user = await world.aclUser(...everything)
      const { password } = user
      const wrong = {
        'the password and one more letter': `${password}x`,
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
  scenario('`ACL RESTTOKEN`, unknown user: the error is `ERR Wrong password or …`', {
    id: 'kv.authentication.acl-error-text/unknown-user',
    async run(world) {
      given(await anErrorOf(world), errorEnvelope(classWord))

      must(await tokenOfNobody(world), errorEnvelope(documented))
    },
  }),
  scenario('`ACL RESTTOKEN`, wrong password: the error is `ERR Wrong password or …`', {
    id: 'kv.authentication.acl-error-text/wrong-password',
    async run(world) {
      const user = await world.aclUser(...everything)
      given(await restToken(world, user), executed())
      given(await anErrorOf(world), errorEnvelope(classWord))

      must(await restToken(world, { ...user, password: 'wrong' }), errorEnvelope(documented))
    },
  }),

  observation('observes if the token of a changed or deleted ACL user still works', {
    id: 'kv.authentication.acl-token-lifetime/user-changed-or-deleted',
    async run(world) {
      const { kv, id, note } = world
      const user = await world.aclUser(...everything)
      const token = await tokenOf(world, user)
      const noteAfter = async (what: string, ...change: readonly string[]) => {
        given(await kv.command(['ACL', ...change]), executed())
        note(what, outcomeOf(await kv.command(['ECHO', id], { token })))
      }

      await noteAfter('the user is disabled (off)', 'SETUSER', user.name, 'off')
      await noteAfter('the password changed', 'SETUSER', user.name, 'on', 'resetpass', '>other')
      await noteAfter('no command is allowed', 'SETUSER', user.name, `>${user.password}`, '-@all')
      await noteAfter('the user is deleted', 'DELUSER', user.name)
    },
  }),
  observation('observes the error for a command that an ACL user may not run', {
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

  scenario('a password reset revokes the old Standard and Read Only tokens', {
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

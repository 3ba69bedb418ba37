// Mistakes under the heading: Authentication, where it is about ACL users and the password.

import type { Session } from '../../kv/decisions.js'
import type { Kv } from '../../kv/kv.js'
import { type Command, type Reply, ReplyError } from '../../kv/reply.js'
import { each, given, result, shape } from '../written.js'
import { fault, replacing, type KvFault, type Replacements } from './fault.js'

/** A server that runs what a user was denied for some reasons all the same, when it comes alone. */
const forgiving = shape((which: RegExp): Replacements => ({
  backend: (backend) => ({
    ...backend,
    async execute(command, sender) {
      const reply = await backend.execute(command, sender)
      return isDenied(reply, which) ? backend.execute(command) : reply
    },
  }),
}))

/** Who sends the commands, but not on behalf of whom. */
const forAnybody = ({ client, readOnly }: Session): Session => ({
  readOnly,
  ...(client && { client }),
})

const isDenied = (reply: Reply, which: RegExp) =>
  reply instanceof ReplyError && /^NOPERM /.test(reply.message) && which.test(reply.message)

/** A server that keeps another rule than the one it is given. */
const ruling = shape((change: (rule: string) => string): Replacements => ({
  backend: (backend) => ({
    ...backend,
    execute(command, sender) {
      const [name, sub = '', user = '', ...rules] = command
      const isRuling = /^acl setuser$/i.test(`${name} ${sub}`)
      const changed: Command = isRuling ? [name, sub, user, ...rules.map(change)] : command
      return backend.execute(changed, sender)
    },
  }),
}))

/** A server with another answer to `ACL RESTTOKEN` where there is a token. */
const tokenIs = shape((other: (kv: Kv, token: string) => Reply): Replacements => ({
  restToken: (original, kv) => async (login) => {
    const reply = await original(login)
    return typeof reply === 'string' ? other(kv, reply) : reply
  },
}))

/** A server with another error where there is none. */
const refusalIs = shape((other: (error: string) => string): Replacements => ({
  restToken: result((reply) =>
    reply instanceof ReplyError ? new ReplyError(other(reply.message)) : reply,
  ),
}))

/** Whether nobody has the name of a login. */
const isUnknown = async ({ backend }: Kv, name: string) =>
  (await backend.execute(['ACL', 'GETUSER', name])) === null

const TOKEN = 'kv.authentication.acl-token'
const PERMISSIONS = 'kv.authentication.acl-token-permissions'
const WRONG_PASSWORD = 'kv.authentication.acl-wrong-password'
const ERROR_TEXT = 'kv.authentication.acl-error-text'

export const aclFaults: readonly KvFault[] = [
  replacing('restToken')(
    'RESTTOKEN is not known',
    { breaks: [TOKEN], blocks: ['kv.authentication.acl-*'] },
    () => async () => new ReplyError("ERR unknown subcommand 'RESTTOKEN'. Try ACL HELP."),
  ),
  tokenIs(
    'the token of an ACL user is answered in an array',
    { breaks: [TOKEN], blocks: [PERMISSIONS] },
    (_, token) => [token],
  ),
  tokenIs(
    'the token of an ACL user has a word before it',
    [TOKEN],
    (_, token) => `Bearer ${token}`,
  ),
  fault('the token of an ACL user is accepted in the header alone', [TOKEN], {
    queryToken: (original, kv) => (request) => {
      const token = original(request)
      return token !== undefined && kv.unseal(token) ? undefined : token
    },
  }),
  ...each(tokenIs, [PERMISSIONS], {
    'the token of an ACL user is the Standard token': (kv) => kv.tokens.standard,
    'the token of an ACL user is the Read Only token': (kv) => kv.tokens.readOnly,
  }),
  forgiving('an ACL user may run every command', [PERMISSIONS], / run /),
  ...each(ruling, [PERMISSIONS], {
    'the categories of an ACL user are ignored': (rule) =>
      rule.replace(/^[+]@(?!all$).*/, '+@all').replace(/^-@.*/, ''),
    'a subcommand is allowed with all its siblings': (rule) => rule.replace(/^([+]\w+)[|].*/, '$1'),
  }),
  forgiving('the key patterns of an ACL user are ignored', [PERMISSIONS], /keys/),
  ruling('a key that an ACL user may read may be written too', [PERMISSIONS], (rule) =>
    rule.replace(/^%R~/, '~'),
  ),
  forgiving('the channels of an ACL user are ignored', [PERMISSIONS], /channels/),
  fault('a pipeline does not look at what an ACL user may', [PERMISSIONS], {
    pipeline: given((commands, session) => [commands, forAnybody(session)]),
  }),
  fault('a transaction does not look at what an ACL user may', [PERMISSIONS], {
    transaction: given((commands, session) => [commands, forAnybody(session)]),
  }),
  fault('what an ACL user may not is refused after it has been done', [PERMISSIONS], {
    backend: (backend) => ({
      ...backend,
      async execute(command, sender) {
        const reply = await backend.execute(command, sender)
        if (isDenied(reply, /./)) await backend.execute(command)
        return reply
      },
    }),
  }),
  ...each(replacing('restToken'), ['kv.authentication.acl-unknown-user', ERROR_TEXT], {
    'there is a token for a user who does not exist': (original, kv) => async (login) =>
      (await isUnknown(kv, login.name)) ? kv.seal(login) : original(login),
    'there is a null instead of a token for a user who does not exist':
      (original, kv) => async (login) =>
        (await isUnknown(kv, login.name)) ? null : original(login),
  }),
  fault('RESTTOKEN does not look at the password', [WRONG_PASSWORD, ERROR_TEXT], {
    verify: (_, kv) => async (login) => !(await isUnknown(kv, login.name)),
  }),
  fault('RESTTOKEN takes the password of any user', [WRONG_PASSWORD], {
    verify: (original, kv) => async (login) => {
      const users = (await kv.backend.execute(['ACL', 'USERS'])) as string[]
      const { password } = login
      const logins = users.map(async (name) => original({ name, password }))
      return users.includes(login.name) && (await Promise.all(logins)).some(Boolean)
    },
  }),
  ...each(refusalIs, [ERROR_TEXT], {
    'a wrong password of an ACL user has the class word of Redis': () =>
      'WRONGPASS invalid username-password pair or user is disabled.',
    'the error of RESTTOKEN is worded otherwise': (error) =>
      error.replace('Wrong password or user', 'Unknown user'),
  }),
  ...each(replacing('resetPassword'), ['kv.authentication.password-reset-revokes'], {
    'a reset of the password revokes the Standard token alone': (original, kv) => (wanted) =>
      original({ readOnly: kv.tokens.readOnly, ...wanted }),
    'a reset of the password revokes the Read Only token alone': (original, kv) => (wanted) =>
      original({ standard: kv.tokens.standard, ...wanted }),
  }),
]

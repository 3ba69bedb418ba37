// Mistakes under the heading: Authentication, where it is about ACL users and the password.

import type { Session } from '../../kv/decisions.js'
import type { Sender } from '../../kv/backends/backend.js'
import type { Kv } from '../../kv/kv.js'
import { type Command, type Reply, ReplyError } from '../../kv/reply.js'
import type { Fault } from '../fault.js'

/** A server that runs what a user was denied for some reasons all the same, when it comes alone. */
const forgiving =
  (which: RegExp) =>
  (kv: Kv): Kv => ({
    ...kv,
    backend: {
      ...kv.backend,
      async execute(command, sender) {
        const reply = await kv.backend.execute(command, sender)
        return isDenied(reply, which) ? kv.backend.execute(command) : reply
      },
    },
  })

/** Who sends the commands, but not on behalf of whom. */
const forAnybody = ({ client, readOnly }: Session): Session => ({
  readOnly,
  ...(client && { client }),
})

const isDenied = (reply: Reply, which: RegExp) =>
  reply instanceof ReplyError && /^NOPERM /.test(reply.message) && which.test(reply.message)

/** A server that keeps another rule than the one it is given. */
const ruling =
  (change: (rule: string) => string) =>
  (kv: Kv): Kv => ({
    ...kv,
    backend: {
      ...kv.backend,
      execute(command: Command, sender?: Sender) {
        const [name, sub = '', user = '', ...rules] = command
        return /^acl setuser$/i.test(`${name} ${sub}`)
          ? kv.backend.execute([name, sub, user, ...rules.map(change)], sender)
          : kv.backend.execute(command, sender)
      },
    },
  })

/** A server with another answer to `ACL RESTTOKEN` where there is a token. */
const tokenIs =
  (other: (kv: Kv, token: string) => Reply) =>
  (kv: Kv): Kv => ({
    ...kv,
    async restToken(login) {
      const reply = await kv.restToken(login)
      return typeof reply === 'string' ? other(kv, reply) : reply
    },
  })

/** A server with another error where there is none. */
const refusalIs =
  (other: (error: string) => string) =>
  (kv: Kv): Kv => ({
    ...kv,
    async restToken(login) {
      const reply = await kv.restToken(login)
      return reply instanceof ReplyError ? new ReplyError(other(reply.message)) : reply
    },
  })

export const aclFaults: readonly Fault<Kv>[] = [
  {
    name: 'RESTTOKEN is not known',
    breaks: ['kv.authentication.acl-token'],
    blocks: ['kv.authentication.acl-*'],
    apply: (kv) => ({
      ...kv,
      restToken: async () => new ReplyError("ERR unknown subcommand 'RESTTOKEN'. Try ACL HELP."),
    }),
  },
  {
    name: 'the token of an ACL user is answered in an array',
    breaks: ['kv.authentication.acl-token'],
    blocks: ['kv.authentication.acl-token-permissions'],
    apply: tokenIs((_, token) => [token]),
  },
  {
    name: 'the token of an ACL user has a word before it',
    breaks: ['kv.authentication.acl-token'],
    apply: tokenIs((_, token) => `Bearer ${token}`),
  },
  {
    name: 'the token of an ACL user is accepted in the header alone',
    breaks: ['kv.authentication.acl-token'],
    apply: (kv) => ({
      ...kv,
      queryToken(request) {
        const token = kv.queryToken(request)
        return token !== undefined && kv.unseal(token) ? undefined : token
      },
    }),
  },
  {
    name: 'the token of an ACL user is the Standard token',
    breaks: ['kv.authentication.acl-token-permissions'],
    apply: tokenIs((kv) => kv.tokens.standard),
  },
  {
    name: 'the token of an ACL user is the Read Only token',
    breaks: ['kv.authentication.acl-token-permissions'],
    apply: tokenIs((kv) => kv.tokens.readOnly),
  },
  {
    name: 'an ACL user may run every command',
    breaks: ['kv.authentication.acl-token-permissions'],
    apply: forgiving(/ run /),
  },
  {
    name: 'the categories of an ACL user are ignored',
    breaks: ['kv.authentication.acl-token-permissions'],
    apply: ruling((rule) => rule.replace(/^[+]@(?!all$).*/, '+@all').replace(/^-@.*/, '')),
  },
  {
    name: 'a subcommand is allowed with all its siblings',
    breaks: ['kv.authentication.acl-token-permissions'],
    apply: ruling((rule) => rule.replace(/^([+]\w+)[|].*/, '$1')),
  },
  {
    name: 'the key patterns of an ACL user are ignored',
    breaks: ['kv.authentication.acl-token-permissions'],
    apply: forgiving(/keys/),
  },
  {
    name: 'a key that an ACL user may read may be written too',
    breaks: ['kv.authentication.acl-token-permissions'],
    apply: ruling((rule) => rule.replace(/^%R~/, '~')),
  },
  {
    name: 'the channels of an ACL user are ignored',
    breaks: ['kv.authentication.acl-token-permissions'],
    apply: forgiving(/channels/),
  },
  {
    name: 'a pipeline does not look at what an ACL user may',
    breaks: ['kv.authentication.acl-token-permissions'],
    apply: (kv) => ({
      ...kv,
      pipeline: (commands, session) => kv.pipeline(commands, forAnybody(session)),
    }),
  },
  {
    name: 'a transaction does not look at what an ACL user may',
    breaks: ['kv.authentication.acl-token-permissions'],
    apply: (kv) => ({
      ...kv,
      transaction: (commands, session) => kv.transaction(commands, forAnybody(session)),
    }),
  },
  {
    name: 'what an ACL user may not is refused after it has been done',
    breaks: ['kv.authentication.acl-token-permissions'],
    apply: (kv) => ({
      ...kv,
      backend: {
        ...kv.backend,
        async execute(command, sender) {
          const reply = await kv.backend.execute(command, sender)
          if (isDenied(reply, /./)) await kv.backend.execute(command)
          return reply
        },
      },
    }),
  },
  {
    name: 'there is a token for a user who does not exist',
    breaks: ['kv.authentication.acl-unknown-user', 'kv.authentication.acl-error-text'],
    apply: (kv) => ({
      ...kv,
      restToken: async (login) =>
        (await kv.backend.execute(['ACL', 'GETUSER', login.name])) === null
          ? kv.seal(login)
          : kv.restToken(login),
    }),
  },
  {
    name: 'there is a null instead of a token for a user who does not exist',
    breaks: ['kv.authentication.acl-unknown-user', 'kv.authentication.acl-error-text'],
    apply: (kv) => ({
      ...kv,
      restToken: async (login) =>
        (await kv.backend.execute(['ACL', 'GETUSER', login.name])) === null
          ? null
          : kv.restToken(login),
    }),
  },
  {
    name: 'RESTTOKEN does not look at the password',
    breaks: ['kv.authentication.acl-wrong-password', 'kv.authentication.acl-error-text'],
    apply: (kv) => ({
      ...kv,
      verify: async ({ name }) => (await kv.backend.execute(['ACL', 'GETUSER', name])) !== null,
    }),
  },
  {
    name: 'RESTTOKEN takes the password of any user',
    breaks: ['kv.authentication.acl-wrong-password'],
    apply: (kv) => ({
      ...kv,
      async verify(login) {
        const users = (await kv.backend.execute(['ACL', 'USERS'])) as string[]
        const { password } = login
        const logins = users.map(async (name) => kv.verify({ name, password }))
        return users.includes(login.name) && (await Promise.all(logins)).some(Boolean)
      },
    }),
  },
  {
    name: 'a wrong password of an ACL user has the class word of Redis',
    breaks: ['kv.authentication.acl-error-text'],
    apply: refusalIs(() => 'WRONGPASS invalid username-password pair or user is disabled.'),
  },
  {
    name: 'the error of RESTTOKEN is worded otherwise',
    breaks: ['kv.authentication.acl-error-text'],
    apply: refusalIs((error) => error.replace('Wrong password or user', 'Unknown user')),
  },
  {
    name: 'a reset of the password revokes the Standard token alone',
    breaks: ['kv.authentication.password-reset-revokes'],
    apply: (kv) => ({
      ...kv,
      resetPassword(wanted) {
        const { readOnly } = kv.tokens
        return kv.resetPassword({ readOnly, ...wanted })
      },
    }),
  },
  {
    name: 'a reset of the password revokes the Read Only token alone',
    breaks: ['kv.authentication.password-reset-revokes'],
    apply: (kv) => ({
      ...kv,
      resetPassword(wanted) {
        const { standard } = kv.tokens
        return kv.resetPassword({ standard, ...wanted })
      },
    }),
  },
]

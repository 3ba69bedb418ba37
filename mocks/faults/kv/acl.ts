// Faults of the heading Authentication: ACL users and password resets.

import type { Session } from '../../kv/decisions.js'
import type { Kv } from '../../kv/kv.js'
import { type Command, type Reply, ReplyError } from '../../kv/reply.js'
import { each, given, result } from '../written.js'
import { breaking, faults, type Replacements, replacing } from './fault.js'

/** Runs a denied command of an ACL user if the error matches; only outside of batches. */
const forgiving = (which: RegExp): Replacements => ({
  backend: (backend) => ({
    ...backend,
    async execute(command, sender) {
      const reply = await backend.execute(command, sender)
      return isDenied(reply, which) ? backend.execute(command) : reply
    },
  }),
})

/** The same session without its ACL user. */
const forAnybody = ({ client, readOnly }: Session): Session => ({
  readOnly,
  ...(client && { client }),
})

const isDenied = (reply: Reply, which: RegExp) =>
  reply instanceof ReplyError && /^NOPERM /.test(reply.message) && which.test(reply.message)

/** Changes the rules of ACL SETUSER. */
const ruling = (change: (rule: string) => string): Replacements => ({
  backend: (backend) => ({
    ...backend,
    execute(command, sender) {
      const [name, sub = '', user = '', ...rules] = command
      const isRuling = /^acl setuser$/i.test(`${name} ${sub}`)
      const changed: Command = isRuling ? [name, sub, user, ...rules.map(change)] : command
      return backend.execute(changed, sender)
    },
  }),
})

/** Changes the token that ACL RESTTOKEN returns. */
const tokenIs = (other: (kv: Kv, token: string) => Reply): Replacements => ({
  restToken: (original, kv) => async (login) => {
    const reply = await original(login)
    return typeof reply === 'string' ? other(kv, reply) : reply
  },
})

/** Changes the error that ACL RESTTOKEN returns. */
const refusalIs = (other: (error: string) => string): Replacements => ({
  restToken: result((reply) =>
    reply instanceof ReplyError ? new ReplyError(other(reply.message)) : reply,
  ),
})

/** True if no ACL user has this name. */
const isUnknown = async ({ backend }: Kv, name: string) =>
  (await backend.execute(['ACL', 'GETUSER', name])) === null

const TOKEN = 'kv.authentication.acl-token'
const PERMISSIONS = 'kv.authentication.acl-token-permissions'
const WRONG_PASSWORD = 'kv.authentication.acl-wrong-password'
const ERROR_TEXT = 'kv.authentication.acl-error-text'

export const aclFaults = faults({
  'resttoken-missing: ACL RESTTOKEN: returns an unknown-subcommand error': {
    breaks: [TOKEN],
    restToken: () => async () =>
      new ReplyError("ERR unknown subcommand 'RESTTOKEN'. Try ACL HELP."),
  },
  'resttoken-in-array: ACL RESTTOKEN: returns the token in an array, not a string': {
    breaks: [TOKEN],
    blocks: [PERMISSIONS],
    ...tokenIs((_, token) => [token]),
  },
  'resttoken-bearer-prefix: ACL RESTTOKEN: returns the token with the prefix "Bearer "': {
    breaks: [TOKEN],
    ...tokenIs((_, token) => `Bearer ${token}`),
  },
  'acl-token-header-only: rejects an ACL user token as query parameter _token': {
    breaks: [TOKEN],
    queryToken: (original, kv) => (request) => {
      const token = original(request)
      return token !== undefined && kv.unseal(token) ? undefined : token
    },
  },
  ...breaking([PERMISSIONS], {
    'resttoken-returns-standard: ACL RESTTOKEN: returns the Standard token, not a user token':
      tokenIs((kv) => kv.tokens.standard),
    'resttoken-returns-read-only: ACL RESTTOKEN: returns the Read Only token, not a user token':
      tokenIs((kv) => kv.tokens.readOnly),
    'acl-commands-unchecked: ACL user: may run denied commands sent one per request':
      forgiving(/ run /),
    'acl-categories-ignored: ACL user: treats category +@read as +@all (all commands)': ruling(
      (rule) => rule.replace(/^[+]@(?!all$).*/, '+@all').replace(/^-@.*/, ''),
    ),
    'acl-subcommand-allows-siblings: ACL user: treats +config|get as +config (all subcommands)':
      ruling((rule) => rule.replace(/^([+]\w+)[|].*/, '$1')),
    'acl-key-patterns-ignored: ACL user: may access keys outside the allowed patterns':
      forgiving(/keys/),
    'acl-read-keys-writable: ACL user: may write keys allowed only for reading (%R~key)': ruling(
      (rule) => rule.replace(/^%R~/, '~'),
    ),
    'acl-channels-ignored: ACL user: may use channels outside the allowed patterns':
      forgiving(/channels/),
    'acl-pipeline-unchecked: ACL user: may run denied commands in a pipeline': {
      pipeline: given((commands, session) => [commands, forAnybody(session)]),
    },
    'acl-transaction-unchecked: ACL user: may run denied commands in a transaction': {
      transaction: given((commands, session) => [commands, forAnybody(session)]),
    },
    'acl-denied-command-runs: ACL user: runs a denied command, then returns the error': {
      backend: (backend) => ({
        ...backend,
        async execute(command, sender) {
          const reply = await backend.execute(command, sender)
          if (isDenied(reply, /./)) await backend.execute(command)
          return reply
        },
      }),
    },
  }),
  ...each(replacing('restToken'), ['kv.authentication.acl-unknown-user', ERROR_TEXT], {
    'resttoken-for-unknown-user: ACL RESTTOKEN: returns a token for an unknown user':
      (original, kv) => async (login) =>
        (await isUnknown(kv, login.name)) ? kv.seal(login) : original(login),
    'resttoken-unknown-user-null: ACL RESTTOKEN: returns null for an unknown user':
      (original, kv) => async (login) =>
        (await isUnknown(kv, login.name)) ? null : original(login),
  }),
  'resttoken-standard-without-users: ACL RESTTOKEN: returns the Standard token; no ACL SETUSER': {
    breaks: ['kv.authentication.acl-unknown-user', ERROR_TEXT],
    command: (original, kv) => (command, session) => {
      const name = command.slice(0, 2).join(' ').toUpperCase()
      if (name === 'ACL RESTTOKEN') return kv.tokens.standard
      if (name === 'ACL SETUSER')
        return new ReplyError("ERR unknown subcommand 'SETUSER'. Try ACL HELP.")
      return original(command, session)
    },
  },
  'resttoken-password-unchecked: ACL RESTTOKEN: does not check the password': {
    breaks: [WRONG_PASSWORD, ERROR_TEXT],
    verify: (_, kv) => async (login) => !(await isUnknown(kv, login.name)),
  },
  'resttoken-any-password: ACL RESTTOKEN: accepts the password of another user': {
    breaks: [WRONG_PASSWORD],
    verify: (original, kv) => async (login) => {
      const users = (await kv.backend.execute(['ACL', 'USERS'])) as string[]
      const { password } = login
      const logins = users.map(async (name) => original({ name, password }))
      return users.includes(login.name) && (await Promise.all(logins)).some(Boolean)
    },
  },
  ...each(refusalIs, [ERROR_TEXT], {
    'resttoken-wrongpass: ACL RESTTOKEN: error WRONGPASS, not ERR, for wrong password': () =>
      'WRONGPASS invalid username-password pair or user is disabled.',
    'resttoken-error-text: ACL RESTTOKEN: "ERR Unknown user" even for a wrong password': (error) =>
      error.replace('Wrong password or user', 'Unknown user'),
  }),
  ...each(replacing('resetPassword'), ['kv.authentication.password-reset-revokes'], {
    'reset-revokes-standard-only: password reset: does not revoke the Read Only token':
      (original, kv) => (wanted) =>
        original({ readOnly: kv.tokens.readOnly, ...wanted }),
    'reset-revokes-read-only-only: password reset: does not revoke the Standard token':
      (original, kv) => (wanted) =>
        original({ standard: kv.tokens.standard, ...wanted }),
  }),
})

// Faults of the heading Authentication: ACL users and password resets.

import { whenThere } from '../../soon.js'
import type { Kv } from '../../kv/kv.js'
import { ReplyError } from '../../kv/reply.js'
import { seal, verify } from '../../kv/rest-token.js'
import { each } from '../written.js'
import { bodyOf, type Distortion, when, wrongAt } from './boundary.js'
import { asStandard, errors, refused, runningToo } from './distortions.js'
import { breaking, faults, replacing } from './fault.js'
import { isSingle, where } from './where.js'

const TOKEN = 'kv.authentication.acl-token'
const PERMISSIONS = 'kv.authentication.acl-token-permissions'
const UNKNOWN_USER = 'kv.authentication.acl-unknown-user'
const WRONG_PASSWORD = 'kv.authentication.acl-wrong-password'
const ERROR_TEXT = 'kv.authentication.acl-error-text'

const ofAclUser = where.token['of an ACL user']

/** Handles a request as the Standard token if the error of an ACL user matches. */
const forgiving = (which: RegExp): Distortion => ({
  around: (handle, seen) =>
    whenThere(handle(seen.request), (response) =>
      /^\{"error":"NOPERM /.test(bodyOf(response)) && which.test(bodyOf(response))
        ? handle({ ...seen.request, ...asStandard.request!(seen) })
        : response,
    ),
})

/** True if no ACL user has this name. */
const isUnknown = async ({ backend }: Kv, name: string) =>
  (await backend.execute(['ACL', 'GETUSER', name])) === null

export const aclFaults = faults({
  ...breaking([TOKEN], {
    'resttoken-bearer-prefix: ACL RESTTOKEN: returns the token with the prefix "Bearer "': {
      restToken: (original) => async (login) => {
        const reply = await original(login)
        return typeof reply === 'string' ? `Bearer ${reply}` : reply
      },
    },
    'acl-token-header-only: rejects an ACL user token as query parameter _token': () =>
      when(ofAclUser, where.tokenPlace['in the query'])(refused(401, 'WRONGPASS invalid token')),
  }),
  ...each(wrongAt(ofAclUser), [PERMISSIONS], {
    'acl-commands-unchecked: ACL user: may run denied commands sent one per request': () =>
      forgiving(/ run /),
    'acl-key-patterns-ignored: ACL user: may access keys outside the allowed patterns': () =>
      forgiving(/keys/),
  }),
  ...breaking([PERMISSIONS], {
    'acl-denied-command-runs: ACL user: runs a denied command, then returns the error': () =>
      when(
        ofAclUser,
        isSingle,
      )(runningToo(asStandard, (response) => /^\{"error":"NOPERM /.test(bodyOf(response)))),
  }),
  ...each(replacing('restToken'), [UNKNOWN_USER, ERROR_TEXT], {
    'resttoken-for-unknown-user: ACL RESTTOKEN: returns a token for an unknown user':
      (original, kv) => async (login) =>
        (await isUnknown(kv, login.name)) ? seal(kv, login) : original(login),
  }),
  'resttoken-standard-without-users: ACL RESTTOKEN: returns the Standard token; no ACL SETUSER': {
    breaks: [UNKNOWN_USER, ERROR_TEXT],
    command: (original, kv) => (command, session) => {
      const name = command.slice(0, 2).join(' ').toUpperCase()
      if (name === 'ACL RESTTOKEN') return kv.tokens.standard
      if (name === 'ACL SETUSER')
        return new ReplyError("ERR unknown subcommand 'SETUSER'. Try ACL HELP.")
      return original(command, session)
    },
  },
  ...each(replacing('restToken'), [WRONG_PASSWORD, ERROR_TEXT], {
    'resttoken-password-unchecked: ACL RESTTOKEN: does not check the password':
      (original, kv) => async (login) =>
        (await isUnknown(kv, login.name)) ? original(login) : seal(kv, login),
  }),
  'resttoken-any-password: ACL RESTTOKEN: accepts the password of another user': {
    breaks: [WRONG_PASSWORD],
    restToken: (original, kv) => async (login) => {
      const users = (await kv.backend.execute(['ACL', 'USERS'])) as string[]
      const { password } = login
      const logins = users.map(async (name) => verify(kv, { name, password }))
      const isSomeonesPassword = (await Promise.all(logins)).some(Boolean)
      return users.includes(login.name) && isSomeonesPassword ? seal(kv, login) : original(login)
    },
  },
  ...each(wrongAt(), [ERROR_TEXT], {
    'resttoken-wrongpass: ACL RESTTOKEN: error WRONGPASS, not ERR, for wrong password': () =>
      errors((error) =>
        error.replace(/^ERR Wrong password or user.*/, 'WRONGPASS invalid username-password pair'),
      ),
  }),
  ...each(replacing('resetPassword'), ['kv.authentication.password-reset-revokes'], {
    'reset-revokes-standard-only: password reset: does not revoke the Read Only token':
      (original, kv) => (wanted) =>
        original({ readOnly: kv.tokens.readOnly, ...wanted }),
  }),
})

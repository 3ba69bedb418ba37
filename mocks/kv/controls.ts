// Control routes of the key-value interface: reset the password, create an ACL user with a token.

import type { ControlRoutes } from '../control.js'
import { Refusal } from '../http/refusal.js'
import type { Kv } from './kv.js'
import { isToken, tokenForm } from '../tokens.js'
import { bytesOf, ReplyError, textOf, type Command } from './reply.js'

/** `kv` returns the current server, which changes with a fault. */
export const kvControls = (kv: () => Kv): ControlRoutes => ({
  /** `{}` for random tokens, or `{"token": …, "readOnlyToken": …}` for these. */
  'POST /kv/reset-password'({ input: { token, readOnlyToken } }) {
    return resetPassword(kv(), {
      ...(token !== undefined && { token: tokenIn('token', token) }),
      ...(readOnlyToken !== undefined && {
        readOnlyToken: tokenIn('readOnlyToken', readOnlyToken),
      }),
    })
  },

  /** `{"name": …, "password": …, "rules": ["~*", "+@read"]}`; the rules as `ACL SETUSER` takes them. */
  async 'POST /kv/acl-users'({ input: { name, password, rules = [] } }) {
    if (!Array.isArray(rules)) throw new Refusal(400, 'expected "rules" to be an array of rules')
    const login = {
      name: bytesOf(text('name', name)),
      password: bytesOf(text('password', password)),
    }
    const given = rules.map((rule) => bytesOf(text('rules', rule)))
    const set: Command = ['ACL', 'SETUSER', login.name, 'on', `>${login.password}`, ...given]
    const standard = { readOnly: false }
    const refusal = await kv().command(set, standard)
    if (refusal instanceof ReplyError) throw new Refusal(400, textOf(refusal.message))
    const token = await kv().restToken(login)
    if (token instanceof ReplyError) throw new Refusal(400, textOf(token.message))
    return { token }
  },
})

export interface WantedTokens {
  readonly token?: string | undefined
  readonly readOnlyToken?: string | undefined
}

/** Resets the password, and returns the new tokens. */
export function resetPassword(kv: Kv, wanted: WantedTokens = {}) {
  const { standard, readOnly } = kv.resetPassword({
    ...(wanted.token !== undefined && { standard: wanted.token }),
    ...(wanted.readOnlyToken !== undefined && { readOnly: wanted.readOnlyToken }),
  })
  return { token: standard, readOnlyToken: readOnly }
}

function tokenIn(field: string, value: unknown): string {
  const token = text(field, value)
  if (isToken(token)) return token
  throw new Refusal(400, `expected "${field}" to be ${tokenForm}`)
}

function text(field: string, value: unknown): string {
  if (typeof value === 'string' && value !== '') return value
  throw new Refusal(400, `expected "${field}" to be a text, got ${JSON.stringify(value)}`)
}

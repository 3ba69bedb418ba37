// Creates and checks the tokens of ACL users. A token is the user's name and password, encrypted with a
// key derived from the Standard token. So the server stores no list of tokens, and a token expires when
// the password changes.

import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import type { Login } from './backends/backend.js'
import type { CommandInfo } from './command/table.js'
import { printed } from './command/refusals.js'
import type { Kv, RestTokens } from './decisions.js'
import { type Command, ReplyError } from './reply.js'

export const restTokens: RestTokens & ThisType<Kv> = {
  async restToken(login) {
    if (await verify(this, login)) return seal(this, login)
    return new ReplyError(`ERR Wrong password or user "${printed(login.name)}" does not exist`)
  },
}

/**
 * Returns true if an ACL user with this name and password exists and may have a token. Not the backend's
 * own user, because this user has the Standard token and may have no password.
 */
export const verify = ({ backend }: Kv, login: Login): boolean | Promise<boolean> =>
  login.name !== backend.user && backend.verify(login)

/** Returns the token of an ACL user. Equal logins have equal tokens. */
export function seal({ tokens }: Kv, { name, password }: Login): string {
  const key = keyOf(tokens.standard)
  const words = Buffer.from(JSON.stringify([name, password]), 'latin1')
  // Derives the nonce from the login, because two different logins must not share a nonce.
  const nonce = createHmac('sha256', key).update(words).digest().subarray(0, NONCE)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const sealed = Buffer.concat([cipher.update(words), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Returns the login that a token contains, or undefined if this database did not issue the token. */
export function unseal({ tokens }: Kv, token: string): Login | undefined {
  const bytes = Buffer.from(token, 'base64url')
  // Accepts only the canonical base64url spelling, because the decoder accepts several spellings of
  // one token.
  if (bytes.length <= NONCE + TAG || bytes.toString('base64url') !== token) return undefined
  const decipher = createDecipheriv(
    'aes-256-gcm',
    keyOf(tokens.standard),
    bytes.subarray(0, NONCE),
  ).setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
  const words = decipher.update(bytes.subarray(NONCE + TAG))
  try {
    decipher.final()
  } catch {
    return undefined
  }
  const [name, password] = JSON.parse(words.toString('latin1')) as [string, string]
  return { name, password }
}

const NONCE = 12
const TAG = 16

const keyOf = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'latin1'), '', 'ACL RESTTOKEN', 32))

/** The command `ACL RESTTOKEN` of the contract, which Redis does not have. */
export const REST_TOKEN: CommandInfo = {
  name: 'acl|resttoken',
  arity: 4,
  write: false,
  keys: { first: 0, last: 0, step: 0 },
}

export const isRestToken = (command: Command): boolean =>
  command[0].length === 3 &&
  command[0].toUpperCase() === 'ACL' &&
  command[1]?.toUpperCase() === 'RESTTOKEN'

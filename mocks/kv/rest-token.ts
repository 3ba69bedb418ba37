// The tokens of ACL users. A token is the user's own name and password, sealed with a key that comes
// from the Standard token: no list of tokens is kept, every server before one database knows them
// all, and none outlives the password it was made of.

import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import type { CommandInfo } from './command/command-info.js'
import { printed } from './command/refusals.js'
import type { Kv, RestTokens } from './decisions.js'
import { type Command, ReplyError } from './reply.js'

export const restTokens: RestTokens & ThisType<Kv> = {
  async restToken(login) {
    if (await this.verify(login)) return this.seal(login)
    return new ReplyError(`ERR Wrong password or user "${printed(login.name)}" does not exist`)
  },

  // The backend's own user has the Standard token, and would need no password to be asked for one.
  verify(login) {
    return login.name !== this.backend.user && this.backend.verify(login)
  },

  // The same words have the same nonce, and no others have it: it is their digest.
  seal({ name, password }) {
    const key = keyOf(this.tokens.standard)
    const words = Buffer.from(JSON.stringify([name, password]), 'latin1')
    const nonce = createHmac('sha256', key).update(words).digest().subarray(0, NONCE)
    const cipher = createCipheriv('aes-256-gcm', key, nonce)
    const sealed = Buffer.concat([cipher.update(words), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
  },

  unseal(token) {
    const bytes = Buffer.from(token, 'base64url')
    // One token has one spelling, and base64 is lenient.
    if (bytes.length <= NONCE + TAG || bytes.toString('base64url') !== token) return undefined
    const decipher = createDecipheriv(
      'aes-256-gcm',
      keyOf(this.tokens.standard),
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
  },
}

const NONCE = 12
const TAG = 16

const keyOf = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'latin1'), '', 'ACL RESTTOKEN', 32))

/** The custom command of the contract, as a backend would tell of it. */
export const REST_TOKEN: CommandInfo = {
  name: 'acl|resttoken',
  arity: 4,
  write: false,
  keys: { first: 0, last: 0, step: 0 },
}

/** Whether a command is the custom one, which no Redis knows. */
export const isRestToken = ([name, sub]: Command): boolean =>
  name.length === 3 && name.toUpperCase() === 'ACL' && sub?.toUpperCase() === 'RESTTOKEN'

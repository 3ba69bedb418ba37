// Checks the method and the token of a request, and lists the commands that the Read Only token may not
// run.

import { randomUUID } from 'node:crypto'
import { splitTarget, type Request } from '../http/message.js'
import { type Soon, whenThere } from '../soon.js'
import type { Access, Kv, Session } from './decisions.js'
import { unseal, verify } from './rest-token.js'
import { queryParameters } from './target.js'

export const access: Access & ThisType<Kv> = {
  resetPassword(wanted) {
    const fresh = { standard: randomUUID(), readOnly: randomUUID() }
    return Object.assign(this.tokens, fresh, wanted)
  },

  isDeniedToReadOnly({ name, write }) {
    const [container = name] = name.split('|')
    if (READ_ONLY_SCRIPTS.has(name)) return !this.backend.judgesCalls
    return write || DENIED_TO_READ_ONLY.has(container)
  },
}

/**
 * Returns the token of a request: that of `Authorization: Bearer <TOKEN>`, or else that of
 * `?_token=<TOKEN>` (`kv.authentication.both-tokens`).
 */
export const tokenOf = ({ dialect }: Kv, { headers, target }: Request): string | undefined =>
  /^bearer +(.+)$/i.exec(headers['authorization'] ?? '')?.[1] ??
  queryParameters(splitTarget(target).query).find(({ name }) => name === dialect.kvTokenKey)?.value

/**
 * Returns the session of a token's holder, or undefined for an invalid token
 * (`kv.authentication.invalid-token`).
 */
export function sessionOf(kv: Kv, token: string): Soon<Session | undefined> {
  if (isSameToken(token, kv.tokens.standard)) return { readOnly: false }
  if (isSameToken(token, kv.tokens.readOnly)) return { readOnly: true }
  const login = unseal(kv, token)
  if (!login) return undefined
  return whenThere(verify(kv, login), (isRight) =>
    isRight ? { readOnly: false, login } : undefined,
  )
}

/** Returns true if this database issued a token, also to an ACL user that does not exist any more. */
export const hasIssued = (kv: Kv, token: string): boolean =>
  isSameToken(token, kv.tokens.standard) ||
  isSameToken(token, kv.tokens.readOnly) ||
  unseal(kv, token) !== undefined

// Takes equally long for every wrong token, because a client could otherwise guess the token from the
// response time.
function isSameToken(sent: string, issued: string): boolean {
  if (sent.length !== issued.length) return false
  let differences = 0
  for (let i = 0; i < sent.length; i++) differences |= sent.charCodeAt(i) ^ issued.charCodeAt(i)
  return differences === 0
}

/** Returns host and port of a client in the notation of Redis (`kv.monitor.event-client`). */
export function clientAddress({ remoteAddress, remotePort }: Request): string {
  const host = remoteAddress.includes(':') ? `[${remoteAddress}]` : remoteAddress
  return `${host}:${remotePort}`
}

export const methods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT']

/**
 * Commands that do not write but that the Read Only token may not run. Their subcommands are denied too
 * (`kv.authentication.read-only-denied-commands`).
 */
const DENIED_TO_READ_ONLY: ReadonlySet<string> = new Set([
  // These commands read all keys.
  'keys',
  'scan',
  // The script that these commands run may write.
  'eval',
  'evalsha',
  'fcall',
  'script',
  'function',
  // Other clients receive what these commands send.
  'publish',
  'spublish',
  // MONITOR shows the commands of all clients.
  'monitor',
  // These commands show or change users, settings, other clients or the server itself.
  'acl',
  'config',
  'module',
  'cluster',
  'slowlog',
  'latency',
  'save',
  'bgsave',
  'bgrewriteaof',
])

/**
 * Script commands that cannot write. Their script may call a command listed above, so the Read Only
 * token may not run them on a backend that does not check the calls of scripts.
 */
const READ_ONLY_SCRIPTS: ReadonlySet<string> = new Set(['eval_ro', 'evalsha_ro', 'fcall_ro'])

// Checks the method and the token of a request, and lists the commands that the Read Only token may not
// run.

import { randomUUID } from 'node:crypto'
import { splitTarget } from '../http/message.js'
import { Refusal } from '../http/refusal.js'
import { whenThere } from '../soon.js'
import type { Access, Kv } from './decisions.js'
import { queryParameters } from './target.js'

export const access: Access & ThisType<Kv> = {
  checkMethod({ method }) {
    if (METHODS.includes(method)) return
    const allow = METHODS.join(', ')
    throw new Refusal(405, `ERR method not allowed: expected ${allow}, got ${method}`, { allow })
  },

  authenticate(request) {
    const token = this.token(request)
    const hasOtherScheme = token === undefined && request.headers.authorization !== undefined
    const hint = hasOtherScheme ? ': expected "Authorization: Bearer TOKEN"' : ''
    return whenThere(token === undefined ? undefined : this.sessionOf(token), (session) => {
      if (!session) throw new Refusal(401, `WRONGPASS invalid or missing auth token${hint}`)
      return session
    })
  },

  token(request) {
    return this.headerToken(request) ?? this.queryToken(request)
  },

  headerToken({ headers }) {
    return /^bearer +(.+)$/i.exec(headers['authorization'] ?? '')?.[1]
  },

  queryToken({ target }) {
    const parameters = queryParameters(splitTarget(target).query)
    return parameters.find(({ name }) => name === this.dialect.kvTokenKey)?.value
  },

  sessionOf(token) {
    if (this.isSameToken(token, this.tokens.standard)) return { readOnly: false }
    if (this.isSameToken(token, this.tokens.readOnly)) return { readOnly: true }
    const login = this.unseal(token)
    if (!login) return undefined
    return whenThere(this.verify(login), (isRight) =>
      isRight ? { readOnly: false, login } : undefined,
    )
  },

  // Takes equally long for every wrong token, because a client could otherwise guess the token from the
  // response time.
  isSameToken(sent, issued) {
    if (sent.length !== issued.length) return false
    let differences = 0
    for (let i = 0; i < sent.length; i++) differences |= sent.charCodeAt(i) ^ issued.charCodeAt(i)
    return differences === 0
  },

  resetPassword(wanted) {
    const fresh = { standard: randomUUID(), readOnly: randomUUID() }
    return Object.assign(this.tokens, fresh, wanted)
  },

  clientAddress({ remoteAddress, remotePort }) {
    const host = remoteAddress.includes(':') ? `[${remoteAddress}]` : remoteAddress
    return `${host}:${remotePort}`
  },

  isDeniedToReadOnly({ name, write }) {
    const [container = name] = name.split('|')
    if (READ_ONLY_SCRIPTS.has(name)) return !this.backend.judgesCalls
    return write || DENIED_TO_READ_ONLY.has(container)
  },
}

const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT']

/**
 * Commands that do not write but that the Read Only token may not run. Their subcommands are denied too
 * (`kv.authentication.read-only-denied-commands`).
 */
const DENIED_TO_READ_ONLY: ReadonlySet<string> = new Set([
  // These commands read all keys.
  ...['keys', 'scan'],
  // The script that these commands run may write.
  ...['eval', 'evalsha', 'fcall', 'script', 'function'],
  // Other clients receive what these commands send.
  ...['publish', 'spublish'],
  // MONITOR shows the commands of all clients.
  'monitor',
  // These commands show or change users, settings, other clients or the server itself.
  ...['acl', 'config', 'module', 'cluster', 'slowlog', 'latency'],
  ...['save', 'bgsave', 'bgrewriteaof'],
])

/**
 * Script commands that cannot write. Their script may call a command listed above, so the Read Only
 * token may not run them on a backend that does not check the calls of scripts.
 */
const READ_ONLY_SCRIPTS: ReadonlySet<string> = new Set(['eval_ro', 'evalsha_ro', 'fcall_ro'])

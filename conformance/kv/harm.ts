// Requests that could harm a connection, the process or other requests of a target: they are sent last.

import type { RequestSpec } from '../wire/target.js'
import { commandsIn } from './commands-in.js'

/** Commands that block, end or change the connection, which many targets share between requests. */
const harmful: ReadonlySet<string> = new Set([
  ...['QUIT', 'RESET', 'AUTH', 'SELECT', 'HELLO', 'CLIENT', 'MONITOR', 'SHUTDOWN', 'DEBUG'],
  ...['SUBSCRIBE', 'PSUBSCRIBE', 'SSUBSCRIBE', 'UNSUBSCRIBE', 'PUNSUBSCRIBE', 'SUNSUBSCRIBE'],
  ...['MULTI', 'EXEC', 'DISCARD', 'WATCH', 'UNWATCH', 'WAIT'],
  ...['BLPOP', 'BRPOP', 'BRPOPLPUSH', 'BLMOVE', 'BLMPOP', 'BZPOPMIN', 'BZPOPMAX', 'BZMPOP'],
])

/** The largest body and the longest request target that any target reads, in bytes. */
const usual = { body: 64 * 1024, target: 8 * 1024 }

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT'])

export function harmOf({ method, target, body }: RequestSpec): string | undefined {
  if (!methods.has(method)) return `the method ${method}`
  const size = Buffer.byteLength(body ?? '')
  if (size > usual.body) return `a body of ${size} bytes`
  if (target.length > usual.target) return `a request target of ${target.length} characters`
  const commands = commandsIn({ target, body })
  if (commands === undefined) return 'a body that is no list of commands'
  for (const [name = '', ...args] of commands) {
    if (harmful.has(name)) return name
    if (/^XREAD(GROUP)?$/.test(name) && args.some((arg) => /^block$/i.test(arg)))
      return `${name} with BLOCK`
  }
  return undefined
}

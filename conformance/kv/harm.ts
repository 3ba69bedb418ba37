// Requests that could harm a connection, the process or other requests of a target: they are sent last.

import type { Harm } from '../survey/survey.js'
import type { RequestSpec } from '../wire/target.js'
import { commandsIn } from './commands-in.js'

/** Commands that block the connection, which many targets share between requests. */
const blocking: ReadonlySet<string> = new Set([
  'BLPOP',
  'BRPOP',
  'BRPOPLPUSH',
  'BLMOVE',
  'BLMPOP',
  'BZPOPMIN',
  'BZPOPMAX',
  'BZMPOP',
  'WAIT',
])

/** Commands that block, end or change the connection. */
const harmful: ReadonlySet<string> = new Set([
  ...blocking,
  'QUIT',
  'RESET',
  'AUTH',
  'SELECT',
  'HELLO',
  'CLIENT',
  'MONITOR',
  'SHUTDOWN',
  'DEBUG',
  'SUBSCRIBE',
  'PSUBSCRIBE',
  'SSUBSCRIBE',
  'UNSUBSCRIBE',
  'PUNSUBSCRIBE',
  'SUNSUBSCRIBE',
  'MULTI',
  'EXEC',
  'DISCARD',
  'WATCH',
  'UNWATCH',
])

/** The largest body and the longest request target that any target reads, in bytes. */
const usual = { body: 64 * 1024, target: 8 * 1024 }

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT'])

export function harmOf({ method, target, body }: RequestSpec): Harm | undefined {
  const of = (what: string, rank = 1): Harm => ({ what, rank })
  if (!methods.has(method)) return of(`the method ${method}`)
  const size = Buffer.byteLength(body ?? '')
  if (size > usual.body) return of(`a body of ${size} bytes`)
  if (target.length > usual.target) return of(`a request target of ${target.length} characters`)
  const commands = commandsIn({ target, body })
  if (commands === undefined) return of('a body that is no list of commands')
  const harms = commands.flatMap(([name = '', ...args]) =>
    harmful.has(name)
      ? [of(name, blocking.has(name) ? 1 : 2)]
      : /^XREAD(GROUP)?$/.test(name) && args.some((arg) => /^block$/i.test(arg))
        ? [of(`${name} with BLOCK`)]
        : [],
  )
  return harms.length === 0
    ? undefined
    : of(
        [...new Set(harms.map(({ what }) => what))].join(', '),
        Math.max(...harms.map(({ rank }) => rank)),
      )
}

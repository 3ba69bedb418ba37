// The event streams: their permissions, first events and encoding.

import { Outbox } from '../http/outbox.js'
import { Refusal } from '../http/refusal.js'
import type { Request, Response } from '../http/message.js'
import type { Executed, Follower, Stop } from './backends/backend.js'
import type { CommandInfo } from './command/table.js'
import { noPermission } from './command/call.js'
import type { Kv, Session, Streams } from './decisions.js'
import { type Bytes, textOf, quoted } from './reply.js'
import { pathArguments } from './request.js'

export const streams: Streams & ThisType<Kv> = {
  isShown: ({ command: [name] }) => !HIDDEN.has(name.toLowerCase()),

  listen(channel, follower, sender) {
    return this.backend.subscribe(channel, follower, sender)
  },
}

/** Endpoint 5: streams an event for each executed command (`kv.monitor.each-executed-command`). */
export async function monitor(kv: Kv, session: Session): Promise<Response> {
  if (session.readOnly && kv.isDeniedToReadOnly(MONITOR)) {
    throw noPermission({ reason: 'command', object: MONITOR.name })
  }
  return eventStream(kv, '"OK"', ({ next, end }) => {
    const show = (executed: Executed) => {
      if (kv.isShown(executed)) next(once(executed, () => monitorEvent(executed)))
    }
    return kv.backend.monitor({ next: show, end }, session)
  })
}

/** Endpoint 6: streams an event for each message of a channel (`kv.subscribe.message-event`). */
export async function subscribe(kv: Kv, request: Request, session: Session): Promise<Response> {
  const channel = channelInPath(request)
  return eventStream(kv, `subscribe,${channel},1`, ({ next, end }) =>
    kv.listen(
      channel,
      { next: ({ channel, payload }) => next(`message,${channel},${payload}`), end },
      session,
    ),
  )
}

/**
 * Streams the messages of all channels that match a pattern. Existing clients use this endpoint, although
 * the contract does not have it (`kv.subscribe.event-stream`).
 */
export async function psubscribe(kv: Kv, request: Request, session: Session): Promise<Response> {
  const pattern = channelInPath(request)
  return eventStream(kv, `psubscribe,${pattern},1`, ({ next, end }) =>
    kv.backend.psubscribe(
      pattern,
      {
        next: ({ channel, payload }) => next(`pmessage,${pattern},${channel},${payload}`),
        end,
      },
      session,
    ),
  )
}

/**
 * Refuses a request whose `Accept` excludes event streams with HTTP 400 (`kv.monitor.accept-missing`,
 * `kv.subscribe.accept-missing`).
 */
export function checkAccept({ headers }: Request): void {
  const ranges = (headers['accept'] ?? '').toLowerCase().split(',').map(mediaRange)
  const accepting = ['text/event-stream', 'text/*', '*/*'].flatMap((type) =>
    ranges.filter((range) => range.type === type),
  )
  // Uses the quality of the most specific media range.
  if ((accepting[0]?.quality ?? 0) > 0) return
  throw new Refusal(400, 'ERR this endpoint needs the header Accept: text/event-stream')
}

/** Returns the only path segment after the endpoint's name: a channel or a pattern. */
function channelInPath(request: Request): Bytes {
  const [, channel, ...more] = pathArguments(request)
  if (channel === undefined || more.length > 0) {
    throw new Refusal(400, 'ERR expected one channel: a slash in its name is sent as %2F')
  }
  return channel
}

/** Returns the event of the monitor for an executed command (`kv.monitor.event-*`). */
export const monitorEvent = ({ at, client, command }: Executed): Bytes =>
  `${eventTime(at)} [0 ${client}] ${command.map(quoted).join(' ')}`

/** Converts microseconds since 1970 to seconds with six decimal digits (`kv.monitor.event-time`). */
function eventTime(microseconds: number): string {
  const fraction = String(microseconds % 1_000_000).padStart(6, '0')
  return `${Math.floor(microseconds / 1_000_000)}.${fraction}`
}

/** Returns an event in the wire format of event streams (`kv.events.data-prefix`, `kv.events.line-*`). */
function eventLines(event: Bytes): string {
  const lines = textOf(event).split(/\r\n|\r|\n/)
  return lines.map((line) => `data: ${line}\n`).join('') + '\n'
}

/** Sends events to a follower until the returned function is called. */
type Follow = (follower: Follower<Bytes>) => Stop | Promise<Stop>

/**
 * Returns a response that streams a first event, then the events of `follow` (`kv.monitor.event-stream`,
 * `kv.subscribe.event-stream`).
 */
async function eventStream(kv: Kv, first: Bytes, follow: Follow): Promise<Response> {
  const outbox = new Outbox(kv.backlogs)
  kv.openStreams.add(outbox)
  outbox.whenOver(() => kv.openStreams.delete(outbox))
  const next = (event: Bytes) => outbox.put(once(event, () => eventLines(event)))
  next(first)
  try {
    outbox.whenOver(await follow({ next, end: () => outbox.end() }))
  } catch (error) {
    outbox.end()
    throw error
  }
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
    body: outbox,
    breakOff: outbox.brokenOff,
  }
}

/** The encoded texts by event, kept for one turn of the event loop. */
const made = new Map<unknown, string>()

/**
 * Encodes an event once for all readers, because encoding a megabyte takes milliseconds, and a copy per
 * reader takes memory.
 */
function once(of: unknown, make: () => string): string {
  const known = made.get(of)
  if (known !== undefined) return known
  if (made.size === 0) queueMicrotask(() => made.clear())
  const text = make()
  made.set(of, text)
  return text
}

/** MONITOR as a command, for the check of permissions. */
const MONITOR: CommandInfo = {
  name: 'monitor',
  arity: 1,
  write: false,
  keys: { first: 0, last: 0, step: 0 },
}

/**
 * Redis commands that need a connection. The monitor hides them because the interface does not have
 * them.
 */
const HIDDEN: ReadonlySet<string> = new Set([
  'multi',
  'exec',
  'discard',
  'watch',
  'unwatch',
  'subscribe',
  'psubscribe',
  'ssubscribe',
  'unsubscribe',
  'punsubscribe',
  'sunsubscribe',
  'auth',
  'hello',
  'select',
  'client',
  'quit',
  'reset',
  // Redis hides these commands from MONITOR because they may contain secrets.
  'acl',
  'config',
  'module',
  'slowlog',
  'latency',
  'save',
  'bgsave',
  'bgrewriteaof',
])

/** Parses a media range of an `Accept` header. The default quality is 1. */
function mediaRange(range: string): { type: string; quality: number } {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim())
  const quality = parameters.find((parameter) => parameter.startsWith('q='))
  return { type, quality: quality === undefined ? 1 : Number(quality.slice(2)) }
}

// The event streams: their permissions, first events and encoding.

import { Outbox } from '../http/outbox.js'
import { Refusal } from '../http/refusal.js'
import type { Executed } from './backends/backend.js'
import type { CommandInfo } from './command/command-info.js'
import { noPermission } from './command/call.js'
import type { Kv, Streams } from './decisions.js'
import { type Bytes, textOf, quoted } from './reply.js'

export const streams: Streams & ThisType<Kv> = {
  async monitor(_, session) {
    if (session.readOnly && this.isDeniedToReadOnly(MONITOR)) {
      throw noPermission({ reason: 'command', object: MONITOR.name })
    }
    return this.eventStream(this.firstMonitorEvent(), ({ next, end }) => {
      const show = (executed: Executed) => {
        if (this.isShown(executed)) next(once(this, executed, () => this.monitorEvent(executed)))
      }
      return this.watch({ next: show, end }, session)
    })
  },

  async subscribe(request, session) {
    const channel = this.channelInPath(request)
    return this.eventStream(this.firstSubscribeEvent(channel), ({ next, end }) =>
      this.listen(channel, { next: (message) => next(this.messageEvent(message)), end }, session),
    )
  },

  async psubscribe(request, session) {
    const pattern = this.channelInPath(request)
    return this.eventStream(this.firstPatternEvent(pattern), ({ next, end }) =>
      this.listenToPattern(
        pattern,
        { next: (message) => next(this.patternMessageEvent(pattern, message)), end },
        session,
      ),
    )
  },

  checkAccept(request) {
    if (this.acceptsEvents(request)) return
    throw new Refusal(400, 'ERR this endpoint needs the header Accept: text/event-stream')
  },

  acceptsEvents({ headers }) {
    const ranges = (headers['accept'] ?? '').toLowerCase().split(',').map(mediaRange)
    const accepting = ['text/event-stream', 'text/*', '*/*'].flatMap((type) =>
      ranges.filter((range) => range.type === type),
    )
    // Uses the quality of the most specific media range.
    return (accepting[0]?.quality ?? 0) > 0
  },

  channelInPath(request) {
    const [, channel, ...more] = this.pathArguments(request)
    if (channel === undefined || more.length > 0) {
      throw new Refusal(400, 'ERR expected one channel: a slash in its name is sent as %2F')
    }
    return channel
  },

  listen(channel, follower, sender) {
    return this.backend.subscribe(channel, follower, sender)
  },

  listenToPattern(pattern, follower, sender) {
    return this.backend.psubscribe(pattern, follower, sender)
  },

  watch(follower, sender) {
    return this.backend.monitor(follower, sender)
  },

  firstMonitorEvent() {
    return '"OK"'
  },

  firstSubscribeEvent(channel) {
    return `subscribe,${channel},1`
  },

  firstPatternEvent(pattern) {
    return `psubscribe,${pattern},1`
  },

  isShown({ command: [name] }) {
    return !HIDDEN.has(name.toLowerCase())
  },

  monitorEvent({ at, client, command }) {
    const words = command.map((word) => this.quoted(word))
    return `${this.eventTime(at)} [0 ${client}] ${words.join(' ')}`
  },

  eventTime(microseconds) {
    const fraction = String(microseconds % 1_000_000).padStart(6, '0')
    return `${Math.floor(microseconds / 1_000_000)}.${fraction}`
  },

  quoted,

  messageEvent({ channel, payload }) {
    return `message,${channel},${payload}`
  },

  patternMessageEvent(pattern, { channel, payload }) {
    return `pmessage,${pattern},${channel},${payload}`
  },

  eventLines(event) {
    const lines = textOf(event).split(/\r\n|\r|\n/)
    return lines.map((line) => `data: ${line}\n`).join('') + '\n'
  },

  async eventStream(first, follow) {
    const outbox = new Outbox(this.backlogs)
    this.openStreams.add(outbox)
    outbox.whenOver(() => this.openStreams.delete(outbox))
    const next = (event: Bytes) => outbox.put(once(this, event, () => this.eventLines(event)))
    next(first)
    try {
      outbox.whenOver(await follow({ next, end: () => outbox.end() }))
    } catch (error) {
      outbox.end()
      throw error
    }
    return { ...this.answerEvents(outbox), breakOff: outbox.brokenOff }
  },

  answerEvents(events) {
    return {
      status: 200,
      headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
      body: events,
    }
  },
}

/** The encoded texts by event, kept for one turn of the event loop. */
const made = new Map<unknown, { readonly by: Kv; readonly text: string }>()

/**
 * Encodes an event once for all readers, because encoding a megabyte takes milliseconds, and a copy per
 * reader takes memory.
 */
function once(by: Kv, of: unknown, make: () => string): string {
  const known = made.get(of)
  if (known?.by === by) return known.text
  if (made.size === 0) queueMicrotask(() => made.clear())
  const text = make()
  made.set(of, { by, text })
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
  ...['multi', 'exec', 'discard', 'watch', 'unwatch'],
  ...['subscribe', 'psubscribe', 'ssubscribe', 'unsubscribe', 'punsubscribe', 'sunsubscribe'],
  ...['auth', 'hello', 'select', 'client', 'quit', 'reset'],
  // Redis hides these commands from MONITOR because they may contain secrets.
  ...['acl', 'config', 'module', 'slowlog', 'latency', 'save', 'bgsave', 'bgrewriteaof'],
])

/** Parses a media range of an `Accept` header. The default quality is 1. */
function mediaRange(range: string): { type: string; quality: number } {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim())
  const quality = parameters.find((parameter) => parameter.startsWith('q='))
  return { type, quality: quality === undefined ? 1 : Number(quality.slice(2)) }
}

// CLIENT TRACKING: tells clients which keys have changed, for their caches.

import { setImmediate } from 'node:timers'
import type { MemoryBackend } from '../backends/memory.js'
import type { CommandEntry } from '../command/command.js'
import { keyAccessOf } from '../command/call.js'
import { printed } from '../command/refusals.js'
import { parseInt64 } from '../engine/core/int64.js'
import { type Bytes, type Command, NIL_ARRAY, type Reply, ReplyError, Typed } from '../reply.js'

/** A connection whose client may track keys. */
interface TrackingClient {
  readonly protocol: 2 | 3
  readonly isSubscriber: boolean
  push(message: Reply): void
}

interface TrackingSettings {
  /** The id of the client that gets the messages. 0 is the client itself. */
  readonly redirect: number
  /** True to get a message about every changed key with one of the prefixes. */
  readonly broadcast: boolean
  readonly prefixes: readonly Bytes[]
  readonly optIn: boolean
  readonly optOut: boolean
  /** True to get no messages about the client's own changes. */
  readonly noLoop: boolean
}

interface TrackingState {
  readonly settings: TrackingSettings
  /** True if CLIENT CACHING was sent. It counts for the next command or transaction. */
  isCachingGiven: boolean
  /** True if the client that gets the messages has disconnected. */
  isRedirectBroken: boolean
  /** The keys to send after the reply to the current command, because the client changed them itself. */
  readonly own: (Bytes | typeof NIL_ARRAY)[]
  /** The changed keys by prefix. */
  readonly changed: Map<Bytes, Set<Bytes>>
}

const CHANNEL = '__redis__:invalidate'

export class Tracking {
  readonly #backend: MemoryBackend
  readonly #connections: ReadonlyMap<number, TrackingClient>
  readonly #states = new Map<TrackingClient, TrackingState>()
  /** The clients that have read a key since its last change. */
  readonly #readers = new Map<Bytes, Set<TrackingClient>>()
  #stop: (() => void) | undefined
  #isScheduled = false
  /** The client whose command runs now. */
  current: TrackingClient | undefined

  /** @param connections the open connections by their ids */
  constructor(backend: MemoryBackend, connections: ReadonlyMap<number, TrackingClient>) {
    this.#backend = backend
    this.#connections = connections
  }

  stateOf(client: TrackingClient): TrackingState | undefined {
    return this.#states.get(client)
  }

  get counts() {
    const states = [...this.#states.values()]
    const readers = [...this.#readers.values()]
    return {
      tracking: states.length,
      trackedKeys: readers.length,
      trackedItems: readers.reduce((sum, { size }) => sum + size, 0),
      trackedPrefixes: states.reduce((sum, { settings }) => sum + settings.prefixes.length, 0),
    }
  }

  begin(client: TrackingClient, settings: TrackingSettings): void {
    const before = this.#states.get(client)
    const known = before?.settings.prefixes ?? []
    const added = settings.broadcast && settings.prefixes.length === 0 ? [''] : settings.prefixes
    const prefixes = [...new Set([...known, ...added])]
    this.#states.set(client, {
      settings: { ...settings, prefixes },
      isCachingGiven: false,
      isRedirectBroken: false,
      own: before?.own ?? [],
      changed: before?.changed ?? new Map<Bytes, Set<Bytes>>(),
    })
    this.#stop ??= this.#backend.touches.follow({
      touched: (key) => this.#touched(key),
      cleared: () => this.#cleared(),
    })
  }

  end(client: TrackingClient): void {
    this.#states.delete(client)
    if (this.#states.size > 0) return
    this.#stop?.()
    this.#stop = undefined
    this.#readers.clear()
  }

  /** Remembers the keys that a client has read. */
  read(client: TrackingClient, entry: CommandEntry, command: Command): void {
    const state = this.#states.get(client)
    if (state === undefined || state.settings.broadcast || !entry.flags.includes('readonly')) return
    const { optIn, optOut } = state.settings
    if (optIn && !state.isCachingGiven) return
    if (optOut && state.isCachingGiven) return
    for (const { key } of keyAccessOf(entry, command)) {
      this.#readers.set(key, (this.#readers.get(key) ?? new Set()).add(client))
    }
  }

  /** Sends the messages about the changes of a client's own command, after its reply. */
  replied(client: TrackingClient): void {
    const own = this.#states.get(client)?.own
    if (!own || own.length === 0) return
    for (const key of own.splice(0)) this.#send(client, key === NIL_ARRAY ? key : [key])
  }

  #touched(key: Bytes): void {
    for (const [client, { settings, changed }] of this.#states) {
      if (!settings.broadcast || this.#isOwnLoop(client)) continue
      for (const prefix of settings.prefixes) {
        if (!key.startsWith(prefix)) continue
        changed.set(prefix, (changed.get(prefix) ?? new Set()).add(key))
        this.#schedule()
      }
    }
    const readers = this.#readers.get(key)
    if (readers === undefined) return
    this.#readers.delete(key)
    for (const client of readers) {
      const state = this.#states.get(client)
      if (state === undefined || state.settings.broadcast || this.#isOwnLoop(client)) continue
      if (client === this.current) state.own.push(key)
      else this.#send(client, [key])
    }
  }

  #cleared(): void {
    this.#readers.clear()
    for (const [client, { own }] of this.#states) {
      if (client === this.current) own.push(NIL_ARRAY)
      else this.#send(client, NIL_ARRAY)
    }
  }

  #isOwnLoop(client: TrackingClient): boolean {
    return client === this.current && this.#states.get(client)!.settings.noLoop
  }

  /** Sends the changes by prefix after all commands that have arrived, as Redis does. */
  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      for (const [client, { changed }] of this.#states) {
        for (const keys of changed.values()) this.#send(client, [...keys])
        changed.clear()
      }
    })
  }

  #send(client: TrackingClient, keys: Reply): void {
    const state = this.#states.get(client)!
    const { redirect } = state.settings
    const target = redirect === 0 ? client : this.#connections.get(redirect)
    if (target === undefined) {
      state.isRedirectBroken = true
      if (client.protocol === 3) client.push(new Typed('push', ['tracking-redir-broken', redirect]))
    } else if (target.protocol === 3) target.push(new Typed('push', ['invalidate', keys]))
    else if (redirect !== 0 && target.isSubscriber) target.push(['message', CHANNEL, keys])
  }
}

/** Parses the options of CLIENT TRACKING ON and OFF. Throws a `ReplyError`. */
export function trackingOptions(
  connections: ReadonlyMap<number, TrackingClient>,
  words: readonly Bytes[],
): TrackingSettings | undefined {
  const flags = { broadcast: false, optIn: false, optOut: false, noLoop: false }
  const prefixes: Bytes[] = []
  let redirect = 0
  for (let at = 0; at < words.length; at++) {
    const option = words[at]!.toUpperCase()
    const flag = FLAGS.get(option)
    if (flag !== undefined) flags[flag] = true
    else if (option === 'PREFIX' && at + 1 < words.length) prefixes.push(words[++at]!)
    else if (option === 'REDIRECT' && at + 1 < words.length) {
      if (redirect !== 0) throw new ReplyError(ONE_REDIRECT)
      redirect = Number(parseInt64(words[++at]!))
      if (!connections.has(redirect)) throw new ReplyError(NO_REDIRECT)
    } else return undefined
  }
  return { ...flags, redirect, prefixes }
}

/** Throws if the settings contradict each other or the settings before. */
export function checkTracking(settings: TrackingSettings, before?: TrackingSettings): void {
  const { broadcast, optIn, optOut, prefixes } = settings
  if (!broadcast && prefixes.length > 0) throw new ReplyError(NEEDS_BROADCAST)
  if (before && before.broadcast !== broadcast) throw new ReplyError(OTHER_BROADCAST)
  if (broadcast && (optIn || optOut)) throw new ReplyError(NOT_WITH_BROADCAST)
  if (optIn && optOut) throw new ReplyError(BOTH)
  if (before && ((optIn && before.optOut) || (optOut && before.optIn))) {
    throw new ReplyError(OTHER_OPTION)
  }
  checkOverlaps(prefixes, before?.prefixes ?? [])
}

function checkOverlaps(prefixes: readonly Bytes[], known: readonly Bytes[]): void {
  for (const [at, prefix] of prefixes.entries()) {
    const overlaps = (other: Bytes) => other.startsWith(prefix) || prefix.startsWith(other)
    const existing = known.find((other) => other !== prefix && overlaps(other))
    if (existing !== undefined) throw overlap(prefix, `an existing prefix '${printed(existing)}'`)
    const provided = prefixes.slice(at + 1).find(overlaps)
    if (provided !== undefined)
      throw overlap(prefix, `another provided prefix '${printed(provided)}'`)
  }
}

const overlap = (prefix: Bytes, other: string) =>
  new ReplyError(
    `ERR Prefix '${printed(prefix)}' overlaps with ${other}. ` +
      'Prefixes for a single client must not overlap.',
  )

const FLAGS = new Map([
  ['BCAST', 'broadcast'],
  ['OPTIN', 'optIn'],
  ['OPTOUT', 'optOut'],
  ['NOLOOP', 'noLoop'],
] as const) as ReadonlyMap<string, 'broadcast' | 'optIn' | 'optOut' | 'noLoop'>

const ONE_REDIRECT = 'ERR A client can only redirect to a single other client'
const NO_REDIRECT = 'ERR The client ID you want redirect to does not exist'
const NEEDS_BROADCAST = 'ERR PREFIX option requires BCAST mode to be enabled'
const OTHER_BROADCAST =
  "ERR You can't switch BCAST mode on/off before disabling tracking for this client, and then " +
  're-enabling it with a different mode.'
const NOT_WITH_BROADCAST = 'ERR OPTIN and OPTOUT are not compatible with BCAST'
const BOTH = "ERR You can't specify both OPTIN mode and OPTOUT mode"
const OTHER_OPTION =
  "ERR You can't switch OPTIN/OPTOUT mode before disabling tracking for this client, and then " +
  're-enabling it with a different mode.'

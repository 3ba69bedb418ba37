// The settings of CONFIG with Redis's names and defaults. They have no effect on the server.

import { readInt64 } from '../engine/core/int64.js'
import { matchesGlob } from '../engine/core/glob.js'
import { ReplyError, type Bytes } from '../reply.js'
import { printed } from './refusals.js'

/** Converts the argument of CONFIG SET. Throws if the argument is invalid. */
type Reader = (word: Bytes) => Bytes

interface Setting {
  readonly value: Bytes
  /** Converts a new value. Absent if the setting cannot be changed. */
  readonly read?: Reader
}

const INT32_MAX = 2n ** 31n - 1n
const INT64_MAX = 2n ** 63n - 1n

const text = (value: Bytes): Setting => ({ value, read: (word) => word })
const fixed = (value: Bytes): Setting => ({ value })

const yesOrNo = (value: 'yes' | 'no'): Setting => ({
  value,
  read(word) {
    const answer = word.toLowerCase()
    if (answer !== 'yes' && answer !== 'no') throw new Error("argument must be 'yes' or 'no'")
    return answer
  },
})

const integer = (value: number, least: bigint, greatest: bigint): Setting => ({
  value: String(value),
  read(word) {
    const given = readInt64(word)
    if (given === undefined) throw new Error("argument couldn't be parsed into an integer")
    return String(between(given, least, greatest))
  },
})

function between(value: bigint, least: bigint, greatest: bigint): bigint {
  if (value >= least && value <= greatest) return value
  throw new Error(`argument must be between ${least} and ${greatest} inclusive`)
}

const oneOf = (value: string, ...others: readonly string[]): Setting => ({
  value,
  read(word) {
    const given = word.toLowerCase()
    if (others.includes(given)) return given
    throw new Error(`argument(s) must be one of the following: ${others.join(', ')}`)
  },
})

const UNITS: Readonly<Record<string, bigint>> = {
  ...{ '': 1n, b: 1n, k: 1000n, kb: 2n ** 10n, m: 10n ** 6n, mb: 2n ** 20n, g: 10n ** 9n },
  gb: 2n ** 30n,
}

const memory = (value: number, least = 0n): Setting => ({
  value: String(value),
  read(word) {
    const [, digits, unit = ''] = /^([0-9]{1,18})([a-z]*)$/i.exec(word) ?? []
    const factor = Object.hasOwn(UNITS, unit.toLowerCase()) && UNITS[unit.toLowerCase()]
    if (digits === undefined || !factor) throw new Error('argument must be a memory value')
    return String(between(BigInt(digits) * factor, least, INT64_MAX))
  },
})

/** The classes of keyspace events in Redis's order. `A` stands for the classes from `g` to `d`. */
const EVENT_CLASSES = 'Ag$lshzxeKEtmdn'
const ALL_EVENTS = 'g$lshzxetd'

const events: Setting = {
  value: '',
  read(word) {
    if ([...word].some((letter) => !EVENT_CLASSES.includes(letter))) {
      throw new Error(`Invalid event class character. Use '${EVENT_CLASSES}'.`)
    }
    const given = new Set(word.includes('A') ? word + ALL_EVENTS : word)
    const all = [...ALL_EVENTS].every((letter) => given.has(letter))
    const classes = all ? 'A' : [...ALL_EVENTS].filter((letter) => given.has(letter)).join('')
    return classes + [...'KEmn'].filter((letter) => given.has(letter)).join('')
  },
}

const POLICIES = [
  ...['volatile-lru', 'volatile-lfu', 'volatile-random', 'volatile-ttl'],
  ...['allkeys-lru', 'allkeys-lfu', 'allkeys-random', 'noeviction'],
]

const settings: Readonly<Record<string, Setting>> = {
  activedefrag: fixed('no'),
  appendfilename: fixed('appendonly.aof'),
  appendfsync: oneOf('everysec', 'everysec', 'always', 'no'),
  appendonly: yesOrNo('no'),
  'busy-reply-threshold': integer(5000, 0n, INT64_MAX),
  'client-query-buffer-limit': memory(2 ** 30, 2n ** 20n),
  'cluster-enabled': fixed('no'),
  databases: fixed('1'),
  dbfilename: text('dump.rdb'),
  'hash-max-listpack-entries': integer(512, 0n, INT64_MAX),
  'hash-max-listpack-value': integer(64, 0n, INT64_MAX),
  'hll-sparse-max-bytes': integer(3000, 0n, INT64_MAX),
  hz: integer(10, 0n, INT32_MAX),
  'latency-monitor-threshold': integer(0, 0n, INT64_MAX),
  'lazyfree-lazy-eviction': yesOrNo('no'),
  'lazyfree-lazy-expire': yesOrNo('no'),
  'lazyfree-lazy-user-del': yesOrNo('no'),
  'lfu-decay-time': integer(1, 0n, INT32_MAX),
  'lfu-log-factor': integer(10, 0n, INT32_MAX),
  'list-compress-depth': integer(0, 0n, INT32_MAX),
  'list-max-listpack-size': integer(-2, -INT32_MAX - 1n, INT32_MAX),
  'lua-time-limit': integer(5000, 0n, INT64_MAX),
  maxclients: integer(10_000, 1n, 2n ** 32n - 1n),
  maxmemory: memory(0),
  'maxmemory-policy': oneOf('noeviction', ...POLICIES),
  'maxmemory-samples': integer(5, 1n, INT32_MAX),
  'notify-keyspace-events': events,
  'proto-max-bulk-len': memory(2 ** 29, 2n ** 20n),
  rdbchecksum: fixed('yes'),
  rdbcompression: yesOrNo('yes'),
  requirepass: text(''),
  save: text(''),
  'set-max-intset-entries': integer(512, 0n, INT64_MAX),
  'slowlog-log-slower-than': integer(10_000, -1n, INT64_MAX),
  'slowlog-max-len': integer(128, 0n, INT64_MAX),
  'stop-writes-on-bgsave-error': yesOrNo('yes'),
  'stream-node-max-bytes': memory(4096),
  'stream-node-max-entries': integer(100, 0n, INT64_MAX),
  'tcp-keepalive': integer(300, 0n, INT32_MAX),
  timeout: integer(0, 0n, INT32_MAX),
  'tracking-table-max-keys': integer(1_000_000, 0n, INT64_MAX),
  'zset-max-listpack-entries': integer(128, 0n, INT64_MAX),
  'zset-max-listpack-value': integer(64, 0n, INT64_MAX),
}

export class ServerSettings {
  readonly #changed = new Map<Bytes, Bytes>()

  /** Returns the settings that match a pattern. A full name keeps the spelling of the request. */
  matching(patterns: readonly Bytes[]): Map<Bytes, Bytes> {
    const found = new Map<Bytes, Bytes>()
    for (const pattern of patterns) {
      for (const [name, { value }] of Object.entries(settings)) {
        if (!matchesGlob(pattern.toLowerCase(), name)) continue
        const spelling = name === pattern.toLowerCase() ? pattern : name
        found.set(spelling, this.#changed.get(name) ?? value)
      }
    }
    return found
  }

  /** Changes all given settings, or none of them if one value is invalid. */
  change(pairs: readonly (readonly [Bytes, Bytes])[]): void {
    const names = pairs.map(([name]) => name.toLowerCase())
    for (const [at, name] of names.entries()) {
      if (!Object.hasOwn(settings, name)) {
        throw new ReplyError(
          `ERR Unknown option or number of arguments for CONFIG SET - '${printed(pairs[at]![0])}'`,
        )
      }
      if (!settings[name]!.read) throw failed(pairs[at]![0], "can't set immutable config")
      if (names.indexOf(name) < at) throw failed(pairs[at]![0], 'duplicate parameter')
    }
    const read = pairs.map(([name, value], at) => {
      try {
        return settings[names[at]!]!.read!(value)
      } catch (error) {
        throw failed(name, (error as Error).message)
      }
    })
    for (const [at, name] of names.entries()) this.#changed.set(name, read[at]!)
  }

  clear(): void {
    this.#changed.clear()
  }
}

const failed = (name: Bytes, because: string) =>
  new ReplyError(
    `ERR CONFIG SET failed (possibly related to argument '${printed(name)}') - ${because}`,
  )

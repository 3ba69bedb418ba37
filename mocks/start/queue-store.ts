// Opens the store of the queue mock: in memory, or on a Redis that several processes share.

import { isVirtual, type AlarmClock } from '../clock.js'
import { parseRedisUrl } from '../kv/redis/url.js'
import { createMemoryStore, type MemoryStore } from '../queue/store/memory/memory-store.js'
import type { Store } from '../queue/store/store.js'
import type { Safety } from '../safety.js'

/** A Redis or Valkey that stores the messages of a queue. */
export interface QueueRedis {
  /** The URL, for example `redis://127.0.0.1:6379/1`. */
  readonly redis: string
  /**
   * The name of the queue. Mocks with the same name on the same database share their messages. The
   * default is `default`.
   */
  readonly name?: string | undefined
  /**
   * The time in milliseconds after which another process attempts the messages of a process that
   * has died. The default is 15,000.
   */
  readonly lease?: number | undefined
}

/** `memory`, which is the default, or a Redis. */
export type QueueStoreOption = 'memory' | QueueRedis

const LEASE = 15_000

/** A store that this process has opened. */
export interface OpenStore {
  readonly store: Store
  /** The same store if it is in memory. Only its content can be saved. */
  readonly memory?: MemoryStore
  /** The clock that all processes of the store share: that of Redis, or the given one in memory. */
  readonly clock: AlarmClock
  /** Calls `listener` when other processes may have changed the next due time. */
  readonly onWake: (listener: () => void) => void
  /** Gives back the messages that this process has claimed. */
  readonly close: () => Promise<void>
}

/** Opens the store. Rejects with a clear message if Redis cannot be used. */
export async function openQueueStore(
  option: QueueStoreOption = 'memory',
  clock: AlarmClock,
  safety: Safety,
): Promise<OpenStore> {
  if (option === 'memory') {
    const store = createMemoryStore(safety.queueBytes)
    return { store, memory: store, clock, onWake: () => {}, close: async () => {} }
  }
  const { redis: url, name = 'default', lease = LEASE } = option
  const [{ openRedisStore }, { REDIS_MS }] = await Promise.all([
    import('../queue/store/redis/redis-store.js'),
    import('../kv/redis/connection.js'),
  ])
  return openRedisStore({
    url,
    name,
    lease,
    isVirtual: isVirtual(clock),
    clock,
    replyMs: REDIS_MS,
  })
}

/**
 * Returns the URL of the database after the one of the key-value data. The queue has a database of
 * its own, so that the commands of users do not see or delete its keys.
 */
export function databaseBeside(url: string): string {
  const { database } = parseRedisUrl(url)
  const beside = new URL(url)
  beside.pathname = `/${database + 1}`
  return beside.href
}

/**
 * Returns the store of a queue beside key-value data in the Redis at `redis`. By default both are on
 * the same server.
 */
export function storeBeside(
  redis: string | undefined,
  given: 'memory' | 'redis' | QueueRedis = redis === undefined ? 'memory' : 'redis',
): QueueStoreOption {
  if (given !== 'redis') return given
  if (redis === undefined)
    throw new TypeError('queueStore: "redis" needs the option redis, or an object with a URL')
  return { redis: databaseBeside(redis) }
}

// The options of mocks, checked at run time for callers in JavaScript.

import { dialects, type Dialect } from '#generated/dialects.js'
import { realClock, virtualClock, type AlarmClock } from '../clock.js'
import { controllers } from '../control.js'
import type { Fault } from '../faults/fault.js'
import type { AnyFault } from '../faults/index.js'
import { ownHosts } from '../hosts.js'
import type { Kv } from '../kv/kv.js'
import type { Limits } from '../kv/limits.js'
import type { ApiStubs } from '../queue/deliver/apis.js'
import type { SigningKeys } from '../queue/deliver/signature.js'
import type { Queue } from '../queue/queue.js'
import type { Together } from '../running.js'
import { safetyOf, type Safety } from '../safety.js'

export interface CommonOptions<C extends AlarmClock> {
  /**
   * A kind of clock, or a clock to share. By default `virtual`: time stands still until it is
   * advanced.
   */
  readonly clock?: 'virtual' | 'real' | C | undefined
  /** The names and settings of a dialect; by default those of the documents. */
  readonly dialect?: keyof typeof dialects | Dialect | undefined
  /** 127.0.0.1 by default. */
  readonly host?: string | undefined
  /** `false` opens no port: use `fetch`. Deliveries still go out. */
  readonly listen?: boolean | undefined
  /**
   * True by default: serves the control routes under `/__mock`, which a live service does not have.
   */
  readonly controls?: boolean | undefined
  /**
   * Clients of the control routes beside loopback: addresses, ranges such as `172.16.0.0/12`, or
   * `any`.
   */
  readonly controlFrom?: readonly string[] | undefined
  /**
   * Host names of the control routes beside `localhost` and `host`, such as that of a container.
   * Another `Host` is refused, because a web page of that name could send it.
   */
  readonly controlHosts?: readonly string[] | undefined
  /**
   * Allows web pages of other origins, which are refused with 403 by default. The key-value
   * interface then answers OPTIONS with 204 instead of 405.
   */
  readonly cors?: boolean | undefined
  /** Limits that keep one client from stopping the mock for all others. */
  readonly safety?: Partial<Safety> | undefined
}

/** A virtual clock is the default. */
export interface VirtualTime {
  readonly clock?: 'virtual' | undefined
}

export interface KvOptions<C extends AlarmClock = AlarmClock> extends CommonOptions<C> {
  /** A free port by default. */
  readonly port?: number | undefined
  /** The URL with `listen: false`; `http://kv.test` by default. */
  readonly url?: string | undefined
  /** Random by default. */
  readonly token?: string | undefined
  readonly readOnlyToken?: string | undefined
  /**
   * The URL of a Redis or Valkey that stores the data, or of any server of a cluster; memory by
   * default. Its time is real: keys expire by its own clock, and `clock` does not change that. The
   * control routes of this interface have a real clock too.
   */
  readonly redis?: string | undefined
  /**
   * Allows a reset to run FLUSHDB on that Redis, which deletes every key of its database. Without
   * it a reset deletes all state but the keys, and then fails.
   */
  readonly redisMayBeFlushed?: boolean | undefined
  /**
   * The limits of the plan; by default 10 MB per command, 32 KB per key, 100 MB per record and no
   * daily limit. `POST /__mock/kv/limits` changes them at run time, a reset restores them.
   */
  readonly limits?: Partial<Limits> | undefined
  /**
   * The port for RESP2 clients such as `redis-cli`; 0 for a free one. Closed by default. Not
   * together with `redis`, which has its own port.
   */
  readonly respPort?: number | undefined
  readonly faults?: readonly Fault<Kv>[] | undefined
}

export interface QueueOptions<C extends AlarmClock = AlarmClock> extends CommonOptions<C> {
  /** A free port by default. */
  readonly port?: number | undefined
  /** The URL with `listen: false`; `http://queue.test` by default. */
  readonly url?: string | undefined
  /** Random by default. */
  readonly token?: string | undefined
  /** The keys that sign deliveries; random by default. */
  readonly signingKeys?: SigningKeys | undefined
  /** Names, addresses and ranges such as `10.0.0.0/8` that may be called beside loopback. */
  readonly allowDestinations?: readonly string[] | undefined
  /**
   * URLs to call instead of the built-in APIs: `{ 'api/llm': 'http://localhost:9000/' }`. Without
   * one an API returns the same small JSON to every request.
   */
  readonly apis?: ApiStubs | undefined
  /**
   * The maximum number of due messages, attempts in progress included; 10,000 by default. A publish
   * over it is answered 429 with `Retry-After`. Messages due later do not count.
   */
  readonly readyLimit?: number | undefined
  readonly faults?: readonly Fault<Queue>[] | undefined
}

export interface MockOptions<C extends AlarmClock = AlarmClock>
  extends
    CommonOptions<C>,
    Pick<KvOptions, 'redis' | 'redisMayBeFlushed' | 'limits' | 'respPort'>,
    Pick<QueueOptions, 'signingKeys' | 'allowDestinations' | 'apis' | 'readyLimit'> {
  readonly kvPort?: number | undefined
  /** The URLs with `listen: false`; `http://kv.test` and `http://queue.test` by default. */
  readonly kvUrl?: string | undefined
  readonly queueUrl?: string | undefined
  readonly kvToken?: string | undefined
  readonly kvReadOnlyToken?: string | undefined
  readonly queuePort?: number | undefined
  readonly queueToken?: string | undefined
  readonly faults?: readonly AnyFault[] | undefined
}

/** Every option of a type: a missing one does not compile. */
type Names<Options> = Readonly<Record<keyof Options, true>>

const commonNames: Names<CommonOptions<AlarmClock>> = {
  ...({ clock: true, dialect: true, host: true, listen: true, safety: true } as const),
  ...({ controls: true, controlFrom: true, controlHosts: true, cors: true } as const),
}

const kvOnly = { redis: true, redisMayBeFlushed: true, limits: true, respPort: true } as const

const queueOnly = {
  signingKeys: true,
  allowDestinations: true,
  apis: true,
  readyLimit: true,
} as const

export const kvNames: Names<KvOptions> = {
  ...commonNames,
  ...kvOnly,
  ...({ port: true, url: true, token: true, readOnlyToken: true, faults: true } as const),
}

export const queueNames: Names<QueueOptions> = {
  ...commonNames,
  ...queueOnly,
  ...({ port: true, url: true, token: true, faults: true } as const),
}

export const mockNames: Names<MockOptions> = {
  ...commonNames,
  ...kvOnly,
  ...queueOnly,
  ...({ kvPort: true, kvUrl: true, kvToken: true, kvReadOnlyToken: true } as const),
  ...({ queuePort: true, queueUrl: true, queueToken: true, faults: true } as const),
}

/** Throws a TypeError for an unknown option. */
export function assertKnown(call: string, options: object, known: Readonly<Record<string, true>>) {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(known, name))
  if (unknown === undefined) return
  throw new TypeError(
    `${call} has no option "${unknown}": expected some of ${Object.keys(known).join(', ')}`,
  )
}

export function clockOf({ clock }: CommonOptions<AlarmClock>): AlarmClock {
  if (typeof clock === 'object') return clock
  return clock === 'real' ? realClock() : virtualClock()
}

/** The settings that both interfaces share. Throws a RangeError for invalid ones. */
export const togetherOf = ({
  controls = true,
  controlFrom,
  controlHosts,
  cors = false,
  host = '127.0.0.1',
  safety,
}: CommonOptions<AlarmClock>): Together => ({
  mayControl: controls ? controllers(controlFrom) : undefined,
  isOwnHost: ownHosts(host, controlHosts),
  cors,
  safety: safetyOf(safety),
})

export const dialectOf = (dialect: CommonOptions<AlarmClock>['dialect'] = 'svc'): Dialect =>
  typeof dialect === 'string' ? dialects[dialect] : dialect

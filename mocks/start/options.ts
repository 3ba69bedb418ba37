// The options of mocks, and that a caller gives no others: one in JavaScript is told nothing by the types.

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
  /** A kind of clock, or one to share; `virtual` without it: time stands still until it is turned. */
  readonly clock?: 'virtual' | 'real' | C | undefined
  /** The names and settings to speak; those of the documents without it. */
  readonly dialect?: keyof typeof dialects | Dialect | undefined
  /** The address to listen on; 127.0.0.1 without it. */
  readonly host?: string | undefined
  /** `false` opens no port: the mock is reached by its `fetch` alone. Its deliveries still go out. */
  readonly listen?: boolean | undefined
  /** Whether the routes under `/__mock` are served, which a live service has not; true without it. */
  readonly controls?: boolean | undefined
  /** Who may ask these beside loopback: addresses, ranges such as `172.16.0.0/12`, or `any`. */
  readonly controlFrom?: readonly string[] | undefined
  /**
   * Names by which these are reached beside `localhost` and those listened on, such as that of a
   * container: a request for a control route with another `Host` is refused, since a web page of that
   * name could have sent it.
   */
  readonly controlHosts?: readonly string[] | undefined
  /**
   * Whether web pages of other origins may use the mock, which are refused with 403 otherwise. The
   * key-value interface then answers OPTIONS with 204, and not 405.
   */
  readonly cors?: boolean | undefined
  /** Bounds that keep one client from stopping the mock for all others; defaults without it. */
  readonly safety?: Partial<Safety> | undefined
}

/** Without a word of the clock it is a virtual one. */
export interface VirtualTime {
  readonly clock?: 'virtual' | undefined
}

export interface KvOptions<C extends AlarmClock = AlarmClock> extends CommonOptions<C> {
  /** The port to listen on; a free one without it. */
  readonly port?: number | undefined
  /** The URL to go by with `listen: false`; `http://kv.test` without it. */
  readonly url?: string | undefined
  /** The tokens; random without them. */
  readonly token?: string | undefined
  readonly readOnlyToken?: string | undefined
  /**
   * The URL of a Redis or Valkey that keeps the data, or of any one server of a cluster; memory
   * without it. Time is real there: keys expire by the server's own clock, and to turn `clock` moves
   * all but the keys. The control routes of this interface say so: their clock is real, and cannot
   * be turned.
   */
  readonly redis?: string | undefined
  /**
   * Whether a reset may run FLUSHDB on that Redis, which deletes every key of its database, the
   * mock's or not. Without it a reset forgets all but the keys, and then fails.
   */
  readonly redisMayBeFlushed?: boolean | undefined
  /**
   * How much a client may ask for; 10 MB a command, 32 KB a key, 100 MB a record and no daily limit
   * without it. `POST /__mock/kv/limits` changes them at run time, and a reset brings these back.
   */
  readonly limits?: Partial<Limits> | undefined
  /**
   * The port to speak RESP2 on, for `redis-cli` and the clients of Redis beside the HTTP ones; 0: a
   * free one. Without it that is not served. A Redis speaks for itself: not together with `redis`.
   */
  readonly respPort?: number | undefined
  readonly faults?: readonly Fault<Kv>[] | undefined
}

export interface QueueOptions<C extends AlarmClock = AlarmClock> extends CommonOptions<C> {
  /** The port to listen on; a free one without it. */
  readonly port?: number | undefined
  /** The URL to go by with `listen: false`; `http://queue.test` without it. */
  readonly url?: string | undefined
  /** The token; random without it. */
  readonly token?: string | undefined
  /** What deliveries are signed with; random without them. */
  readonly signingKeys?: SigningKeys | undefined
  /** Names, addresses and ranges such as `10.0.0.0/8` that may be called beside loopback. */
  readonly allowDestinations?: readonly string[] | undefined
  /**
   * The URLs that are called in the place of built-in APIs: `{ 'api/llm': 'http://localhost:9000/' }`.
   * Without one an API answers every request with the same small JSON.
   */
  readonly apis?: ApiStubs | undefined
  /**
   * How many messages may be due at once, attempts under way included; 10,000 without it. A publish
   * beyond that is answered 429 and `Retry-After`. Messages that are due later do not count.
   */
  readonly readyLimit?: number | undefined
  readonly faults?: readonly Fault<Queue>[] | undefined
}

/** The options of both interfaces. */
export interface MockOptions<C extends AlarmClock = AlarmClock>
  extends
    CommonOptions<C>,
    Pick<KvOptions, 'redis' | 'redisMayBeFlushed' | 'limits' | 'respPort'>,
    Pick<QueueOptions, 'signingKeys' | 'allowDestinations' | 'apis' | 'readyLimit'> {
  readonly kvPort?: number | undefined
  /** The URLs to go by with `listen: false`; `http://kv.test` and `http://queue.test` without them. */
  readonly kvUrl?: string | undefined
  readonly queueUrl?: string | undefined
  readonly kvToken?: string | undefined
  readonly kvReadOnlyToken?: string | undefined
  readonly queuePort?: number | undefined
  readonly queueToken?: string | undefined
  readonly faults?: readonly AnyFault[] | undefined
}

/** Every option of a type, so that one that is added cannot be forgotten. */
type Names<Options> = Readonly<Record<keyof Options, true>>

const commonNames: Names<CommonOptions<AlarmClock>> = {
  clock: true,
  dialect: true,
  host: true,
  listen: true,
  controls: true,
  controlFrom: true,
  controlHosts: true,
  cors: true,
  safety: true,
}

export const kvNames: Names<KvOptions> = {
  ...commonNames,
  port: true,
  url: true,
  token: true,
  readOnlyToken: true,
  redis: true,
  redisMayBeFlushed: true,
  limits: true,
  respPort: true,
  faults: true,
}

export const queueNames: Names<QueueOptions> = {
  ...commonNames,
  port: true,
  url: true,
  token: true,
  signingKeys: true,
  allowDestinations: true,
  apis: true,
  readyLimit: true,
  faults: true,
}

export const mockNames: Names<MockOptions> = {
  ...commonNames,
  kvPort: true,
  kvUrl: true,
  kvToken: true,
  kvReadOnlyToken: true,
  redis: true,
  redisMayBeFlushed: true,
  limits: true,
  respPort: true,
  queuePort: true,
  queueUrl: true,
  queueToken: true,
  signingKeys: true,
  allowDestinations: true,
  apis: true,
  readyLimit: true,
  faults: true,
}

/** Throws a TypeError that names an option which is not among `known`, and those that are. */
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

/** What the interfaces of a mock have in common. Throws a RangeError for what none of it can be. */
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

// How mocks are put together and started: their options, and which parts they are made of.

import { randomUUID } from 'node:crypto'
import { dialects, type Dialect } from '#generated/dialects.js'
import { realClock, virtualClock, type AlarmClock, type VirtualClock } from './clock.js'
import { controllers } from './control.js'
import type { Fault } from './faults/fault.js'
import type { AnyFault } from './faults/index.js'
import { kvFaults } from './faults/kv/index.js'
import { queueFaults } from './faults/queue/index.js'
import { faultControls, switchable, type FaultSwitch } from './faults/switch.js'
import { ownHosts } from './hosts.js'
import { fetchAmong } from './http/fetch.js'
import { Refusal } from './http/refusal.js'
import { Unavailable } from './kv/backends/backend.js'
import { createMemoryBackend, type MemoryBackend } from './kv/backends/memory.js'
import { connectRedis } from './kv/backends/redis.js'
import { kvControls, resetPassword, type WantedTokens } from './kv/controls.js'
import { limitControls } from './kv/limit-controls.js'
import { createKv, endStreams, type Kv } from './kv/kv.js'
import { createLimits, type Limits } from './kv/limits.js'
import { ReplyError } from './kv/reply.js'
import { serveResp, type RespServer } from './kv/resp/serve.js'
import { kvHandler } from './kv/server.js'
import {
  groupControls,
  journalControls,
  setGroup,
  type GivenEndpoints,
} from './queue/control/controls.js'
import { createEgress } from './queue/deliver/egress.js'
import type { ShownGroup } from './queue/groups/group.js'
import type { Asked, Attempt } from './queue/journal/journal.js'
import { createQueue, type Queue } from './queue/queue.js'
import { runControls } from './queue/control/runs.js'
import type { ApiStubs } from './queue/deliver/apis.js'
import { createSender } from './queue/deliver/sender.js'
import { queueHandler } from './queue/server.js'
import { randomKeys, type SigningKeys } from './queue/deliver/signature.js'
import { createMemoryStore } from './queue/store/memory.js'
import { assertKnown, type Names } from './options.js'
import { assertApart, placeOf } from './place.js'
import { safetyOf, type Safety } from './safety.js'
import { assertTokens } from './tokens.js'
import { runTogether, type Assembled, type Running as Servers, type Together } from './running.js'

export { NeverIdle, type AlarmClock, type Clock, type VirtualClock } from './clock.js'
export type { Fault } from './faults/fault.js'
export { faults, type AnyFault } from './faults/index.js'
export type { Limits } from './kv/limits.js'
export { startPrism, type PrismMock, type PrismOptions } from './prism.js'
export type { Asked, Attempt } from './queue/journal/journal.js'
export type { SigningKeys } from './queue/deliver/signature.js'
export type { Safety } from './safety.js'

interface CommonOptions<C extends AlarmClock> {
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
interface VirtualTime {
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

const kvNames: Names<KvOptions> = {
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

const queueNames: Names<QueueOptions> = {
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

const mockNames: Names<MockOptions> = {
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

/** The two tokens of the database. */
export interface KvTokens {
  readonly token: string
  readonly readOnlyToken: string
}

/** How the key-value interface is reached. */
export interface KvAccess {
  readonly url: string
  /** The tokens, as they are now. */
  readonly token: string
  readonly readOnlyToken: string
  /**
   * Resets the database's password: revokes the two tokens and those of ACL users. Returns the new
   * two, random where none are wanted.
   */
  readonly resetPassword: (wanted?: WantedTokens) => KvTokens
  /** The same server without a socket. */
  readonly fetch: typeof fetch
  /** The same database for clients of Redis, when `respPort` was given. */
  readonly resp?: RespAccess | undefined
}

/** How the database is reached with RESP2. */
export interface RespAccess {
  /** With the Standard token, as it is now, as the password: `redis://default:TOKEN@127.0.0.1:41873`. */
  readonly url: string
}

/** How the queue interface is reached, and what it delivered. */
export interface QueueAccess {
  readonly url: string
  readonly token: string
  /** The same server without a socket. */
  readonly fetch: typeof fetch
  /** What deliveries are signed with. */
  readonly signingKeys: SigningKeys
  /** The attempts to deliver, oldest first: what was sent, and what came back. */
  readonly deliveries: () => readonly Attempt[]
  /**
   * The attempts after the one with that sequence number (0 without it: all), as soon as there is
   * any; none when there was none within `wait` milliseconds of real time (5000 without it). For a
   * clock that is not turned: when `clock.advance` resolves, the attempts of that time are made.
   */
  readonly nextDeliveries: (asked?: NextDeliveries) => Promise<readonly Attempt[]>
  /** The requests to the queue, oldest first, without their tokens. */
  readonly requests: () => readonly Asked[]
  /**
   * Sees that a URL group of that name has these endpoints and no others, so that a publish to the
   * name reaches each of them; without any it is removed. Rejects where one of them may not be called.
   *
   * @example
   * await mock.queue.setGroup('orders', ['http://127.0.0.1:3000/a', { url, name: 'b' }])
   */
  readonly setGroup: (name: string, endpoints: GivenEndpoints) => Promise<ShownGroup | undefined>
}

/** Which deliveries to wait for, and how long. */
export interface NextDeliveries {
  readonly after?: number | undefined
  readonly wait?: number | undefined
}

interface Running<C extends AlarmClock> {
  readonly clock: C
  /**
   * Forgets all state; resolves when nothing of it can happen any more. Rejects when the data is in
   * a Redis that must not be flushed: all but its keys is forgotten then.
   */
  readonly reset: () => Promise<void>
  /** Ends the mock and every connection to it; `fetch` and `reset` reject from then on. */
  readonly close: () => Promise<void>
  /**
   * Takes no more connections, and ends the mock when the requests under way are answered, after
   * that many milliseconds at the latest.
   */
  readonly drain: (grace: number) => Promise<void>
}

export interface KvMock<C extends AlarmClock = VirtualClock> extends KvAccess, Running<C> {}

export interface QueueMock<C extends AlarmClock = VirtualClock> extends QueueAccess, Running<C> {}

export interface Mock<C extends AlarmClock = VirtualClock> extends Running<C> {
  readonly kv: KvAccess
  readonly queue: QueueAccess
  /**
   * Both servers without a socket: what is sent below the URL of one reaches that one. Anything else
   * is rejected with a TypeError, so that a test sees what would have left the process.
   *
   * @example
   * const mock = await startMock({ listen: false, kvUrl: 'https://kv.example.com' })
   * const client = createClient({ baseUrl: mock.kv.url, fetch: mock.fetch })
   */
  readonly fetch: typeof fetch
}

/**
 * Starts both interfaces, on one clock. Rejects when a port is taken or Redis cannot be used, and
 * with a TypeError or a RangeError what no option can be.
 *
 * @example
 * const mock = await startMock()
 * await mock.queue.fetch(`/v2/publish/${url}`, {
 *   method: 'POST',
 *   headers: { authorization: `Bearer ${mock.queue.token}`, 'svc-delay': '7d' },
 * })
 * await mock.clock.advance('7d') // the delivery has been made
 */
export function startMock(options?: MockOptions & VirtualTime): Promise<Mock>
export function startMock<C extends AlarmClock>(options: MockOptions<C>): Promise<Mock<C>>
export async function startMock(options: MockOptions = {}): Promise<Mock<AlarmClock>> {
  assertKnown('startMock', options, mockNames)
  const { kvToken, kvReadOnlyToken, queueToken } = options
  assertTokens({ kvToken, kvReadOnlyToken, queueToken })
  const { dialect, redis, redisMayBeFlushed, limits, cors, respPort } = options
  const { signingKeys, allowDestinations, apis, readyLimit, safety, faults = [] } = options
  const places = {
    kv: placeOf('kv', options, { port: 'kvPort', url: 'kvUrl' }),
    queue: placeOf('queue', options, { port: 'queuePort', url: 'queueUrl' }),
  }
  assertApart(places)
  const together = togetherOf(options)
  const clock = clockOf(options)
  const queue = assembleQueue(clock, {
    dialect,
    safety,
    signingKeys,
    allowDestinations,
    apis,
    readyLimit,
    token: queueToken,
    faults: faults.filter((fault) => fault.interface === 'queue'),
  })
  const kv = await assembleKv(clock, {
    dialect,
    safety,
    redis,
    redisMayBeFlushed,
    limits,
    cors,
    respPort,
    token: kvToken,
    readOnlyToken: kvReadOnlyToken,
    faults: faults.filter((fault) => fault.interface === 'kv'),
  })
  const running = runTogether([kv, queue], faultControls([kv.faults, queue.faults]), together)
  const { open, reset, close, drain } = running
  const reached = { kv: await open(kv, places.kv), queue: await open(queue, places.queue) }
  return {
    kv: Object.assign(kv.access, reached.kv, await openResp(kv, running, options.host)),
    queue: { ...queue.access, ...reached.queue },
    fetch: fetchAmong([reached.kv, reached.queue]),
    clock,
    reset,
    close,
    drain,
  }
}

/** Starts the key-value interface alone. */
export function startKv(options?: KvOptions & VirtualTime): Promise<KvMock>
export function startKv<C extends AlarmClock>(options: KvOptions<C>): Promise<KvMock<C>>
export async function startKv(options: KvOptions = {}): Promise<KvMock<AlarmClock>> {
  assertKnown('startKv', options, kvNames)
  const { token, readOnlyToken } = options
  assertTokens({ token, readOnlyToken })
  const place = placeOf('kv', options, { port: 'port', url: 'url' })
  const together = togetherOf(options)
  const clock = clockOf(options)
  const kv = await assembleKv(clock, options)
  const running = runTogether([kv], faultControls([kv.faults]), together)
  const { open, reset, close, drain } = running
  const opened = await open(kv, place)
  const resp = await openResp(kv, running, options.host)
  return Object.assign(kv.access, opened, resp, { clock, reset, close, drain })
}

/** Starts the queue interface alone. */
export function startQueue(options?: QueueOptions & VirtualTime): Promise<QueueMock>
export function startQueue<C extends AlarmClock>(options: QueueOptions<C>): Promise<QueueMock<C>>
export async function startQueue(options: QueueOptions = {}): Promise<QueueMock<AlarmClock>> {
  assertKnown('startQueue', options, queueNames)
  assertTokens({ token: options.token })
  const place = placeOf('queue', options, { port: 'port', url: 'url' })
  const together = togetherOf(options)
  const clock = clockOf(options)
  const queue = assembleQueue(clock, options)
  const { open, reset, close, drain } = runTogether(
    [queue],
    faultControls([queue.faults]),
    together,
  )
  return {
    ...queue.access,
    ...(await open(queue, place)),
    clock,
    reset,
    close,
    drain,
  }
}

/** A server, how it is reached, and the faults that can be turned on in it. */
interface Interface<Access> extends Assembled {
  readonly access: Omit<Access, 'url' | 'fetch'>
  readonly faults: FaultSwitch
}

interface AssembledKv extends Interface<KvAccess> {
  /** Serves the database to clients of Redis, where that was asked for. */
  readonly serveResp: ((host: string | undefined) => Promise<RespServer>) | undefined
}

async function openResp(
  { serveResp, access }: AssembledKv,
  { beside }: Servers,
  host: string | undefined,
): Promise<{ readonly resp?: RespAccess }> {
  if (serveResp === undefined) return {}
  const served = await beside(() => serveResp(host))
  return {
    resp: {
      get url() {
        const password = encodeURIComponent(access.token)
        return `redis://default:${password}@${served.host}:${served.port}`
      },
    },
  }
}

async function assembleKv(mockClock: AlarmClock, options: KvOptions): Promise<AssembledKv> {
  const {
    token = randomUUID(),
    readOnlyToken = randomUUID(),
    redis,
    respPort,
    dialect,
    cors,
    faults,
  } = options
  if (redis !== undefined && respPort !== undefined) {
    throw new TypeError('respPort is for data in memory: a Redis is spoken to directly')
  }
  // A Redis keeps its own time.
  const clock = redis === undefined ? mockClock : realClock()
  const limits = createLimits(mockClock, options.limits)
  const recordBytes = () => limits.now.recordBytes
  const safety = safetyOf(options.safety)
  const memory =
    redis === undefined ? createMemoryBackend({ clock, recordBytes, safety }) : undefined
  const backend = memory ?? (await connectRedis(redis!, { ms: safety.redisMs }))
  const tokens = { standard: token, readOnly: readOnlyToken }
  const kv = createKv({
    ...{ backend, tokens, clock, limits, cors },
    dialect: dialectOf(dialect),
    safety,
  })
  const { handler, parts, faults: faultSwitch } = switchable(kv, kvHandler, kvFaults, faults)
  const mayForget = redis === undefined || options.redisMayBeFlushed
  let resp: RespServer | undefined
  const serveOn = (backend: MemoryBackend, port: number) => async (host: string | undefined) =>
    (resp = await serveResp({ kv, backend, clock, host, port }))
  return {
    serveResp: memory && respPort !== undefined ? serveOn(memory, respPort) : undefined,
    // Getters, for a reset of the password makes new tokens.
    access: {
      get token() {
        return kv.tokens.standard
      },
      get readOnlyToken() {
        return kv.tokens.readOnly
      },
      resetPassword(wanted = {}) {
        const { token, readOnlyToken } = wanted
        assertTokens({ token, readOnlyToken })
        return resetPassword(parts(), wanted)
      },
    },
    handler,
    faults: faultSwitch,
    clock,
    controls: { ...limitControls(limits), ...kvControls(parts) },
    tokenOf: (head) => parts().token(head),
    endStreams: () => endStreams(kv),
    async reset() {
      endStreams(kv)
      limits.reset()
      resp?.release()
      await (mayForget ? backend.reset().catch(refuseReset) : keepRedis())
    },
    async close() {
      endStreams(kv)
      await backend.close()
    },
  }
}

/** The Redis of a mock may be somebody's own: only who started the mock can say that it is not. */
async function keepRedis(): Promise<never> {
  throw new Refusal(
    409,
    'all is forgotten but the keys in Redis: FLUSHDB would delete every key of its database. ' +
      'Start the mock with redisMayBeFlushed to allow that, or delete your keys yourself',
  )
}

/** A Redis may be away when its keys are to be deleted, or not let us. */
function refuseReset(error: unknown): never {
  if (error instanceof Unavailable) throw new Refusal(503, error.message)
  throw error instanceof ReplyError ? new Refusal(409, `FLUSHDB: ${error.message}`) : error
}

function assembleQueue(
  clock: AlarmClock,
  { token = randomUUID(), signingKeys = randomKeys(), ...options }: QueueOptions,
): Interface<QueueAccess> {
  const { allowDestinations, apis = {}, readyLimit, dialect, faults } = options
  const safety = safetyOf(options.safety)
  const queue = createQueue({
    clock,
    token,
    signingKeys,
    dialect: dialectOf(dialect),
    safety,
    store: createMemoryStore(safety.queueBytes),
    apis,
    readyLimit,
    sender: createSender(createEgress(allowDestinations)),
  })
  const { journal, scheduler, sender, store } = queue
  // What a store has from before is delivered too.
  scheduler.start(() => queue.delivery.awaitDue())
  const switched = switchable(queue, queueHandler, queueFaults, faults)
  const { parts } = switched
  return {
    access: {
      token,
      signingKeys,
      deliveries: () => journal.attempts(),
      async nextDeliveries({ after, wait = 5000 } = {}) {
        await journal.until({ attempts: after ?? 0 }, wait)
        return journal.attempts(after)
      },
      requests: () => journal.requests(),
      setGroup: (name, endpoints) => setGroup(parts(), name, endpoints),
    },
    handler: switched.handler,
    faults: switched.faults,
    clock,
    controls: { ...journalControls(journal), ...groupControls(parts), ...runControls(parts) },
    tokenOf: (head) => parts().access.tokenFromHeader(head) ?? parts().access.tokenFromQuery(head),
    async reset() {
      await scheduler.clear()
      await store.clear()
      journal.clear()
    },
    async close() {
      journal.close()
      await scheduler.clear()
      await sender.close()
    },
  }
}

function clockOf({ clock }: CommonOptions<AlarmClock>): AlarmClock {
  if (typeof clock === 'object') return clock
  return clock === 'real' ? realClock() : virtualClock()
}

/** What the interfaces of a mock have in common. Throws a RangeError for what none of it can be. */
const togetherOf = ({
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

const dialectOf = (dialect: CommonOptions<AlarmClock>['dialect'] = 'svc'): Dialect =>
  typeof dialect === 'string' ? dialects[dialect] : dialect

// How mocks are put together and started: clock, servers, faults and control routes.

import { randomUUID } from 'node:crypto'
import { dialects, type Dialect } from '#generated/dialects.js'
import { realClock, virtualClock, type AlarmClock, type VirtualClock } from './clock.js'
import { withControl, type Controls } from './control.js'
import type { Fault } from './faults/fault.js'
import type { AnyFault } from './faults/index.js'
import { kvFaults } from './faults/kv.js'
import { queueFaults } from './faults/queue.js'
import { fetchOf } from './http/fetch.js'
import type { Handler } from './http/message.js'
import { serve, type Served } from './http/serve.js'
import type { Backend } from './kv/backends/backend.js'
import { createMemoryBackend } from './kv/backends/memory.js'
import { createKv, type Kv } from './kv/kv.js'
import { kvHandler } from './kv/server.js'
import { createEgress } from './queue/egress.js'
import type { Attempt } from './queue/journal.js'
import { createQueue, type Queue } from './queue/queue.js'
import { createSender } from './queue/sender.js'
import { queueHandler } from './queue/server.js'
import { createMemoryStore } from './queue/store/memory.js'

export type { AlarmClock, Clock, VirtualClock } from './clock.js'
export type { Fault } from './faults/fault.js'
export { faults, type AnyFault } from './faults/index.js'
export type { Attempt } from './queue/journal.js'

interface Clocks {
  real: AlarmClock
  virtual: VirtualClock
}
export type ClockKind = keyof Clocks

interface CommonOptions<Kind extends ClockKind> {
  /** A kind of clock, or one to share; `virtual` without it: time stands still until it is turned. */
  readonly clock?: Kind | Clocks[Kind] | undefined
  /** The names and settings to speak; those of the documents without it. */
  readonly dialect?: keyof typeof dialects | Dialect | undefined
  /** The address to listen on; 127.0.0.1 without it. */
  readonly host?: string | undefined
}

export interface KvOptions<Kind extends ClockKind = ClockKind> extends CommonOptions<Kind> {
  /** The port to listen on; a free one without it. */
  readonly port?: number | undefined
  /** The tokens; random without them. */
  readonly token?: string | undefined
  readonly readOnlyToken?: string | undefined
  /** The URL of a Redis or Valkey that keeps the data; memory without it. */
  readonly redis?: string | undefined
  readonly faults?: readonly Fault<Kv>[] | undefined
}

export interface QueueOptions<Kind extends ClockKind = ClockKind> extends CommonOptions<Kind> {
  /** The port to listen on; a free one without it. */
  readonly port?: number | undefined
  /** The token; random without it. */
  readonly token?: string | undefined
  /** Names, addresses and ranges such as `10.0.0.0/8` that may be called beside loopback. */
  readonly allowDestinations?: readonly string[] | undefined
  readonly faults?: readonly Fault<Queue>[] | undefined
}

/** The options of both interfaces. */
export interface MockOptions<Kind extends ClockKind = ClockKind>
  extends CommonOptions<Kind>, Pick<KvOptions, 'redis'>, Pick<QueueOptions, 'allowDestinations'> {
  readonly kvPort?: number | undefined
  readonly kvToken?: string | undefined
  readonly kvReadOnlyToken?: string | undefined
  readonly queuePort?: number | undefined
  readonly queueToken?: string | undefined
  readonly faults?: readonly AnyFault[] | undefined
}

/** How the key-value interface is reached. */
export interface KvAccess {
  readonly url: string
  readonly token: string
  readonly readOnlyToken: string
  /** The same server without a socket. */
  readonly fetch: typeof fetch
}

/** How the queue interface is reached, and what it delivered. */
export interface QueueAccess {
  readonly url: string
  readonly token: string
  /** The same server without a socket. */
  readonly fetch: typeof fetch
  /** The attempts to deliver, oldest first: what was sent, and what came back. */
  readonly deliveries: () => readonly Attempt[]
}

interface Running<Kind extends ClockKind> {
  readonly clock: Clocks[Kind]
  /** Forgets all state; resolves when nothing of it can happen any more. */
  readonly reset: () => Promise<void>
  /** Ends the mock and every connection to it. */
  readonly close: () => Promise<void>
}

export interface KvMock<Kind extends ClockKind = 'virtual'> extends KvAccess, Running<Kind> {}

export interface QueueMock<Kind extends ClockKind = 'virtual'> extends QueueAccess, Running<Kind> {}

export interface Mock<Kind extends ClockKind = 'virtual'> extends Running<Kind> {
  readonly kv: KvAccess
  readonly queue: QueueAccess
}

/**
 * Starts both interfaces, on one clock. Rejects when a port is taken or Redis does not answer.
 *
 * @example
 * const mock = await startMock()
 * await mock.queue.fetch(`/v2/publish/${url}`, {
 *   method: 'POST',
 *   headers: { authorization: `Bearer ${mock.queue.token}`, 'svc-delay': '7d' },
 * })
 * await mock.clock.advance('7d') // the delivery has been made
 */
export async function startMock<Kind extends ClockKind = 'virtual'>(
  options: MockOptions<Kind> = {},
): Promise<Mock<Kind>> {
  const { dialect, host, redis, allowDestinations, faults = [] } = options
  const clock = clockOf(options)
  const queue = assembleQueue(clock, {
    dialect,
    allowDestinations,
    token: options.queueToken,
    faults: faults.filter((fault) => fault.interface === 'queue'),
  })
  const kv = await assembleKv(clock, {
    dialect,
    redis,
    token: options.kvToken,
    readOnlyToken: options.kvReadOnlyToken,
    faults: faults.filter((fault) => fault.interface === 'kv'),
  })
  const { open, reset, close } = run(clock, [kv, queue])
  return {
    kv: { ...kv.access, ...(await open(kv, host, options.kvPort)) },
    queue: { ...queue.access, ...(await open(queue, host, options.queuePort)) },
    clock,
    reset,
    close,
  }
}

/** Starts the key-value interface alone. */
export async function startKv<Kind extends ClockKind = 'virtual'>(
  options: KvOptions<Kind> = {},
): Promise<KvMock<Kind>> {
  const clock = clockOf(options)
  const kv = await assembleKv(clock, options)
  const { open, reset, close } = run(clock, [kv])
  return { ...kv.access, ...(await open(kv, options.host, options.port)), clock, reset, close }
}

/** Starts the queue interface alone. */
export async function startQueue<Kind extends ClockKind = 'virtual'>(
  options: QueueOptions<Kind> = {},
): Promise<QueueMock<Kind>> {
  const clock = clockOf(options)
  const queue = assembleQueue(clock, options)
  const { open, reset, close } = run(clock, [queue])
  return {
    ...queue.access,
    ...(await open(queue, options.host, options.port)),
    clock,
    reset,
    close,
  }
}

/** A server that is put together and listens nowhere yet. */
interface Assembled<Access> {
  readonly access: Access
  readonly handler: Handler
  readonly faults: FaultSwitch
  readonly attempts: Controls['attempts']
  readonly reset: () => Promise<void>
  readonly close: () => Promise<void>
}

async function assembleKv(
  clock: AlarmClock,
  { token = randomUUID(), readOnlyToken = randomUUID(), redis, dialect, faults }: KvOptions,
): Promise<Assembled<Omit<KvAccess, 'url' | 'fetch'>>> {
  const backend = await openBackend(clock, redis)
  const tokens = { standard: token, readOnly: readOnlyToken }
  const kv = createKv({ backend, tokens, clock, dialect: dialectOf(dialect) })
  return {
    access: { token, readOnlyToken },
    ...switchable(kv, kvHandler, kvFaults, faults),
    attempts: () => [],
    reset: () => backend.reset(),
    close: () => backend.close(),
  }
}

async function openBackend(clock: AlarmClock, redis: string | undefined): Promise<Backend> {
  if (redis === undefined) return createMemoryBackend({ clock })
  // The client takes longer to load than all the rest of the mock.
  const { connectRedis } = await import('./kv/backends/redis.js')
  return connectRedis(redis)
}

function assembleQueue(
  clock: AlarmClock,
  { token = randomUUID(), allowDestinations, dialect, faults }: QueueOptions,
): Assembled<Omit<QueueAccess, 'url' | 'fetch'>> {
  const queue = createQueue({
    clock,
    token,
    dialect: dialectOf(dialect),
    store: createMemoryStore(),
    sender: createSender(createEgress(allowDestinations)),
  })
  const { journal, scheduler, sender, store } = queue
  return {
    access: { token, deliveries: () => journal.attempts() },
    ...switchable(queue, queueHandler, queueFaults, faults),
    attempts: (after) => journal.attempts(after),
    async reset() {
      await scheduler.clear()
      await store.clear()
      journal.clear()
    },
    async close() {
      await scheduler.clear()
      await sender.close()
    },
  }
}

interface FaultSwitch {
  readonly names: readonly string[]
  on(): readonly string[]
  set(names: readonly string[]): void
}

/** A handler whose faults can be turned on and off while it serves. */
function switchable<Parts>(
  parts: Parts,
  handlerOf: (parts: Parts) => Handler,
  known: readonly Fault<Parts>[],
  initial: readonly Fault<Parts>[] = [],
): { readonly handler: Handler; readonly faults: FaultSwitch } {
  const handlerWith = (faults: readonly Fault<Parts>[]) =>
    handlerOf(faults.reduce((parts, fault) => fault.apply(parts), parts))

  let on = initial
  let handler = handlerWith(on)
  return {
    handler: (request) => handler(request),
    faults: {
      names: known.map(({ name }) => name),
      on: () => on.map(({ name }) => name),
      set(names) {
        on = known.filter(({ name }) => names.includes(name))
        handler = handlerWith(on)
      },
    },
  }
}

/** Servers that run together: one clock, one reset, one end. */
function run(clock: AlarmClock, servers: readonly Assembled<unknown>[]) {
  const listening: Served[] = []
  const each = async (act: (server: Assembled<unknown>) => Promise<void>) => {
    await Promise.all(servers.map(act))
  }
  const controls: Controls = {
    clock,
    reset: () => each((server) => server.reset()),
    attempts: (after) => servers.flatMap((server) => server.attempts(after)),
    faults: () => servers.flatMap(({ faults }) => faults.names),
    faultsOn: () => servers.flatMap(({ faults }) => faults.on()),
    setFaults: (names) => servers.forEach(({ faults }) => faults.set(names)),
  }

  async function close(): Promise<void> {
    await Promise.all(listening.map((server) => server.close()))
    await each((server) => server.close())
  }

  async function open({ handler }: Assembled<unknown>, host?: string, port?: number) {
    const controlled = withControl(handler, controls)
    try {
      const served = await serve(controlled, { ...(host && { host }), ...(port && { port }) })
      listening.push(served)
      return { url: served.url, fetch: fetchOf(controlled, served.url) }
    } catch (error) {
      await close()
      throw error
    }
  }

  return { open, reset: controls.reset, close }
}

function clockOf<Kind extends ClockKind>({ clock }: CommonOptions<Kind>): Clocks[Kind] {
  if (typeof clock === 'object') return clock
  return (clock === 'real' ? realClock() : virtualClock()) as Clocks[Kind]
}

const dialectOf = (dialect: CommonOptions<ClockKind>['dialect'] = 'svc'): Dialect =>
  typeof dialect === 'string' ? dialects[dialect] : dialect

// Kills mock processes that share a queue on Redis, and restarts Redis, while messages are published
// and delivered. Everything is counted where the deliveries arrive.
//
// KILL_MESSAGES is the number of messages, by default 20,000.

import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  askRedis,
  startRedisServer,
  withoutRedisServer,
  type RedisServer,
} from '../mocks/kv/redis/server.js'
import { createApplication } from './kill/application.js'
import { startFleet, type Fleet } from './kill/fleet.js'
import { createDestinations, kindOf } from './kill/messages.js'
import { startReceiver, type Receiver } from './kill/receiver.js'

const MESSAGES = Number(process.env['KILL_MESSAGES'] ?? 20_000)
/** One publish in this many starts a workflow run. */
const RUNS_EVERY = 20
/** The number of requests of publishers at once. */
const PUBLISHERS = 8
/** The number of accepted paths that may wait for their delivery before the publishers wait. */
const MOST_WAITING = 400
const LEASE = 5
const name = 'kill'

/** The time without a delivery after which a missing delivery is lost: a lease, and time to claim. */
const QUIET = (2 * LEASE + 10) * 1000

describe.skipIf(withoutRedisServer())('three processes on one Redis', () => {
  let redis: RedisServer
  let fleet: Fleet
  let receiver: Receiver
  const destinations = createDestinations()
  const endedRuns = new Set<string>()
  const startedRuns: string[] = []
  const expected: string[] = []
  let application: ReturnType<typeof createApplication>
  let accepted = 0
  let refused = 0
  let redisRestarts = 0

  beforeAll(async () => {
    redis = await startRedisServer({ appendonly: 'yes', appendfsync: 'everysec' })
    fleet = await startFleet({ size: 3, redis: redis.url, name, lease: LEASE })
    receiver = await startReceiver((delivered) =>
      delivered.path === '/workflow'
        ? application.respond(delivered)
        : destinations.respond(delivered),
    )
    application = createApplication(fleet, `${receiver.url}/workflow`, endedRuns)
  }, 60_000)

  afterAll(async () => {
    await fleet?.close()
    await receiver?.close()
    await redis?.close()
  }, 60_000)

  /** Publishes message number `n`. It is accepted only if its response arrives. */
  async function publish(n: number): Promise<boolean> {
    if (n % RUNS_EVERY === 0) {
      const runId = `run-${n}`
      const { status } = await application.start(runId)
      if (status < 300) startedRuns.push(runId)
      return status < 300
    }
    const kind = kindOf(n)
    const headers = kind.headers(receiver.url, n)
    const url = `${receiver.url}/${kind.name}/${n}`
    const { status } = await fleet.ask(`/v2/publish/${url}`, { headers, body: `message ${n}` })
    if (status < 300) expected.push(...kind.expects(n))
    return status < 300
  }

  /** Publishes until enough messages are accepted. A refused message is not published again. */
  async function publishAll(): Promise<void> {
    let n = 0
    const publisher = async () => {
      while (accepted < MESSAGES) {
        const isFull = expected.length - receiver.paths.size > MOST_WAITING
        if (!isFull && (await publish(++n).catch(() => false))) accepted++
        else {
          if (!isFull) refused++
          await pause(100)
        }
      }
    }
    await Promise.all(Array.from({ length: PUBLISHERS }, publisher))
  }

  async function killEverySecond(stopped: AbortSignal): Promise<void> {
    while (!stopped.aborted) {
      fleet.kill()
      await pause(1000)
    }
  }

  /** Restarts Redis after a quarter, a half and three quarters of the messages. */
  async function restartRedis(stopped: AbortSignal): Promise<void> {
    while (!stopped.aborted && redisRestarts < 3) {
      if (accepted > ((redisRestarts + 1) * MESSAGES) / 4) {
        await redis.shutDown()
        await redis.start()
        redisRestarts++
      }
      await pause(100)
    }
  }

  /** Returns the number of messages in the store, once it is 0 or after a while. */
  async function leftMessages(): Promise<number> {
    for (let tries = 0; ; tries++) {
      const [left] = await askRedis(redis.url, ['HLEN', `{svc-queue:${name}}:messages`])
      if (left === 0 || tries === 300) return Number(left)
      await pause(100)
    }
  }

  /** Returns the number of runs in the store that have not ended. */
  async function openRuns(): Promise<number> {
    const { body } = await fleet.ask('/v2/workflows/logs?state=RUN_STARTED', { method: 'GET' })
    return (JSON.parse(body) as { runs: readonly unknown[] }).runs.length
  }

  it(`delivers ${MESSAGES} messages`, async () => {
    const begin = performance.now()
    const ending = new AbortController()
    const chaos = Promise.all([killEverySecond(ending.signal), restartRedis(ending.signal)])
    await publishAll()
    const published = performance.now()
    ending.abort()
    await chaos
    const lost = await receiver.missing(expected, QUIET)
    const left = await leftMessages()
    const delivered = performance.now()
    const open = await openRuns()
    const stuckRuns = startedRuns.filter((run) => !endedRuns.has(run))
    const parallelism = destinations.parallelism()
    const repeated = receiver.repeated()
    const seconds = (from: number, to: number) => `${((to - from) / 1000).toFixed(1)} s`
    console.log(`
  accepted              ${accepted} in ${seconds(begin, published)}, of them ${startedRuns.length} runs
  without an answer     ${refused}, or refused while Redis was away
  processes killed      ${fleet.kills()}
  Redis restarted       ${redisRestarts}
  deliveries ended      ${seconds(published, delivered)} later
  messages delivered    ${receiver.delivered()}, with retries, callbacks and steps
  accepted and lost     ${lost.length}
  delivered again       ${repeated} (${((100 * repeated) / receiver.delivered()).toFixed(2)} %)
  answered too late     ${receiver.cutOff()}: the process had been killed, so that they are repeated
  most attempts at once ${parallelism.map(({ count, allowed }) => `${count} of ${allowed}`).join(', ')}
  runs without an end   ${stuckRuns.length}, of any run ${open}
  messages left         ${left}`)

    expect(lost).toEqual([])
    expect(stuckRuns).toEqual([])
    expect(open).toBe(0)
    expect(left).toBe(0)
    expect(redisRestarts).toBe(3)
    for (const { key, count, allowed } of parallelism) {
      expect(count, `attempts of key ${key} at once`).toBeLessThanOrEqual(allowed)
    }
    expect(repeated / receiver.delivered()).toBeLessThanOrEqual(0.01)
  })
})

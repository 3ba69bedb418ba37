// Publishes messages to a sink and records their deliveries. Publisher and sink run in one process
// with one clock. The server therefore has a processor to itself.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { performance } from 'node:perf_hooks'
import { Pool } from 'undici'
import type { Reachable } from './servers.js'

/** The times of one message, in milliseconds. */
export interface Journey {
  readonly publishedAt: number
  readonly acknowledgedAt: number
  readonly deliveredAt: number
}

/**
 * Publishes message number `index` for delivery to `url`. Resolves when the server has acknowledged
 * the message.
 */
type Publish = (index: number, url: string) => Promise<void>

export interface Load {
  readonly count: number
  /** The number of messages that are published at the same time. */
  readonly lanes: number
  /** The delays in seconds, used in turn. Empty for no delays. */
  readonly delays: readonly number[]
  /** True if each lane waits for the delivery of a message before it publishes the next one. */
  readonly oneByOne?: boolean
}

const BODY = JSON.stringify({ order: 4711, items: ['a', 'b', 'c'], note: 'x'.repeat(100) })

/** Publishes messages to the mock and waits for the deliveries. */
export const publishToMock = (mock: Reachable, load: Load): Promise<Journey[]> =>
  publishToMocks([mock], load)

/** Publishes messages to mocks in turn, each on its own connections, and waits for the deliveries. */
export async function publishToMocks(
  [mock, ...others]: readonly Reachable[],
  load: Load,
  publishers: readonly Publish[] = [],
): Promise<Journey[]> {
  if (mock === undefined)
    return watch(load, (index, url) => publishers[index % publishers.length]!(index, url))
  return withPublishing(mock, load, (publish) =>
    publishToMocks(others, load, [...publishers, publish]),
  )
}

/** Publishes messages to the mock without waiting for the deliveries. */
export const scheduleInMock = (mock: Reachable, load: Load): Promise<void> =>
  withPublishing(mock, load, async (publish) => {
    await inLanes(load, (index) => publish(index, `http://127.0.0.1:9/${index}`))
  })

async function withPublishing<T>(
  { port, token }: Reachable,
  { lanes, delays }: Load,
  run: (publish: Publish) => Promise<T>,
): Promise<T> {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: lanes })
  const result = await run(async (index, url) => {
    const delay = delays[index % delays.length]
    const { statusCode, body } = await pool.request({
      path: `/v2/publish/${url}`,
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(delay !== undefined && { 'svc-delay': `${delay}s` }),
      },
      body: BODY,
    })
    await body.dump()
    if (statusCode !== 200) throw new Error(`the response to a publish is ${statusCode}`)
  })
  await pool.close()
  return result
}

async function watch(load: Load, publish: Publish): Promise<Journey[]> {
  const deliveredAt = new Float64Array(load.count)
  let missing = load.count
  let allDelivered = () => {}
  const arrived = new Map<number, () => void>()
  const sink = createServer((message, outgoing) => {
    message.resume()
    const index = Number(message.url!.slice(1))
    if (deliveredAt[index] === 0) {
      deliveredAt[index] = performance.now()
      arrived.get(index)?.()
      if (--missing === 0) allDelivered()
    }
    outgoing.end()
  })
  await new Promise<void>((listening) => sink.listen(0, '127.0.0.1', listening))
  const { port } = sink.address() as AddressInfo

  const delivered = new Promise<void>((resolve) => (allDelivered = resolve))
  const published: Omit<Journey, 'deliveredAt'>[] = []
  await inLanes(load, async (index) => {
    const arrival = new Promise<void>((resolve) => arrived.set(index, resolve))
    const publishedAt = performance.now()
    await publish(index, `http://127.0.0.1:${port}/${index}`)
    published[index] = { publishedAt, acknowledgedAt: performance.now() }
    if (load.oneByOne) await arrival
    arrived.delete(index)
  })
  await delivered
  sink.close()
  sink.closeAllConnections()
  return published.map((journey, index) => ({ ...journey, deliveredAt: deliveredAt[index]! }))
}

/** Runs `count` tasks, at most `lanes` at the same time. */
async function inLanes({ count, lanes }: Load, run: (index: number) => Promise<void>) {
  let next = 0
  const lane = async () => {
    for (let index = next++; index < count; index = next++) await run(index)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

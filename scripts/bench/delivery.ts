// Measures publishing and delivery in comparison with a job queue on a local Redis. Servers run in
// separate processes.

import { startRedisServer } from '../../mocks/kv/redis-server.js'
import { inChild, startChild, type Child } from './child.js'
import { inTurns, median, ratio } from './measure.js'
import { printTable, times, whole } from './print.js'
import {
  publishToBullmq,
  publishToMock,
  scheduleInMock,
  type Journey,
  type Load,
} from './publish.js'
import { bareRelay, bullmqWorker, queueMock, type Reachable } from './servers.js'

const ROUNDS = 5
const AT_ONCE: Load = { count: 4000, lanes: 8, delays: [] }
const DELAYED: Load = { count: 2000, lanes: 4, delays: [1, 2, 3, 4, 5] }
const SCHEDULED: Load = { count: 100_000, lanes: 8, delays: [86_400] }

const publishing = new URL('./publish.js', import.meta.url)

export async function delivery(): Promise<void> {
  const servers = new URL('./servers.js', import.meta.url)
  const redis = await startRedisServer()
  const bullmq = await startChild(servers, bullmqWorker, redis.port)
  const relay = await startChild(servers, bareRelay)
  const mock = await startChild(servers, queueMock)
  try {
    await throughput({
      bullmq: () => inChild(publishing, publishToBullmq, bullmq.result, AT_ONCE),
      relay: () => inChild(publishing, publishToMock, relay.result, AT_ONCE),
      mock: () => inChild(publishing, publishToMock, mock.result, AT_ONCE),
    })
    await punctuality(await inChild(publishing, publishToMock, mock.result, DELAYED))
  } finally {
    bullmq.stop()
    relay.stop()
    mock.stop()
    await redis.close()
  }
  await memory(await startChild(servers, queueMock))
}

async function memory(mock: Child<Reachable>): Promise<void> {
  const before = await mock.memory()
  await inChild(publishing, scheduleInMock, mock.result, SCHEDULED)
  const growth = (await mock.memory()) - before
  mock.stop()
  printTable(
    'Resident memory of messages that are due in a day',
    ['', 'MB', 'goal'],
    [[`${whole(SCHEDULED.count)} in the mock`, whole(growth / 1e6), '≤ 200 MB']],
  )
}

const NAMES = {
  relay: 'a bare relay of node:http and undici',
  bullmq: 'BullMQ on a local Redis',
  mock: 'the mock',
} as const

type Name = keyof typeof NAMES

async function throughput(
  measures: Readonly<Record<Name, () => Promise<Journey[]>>>,
): Promise<void> {
  /** The median milliseconds until a message was acknowledged, one value per round. */
  const acknowledged: Record<Name, number[]> = { relay: [], bullmq: [], mock: [] }
  const perSecond = (name: Name) => async () => {
    const journeys = await measures[name]()
    acknowledged[name].push(
      median(journeys.map(({ acknowledgedAt, publishedAt }) => acknowledgedAt - publishedAt)),
    )
    const begin = Math.min(...journeys.map(({ publishedAt }) => publishedAt))
    const end = Math.max(...journeys.map(({ deliveredAt }) => deliveredAt))
    return (journeys.length / (end - begin)) * 1000
  }
  const rates = await inTurns(ROUNDS, {
    relay: perSecond('relay'),
    bullmq: perSecond('bullmq'),
    mock: perSecond('mock'),
  })
  printTable(
    `${whole(AT_ONCE.count)} messages, published on ${AT_ONCE.lanes} connections and delivered`,
    ['', 'deliveries/s', 'beside BullMQ', 'beside the relay', 'acknowledged at p50, ms', 'goal'],
    (['relay', 'bullmq', 'mock'] as const).map((name) => [
      NAMES[name],
      whole(median(rates[name])),
      times(ratio(rates[name], rates.bullmq)),
      times(ratio(rates[name], rates.relay)),
      median(acknowledged[name]).toFixed(2),
      name === 'mock' ? '≥ 0.8 × the relay, ≥ 1 × BullMQ, ≤ 0.5 ms' : '',
    ]),
  )
}

async function punctuality(journeys: readonly Journey[]): Promise<void> {
  const delay = (index: number) => DELAYED.delays[index % DELAYED.delays.length]! * 1000
  const early = journeys.filter(
    ({ publishedAt, deliveredAt }, index) => deliveredAt < publishedAt + delay(index),
  )
  const lateness = journeys.map(
    ({ acknowledgedAt, deliveredAt }, index) => deliveredAt - acknowledgedAt - delay(index),
  )
  printTable(
    `${whole(DELAYED.count)} messages, delayed by ${DELAYED.delays.join(', ')} s in turn`,
    ['', '', 'goal'],
    [
      ['delivered early', whole(early.length), '0'],
      ['late at the median, ms', median(lateness).toFixed(1), ''],
      ['late at p99, ms', p99(lateness).toFixed(1), '≤ 100'],
    ],
  )
}

/** Returns the 99th percentile. */
const p99 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(0.99 * (values.length - 1))] ?? NaN

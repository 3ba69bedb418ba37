// Measures publishing and delivery in comparison with a job queue on a local Redis. Servers run in
// separate processes.

import { startRedisServer } from '../../mocks/kv/redis/server.js'
import { inChild, startChild, type Child } from './child.js'
import { inTurns, median, ratio } from './measure.js'
import { printTable, times, whole } from './print.js'
import {
  publishToMock,
  publishToMocks,
  scheduleInMock,
  type Journey,
  type Load,
} from './publish.js'
import { bareRelay, bullmqRelay, queueMock, queueMockOnRedis, type Reachable } from './servers.js'

const ROUNDS = 5
const AT_ONCE: Load = { count: 4000, lanes: 8, delays: [] }
const LONE: Load = { count: 1000, lanes: 1, delays: [], oneByOne: true }
const DELAYED: Load = { count: 2000, lanes: 4, delays: [1, 2, 3, 4, 5] }
const SCHEDULED: Load = { count: 100_000, lanes: 8, delays: [86_400] }

const publishing = new URL('./publish.js', import.meta.url)

export async function delivery(): Promise<void> {
  const servers = new URL('./servers.js', import.meta.url)
  const redis = await startRedisServer()
  const bullmq = await startChild(servers, bullmqRelay, redis.port)
  const relay = await startChild(servers, bareRelay)
  const mock = await startChild(servers, queueMock)
  const onRedis = (name: string) => startChild(servers, queueMockOnRedis, redis.port, name)
  const durable = await onRedis('one')
  const [first, second] = [await onRedis('two'), await onRedis('two')]
  try {
    await throughput({
      relay: [relay, () => inChild(publishing, publishToMock, relay.result, AT_ONCE)],
      bullmq: [bullmq, () => inChild(publishing, publishToMock, bullmq.result, AT_ONCE)],
      mock: [mock, () => inChild(publishing, publishToMock, mock.result, AT_ONCE)],
      durable: [durable, () => inChild(publishing, publishToMock, durable.result, AT_ONCE)],
      two: [
        {
          cpu: async () => (await first.cpu()) + (await second.cpu()),
        },
        () => inChild(publishing, publishToMocks, [first.result, second.result], AT_ONCE),
      ],
    })
    await lone({ relay, bullmq, mock, durable })
    await punctuality(await inChild(publishing, publishToMock, mock.result, DELAYED))
  } finally {
    bullmq.stop()
    relay.stop()
    mock.stop()
    for (const each of [durable, first, second]) each.stop()
    await redis.close()
  }
  await memory(await startChild(servers, queueMock))
}

async function memory(mock: Child<Reachable>): Promise<void> {
  const before = await mock.memory()
  await inChild(publishing, scheduleInMock, mock.result, SCHEDULED)
  const after = await mock.memory()
  mock.stop()
  const goals = { rss: '≤ 200 MB', heapUsed: '', external: '' }
  const names = { rss: 'resident', heapUsed: 'heap after gc', external: 'external after gc' }
  printTable(
    `Memory of ${whole(SCHEDULED.count)} messages that are due in a day`,
    ['', 'MB', 'bytes per message', 'goal'],
    (['rss', 'heapUsed', 'external'] as const).map((kind) => {
      const growth = after[kind] - before[kind]
      return [names[kind], whole(growth / 1e6), whole(growth / SCHEDULED.count), goals[kind]]
    }),
  )
}

const NAMES = {
  relay: 'a bare relay of node:http and undici',
  bullmq: 'node:http and BullMQ on a local Redis',
  mock: 'the mock',
  durable: 'the mock, messages on that Redis',
  two: 'two processes of it on that Redis',
} as const

const GOALS: Readonly<Record<Name, string>> = {
  relay: '',
  bullmq: '',
  mock: '≥ 0.8 × the relay, ≥ 1 × BullMQ, ≤ 0.5 ms',
  durable: '≥ 1 × BullMQ',
  two: '≥ 1.5 × one process, if it has two cores',
}

type Name = keyof typeof NAMES

/** A server whose processor time is measured, and the function that publishes to it. */
type Measured = readonly [server: Pick<Child<unknown>, 'cpu'>, publish: () => Promise<Journey[]>]

async function throughput(measures: Readonly<Record<Name, Measured>>): Promise<void> {
  const names = Object.keys(measures) as readonly Name[]
  const lists = () =>
    Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>
  /** The milliseconds until a message was acknowledged at the median and at p99, for each round. */
  const [acknowledged, acknowledgedLate] = [lists(), lists()]
  /** The microseconds of processor time of a message, for each round. */
  const spent = lists()
  const perSecond = (name: Name) => async () => {
    const [server, publish] = measures[name]
    const cpu = await server.cpu()
    const journeys = await publish()
    spent[name].push((((await server.cpu()) - cpu) / journeys.length) * 1000)
    const waits = journeys.map(({ acknowledgedAt, publishedAt }) => acknowledgedAt - publishedAt)
    acknowledged[name].push(median(waits))
    acknowledgedLate[name].push(p99(waits))
    const begin = Math.min(...journeys.map(({ publishedAt }) => publishedAt))
    const end = Math.max(...journeys.map(({ deliveredAt }) => deliveredAt))
    return (journeys.length / (end - begin)) * 1000
  }
  const rates = await inTurns(
    ROUNDS,
    Object.fromEntries(names.map((name) => [name, perSecond(name)])) as Record<
      Name,
      () => Promise<number>
    >,
  )
  printTable(
    `${whole(AT_ONCE.count)} messages, published on ${AT_ONCE.lanes} connections and delivered`,
    [
      '',
      'deliveries/s',
      'beside BullMQ',
      'beside the relay',
      'acknowledged at p50, ms',
      'at p99',
      'processor µs per message',
      'goal',
    ],
    names.map((name) => [
      NAMES[name],
      whole(median(rates[name])),
      times(ratio(rates[name], rates.bullmq)),
      times(ratio(rates[name], rates.relay)),
      median(acknowledged[name]).toFixed(2),
      median(acknowledgedLate[name]).toFixed(2),
      whole(median(spent[name])),
      GOALS[name],
    ]),
  )
}

/** Publishes one message at a time, each after the delivery of the last one. */
async function lone(servers: Readonly<Partial<Record<Name, Child<Reachable>>>>): Promise<void> {
  const rows: string[][] = []
  for (const [name, { result }] of Object.entries(servers)) {
    const journeys = await inChild(publishing, publishToMock, result, LONE)
    const waits = journeys.map(({ publishedAt, deliveredAt }) => deliveredAt - publishedAt)
    const answers = journeys.map(({ publishedAt, acknowledgedAt }) => acknowledgedAt - publishedAt)
    rows.push([
      NAMES[name as Name],
      median(answers).toFixed(2),
      median(waits).toFixed(2),
      p99(waits).toFixed(2),
      name === 'mock' ? '≤ 2 ms' : '',
    ])
  }
  printTable(
    `${whole(LONE.count)} messages, each published after the delivery of the last one`,
    ['', 'acknowledged at p50, ms', 'delivered at p50, ms', 'at p99', 'goal'],
    rows,
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

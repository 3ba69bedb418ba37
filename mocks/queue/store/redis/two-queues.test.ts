// Tests two queues on one Redis, as two processes have them, with one virtual clock for both.

import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { virtualClock } from '../../../clock.js'
import { startRedisServer, withoutRedisServer, type RedisServer } from '../../../kv/redis/server.js'
import { asking } from '../../../testing.js'
import { runControls } from '../../control/runs.js'
import type { Queue } from '../../queue.js'
import { answered, ask, publish, request, START, testQueue } from '../../testing.js'
import { openRedisStore } from './redis-store.js'

const app = 'http://app.test/'

describe.skipIf(withoutRedisServer())('two queues on one Redis', () => {
  let server: RedisServer
  let name = 0
  beforeAll(async () => void (server = await startRedisServer()))
  afterAll(() => server.close())

  /** Creates two queues. `sent` has the paths of the attempts of both, in the order of their start. */
  async function setUp() {
    name++
    // Redis answers in real time, so that the clock must not take a slow answer for hanging work.
    const clock = virtualClock(START, { patience: 5000 })
    const sent: string[] = []
    let [inProgress, most] = [0, 0]

    async function send({ url }: { readonly url: string }) {
      sent.push(new URL(url).pathname)
      most = Math.max(most, ++inProgress)
      // Lets an attempt of the other queue start that must not start yet.
      for (let turn = 0; turn < 20; turn++) await setImmediate()
      inProgress--
      return answered(200)
    }

    async function open(): Promise<Queue> {
      const options = { url: server.url, name: `n${name}`, lease: 60_000, isVirtual: false }
      const { store, onWake, close } = await openRedisStore({ ...options, clock })
      const { queue } = testQueue({ clock, send, store })
      onWake(() => void queue.scheduler.busy(queue.delivery.awaitDue()))
      onTestFinished(async () => {
        await queue.scheduler.clear()
        await close()
      })
      return queue
    }

    const queues = [await open(), await open()] as const
    return {
      queues,
      sent,
      most: () => most,
      /** Sends the same request to both queues at once. Returns both responses. */
      askBoth: (method: string, target: string, body?: unknown) =>
        Promise.all(queues.map((queue) => ask(queue, method, target, body))),

      /** Publishes messages through both queues in turn, one after the other. */
      publish: async (count: number, headers: Readonly<Record<string, string>>) => {
        for (let n = 0; n < count; n++) {
          await publish(queues[n % 2]!, headers, { to: `${app}${n}` })
        }
      },

      /** Advances the clock of both. First each queue reads its next due time, as a wake-up makes it. */
      advance: async (duration: string | number) => {
        await Promise.all(queues.map((queue) => queue.delivery.awaitDue()))
        await clock.advance(duration)
      },
    }
  }

  /** Creates failed runs. Returns the ids of their DLQ entries. */
  async function failedRuns([queue]: readonly [Queue, Queue], count: number): Promise<string[]> {
    const wanted = { workflowUrl: `${app}w`, state: 'RUN_FAILED', count }
    const create = asking(runControls(() => queue))
    const [, { runs }] = (await create('POST', '/__mock/queue/runs', wanted)) as [
      number,
      { runs: readonly { readonly dlqId: string }[] },
    ]
    return runs.map(({ dlqId }) => dlqId)
  }

  const statusesOf = (answers: readonly (readonly [number, unknown])[]) =>
    answers.map(([status]) => status).toSorted((a, b) => a - b)

  test.each([
    ['DELETE', '/v2/workflows/dlq/'],
    ['POST', '/v2/workflows/dlq/restart/'],
    ['POST', '/v2/workflows/dlq/resume/'],
  ])('of %s %s<dlqId> on both at once, one succeeds and the other is 404', async (method, path) => {
    const { queues, askBoth } = await setUp()
    for (const id of await failedRuns(queues, 2)) {
      expect(statusesOf(await askBoth(method, path + id))).toEqual([200, 404])
    }
  })

  test('a bulk restart on both at once restarts each run once', async () => {
    const { queues, askBoth, sent, advance } = await setUp()
    await failedRuns(queues, 6)
    const answers = await askBoth('POST', '/v2/workflows/dlq/restart', { workflowUrl: `${app}w` })
    expect(statusesOf(answers)).toEqual([200, 200])
    const restarted = answers.flatMap(
      ([, body]) => (body as { workflowRuns: readonly unknown[] }).workflowRuns,
    )
    expect(restarted).toHaveLength(6)
    await advance(0)
    expect(sent).toHaveLength(6)
    expect(await ask(queues[1], 'GET', '/v2/workflows/dlq')).toMatchObject([200, { messages: [] }])
  })

  test('a waiting run is notified once', async () => {
    const { queues, askBoth } = await setUp()
    const run = { workflowUrl: `${app}w`, waits: [{ eventId: 'paid' }] }
    await asking(runControls(() => queues[0]))('POST', '/__mock/queue/runs', run)
    const answers = await askBoth('POST', '/v2/notify/paid')
    expect(answers.flatMap(([, body]) => body as readonly unknown[])).toHaveLength(1)
  })

  test('a schedule fires once', async () => {
    const { queues, sent, advance } = await setUp()
    const everyMinute = request('POST', '', { 'Svc-Cron': '* * * * *' })
    await queues[0].schedules.set(`${app}tick`, everyMinute)
    await advance('2m')
    expect(sent).toEqual(['/tick', '/tick'])
  })

  test('rate and period are kept together', async () => {
    const { publish, sent, advance } = await setUp()
    const value = 'rate=2,period=10s'
    await publish(6, { 'Svc-Flow-Control-Key': 'k', 'Svc-Flow-Control-Value': value })
    const counts: number[] = []
    for (const step of [0, 9999, 1, 9999, 1]) {
      await advance(step)
      counts.push(sent.length)
    }
    expect(counts).toEqual([2, 2, 4, 4, 6])
  })

  test('an ordered queue delivers in order, one message at a time', async () => {
    const { queues, sent, most, advance } = await setUp()
    for (let n = 0; n < 6; n++) {
      const target = `/v2/enqueue/ordered/${app}${n}`
      expect((await ask(queues[n % 2]!, 'POST', target))[0]).toBe(200)
    }
    await advance('1s')
    expect(sent).toEqual(['/0', '/1', '/2', '/3', '/4', '/5'])
    expect(most()).toBe(1)
  })
})

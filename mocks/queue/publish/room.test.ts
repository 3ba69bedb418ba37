// Tests of the limit on stored bytes, and of requests that exceed the limit.

import { expect, test } from 'vitest'
import type { Request } from '../../http/message.js'
import type { AttemptOutcome } from '../message.js'
import type { Queue } from '../queue.js'
import { answered, ask, publishTo, request, testQueue } from '../testing.js'
import { queueHandler } from '../server.js'
import { sendStep, start, wait } from '../runs/testing.js'

const APP = 'http://app.test/'
const BODY = 'x'.repeat(10_000)

const failed = async () => answered(500)

/** Creates a queue with room for ten bodies or slightly fewer, and functions that send requests. */
function limited(queueBytes = 125_000, send?: () => Promise<AttemptOutcome>) {
  const { queue, clock } = testQueue({ safety: { queueBytes }, ...(send && { send }) })
  const handler = queueHandler(queue)
  const answer = async (request: Request) => {
    const { status, headers, body } = await handler(request)
    return { status, headers, told: JSON.parse((body as string | undefined) ?? '{}') as unknown }
  }
  const publish = async (headers: Record<string, string> = {}, body = BODY) =>
    (await answer(publishTo(APP, headers, body))).status
  /** Publishes until the queue refuses a message. Returns the number of accepted messages. */
  const fill = async (headers: Record<string, string> = { 'Svc-Delay': '1d' }) => {
    let accepted = 0
    while ((await publish(headers)) === 200) expect(++accepted).toBeLessThan(1000)
    return accepted
  }
  return { queue, clock, answer, publish, fill }
}

const FULL = {
  status: 429,
  headers: { 'retry-after': '1' },
  told: {
    error: expect.stringMatching(
      /^the queue is full: it keeps at most \d+ bytes of messages, runs and DLQ entries, and \d+ more do not fit$/,
    ) as string,
  },
}

test('a publish over the limit returns 429, accepted ones are delivered', async () => {
  const { queue, clock, answer, publish, fill } = limited()
  const accepted = await fill()
  expect(accepted).toBeGreaterThan(7)
  expect(accepted).toBeLessThan(12)
  expect(await answer(publishTo(APP, {}, BODY))).toMatchObject(FULL)
  expect(await publish({ 'Svc-Delay': '1m' }, '')).toBe(200)

  await clock.advance('1d')
  expect(queue.journal.attempts()).toHaveLength(accepted + 1)
  expect(await fill()).toBe(accepted)
})

test.each<[what: string, settled: AttemptOutcome, remove: (queue: Queue) => Promise<unknown>]>([
  ['a cancelled message', answered(200), (queue) => ask(queue, 'DELETE', '/v2/messages')],
  ['a reset', answered(200), (queue) => queue.store.clear()],
])('%s makes room', async (_, settled, remove) => {
  const { queue, fill } = limited(125_000, async () => settled)
  const accepted = await fill()
  await remove(queue)
  expect(await fill()).toBe(accepted)
})

test('50 concurrent publishes: accepts those that fit', async () => {
  const { publish } = limited()
  const statuses = await Promise.all(
    Array.from({ length: 50 }, () => publish({ 'Svc-Delay': '1d' })),
  )
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(3)
  expect(statuses.filter((status) => status === 200).length).toBeLessThan(12)
})

test('batches, schedules, endpoints, default headers and queues are refused too', async () => {
  const { queue, answer, fill } = limited()
  await queue.groups.set('orders', [{ url: APP }])
  await fill()
  while ((await answer(request('POST', '/v2/queues', {}, '{"queueName":"q"}'))).status === 200) {
    const { length } = await queue.store.queues.all()
    await ask(queue, 'POST', '/v2/queues', { queueName: `q${length}` })
  }
  const full = { error: FULL.told.error }
  const items = [{ destination: APP, body: BODY }]
  expect(await ask(queue, 'POST', '/v2/batch', items)).toEqual([200, [full]])
  const schedule = request('POST', `/v2/schedules/${APP}`, { 'Svc-Cron': '* * * * *' }, BODY)
  expect(await answer(schedule)).toMatchObject(FULL)
  const endpoints = [{ url: `${APP}${BODY}` }]
  expect(await ask(queue, 'POST', '/v2/topics/orders/endpoints', { endpoints })).toEqual([
    429,
    full,
  ])
  const headers = { 'X-A': BODY }
  expect(await ask(queue, 'PATCH', '/v2/topics/orders', { headers })).toEqual([429, full])
})

test('runs, steps, waits and events are refused until there is room', async () => {
  const { queue, clock, answer, fill } = limited()
  await start(queue, 'wfr_1')
  await clock.advance(0)
  await fill()
  const refused = { status: 429 }
  await expect(start(queue, 'wfr_2', {}, BODY)).rejects.toMatchObject(refused)
  const step = { stepId: 1, stepName: 'one', out: BODY }
  await expect(sendStep(queue, 'wfr_1', step)).rejects.toMatchObject(refused)
  const event = request('POST', '/v2/notify/wfr_1/paid', {}, BODY)
  expect(await answer(event)).toMatchObject(FULL)
  let waits = 0
  for (; waits < 1000; waits++) {
    const isRefused = await wait(queue, 'wfr_1', `e${waits}`).then(
      () => false,
      ({ status }: { status: number }) => status === 429,
    )
    if (isRefused) break
  }
  expect(waits).toBeLessThan(100)

  await clock.advance('1d')
  await sendStep(queue, 'wfr_1', step)
  expect((await queue.steps.fetched('wfr_1'))?.length).toBeGreaterThan(1)
})

test('ended runs and logs are dropped, the oldest first', async () => {
  const { queue, clock } = limited(1_600_000)
  for (let n = 0; n < 100; n++) {
    await start(queue, `wfr_${n}`, { 'Svc-Retries': '0' }, BODY)
    await queue.endings.end(`wfr_${n}`, { cancel: false, result: new Uint8Array(100) })
    await clock.advance('1s')
  }
  expect(await queue.store.runs.latest('wfr_0')).toBeUndefined()
  expect(await queue.store.runs.latest('wfr_99')).toMatchObject({ state: 'RUN_SUCCESS' })
})

test.each(['', 'x'.repeat(100_000)])(
  'failing publishes in a full queue: 429, and each accepted one becomes a DLQ entry',
  async (body) => {
    const answer = { ...answered(500), body: Buffer.from(body) }
    const { queue, clock, publish } = limited(300_000, async () => answer)
    const statuses: number[] = []
    for (let n = 0; n < 60; n++) {
      statuses.push(await publish({ 'Svc-Retries': '0', ...(n % 2 && { 'Svc-Delay': '1m' }) }))
      await clock.advance('1s')
    }
    await clock.advance('1m')
    const accepted = statuses.filter((status) => status === 200)
    expect(accepted.length).toBeGreaterThan(2)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    const { failures } = await queue.failedMessages.list({}, {})
    expect(failures).toHaveLength(accepted.length)
    // The bodies of the responses do not exceed the limit.
    expect(await queue.store.fits(-20_000, clock.now())).toBe(true)

    await ask(queue, 'DELETE', '/v2/dlq')
    expect(await publish()).toBe(200)
  },
)

test('a DLQ entry is not dropped, and its run can be restarted', async () => {
  const { queue, clock, fill, publish } = limited(200_000, failed)
  await start(queue, 'wfr_1', { 'Svc-Retries': '0' }, BODY)
  await clock.advance(0)
  const [entry] = (await queue.dlq.list({})).messages
  expect(entry).toMatchObject({ workflowRunId: 'wfr_1' })

  await fill()
  expect((await queue.dlq.list({})).messages).toHaveLength(1)
  const restart = () => ask(queue, 'POST', `/v2/workflows/dlq/restart/${entry!.dlqId}`)
  expect(await restart()).toMatchObject([429, FULL.told.error && {}])
  await ask(queue, 'DELETE', '/v2/messages')
  expect(await restart()).toMatchObject([200, { workflowRunId: expect.any(String) as string }])

  // The queue drops the first run, because the run has become history.
  await fill()
  expect(await queue.store.runs.latest('wfr_1')).toBeUndefined()
  expect(await publish()).toBe(429)
})

test('a message without room for its callback is attempted once, and its callback waits', async () => {
  let kept: (() => Promise<unknown>) | undefined
  const { queue, clock, fill } = limited(125_000, async () => {
    await kept?.()
    kept = undefined
    return answered(200)
  })
  await queue.publish.take(publishTo(APP, { 'Svc-Callback': `${APP}called` }, BODY))
  kept = () => fill({ 'Svc-Delay': '1d', 'Svc-Label': 'filling' })
  await clock.advance(0)
  await clock.advance('5s')
  const urls = () => queue.journal.attempts().map(({ url }) => url)
  expect(urls()).toEqual([APP])

  await ask(queue, 'DELETE', '/v2/messages?label=filling')
  await clock.advance('5s')
  expect(urls()).toEqual([APP, `${APP}called`])
})

test('settled messages, runs and groups take no bytes', async () => {
  const all = 1_000_000
  const { queue, clock, answer } = limited(all, failed)
  const post = (target: string, headers: Record<string, string>) =>
    answer(request('POST', target, headers, BODY))
  await queue.groups.set('orders', [{ url: APP }])
  const once = { 'Svc-Retries': '1', 'Svc-Callback': APP, 'Svc-Deduplication-Id': 'once' }
  await post('/v2/publish/orders', once)
  await post(`/v2/schedules/${APP}`, { 'Svc-Cron': '0 0 * * *', 'Svc-Schedule-Id': 's' })
  await post(`/v2/enqueue/line/${APP}`, {
    'Svc-Flow-Control-Key': 'k',
    'Svc-Flow-Control-Value': 'rate=1',
  })
  await start(queue, 'wfr_1', { 'Svc-Retries': '0', 'Svc-Failure-Callback': `${APP}failed` })
  await start(queue, 'wfr_2')
  await sendStep(queue, 'wfr_2', { stepId: 1, stepName: 'one', out: BODY })
  await wait(queue, 'wfr_2', 'paid')
  await wait(queue, 'wfr_2', 'shipped')
  await post('/v2/notify/wfr_2/early', {})
  await post('/v2/notify/paid', {})
  await clock.advance('30d')
  expect(await queue.store.fits(all - 10_000, clock.now())).toBe(false)

  await queue.endings.end('wfr_2', { cancel: true, result: new Uint8Array() })
  await ask(queue, 'DELETE', '/v2/workflows/dlq')
  await ask(queue, 'DELETE', '/v2/dlq')
  await ask(queue, 'DELETE', '/v2/topics/orders')
  await ask(queue, 'DELETE', '/v2/schedules/s')
  await ask(queue, 'DELETE', '/v2/queues/line')
  await ask(queue, 'DELETE', '/v2/messages')
  expect(await queue.store.fits(all, clock.now())).toBe(true)
})

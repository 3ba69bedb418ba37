import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { answered, heldQueue, publishTo, request, testQueue } from '../testing.js'
import { queueHandler } from '../server.js'
import { sendStep, start, WORKFLOW } from '../runs/testing.js'

const APP = 'http://app.test/'

type Headers = Readonly<Record<string, string>>

/** Creates a queue with room for `readyLimit` messages. */
function holding(readyLimit: number) {
  const test = heldQueue({ readyLimit })
  const handler = queueHandler(test.queue)
  const publish = async (headers: Headers = {}, destination = APP) =>
    (await handler(publishTo(destination, headers))).status
  /** Responds to all held deliveries and waits until the queue has processed the responses. */
  const release = async () => {
    test.answer()
    await test.underWay()
  }
  return { ...test, handler, publish, release }
}

const FULL = { status: 429, headers: { 'retry-after': '1' } }

test('a full queue returns 429 until a message is delivered', async () => {
  const { handler, publish, underWay, release } = holding(2)
  expect([await publish(), await publish()]).toEqual([200, 200])
  expect(await underWay()).toHaveLength(2)

  const refused = await handler(publishTo(APP))
  expect(refused).toMatchObject(FULL)
  expect(JSON.parse(refused.body as string)).toEqual({
    error:
      'the queue is full: 2 of at most 2 messages wait or are under way, and 1 more do not fit',
  })

  await release()
  expect([await publish(), await publish(), await publish()]).toEqual([200, 200, 429])
})

test('10 concurrent publishes with room for 3: 3 are accepted', async () => {
  const { publish } = holding(3)
  const statuses = await Promise.all(Array.from({ length: 10 }, () => publish()))
  expect(statuses.filter((status) => status === 200)).toHaveLength(3)
  expect(statuses.filter((status) => status === 429)).toHaveLength(7)
})

test('a refused publish leaves no trace', async () => {
  const { queue, clock, publish, release } = holding(1)
  await publish()
  await clock.advance(0)
  const headers = { 'Svc-Deduplication-Id': 'a' }
  expect(await publish(headers)).toBe(429)
  await expect(start(queue, 'wfr_1')).rejects.toMatchObject({ status: 429 })
  expect(await queue.store.runs.latest('wfr_1')).toBeUndefined()

  await release()
  expect(await publish(headers)).toBe(200)
  await clock.advance(0)
  await release()
  expect(await start(queue, 'wfr_1')).not.toHaveProperty('deduplicated')
})

test('messages due later do not count and are not refused', async () => {
  const { clock, publish } = holding(1)
  expect([await publish({ 'Svc-Delay': '1m' }), await publish()]).toEqual([200, 200])
  expect([await publish({ 'Svc-Delay': '1h' }), await publish()]).toEqual([200, 429])
  await clock.advance('1m')
  expect(await publish()).toBe(429)
})

test('a publish to a URL group is accepted as a whole or not', async () => {
  const { queue, publish } = holding(3)
  await queue.groups.set('pair', [{ url: `${APP}a` }, { url: `${APP}b` }])
  const statuses = [await publish({}, 'pair'), await publish({}, 'pair'), await publish()]
  expect(statuses).toEqual([200, 429, 200])
})

test('steps and schedules are not refused', async () => {
  const { queue, clock, publish, release } = holding(1)
  await start(queue, 'wfr_1')
  await clock.advance(0)
  expect(await publish()).toBe(429)

  await sendStep(queue, 'wfr_1', { stepId: 1, stepName: 'one', out: '1' })
  const schedule = request('POST', `/v2/schedules/${APP}`, { 'Svc-Cron': '* * * * *' })
  await queueHandler(queue)(schedule)
  await clock.advance('1m')
  expect(await publish()).toBe(429)

  // Each call releases one delivery, because the queue has room for one attempt.
  await release()
  await release()
  await release()
  const urls = queue.journal.attempts().map(({ url }) => url)
  expect(urls).toEqual([WORKFLOW, WORKFLOW, APP])
})

test('at most 3 concurrent attempts with a limit of 3, in order', async () => {
  let [underWay, most] = [0, 0]
  const { queue, clock } = testQueue({
    readyLimit: 3,
    async send() {
      most = Math.max(most, ++underWay)
      await setImmediate()
      underWay--
      return answered(200)
    },
  })
  for (let n = 0; n < 10; n++)
    await queue.publish.take(publishTo(`${APP}${n}`, { 'Svc-Delay': '1m' }))
  await clock.runUntilIdle()
  expect(most).toBe(3)
  expect(queue.journal.attempts().map(({ url }) => url)).toEqual(
    Array.from({ length: 10 }, (_, n) => `${APP}${n}`),
  )
})

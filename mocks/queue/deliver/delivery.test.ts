import { expect, test } from 'vitest'
import { dialects } from '#generated/dialects.js'
import type { Queue } from '../queue.js'
import { createScheduler } from './scheduler.js'
import { answered, publishTo, START, testQueue } from '../testing.js'

const publish = (queue: Queue, headers: Readonly<Record<string, string>> = {}) =>
  queue.publish.send(queue.reading.publication(publishTo('http://app.test/', headers, 'the body')))

/** When the attempts were made, in milliseconds after the first moment. */
const times = (queue: Queue) => queue.journal.attempts().map(({ startedAt }) => startedAt - START)

test('an attempt that is not answered in time has failed, in the time of the clock', async () => {
  const { queue, clock } = testQueue({
    send: (_, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          resolve({ kind: 'unanswered', reason: (signal.reason as Error).message })
        })
      }),
  })
  await publish(queue, { 'Svc-Timeout': '30s', 'Svc-Retries': '1' })

  await clock.advance('1d')
  expect(queue.journal.attempts()).toMatchObject([
    { startedAt: START, endedAt: START + 30_000, outcome: { reason: 'no answer within 30000 ms' } },
    { startedAt: START + 37_389, endedAt: START + 67_389 },
  ])
})

test('an answered attempt leaves no deadline behind', async () => {
  const { queue, clock } = testQueue()
  await publish(queue)
  await clock.runUntilIdle()
  expect(clock.now()).toBe(START)
})

test('Retry-After counts only in a dialect that honours it', async () => {
  const send = async () => answered(503, { 'Retry-After': ['100'] })
  for (const [dialect, prefix, gap] of [
    [dialects.svc, 'Svc', 7389],
    [dialects.upstash, 'Upstash', 100_000],
  ] as const) {
    const { queue, clock } = testQueue({ send, dialect })
    await publish(queue, { [`${prefix}-Retries`]: '1' })
    await clock.runUntilIdle()
    expect(times(queue)).toEqual([0, gap])
  }
})

test('an attempt that is under way when the queue is cleared has no consequences', async () => {
  let started: (() => void) | undefined
  const sending = new Promise<void>((resolve) => (started = resolve))
  const { queue, clock } = testQueue({
    send: (_, signal) =>
      new Promise((resolve) => {
        started!()
        signal.addEventListener('abort', () => resolve(answered(500)))
      }),
  })
  await publish(queue)
  await sending

  await queue.scheduler.clear()
  await clock.runUntilIdle()
  expect(queue.journal.attempts()).toEqual([])
})

test('more messages than are claimed at once are all delivered, each at its moment', async () => {
  const { queue, clock } = testQueue()
  for (let n = 0; n < 2500; n++) await publish(queue, { 'Svc-Delay': `${n % 2}s` })

  await clock.advance('1s')
  expect(times(queue)).toEqual(Array.from({ length: 2500 }, (_, n) => (n < 1250 ? 0 : 1000)))
})

test('a bug in an attempt is reported and counts as a failure, and other messages go on', async () => {
  const { queue, clock } = testQueue()
  const bug = new Error('a bug')
  const bugs: unknown[] = []
  const scheduler = createScheduler(clock, { onBug: (bug) => bugs.push(bug) })
  const broken = queue.replaced({
    scheduler: { start: () => (task) => scheduler.start(task) },
    delivery: {
      headers: (original) => (message) => {
        if (message.retries === 1) throw bug
        return original(message)
      },
    },
  })
  await publish(broken, { 'Svc-Retries': '1' })
  const { messageId } = await publish(broken)

  await clock.runUntilIdle()
  expect(bugs).toEqual([bug, bug])
  expect(queue.journal.attempts()).toMatchObject([{ messageId }])
})

import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Outcome } from '../message.js'
import { answered, publishTo, START, testQueue } from '../testing.js'

/** A queue whose destination answers when it is told to, and a way to publish under a key. */
function open() {
  const answers: ((outcome: Outcome) => void)[] = []
  const { queue, clock } = testQueue({
    send: (_, signal) =>
      new Promise((resolve) => {
        answers.push(resolve)
        signal.addEventListener('abort', () =>
          resolve({ kind: 'unanswered', reason: 'called off' }),
        )
      }),
  })
  const publish = async (value: string, more: Readonly<Record<string, string>> = {}) => {
    const headers = { 'Svc-Flow-Control-Key': 'k', 'Svc-Flow-Control-Value': value, ...more }
    await queue.publish.send(queue.reading.publication(publishTo('http://app.test/', headers)))
  }
  async function answer(n: number, status: number) {
    answers[n]!(answered(status))
    // The clock has given up on what hangs, and does not see at once that it goes on.
    await setImmediate()
    await clock.advance(0)
  }
  return { queue, clock, answers, answer, publish }
}

const times = <T>(count: number, act: () => Promise<T>) =>
  Promise.all(Array.from({ length: count }, act))

test('no more are under way than may be, and the others follow one by one', async () => {
  const { queue, clock, answers, answer, publish } = open()
  await times(5, () => publish('parallelism=2'))
  await clock.advance(0)
  expect(answers).toHaveLength(2)
  expect(await queue.flowControl.state('k')).toEqual({ flowControlKey: 'k', waitListSize: 3 })

  for (let n = 0; n < 5; n++) {
    await answer(n, 200)
    expect(answers).toHaveLength(Math.min(5, n + 3))
    expect(await queue.flowControl.waitListSize('k')).toBe(Math.max(0, 2 - n))
  }
  expect(queue.journal.attempts().map(({ startedAt }) => startedAt - START)).toEqual([
    0, 0, 0, 0, 0,
  ])
})

test('a message that waits for its retry holds up nobody', async () => {
  const { clock, answers, answer, publish } = open()
  await times(2, () => publish('parallelism=1', { 'Svc-Retry-Delay': '60000' }))
  await clock.advance(0)
  await answer(0, 500)
  expect(answers).toHaveLength(2)

  await clock.advance('1m')
  expect(answers).toHaveLength(2)
  await answer(1, 200)
  expect(answers).toHaveLength(3)
})

test('an attempt that is not answered gives its place up when its time is over', async () => {
  const { queue, clock, answers, publish } = open()
  await times(2, () => publish('parallelism=1', { 'Svc-Timeout': '30s', 'Svc-Retries': '0' }))
  await clock.advance('1m')
  expect(answers).toHaveLength(2)
  expect(queue.journal.attempts().map(({ startedAt }) => startedAt - START)).toEqual([0, 30_000])
})

test('a rate lets the next ones start exactly when its period is over', async () => {
  const { queue, clock } = testQueue()
  const headers = {
    'Svc-Flow-Control-Key': 'k',
    'Svc-Flow-Control-Value': 'rate=2, period=1m',
  }
  await times(5, () =>
    queue.publish.send(queue.reading.publication(publishTo('http://app.test/', headers))),
  )
  await clock.advance(0)
  expect(await queue.flowControl.waitListSize('k')).toBe(3)

  await clock.runUntilIdle()
  expect(queue.journal.attempts().map(({ startedAt }) => startedAt - START)).toEqual([
    0, 0, 60_000, 60_000, 120_000,
  ])
})

test('a key that nobody has named holds up nothing', async () => {
  const { queue } = open()
  expect(await queue.flowControl.state('é/ ')).toEqual({ flowControlKey: 'é/ ', waitListSize: 0 })
})

test('what waits is gone when the queue is cleared', async () => {
  const { queue, clock, answers, publish } = open()
  await times(3, () => publish('parallelism=1'))
  await clock.advance(0)
  await queue.scheduler.clear()
  await queue.store.clear()
  expect(await queue.flowControl.waitListSize('k')).toBe(0)

  await publish('parallelism=1')
  await clock.advance(0)
  expect(answers).toHaveLength(2)
})

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

test('an attempt that is not answered gives its place up when its time is over', async () => {
  const { queue, clock, answers, publish } = open()
  await times(2, () => publish('parallelism=1', { 'Svc-Timeout': '30s', 'Svc-Retries': '0' }))
  await clock.advance('1m')
  expect(answers).toHaveLength(2)
  expect(queue.journal.attempts().map(({ startedAt }) => startedAt - START)).toEqual([0, 30_000])
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

import { expect, test } from 'vitest'
import { publish, START, testQueue } from '../testing.js'

/**
 * Creates a queue whose destination never responds. Returns a function that publishes with
 * parallelism 1.
 */
function hanging() {
  let sent = 0
  const { queue, clock } = testQueue({
    send: (_, signal) =>
      new Promise((resolve) => {
        sent++
        signal.addEventListener('abort', () => resolve({ kind: 'unanswered', reason: 'aborted' }))
      }),
  })
  const publishKeyed = (headers: Readonly<Record<string, string>> = {}) =>
    publish(queue, {
      ...{ 'Svc-Flow-Control-Key': 'k', 'Svc-Flow-Control-Value': 'parallelism=1' },
      ...headers,
    })
  return { queue, clock, publishKeyed, sent: () => sent }
}

test('an attempt that times out lets the next message of its key start', async () => {
  const { queue, clock, publishKeyed, sent } = hanging()
  for (let n = 0; n < 2; n++) await publishKeyed({ 'Svc-Timeout': '30s', 'Svc-Retries': '0' })
  await clock.advance('1m')
  expect(sent()).toBe(2)
  expect(queue.journal.attempts()).toMatchObject([
    { startedAt: START, endedAt: START + 30_000, outcome: { reason: 'aborted' } },
    { startedAt: START + 30_000 },
  ])
})

test('clearing the queue clears its wait lists', async () => {
  const { queue, clock, publishKeyed, sent } = hanging()
  for (let n = 0; n < 3; n++) await publishKeyed()
  await clock.advance(0)
  await queue.scheduler.clear()
  await queue.store.clear()
  expect(await queue.flowControl.waitListSize('k')).toBe(0)

  await publishKeyed()
  await clock.advance(0)
  expect(sent()).toBe(2)
})

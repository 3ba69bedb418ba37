import { expect, test } from 'vitest'
import { publish, testQueue } from '../testing.js'

test('clearing the queue clears its wait lists', async () => {
  let sent = 0
  const { queue, clock } = testQueue({
    send: (_, signal) =>
      new Promise((resolve) => {
        sent++
        signal.addEventListener('abort', () => resolve({ kind: 'unanswered', reason: 'aborted' }))
      }),
  })
  const publishKeyed = () =>
    publish(queue, { 'Svc-Flow-Control-Key': 'k', 'Svc-Flow-Control-Value': 'parallelism=1' })
  for (let n = 0; n < 3; n++) await publishKeyed()
  await clock.advance(0)
  await queue.scheduler.clear()
  await queue.store.clear()
  expect(await queue.flowControl.waitListSize('k')).toBe(0)

  await publishKeyed()
  await clock.advance(0)
  expect(sent).toBe(2)
})

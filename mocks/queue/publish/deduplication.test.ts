import { expect, test } from 'vitest'
import { publish, testQueue } from '../testing.js'

test('8 concurrent publishes with one deduplication id: 1 is sent', async () => {
  const { queue, clock } = testQueue()
  const results = await Promise.all(
    Array.from({ length: 8 }, () => publish(queue, { 'Svc-Deduplication-Id': 'a' })),
  )
  expect(new Set(results.map(({ messageId }) => messageId)).size).toBe(1)
  expect(results.filter(({ deduplicated }) => !deduplicated)).toHaveLength(1)
  await clock.runUntilIdle()
  expect(queue.journal.attempts()).toHaveLength(1)
})

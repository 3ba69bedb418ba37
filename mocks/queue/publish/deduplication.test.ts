import { expect, test } from 'vitest'
import { publishTo, testQueue } from '../testing.js'

type Headers = Readonly<Record<string, string>>

/** A queue, and a way to publish to it of which only the difference to the plain one is said. */
function open() {
  const { queue, clock } = testQueue()
  const publish = (headers: Headers, { to = 'http://app.test/', body = 'the body' } = {}) =>
    queue.publish.send(queue.reading.publication(publishTo(to, headers, body)))
  return { queue, clock, publish }
}

const byId = (id: string) => ({ 'Svc-Deduplication-Id': id })

test('of many at once with one id a single one is sent', async () => {
  const { queue, clock, publish } = open()
  const results = await Promise.all(Array.from({ length: 8 }, () => publish(byId('a'))))

  expect(new Set(results.map(({ messageId }) => messageId)).size).toBe(1)
  expect(results.filter(({ deduplicated }) => !deduplicated)).toHaveLength(1)
  await clock.runUntilIdle()
  expect(queue.journal.attempts()).toHaveLength(1)
})

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

test('what was refused is not remembered', async () => {
  const { publish } = open()
  await expect(publish(byId('a'), { to: 'nobody' })).rejects.toMatchObject({ status: 404 })
  expect(await publish(byId('a'))).not.toHaveProperty('deduplicated')
})

test('a publication of several messages is a duplicate as a whole', async () => {
  const { queue } = open()
  const publication = queue.reading.publication(publishTo('http://a.test/', byId('a')))
  const messages = (...urls: string[]) =>
    urls.map((url) => queue.publish.message(url, publication.instructions))
  const first = await queue.deduplication.acceptOnce(
    publication,
    messages('http://a.test/', 'http://b.test/'),
  )
  const ids = first.map(({ messageId }) => messageId)

  const second = messages('http://a.test/', 'http://b.test/', 'http://c.test/')
  expect(await queue.deduplication.acceptOnce(publication, second)).toEqual([
    { messageId: ids[0], url: 'http://a.test/', deduplicated: true },
    { messageId: ids[1], url: 'http://b.test/', deduplicated: true },
    { messageId: ids[0], url: 'http://c.test/', deduplicated: true },
  ])
})

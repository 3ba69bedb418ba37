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
const byContent = { 'Svc-Content-Based-Deduplication': 'true' }

test('of one id the first message is sent, and the others are told its id', async () => {
  const { queue, clock, publish } = open()
  const first = await publish(byId('a'))
  const other = await publish(byId('A'), { body: 'other' })
  const duplicates = [await publish(byId('a')), await publish(byId('a'), { body: 'another' })]

  expect(first).not.toHaveProperty('deduplicated')
  expect(other).not.toHaveProperty('deduplicated')
  expect(duplicates).toEqual(duplicates.map(() => ({ ...first, deduplicated: true })))
  await clock.runUntilIdle()
  expect(queue.journal.attempts().map(({ messageId }) => messageId)).toEqual([
    first.messageId,
    other.messageId,
  ])
})

test('of many at once with one id a single one is sent', async () => {
  const { queue, clock, publish } = open()
  const results = await Promise.all(Array.from({ length: 8 }, () => publish(byId('a'))))

  expect(new Set(results.map(({ messageId }) => messageId)).size).toBe(1)
  expect(results.filter(({ deduplicated }) => !deduplicated)).toHaveLength(1)
  await clock.runUntilIdle()
  expect(queue.journal.attempts()).toHaveLength(1)
})

test('an id names one message wherever it goes, and a duplicate names its own destination', async () => {
  const { publish } = open()
  const { messageId } = await publish(byId('a'))
  expect(await publish(byId('a'), { to: 'http://other.test/' })).toEqual({
    messageId,
    url: 'http://other.test/',
    deduplicated: true,
  })
})

test('an id is free again after ten minutes', async () => {
  const { clock, publish } = open()
  await publish(byId('a'))

  await clock.advance(10 * 60_000 - 1)
  expect(await publish(byId('a'))).toHaveProperty('deduplicated', true)

  await clock.advance(1)
  expect(await publish(byId('a'))).not.toHaveProperty('deduplicated')
})

test('what was refused is not remembered', async () => {
  const { publish } = open()
  await expect(publish(byId('a'), { to: 'nobody' })).rejects.toMatchObject({ status: 404 })
  expect(await publish(byId('a'))).not.toHaveProperty('deduplicated')
})

test('equal content is sent once where that is asked for', async () => {
  const { publish } = open()
  await publish(byContent)
  expect(await publish(byContent)).toHaveProperty('deduplicated', true)
  expect(await publish({})).not.toHaveProperty('deduplicated')
  const off = { 'Svc-Content-Based-Deduplication': 'false' }
  expect(await publish(off)).not.toHaveProperty('deduplicated')
})

test.each<[string, Headers, { to?: string; body?: string }]>([
  ['destination', {}, { to: 'http://app.test/?other' }],
  ['body', {}, { body: 'the Body' }],
  ['content type', { 'Content-Type': 'text/x' }, {}],
  ['forwarded headers', { 'Svc-Forward-X-A': '1' }, {}],
])('content differs in its %s', async (_, headers, more) => {
  const { publish } = open()
  await publish(byContent)
  expect(await publish({ ...byContent, ...headers }, more)).not.toHaveProperty('deduplicated')
})

test('content is the same in any order of its headers, and whatever else is asked for', async () => {
  const { publish } = open()
  await publish({ ...byContent, 'Svc-Forward-A': '1', 'Svc-Forward-B': '2' })
  const again = { 'Svc-Forward-B': '2', 'Svc-Forward-A': '1', 'Svc-Delay': '1d', 'X-Mine': '3' }
  expect(await publish({ ...byContent, ...again })).toHaveProperty('deduplicated', true)
})

test('an id decides alone', async () => {
  const { publish } = open()
  await publish(byContent)
  expect(await publish({ ...byContent, ...byId('a') })).not.toHaveProperty('deduplicated')
  const duplicate = await publish({ ...byContent, ...byId('a') }, { body: 'another' })
  expect(duplicate).toHaveProperty('deduplicated', true)
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

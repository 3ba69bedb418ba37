import { expect, test } from 'vitest'
import { publishTo, START, testQueue } from '../testing.js'

test('a publish to a URL answers the id of its message and the URL', async () => {
  const { queue } = testQueue()
  const result = await queue.publish.send(
    queue.reading.publication(publishTo('http://app.test/a?b=c')),
  )
  expect(result).toEqual({
    messageId: expect.stringMatching(/^msg_\w+$/) as string,
    url: 'http://app.test/a?b=c',
  })
})

test('what is accepted is stored before it is answered', async () => {
  const { queue } = testQueue()
  const publication = queue.reading.publication(
    publishTo('http://app.test/', { 'Svc-Delay': '1d' }),
  )
  const { messageId } = await queue.publish.send(publication)

  expect(await queue.store.messages.get(messageId)).toMatchObject({
    url: 'http://app.test/',
    createdAt: START,
    notBefore: START + 86_400_000,
    retried: 0,
  })
})

test('every message has an id of its own', async () => {
  const { queue } = testQueue()
  const publication = queue.reading.publication(publishTo('http://app.test/'))
  const results = await Promise.all(
    Array.from({ length: 100 }, () => queue.publish.send(publication)),
  )
  expect(new Set(results.map(({ messageId }) => messageId)).size).toBe(100)
})

test.each([
  ['orders', 404],
  ['api/other', 404],
  ['api/llm', 400],
])('a publish to %s, which cannot be, is refused with %d', async (name, status) => {
  const { queue } = testQueue()
  await expect(
    queue.publish.send(queue.reading.publication(publishTo(name))),
  ).rejects.toMatchObject({ status })
})

test('a publish to a destination that may not be called is refused, and says why', async () => {
  const { queue } = testQueue()
  const guarded = queue.replaced({ sender: { objection: () => () => 'not there' } })
  await expect(
    guarded.publish.send(guarded.reading.publication(publishTo('http://app.test/'))),
  ).rejects.toMatchObject({ status: 400, message: 'not there' })
})

import { expect, test } from 'vitest'
import { request, START, testQueue } from '../testing.js'
import { text } from '../runs/testing.js'

const batchOf = (items: unknown) => request('POST', '/v2/batch', {}, JSON.stringify(items))

test('each message of a batch is as if it had come by itself', async () => {
  const { queue, clock } = testQueue()
  const results = await queue.batch.publish(
    batchOf([
      { destination: 'http://app.test/a?b=c', body: 'one' },
      {
        destination: 'http://app.test/d',
        headers: { 'Svc-Method': 'PUT', 'svc-delay': '1s', 'svc-forward-x-a': '1' },
        body: { two: 2 },
      },
    ]),
  )
  await clock.runUntilIdle()
  const attempts = queue.journal.attempts()
  expect(attempts).toMatchObject([
    { url: 'http://app.test/a?b=c', method: 'POST', startedAt: START },
    { url: 'http://app.test/d', method: 'PUT', headers: { 'X-A': ['1'] }, startedAt: START + 1000 },
  ])
  expect(attempts.map(({ body }) => text(body))).toEqual(['one', '{"two":2}'])
  expect(results).toEqual(attempts.map(({ messageId, url }) => ({ messageId, url })))
})

test('a message that is refused keeps no other back', async () => {
  const { queue } = testQueue()
  const error = expect.any(String) as string
  const results = await queue.batch.publish(
    batchOf([
      7,
      { destination: 7 },
      { destination: 'http://app.test/', headers: { 'Svc-Retries': 'many' } },
      { destination: 'http://app.test/', headers: { 'Svc-Retries': 3 } },
      { destination: 'no-such-group' },
      { destination: 'http://app.test/' },
    ]),
  )
  expect(results).toEqual([
    ...Array.from({ length: 5 }, () => ({ error })),
    { messageId: expect.any(String) as string, url: 'http://app.test/' },
  ])
})

test.each(['', '{}', '['])('a batch that is "%s" is refused', async (body) => {
  const { queue } = testQueue()
  await expect(queue.batch.publish(request('POST', '/v2/batch', {}, body))).rejects.toMatchObject({
    status: 400,
  })
})

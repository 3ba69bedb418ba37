import { expect, test } from 'vitest'
import { ask, testQueue } from '../testing.js'

const url = 'http://app.test/'

test('each item of a batch is published as asked, and answered in its place', async () => {
  const { queue, clock } = testQueue()
  await queue.groups.set('both', [{ url: 'http://a.test/' }, { url: 'http://b.test/' }])
  const [status, results] = await ask(queue, 'POST', '/v2/batch', [
    { destination: `${url}?a=b`, headers: { 'svc-forward-x-a': '1', 'svc-method': 'PUT' } },
    { destination: url, headers: { 'Svc-Retries': 'many' } },
    { destination: 'both', body: 'to both' },
    { destination: url, queue: 'line', body: 'in line', headers: { 'Content-Type': 'text/x' } },
    { destination: 'nobody' },
    'no item',
  ])
  const published = (url: string) => ({ messageId: expect.any(String) as string, url })
  expect([status, results]).toEqual([
    200,
    [
      published(`${url}?a=b`),
      { error: 'Svc-Retries: expected a whole number, got "many"' },
      [published('http://a.test/'), published('http://b.test/')],
      published(url),
      { error: expect.stringContaining('"nobody"') as string },
      { error: 'expected an object, got "no item"' },
    ],
  ])
  expect(await ask(queue, 'GET', '/v2/queues/line')).toMatchObject([200, { lag: 1 }])

  await clock.runUntilIdle()
  const sent = queue.journal.attempts().map(({ url, method, headers, body }) => ({
    ...{ url, method, headers },
    body: Buffer.from(body).toString(),
  }))
  expect(sent).toMatchObject([
    { url: `${url}?a=b`, method: 'PUT', headers: { 'X-A': ['1'] }, body: '' },
    { url: 'http://a.test/', body: 'to both' },
    { url: 'http://b.test/', body: 'to both' },
    { url, method: 'POST', headers: { 'Content-Type': ['text/x'] }, body: 'in line' },
  ])
  expect(JSON.stringify(sent)).not.toContain('Authorization')
})

test.each([
  [{}, 'destination: expected a text, got nothing'],
  [{ destination: url, headers: [] }, 'headers: expected an object, got []'],
  [
    { destination: url, headers: { 'svc-retries': 1 } },
    'headers["svc-retries"]: expected a text, got 1',
  ],
  [{ destination: url, queue: 1 }, 'queueName: expected letters, digits, "_", "-" and ".", got 1'],
])('the item %j is bad', async (item, error) => {
  const { queue } = testQueue()
  expect(await ask(queue, 'POST', '/v2/batch', [item])).toEqual([200, [{ error }]])
})

test.each([
  [{}, 'got {}'],
  [undefined, 'got nothing'],
])('what is no batch is refused: %j', async (batch, got) => {
  const { queue } = testQueue()
  const error = `the body: expected a JSON array of messages, ${got}`
  expect(await ask(queue, 'POST', '/v2/batch', batch)).toEqual([400, { error }])
})

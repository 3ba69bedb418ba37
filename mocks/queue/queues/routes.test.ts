import { expect, test } from 'vitest'
import { ask, heldQueue, request, testQueue } from '../testing.js'
import { queueHandler } from '../server.js'

type Test = Pick<ReturnType<typeof testQueue>, 'queue'>

const enqueue = ({ queue }: Test, n: number) =>
  queueHandler(queue)(
    request('POST', `/v2/enqueue/line/http://app.test/${n}?a=b&svc-retries=1`, {}, 'x'),
  )

test('a changed parallelism applies at once', async () => {
  const test = heldQueue()
  await ask(test.queue, 'POST', '/v2/queues', { queueName: 'line', parallelism: 2 })
  for (const n of [1, 2, 3, 4, 5, 6]) await enqueue(test, n)
  expect(await test.underWay()).toEqual(['/1', '/2'])
  await ask(test.queue, 'POST', '/v2/queues', { queueName: 'line', parallelism: 3 })
  expect(await test.underWay()).toEqual(['/1', '/2', '/3'])
  await ask(test.queue, 'POST', '/v2/queues', { queueName: 'line', parallelism: 1 })
  test.answer(200, '/2')
  expect(await test.underWay()).toEqual(['/1', '/3'])
  test.answer(200, '/1')
  test.answer(200, '/3')
  expect(await test.underWay()).toEqual(['/4'])
})

test('a cancelled message lets the next one start', async () => {
  const test = heldQueue()
  for (const n of [1, 2, 3]) await enqueue(test, n)
  expect(await ask(test.queue, 'DELETE', '/v2/messages?path=/2')).toEqual([200, { cancelled: 1 }])
  await test.underWay()
  test.answer(200, '/1')
  expect(await test.underWay()).toEqual(['/3'])
})

test.each([
  ['GET', '/v2/queues/line', undefined, 404, /no queue "line"/],
  ['DELETE', '/v2/queues/line', undefined, 404, /no queue "line"/],
  ['POST', '/v2/queues/line/pause', undefined, 404, /no queue "line"/],
  ['POST', '/v2/queues', { queueName: 'a b' }, 400, /queueName: expected .*, got "a b"/],
  ['POST', '/v2/queues', {}, 400, /queueName: expected .*, got nothing/],
  ['POST', '/v2/queues', { queueName: 'a', parallelism: 0 }, 400, /parallelism: .*, got 0/],
  ['POST', '/v2/queues', { queueName: 'a', paused: 'no' }, 400, /paused: .*, got "no"/],
  ['POST', '/v2/enqueue/a%20b/http://app.test/', undefined, 400, /queueName: .*, got "a b"/],
  ['POST', '/v2/enqueue/a/', undefined, 400, /expected a destination/],
])('%s %s %j is refused', async (method, target, body, status, error) => {
  const { queue } = testQueue()
  const refusal = { error: expect.stringMatching(error) as string }
  expect(await ask(queue, method, target, body)).toEqual([status, refusal])
})

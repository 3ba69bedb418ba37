import { expect, test } from 'vitest'
import type { HeaderMap } from '../request/headers.js'
import { answered, publishTo, testQueue } from '../testing.js'

const urls = ['http://a.test/?own=1', 'http://b.test/', 'http://c.test/']

/** A queue with a group of three endpoints; whether one of them fails, `send` says. */
async function withGroup(headers: HeaderMap = {}, send?: (url: string) => number) {
  const { queue, clock } = testQueue(send && { send: async ({ url }) => answered(send(url)) })
  const [first, ...others] = urls.map((url) => ({ url }))
  const group = await queue.groups.set('orders', [{ ...first!, name: 'first' }, ...others])
  await queue.fanOut.setDefaultHeaders('orders', headers)
  return { queue, clock, id: group!.id }
}

type Queue = Awaited<ReturnType<typeof withGroup>>['queue']

/** Publishes, and what of it was sent to each endpoint. */
async function sent(
  { queue, clock }: Pick<Awaited<ReturnType<typeof withGroup>>, 'queue' | 'clock'>,
  ...[headers, body, destination = 'orders']: [Record<string, string>?, string?, string?]
) {
  const before = queue.journal.attempts().length
  await queue.publish.take(publishTo(destination, headers, body))
  await clock.runUntilIdle()
  return queue.journal.attempts().slice(before)
}

const idsIn = (queue: Queue) => queue.journal.attempts().map(({ messageId }) => messageId)

test('a publish to a group reaches every endpoint, and answers one result for each', async () => {
  const { queue, clock, id } = await withGroup()
  for (const destination of ['orders', id, `${id}?svc-retries=0`]) {
    const results = await queue.publish.take(publishTo(destination))
    expect(results).toEqual(
      urls.map((url) => ({ messageId: expect.stringMatching(/^msg_/) as string, url })),
    )
  }
  await clock.runUntilIdle()
  expect(queue.journal.attempts().map(({ url }) => url)).toEqual([...urls, ...urls, ...urls])
  expect(new Set(idsIn(queue)).size).toBe(9)
})

test('each endpoint gets the body, and is told of the group', async () => {
  const attempts = await sent(await withGroup(), { 'Content-Type': 'text/x' }, 'message')
  for (const { body, headers } of attempts) {
    expect(Buffer.from(body).toString()).toBe('message')
    expect(headers).toMatchObject({ 'Content-Type': ['text/x'], 'Svc-Topic-Name': ['orders'] })
  }
})

test('a message knows its group and the name of its endpoint', async () => {
  const { queue } = await withGroup()
  const results = await queue.publish.take(publishTo('orders', { 'Svc-Delay': '1d' }))
  const [first, second] = await Promise.all(
    [results].flat().map(({ messageId }) => queue.store.messages.get(messageId)),
  )
  expect(first).toMatchObject({ topicName: 'orders', endpointName: 'first' })
  expect(second?.endpointName).toBeUndefined()
})

test('the endpoint that fails is tried again, and no other', async () => {
  const group = await withGroup({}, (url) => (url === urls[1] ? 500 : 200))
  const attempts = await sent(group, { 'Svc-Retries': '2', 'Svc-Retry-Delay': '0' })
  const times = urls.map((url) => attempts.filter((attempt) => attempt.url === url).length)
  expect(times).toEqual([1, 3, 1])
})

test('default headers apply as if the request had them', async () => {
  const group = await withGroup({
    'Svc-Method': ['PUT'],
    'Svc-Forward-X-A': ['1', '2'],
    'Svc-Header-Forward': ['true'],
    'Content-Type': ['text/default'],
    'X-B': ['3'],
  })
  const attempts = await sent(group, { 'X-C': '4' })
  expect(attempts).toHaveLength(3)
  for (const { method, headers } of attempts) {
    expect(method).toBe('PUT')
    expect(headers).toMatchObject({
      'X-A': ['1', '2'],
      'X-B': ['3'],
      'X-C': ['4'],
      'Content-Type': ['text/default'],
    })
  }
})

test.each<[string, Record<string, string>, string]>([
  ['header', { 'svc-forward-x-a': 'own', 'sVC-mETHOD': 'PATCH' }, 'orders'],
  ['query key', {}, 'orders?svc-forward-x-a=own&svc-method=PATCH'],
])('a %s of the request wins over a default header', async (_, headers, destination) => {
  const group = await withGroup({ 'Svc-Forward-X-A': ['1', '2'], 'Svc-Method': ['PUT'] })
  const [attempt] = await sent(group, headers, '', destination)
  expect(attempt).toMatchObject({ method: 'PATCH', headers: { 'X-A': ['own'] } })
})

test('default headers do not reach what is published to the URL of an endpoint', async () => {
  const [attempt] = await sent(await withGroup({ 'Svc-Forward-X-A': ['1'] }), {}, '', urls[1])
  expect(attempt!.headers).not.toHaveProperty('X-A')
  expect(attempt!.headers).not.toHaveProperty('Svc-Topic-Name')
})

test('the initial headers of a message include the default ones', async () => {
  const { queue } = await withGroup({ 'Svc-Delay': ['1d'] })
  const [result] = [await queue.publish.take(publishTo('orders', { 'X-A': '1' }))].flat()
  expect((await queue.store.messages.get(result!.messageId))!.sourceHeaders).toEqual({
    'X-A': ['1'],
    'Svc-Delay': ['1d'],
  })
})

test('default headers that no publish may have are refused, and change nothing', async () => {
  const { queue } = await withGroup({ 'Svc-Retries': ['1'] })
  await expect(
    queue.fanOut.setDefaultHeaders('orders', { 'Svc-Retries': ['many'] }),
  ).rejects.toMatchObject({
    status: 400,
    message: 'Svc-Retries: expected a whole number, got "many"',
  })
  expect((await queue.groups.find('orders'))!.headers).toEqual({ 'Svc-Retries': ['1'] })
})

test('a publish to a group that it may not make reaches no endpoint', async () => {
  const { queue, clock } = await withGroup()
  await expect(
    queue.publish.take(publishTo('orders', { 'Svc-Delay': 'soon' })),
  ).rejects.toMatchObject({
    status: 400,
  })
  await expect(queue.publish.take(publishTo('others'))).rejects.toMatchObject({ status: 404 })
  await clock.runUntilIdle()
  expect(queue.journal.attempts()).toEqual([])
})

test('an endpoint that may no longer be called is named, and no other is reached', async () => {
  const { queue, clock } = await withGroup()
  const objection = (url: string) => (url === urls[2] ? 'not there' : undefined)
  const guarded = queue.replaced({ sender: { objection: () => objection } })
  await expect(guarded.publish.take(publishTo('orders'))).rejects.toMatchObject({
    status: 400,
    message: 'an endpoint of orders: not there',
  })
  await clock.runUntilIdle()
  expect(queue.journal.attempts()).toEqual([])
})

test('a callback tells of the group and the name of the endpoint', async () => {
  const group = await withGroup()
  const attempts = await sent(group, { 'Svc-Callback': 'http://callback.test/' })
  const told = attempts
    .filter(({ url }) => url === 'http://callback.test/')
    .map(({ body }) => JSON.parse(Buffer.from(body).toString()) as object)
  expect(told).toMatchObject([
    { topicName: 'orders', endpointName: 'first', url: urls[0] },
    { topicName: 'orders', url: urls[1] },
    { topicName: 'orders', url: urls[2] },
  ])
})

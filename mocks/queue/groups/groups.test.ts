import { expect, test } from 'vitest'
import { publishTo, testQueue } from '../testing.js'
import { defaultHeadersIn, selectorsIn } from './group-body.js'

const { groups } = testQueue().queue.replaced({
  sender: { objection: () => (url) => (url.includes('outside') ? 'not there' : undefined) },
})

const refusal = (status: number, message: unknown = expect.anything()) =>
  expect.objectContaining({ status, message }) as Error

const a = { url: 'http://a.test/' }

test('changing an unknown group returns 404', async () => {
  const missing = refusal(404, 'there is no URL group "orders"')
  await expect(groups.removeEndpoints('orders', [a])).rejects.toThrow(missing)
  await expect(groups.setHeaders('orders', {})).rejects.toThrow(missing)
  await expect(groups.remove('orders')).rejects.toThrow(missing)
})

test('rejects bad endpoints and names, and creates no group', async () => {
  const outside = { url: 'http://outside.test/' }
  const uncallable = refusal(400, 'endpoints[1]: not there')
  await expect(groups.addEndpoints('orders', [a, outside])).rejects.toThrow(uncallable)
  await expect(groups.set('orders', [a, outside])).rejects.toThrow(uncallable)
  await expect(groups.addEndpoints('orders', [])).rejects.toThrow(refusal(400))
  for (const name of ['', 'a/b', 'a b', 'é']) {
    await expect(groups.addEndpoints(name, [a])).rejects.toThrow(refusal(400))
  }
  expect(await groups.all()).toEqual([])
})

test('a selector of endpoints has a URL, a name or both', () => {
  const endpoints = [{ url: 'http://a.test' }, { name: 'b' }, { url: 'http://c.test', name: 'c' }]
  expect(selectorsIn({ endpoints })).toEqual(endpoints)
  expect(() => selectorsIn({ endpoints: [{}] })).toThrow(
    expect.objectContaining({
      status: 400,
      message: expect.stringContaining('endpoints[0]: expected a "url"') as string,
    }),
  )
})

test.each<[unknown, Record<string, string[]>]>([
  [{ 'svc-retries': '2' }, { 'Svc-Retries': ['2'] }],
  [
    { 'Svc-Retries': 2, 'Svc-Header-Forward': true },
    { 'Svc-Retries': ['2'], 'Svc-Header-Forward': ['true'] },
  ],
  [{ 'X-A': [] }, { 'X-A': [] }],
  [{ 'X-A': 'one', 'x-a': 'two' }, { 'X-A': ['one', 'two'] }],
])('parses the default headers %j as %j', (headers, expected) => {
  expect(defaultHeadersIn({ headers })).toEqual(expected)
})

test('__proto__ is a header name like any other', () => {
  const headers = JSON.parse('{"__proto__": "kept"}') as unknown
  expect(Object.entries(defaultHeadersIn({ headers }))).toEqual([['__proto__', ['kept']]])
})

test('an endpoint that may not be called fails the whole publish', async () => {
  const { queue, clock } = testQueue()
  await queue.groups.set('orders', [a, { url: 'http://b.test/' }])
  const objection = (url: string) => (url === a.url ? undefined : 'not there')
  const guarded = queue.replaced({ sender: { objection: () => objection } })
  await expect(guarded.publish.take(publishTo('orders'))).rejects.toMatchObject({
    status: 400,
    message: 'an endpoint of orders: not there',
  })
  await clock.runUntilIdle()
  expect(queue.journal.attempts()).toEqual([])
})

import { expect, test } from 'vitest'
import { testQueue } from '../testing.js'

const { groups } = testQueue().queue.replaced({
  sender: { objection: () => (url) => (url.includes('outside') ? 'not there' : undefined) },
})

const refusal = (status: number, message: unknown = expect.anything()) =>
  expect.objectContaining({ status, message }) as Error

const a = { url: 'http://a.test/' }

test('changing an unknown group returns 404', () => {
  const missing = refusal(404, 'there is no URL group "orders"')
  expect(() => groups.removeEndpoints('orders', [a])).toThrow(missing)
  expect(() => groups.setHeaders('orders', {})).toThrow(missing)
  expect(() => groups.remove('orders')).toThrow(missing)
})

test('rejects bad endpoints and names, and creates no group', () => {
  const outside = { url: 'http://outside.test/' }
  const uncallable = refusal(400, 'endpoints[1]: not there')
  expect(() => groups.addEndpoints('orders', [a, outside])).toThrow(uncallable)
  expect(() => groups.set('orders', [a, outside])).toThrow(uncallable)
  expect(() => groups.addEndpoints('orders', [])).toThrow(refusal(400))
  for (const name of ['', 'a/b', 'a b', 'é']) {
    expect(() => groups.addEndpoints(name, [a])).toThrow(refusal(400))
  }
  expect(groups.all()).toEqual([])
})

import { expect, test } from 'vitest'
import { testQueue } from '../testing.js'

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

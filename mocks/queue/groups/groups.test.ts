import { expect, test } from 'vitest'
import { testQueue } from '../testing.js'

const { groups } = testQueue().queue.replaced({
  sender: { objection: () => (url) => (url.includes('outside') ? 'not there' : undefined) },
})

const a = { url: 'http://a.test/' }

test('concurrent changes of a group are all applied', async () => {
  const urls = Array.from({ length: 20 }, (_, n) => `http://${n}.test/`)
  await Promise.all(urls.map((url) => groups.addEndpoints('orders', [{ url }])))
  expect((await groups.find('orders'))!.endpoints).toHaveLength(20)

  await Promise.all(urls.map((url) => groups.removeEndpoints('orders', [{ url }])))
  expect(await groups.find('orders')).toBeUndefined()
})

test('changing an unknown group returns 404', async () => {
  const missing = { status: 404, message: 'there is no URL group "orders"' }
  await expect(groups.removeEndpoints('orders', [a])).rejects.toMatchObject(missing)
  await expect(groups.setHeaders('orders', {})).rejects.toMatchObject(missing)
  await expect(groups.remove('orders')).rejects.toMatchObject(missing)
})

test('rejects bad endpoints and names, and creates no group', async () => {
  const outside = { url: 'http://outside.test/' }
  const uncallable = { status: 400, message: 'endpoints[1]: not there' }
  await expect(groups.addEndpoints('orders', [a, outside])).rejects.toMatchObject(uncallable)
  await expect(groups.set('orders', [a, outside])).rejects.toMatchObject(uncallable)
  await expect(groups.addEndpoints('orders', [])).rejects.toMatchObject({ status: 400 })
  for (const name of ['', 'a/b', 'a b', 'é']) {
    await expect(groups.addEndpoints(name, [a])).rejects.toMatchObject({ status: 400 })
  }
  expect(await groups.all()).toEqual([])
})

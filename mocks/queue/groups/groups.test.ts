import { expect, test } from 'vitest'
import { START, testQueue } from '../testing.js'

function testGroups() {
  const { queue, clock } = testQueue()
  const { groups, store } = queue.replaced({
    sender: { objection: () => (url) => (url.includes('outside') ? 'not there' : undefined) },
  })
  return { clock, store, groups }
}

const a = { url: 'http://a.test/' }
const b = { url: 'http://b.test/', name: 'b' }

test('a group can be made what is wanted, and keeps its id and its default headers', async () => {
  const { groups, clock } = testGroups()
  const made = await groups.set('orders', [a])
  await groups.setHeaders('orders', { 'X-A': ['1'] })
  await clock.advance('1s')
  expect(await groups.set('orders', [b])).toEqual({
    ...made,
    endpoints: [b],
    headers: { 'X-A': ['1'] },
    updatedAt: START + 1000,
    version: 3,
  })
})

test('of changes at the same time none is lost', async () => {
  const { groups } = testGroups()
  const urls = Array.from({ length: 20 }, (_, n) => `http://${n}.test/`)
  await Promise.all(urls.map((url) => groups.addEndpoints('orders', [{ url }])))
  expect((await groups.find('orders'))!.endpoints).toHaveLength(20)

  await Promise.all(urls.map((url) => groups.removeEndpoints('orders', [{ url }])))
  expect(await groups.find('orders')).toBeUndefined()
})

test('what is not there cannot be changed', async () => {
  const { groups } = testGroups()
  const missing = { status: 404, message: 'there is no URL group "orders"' }
  await expect(groups.removeEndpoints('orders', [a])).rejects.toMatchObject(missing)
  await expect(groups.setHeaders('orders', {})).rejects.toMatchObject(missing)
  await expect(groups.remove('orders')).rejects.toMatchObject(missing)
})

test('what can be no group is refused and changes nothing', async () => {
  const { groups } = testGroups()
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

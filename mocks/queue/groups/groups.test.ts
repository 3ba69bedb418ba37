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

test('a name comes before an id', async () => {
  const { groups } = testGroups()
  await groups.addEndpoints('one', [a])
  const { id } = (await groups.find('one'))!
  await groups.set(id, [b])
  expect(await groups.find(id)).toMatchObject({ name: 'one', endpoints: [b] })
  expect(await groups.all()).toHaveLength(1)
})

test('an endpoint takes the place of the one with its URL or its name', async () => {
  const { groups } = testGroups()
  await groups.addEndpoints('orders', [a, b, { ...a, name: 'a' }])
  expect((await groups.find('orders'))!.endpoints).toEqual([b, { ...a, name: 'a' }])

  await groups.addEndpoints('orders', [{ url: 'http://new.test/', name: 'b' }])
  expect((await groups.find('orders'))!.endpoints).toEqual([
    { ...a, name: 'a' },
    { url: 'http://new.test/', name: 'b' },
  ])
})

test.each([
  [{ url: a.url }, [b]],
  [{ name: 'b' }, [a]],
  [b, [a]],
  [{ url: a.url, name: 'b' }, [a, b]],
  [{ name: 'c' }, [a, b]],
])('removing %j leaves %j', async (selector, left) => {
  const { groups } = testGroups()
  await groups.addEndpoints('orders', [a, b])
  await groups.removeEndpoints('orders', [selector])
  expect((await groups.find('orders'))!.endpoints).toEqual(left)
})

test('a group is gone with its last endpoint', async () => {
  const { groups } = testGroups()
  await groups.addEndpoints('orders', [a])
  await groups.removeEndpoints('orders', [a])
  expect(await groups.find('orders')).toBeUndefined()

  await groups.set('orders', [a])
  expect(await groups.set('orders', [])).toBeUndefined()
  expect(await groups.all()).toEqual([])
})

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

test('default headers replace those of the same name and leave the others', async () => {
  const { groups } = testGroups()
  await groups.set('orders', [a])
  await groups.setHeaders('orders', { 'X-A': ['1'], 'X-B': ['1', '2'], 'X-C': ['1'] })
  await groups.setHeaders('orders', { 'X-B': ['3'], 'X-C': [] })
  expect((await groups.find('orders'))!.headers).toEqual({ 'X-A': ['1'], 'X-B': ['3'] })
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

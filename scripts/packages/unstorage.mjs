// Stores items with both drivers of unstorage for this interface.

import assert from 'node:assert/strict'
import { createStorage } from 'unstorage'
import upstash from 'unstorage/drivers/upstash'
import vercel from 'unstorage/drivers/vercel-kv'

for (const driver of [upstash({ base: 'app' }), vercel({})]) {
  const storage = createStorage({ driver })
  await storage.setItem('a:b', { n: 1 }, { ttl: 60 })
  assert.deepEqual(await storage.getItem('a:b'), { n: 1 })
  assert.deepEqual(await storage.getKeys(), ['a:b'])
  await storage.removeItem('a:b')
  assert.equal(await storage.hasItem('a:b'), false)
  await storage.setItem('c', 'text')
  await storage.clear()
  assert.deepEqual(await storage.getKeys(), [])
}

// Stores values with @vercel/kv, which reads KV_REST_API_URL and KV_REST_API_TOKEN.

import assert from 'node:assert/strict'
import { createClient, kv } from '@vercel/kv'

await kv.set('user', { name: 'ada' }, { ex: 60 })
assert.deepEqual(await kv.get('user'), { name: 'ada' })
await kv.hset('hash', { a: 1 })
assert.deepEqual(await kv.hgetall('hash'), { a: 1 })
assert.deepEqual(await kv.multi().set('n', 1).incr('n').exec(), ['OK', 2])
const keys = []
for await (const key of kv.scanIterator()) keys.push(key)
assert.deepEqual(keys.toSorted(), ['hash', 'n', 'user'])

const { KV_REST_API_URL: url, KV_REST_API_TOKEN: token } = process.env
assert.equal(await createClient({ url, token }).incr('n'), 3)

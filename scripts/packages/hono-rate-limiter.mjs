// Limits the requests to an application of hono.

import assert from 'node:assert/strict'
import { RedisStore } from '@hono-rate-limiter/redis'
import { kv } from '@vercel/kv'
import { Hono } from 'hono'
import { rateLimiter } from 'hono-rate-limiter'

const app = new Hono()
const store = new RedisStore({ client: kv })
app.use(rateLimiter({ windowMs: 60_000, limit: 2, keyGenerator: () => 'ada', store }))
app.get('/', (context) => context.text('hello'))
const statuses = []
for (let n = 0; n < 3; n++) statuses.push((await app.request('/')).status)
assert.deepEqual(statuses, [200, 200, 429])

// Acquires, extends and releases a lock of @upstash/lock.

import assert from 'node:assert/strict'
import { Lock } from '@upstash/lock'
import { Redis } from '@upstash/redis'

const options = {
  id: 'job',
  redis: Redis.fromEnv(),
  lease: 60_000,
  retry: { attempts: 1, delay: 1 },
}
const [first, second] = [new Lock(options), new Lock(options)]
assert.equal(await first.acquire(), true)
assert.equal(await second.acquire(), false)
assert.equal(await first.getStatus(), 'ACQUIRED')
assert.equal(await first.extend(1000), true)
assert.equal(await first.release(), true)
assert.equal(await second.acquire(), true)

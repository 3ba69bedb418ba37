// Counts events with @upstash/core-analytics.

import assert from 'node:assert/strict'
import { Analytics } from '@upstash/core-analytics'
import { Redis } from '@upstash/redis'

const analytics = new Analytics({ redis: Redis.fromEnv(), window: '1d' })
const time = Date.now()
await analytics.ingest('views', { time, page: '/a' }, { time, page: '/a' })
assert.deepEqual((await analytics.aggregateBucket('views', 'page', time)).page, { '/a': 2 })

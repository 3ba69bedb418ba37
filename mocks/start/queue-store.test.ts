// Tests the options of a queue on Redis.

import { expect, test } from 'vitest'
import { startMock, startQueue } from '../index.js'
import { databaseBeside, storeBeside } from './queue-store.js'

/** A start function without types, as a JavaScript caller sees it. */
type Start = (options: object) => Promise<unknown>

const redis = 'redis://127.0.0.1:1'

test.each<[store: unknown]>([
  ['redis'],
  [redis],
  [{}],
  [null],
  [{ redis, name: 'a:b' }],
  [{ redis, name: '' }],
  [{ redis, lease: 999 }],
  [{ redis, lease: 1500.5 }],
  [{ redis, leases: 5000 }],
])('startQueue rejects the store %j', async (store) => {
  const refused = (startQueue as Start)({ store })
  await expect(refused).rejects.toThrow(TypeError)
  await expect(refused).rejects.toThrow(
    'startQueue: store: expected memory or an object with the URL of a redis',
  )
})

test.each<[options: object, kind: typeof Error, message: string]>([
  [{ queueStore: 'reddis' }, TypeError, 'queueStore: expected memory, redis or an object with the'],
  [{ queueStore: 'redis' }, TypeError, 'queueStore: "redis" needs the option redis, or an object'],
  [{ queueStore: { redis: 'http://a' } }, RangeError, 'expected the URL of a Redis'],
  [{ redis, queueStore: { redis } }, Error, 'cannot use Redis at 127.0.0.1:1: nothing listens'],
])('startMock rejects %j', async (options, kind, message) => {
  const refused = (startMock as Start)(options)
  await expect(refused).rejects.toThrow(kind)
  await expect(refused).rejects.toThrow(message)
})

test('the queue has the database after the key-value data, with the rest of the URL', () => {
  expect(databaseBeside('redis://127.0.0.1')).toBe('redis://127.0.0.1/1')
  expect(databaseBeside('rediss://u:p@redis.test:7/4')).toBe('rediss://u:p@redis.test:7/5')
})

test('without an option the store follows the key-value data', () => {
  expect(storeBeside(undefined)).toBe('memory')
  expect(storeBeside(redis)).toEqual({ redis: `${redis}/1` })
  expect(storeBeside(redis, 'memory')).toBe('memory')
  expect(storeBeside(undefined, { redis, name: 'jobs' })).toEqual({ redis, name: 'jobs' })
})

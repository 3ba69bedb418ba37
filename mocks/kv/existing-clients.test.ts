// Tests of the mock with the published, unmodified clients of existing services.

import { Redis } from '@upstash/redis'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startMock, type Mock } from '../index.js'

let mock: Mock
let redis: Redis

beforeEach(async () => {
  mock = await startMock({ dialect: 'upstash' })
  redis = new Redis({ url: mock.kv.url, token: mock.kv.token, retry: false })
})

afterEach(() => mock.close())

describe('@upstash/redis', () => {
  test('stores values of any type and text', async () => {
    const values = { text: 'Zoë ☃', number: 1.5, nested: { list: [1, null, 'OK'] }, ok: 'OK' }
    expect(await redis.mset(values)).toBe('OK')
    expect(await redis.mget(...Object.keys(values))).toEqual(Object.values(values))
    expect(await redis.set('text', 'b', { nx: true })).toBeNull()
    expect(await redis.hset('hash', { a: 1, 'b/ c': 'x' })).toBe(2)
    expect(await redis.hgetall('hash')).toEqual({ a: 1, 'b/ c': 'x' })
  })

  test('concurrent commands are one pipeline', async () => {
    const sets = Array.from({ length: 100 }, (_, n) => redis.set(`key:${n}`, n))
    expect(await Promise.all(sets)).toEqual(Array(100).fill('OK'))
    expect(await redis.keys('key:*')).toHaveLength(100)
  })

  test('a transaction is atomic, and a wrong command discards it', async () => {
    expect(await redis.multi().set('a', 1).incr('a').get('a').exec()).toEqual(['OK', 2, 2])
    await expect(redis.multi().set('a', 9).rename('absent', 'b').exec()).rejects.toThrow(
      /no such key/,
    )
  })

  test('scans, sorted sets, streams and JSON', async () => {
    await redis.zadd('scores', { score: 2, member: 'b' }, { score: 1, member: 'a' })
    expect(await redis.zrange('scores', 0, -1, { withScores: true })).toEqual(['a', 1, 'b', 2])
    const id = await redis.xadd('events', '*', { kind: 'paid' })
    expect(await redis.xrange('events', '-', '+')).toEqual({ [id]: { kind: 'paid' } })
    await redis.json.set('doc', '$', { users: [{ name: 'ada' }] })
    expect(await redis.json.get('doc', '$.users[*].name')).toEqual(['ada'])
    expect(await redis.scan(0, { match: 'sco*', withType: true })).toEqual([
      '0',
      [{ key: 'scores', type: 'zset' }],
    ])
  })

  test('subscribers receive messages', async () => {
    const subscription = redis.subscribe<{ n: number }>(['news'])
    await new Promise<void>((subscribed) => subscription.on('subscribe', () => subscribed()))
    const message = new Promise((received) => subscription.on('message', received))
    expect(await redis.publish('news', { n: 1 })).toBe(1)
    expect(await message).toEqual({ channel: 'news', message: { n: 1 } })
    await subscription.unsubscribe()
  })

  test('scripts and functions', async () => {
    const script = redis.createScript<number>('return redis.call("INCRBY", KEYS[1], ARGV[1])')
    expect([await script.exec(['n'], ['2']), await script.exec(['n'], ['3'])]).toEqual([2, 5])
    const code =
      "#!lua name=lib\nredis.register_function('size', function() return redis.call('DBSIZE') end)"
    expect(await redis.functions.load({ code })).toBe('lib')
    expect(await redis.functions.callRo('size')).toBe(1)
  })
})

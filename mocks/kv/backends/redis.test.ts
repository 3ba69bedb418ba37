import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type RedisServer, startRedisServer, withoutRedisServer } from '../redis-server.js'
import { type Command, ReplyError } from '../reply.js'
import type { Backend } from './backend.js'
import { connectRedis } from './redis.js'

describe.skipIf(withoutRedisServer())('a database in a real Redis', () => {
  let server: RedisServer
  let redis: Backend
  beforeAll(async () => {
    server = await startRedisServer()
    redis = await connectRedis(server.url)
  })
  afterAll(async () => {
    await redis.close()
    await server.close()
  })
  beforeEach(() => redis.reset())

  test('the server says what it knows of a command', () => {
    const keys = { first: 1, last: 1, step: 1 }
    expect(redis.lookup(['GET', 'k'])).toEqual({ name: 'get', arity: 2, write: false, keys })
    expect(redis.lookup(['sEt'])).toEqual({ name: 'set', arity: -3, write: true, keys })
    expect(redis.lookup(['CONFIG'])).toMatchObject({ name: 'config', arity: -2 })
    expect(redis.lookup(['Config', 'seT'])).toMatchObject({ name: 'config|set', arity: -4 })
    expect(redis.lookup(['XGROUP', 'CREATE'])).toMatchObject({ name: 'xgroup|create', write: true })
    expect(redis.lookup(['nonsense'])).toBeInstanceOf(ReplyError)
    expect(redis.lookup(['CONFIG', 'nonsense'])).toBeInstanceOf(ReplyError)
  })

  test('nothing comes between the commands of a transaction', async () => {
    const commands = Array.from({ length: 50 }, (): Command => ['INCR', 'k'])
    const transactions = Array.from({ length: 20 }, () => {
      void redis.execute(['INCRBY', 'k', '1000'])
      return redis.transaction(commands)
    })

    for (const replies of (await Promise.all(transactions.map(async (t) => t))) as number[][]) {
      expect(replies).toEqual(commands.map((_, i) => replies[0]! + i))
    }
  })
})

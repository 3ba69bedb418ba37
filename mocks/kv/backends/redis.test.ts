import { once } from 'node:events'
import { createConnection, createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type RedisServer, startRedisServer, withoutRedisServer } from '../redis-server.js'
import { type Command, ReplyError, Status } from '../reply.js'
import { type Backend, Unavailable } from './backend.js'
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

  const run = (...command: Command) => redis.execute(command)

  test('types survive however the bytes are cut into packets', async () => {
    const cutter = createServer((near) => {
      const far = createConnection(server.port, '127.0.0.1')
      near.setNoDelay().pipe(far)
      far.on('data', (bytes) => {
        for (let i = 0; i < bytes.length; i += 5) near.write(bytes.subarray(i, i + 5))
      })
      near.on('close', () => far.destroy())
    })
    await once(cutter.listen(0, '127.0.0.1'), 'listening')
    const cut = await connectRedis(`redis://127.0.0.1:${(cutter.address() as AddressInfo).port}`)
    const script = 'return {1, "a", false, redis.status_reply("7"), {2, "bb"}}'

    expect(await cut.execute(['EVAL', script, '0'])).toEqual([
      ...[1, 'a', null, new Status('7')],
      [2, 'bb'],
    ])
    await cut.close()
    cutter.close()
  })

  test('a value of a megabyte of arbitrary bytes comes back', async () => {
    const value = Buffer.alloc(
      1 << 20,
      Uint8Array.from({ length: 256 }, (_, i) => i),
    ).toString('latin1')
    await run('SET', 'k', value)

    expect(await run('GET', 'k')).toBe(value)
  })

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

  test('while the server is away every command says so', async () => {
    const own = await startRedisServer()
    const lost = await connectRedis(own.url)
    await own.close()

    await expect(lost.execute(['PING'])).rejects.toThrow(Unavailable)
    await expect(lost.execute(['PING'])).rejects.toThrow(
      `ERR no connection to Redis at 127.0.0.1:${own.port}: `,
    )
    await lost.close()
  })
})

test('a server that is not there is named, without the password', async () => {
  await expect(connectRedis('redis://user:secret@127.0.0.1:1')).rejects.toThrow(
    /^cannot use Redis at 127\.0\.0\.1:1: .*ECONNREFUSED.*Start redis-server there/,
  )
})

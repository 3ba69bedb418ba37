import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  askRedis,
  startRedisServer,
  withoutRedisServer,
  type RedisServer,
} from '../redis/server.js'
import { ReplyError, Status, type Command } from '../reply.js'
import type { Backend } from './backend.js'
import { inOneDatabase } from './translated.js'
import { connectRedis } from './redis.js'

describe.skipIf(withoutRedisServer())('a database beside that of the queue', () => {
  let server: RedisServer
  let backend: Backend
  beforeAll(async () => {
    server = await startRedisServer({ databases: 2 })
    backend = inOneDatabase(await connectRedis(server.url), 0)
  })
  afterAll(async () => {
    await backend?.close()
    await server?.close()
  })

  const other: Command = ['SELECT', '1']

  test('FLUSHALL deletes the keys of this database only', async () => {
    await askRedis(server.url, ['SET', 'mine', '1'], other, ['SET', 'of the queue', '1'])
    expect(await backend.pipeline([['FLUSHALL', 'SYNC'], ['DBSIZE']])).toEqual([
      new Status('OK'),
      0,
    ])
    expect((await askRedis(server.url, other, ['DBSIZE']))[1]).toBe(1)
  })

  test.each<readonly [Command]>([
    [['SWAPDB', '0', '1']],
    [['MOVE', 'mine', '1']],
    [['COPY', 'mine', 'db', 'DB', '1', 'REPLACE']],
  ])('%s does not reach the other database', async (command) => {
    await askRedis(server.url, ['SET', 'mine', '1'], other, ['SET', 'of the queue', '1'])
    expect(await backend.execute(command)).toBeInstanceOf(ReplyError)
    expect((await askRedis(server.url, other, ['KEYS', '*']))[1]).toEqual(['of the queue'])
    await expect(backend.transaction([command])).resolves.toEqual([expect.any(ReplyError)])
  })

  test('COPY in this database works, also to a key named db', async () => {
    await askRedis(server.url, ['SET', 'mine', '1'])
    expect(await backend.execute(['COPY', 'mine', 'db', 'DB', '0'])).toBe(1)
    expect(await backend.execute(['COPY', 'db', 'third'])).toBe(1)
  })
})

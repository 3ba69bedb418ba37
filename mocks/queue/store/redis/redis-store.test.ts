import { afterAll, beforeAll, describe } from 'vitest'
import { startRedisServer, withoutRedisServer, type RedisServer } from '../../../kv/redis-server.js'
import { storeContract } from '../contract-testing.js'
import { openRedisStore, type RedisStore } from './redis-store.js'

describe.skipIf(withoutRedisServer())('on a real Redis', () => {
  let server: RedisServer
  let opened: RedisStore
  beforeAll(async () => {
    server = await startRedisServer()
    const options = { url: server.url, name: 'test', lease: 10_000, isVirtual: false }
    opened = await openRedisStore({ ...options, now: Date.now })
  })
  afterAll(async () => {
    await opened?.close()
    await server?.close()
  })

  storeContract('the store on Redis', async () => {
    await opened.store.clear()
    return opened.store
  })
})

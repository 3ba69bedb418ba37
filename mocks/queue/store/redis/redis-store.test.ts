import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { realClock } from '../../../clock.js'
import {
  askRedis,
  startRedisCluster,
  startRedisServer,
  withoutRedisServer,
  type RedisServer,
} from '../../../kv/redis/server.js'
import { message, storeContract } from '../contract-testing.js'
import { StoreUnavailable, type Store } from '../store.js'
import { openRedisStore, type RedisStore } from './redis-store.js'

describe.skipIf(withoutRedisServer())('on a cluster', () => {
  let servers: readonly RedisServer[]
  let opened: RedisStore
  beforeAll(async () => {
    servers = await startRedisCluster()
    const options = { url: servers[0]!.url, name: 'test', lease: 10_000, isVirtual: false }
    opened = await openRedisStore({ ...options, clock: realClock() })
  }, 30_000)
  afterAll(async () => {
    await opened?.close()
    await Promise.all(servers.map((server) => server.close()))
  })

  storeContract('the store on a cluster', async () => {
    await opened.store.clear()
    return opened.store
  })
})

describe.skipIf(withoutRedisServer())('on a real Redis', () => {
  let server: RedisServer
  let opened: RedisStore
  beforeAll(async () => {
    server = await startRedisServer()
    const options = { url: server.url, name: 'test', lease: 10_000, isVirtual: false }
    opened = await openRedisStore({ ...options, clock: realClock() })
  })
  afterAll(async () => {
    await opened?.close()
    await server?.close()
  })

  storeContract('the store on Redis', async () => {
    await opened.store.clear()
    return opened.store
  })

  it('clears all its keys and none of others, without a search', async () => {
    await opened.store.clear()
    await askRedis(server.url, ['SET', 'other', 'x'], ['CONFIG', 'RESETSTAT'])
    await opened.store.clear()
    const [stats] = await askRedis(server.url, ['INFO', 'commandstats'])
    expect(stats as string).not.toMatch(/cmdstat_(scan|keys):/)
    const [keys] = await askRedis(server.url, ['KEYS', '*'])
    const own = (keys as string[]).filter((key) => key.startsWith('{svc-queue:test}:'))
    const names = own.map((key) => key.replace('{svc-queue:test}:', ''))
    expect(names.toSorted()).toEqual(['arrivals', 'claims', 'layout', 'numbers', 'owners'])
    expect(keys).toContain('other')
  })

  /** Opens a store of its own, for one process of several. */
  async function opening(name: string, options: { readonly replyMs?: number } = {}) {
    const process = { url: server.url, name, lease: 10_000, isVirtual: false, clock: realClock() }
    const opened = await openRedisStore({ ...process, ...options })
    onTestFinished(() => opened.close())
    return opened
  }

  const claimedIds = async ({ messages }: Store) =>
    (await messages.claim(Date.now(), 10)).map(({ id }) => id)

  /** Claims until Redis answers. */
  async function claimedWhenBack(store: Store): Promise<readonly string[]> {
    for (;;) {
      try {
        return await claimedIds(store)
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error
        await error.back
      }
    }
  }

  it('gives back messages that were claimed by a request whose reply was lost', async () => {
    const { store } = await opening('lost-reply', { replyMs: 200 })
    for (const id of ['a', 'b']) await store.messages.add(message(id))
    expect(await store.messages.claim(0, 1)).toMatchObject([{ id: 'a' }])
    server.pause()
    // Redis executes this claim when it continues, but its connection is closed by then.
    await expect(claimedIds(store)).rejects.toThrow(StoreUnavailable)
    server.resume()

    expect(await claimedWhenBack(store)).toEqual(['b'])
    expect(await claimedIds(store)).toEqual([])
  })

  it('keeps its claims when its lease has ended and no other process has seen it', async () => {
    const { store } = await opening('late')
    await store.messages.add(message('a'))
    expect(await claimedIds(store)).toEqual(['a'])
    const owners = '{svc-queue:late}:owners'
    const [[owner]] = (await askRedis(server.url, ['ZRANGE', owners, '0', '0'])) as [[string]]
    await askRedis(server.url, ['ZADD', owners, '1', owner])
    expect(await claimedIds(store)).toEqual([])
  })

  it('has a lease after each claim, so that others take over when it dies', async () => {
    const { store } = await opening('ended')
    await store.messages.add(message('a'))
    const owners = '{svc-queue:ended}:owners'
    await askRedis(server.url, ['DEL', owners])
    expect(await claimedIds(store)).toEqual(['a'])
    expect(await askRedis(server.url, ['ZCARD', owners])).toEqual([1])
  })
})

// Tests of the mock with the published, unmodified @upstash/ratelimit, on each place of the data.

import { MultiRegionRatelimit, Ratelimit } from '@upstash/ratelimit'
import { Redis } from '@upstash/redis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startMock, type Mock } from '../index.js'
import { startRedisCluster, startRedisServer, withoutRedisServer } from './redis/server.js'

const isWithout = withoutRedisServer()

/** The places of the data, each with a function that starts its servers. */
const places = [
  ['memory', async () => []],
  ...(isWithout
    ? []
    : ([
        ['Redis', async () => [await startRedisServer()]],
        ['a cluster of three', startRedisCluster],
      ] as const)),
] as const

/** On a cluster, the keys of one limiter must be in one slot, so that the prefix has a hash tag. */
const prefix = '{limits}'

type Regions = ConstructorParameters<typeof MultiRegionRatelimit>[0]['redis']

const clientOf = ({ kv: { url, token } }: Mock) => new Redis({ url, token, retry: false })

/** Returns whether each of three requests of one user succeeds. Waits for work in the background. */
async function limitsOf(ratelimit: Pick<Ratelimit, 'limit'>): Promise<readonly boolean[]> {
  const successes: boolean[] = []
  for (let n = 0; n < 3; n++) {
    const { success, pending } = await ratelimit.limit('ada')
    await pending
    successes.push(success)
  }
  return successes
}

describe.each(places)('@upstash/ratelimit on %s', (_, startServers) => {
  let servers: Awaited<ReturnType<typeof startRedisCluster>> = []
  let mock: Mock
  let otherRegion: Mock
  let redis: Redis
  beforeAll(async () => {
    servers = await startServers()
    mock = await startMock({
      dialect: 'upstash',
      redis: servers[0]?.url,
      queueStore: 'memory',
      redisMayBeFlushed: true,
    })
    otherRegion = await startMock({ dialect: 'upstash' })
    redis = clientOf(mock)
  }, 20_000)
  afterAll(async () => {
    await Promise.all([mock.close(), otherRegion.close()])
    await Promise.all(servers.map((server) => server.close()))
  })

  // The limiter reads the time of the process. A window must not end during a test.
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_700_000_001_000 })
    await Promise.all([redis.flushdb(), otherRegion.reset()])
    await redis.scriptFlush()
  })
  afterEach(() => void vi.useRealTimers())

  test.each([
    ['fixed window', Ratelimit.fixedWindow(2, '10 s')],
    ['sliding window', Ratelimit.slidingWindow(2, '10 s')],
    ['token bucket', Ratelimit.tokenBucket(2, '10 s', 2)],
  ])('limits with a %s', async (_, limiter) => {
    const ratelimit = new Ratelimit({ redis, limiter, prefix, ephemeralCache: false })
    expect(await limitsOf(ratelimit)).toEqual([true, true, false])
    expect(await ratelimit.limit('bob')).toMatchObject({ success: true, limit: 2, remaining: 1 })
    expect((await ratelimit.getRemaining('ada')).remaining).toBe(0)

    await ratelimit.resetUsedTokens('ada')
    expect((await ratelimit.limit('ada')).success).toBe(true)
  })

  test('limits with a cached fixed window, which counts in the background', async () => {
    const limiter = Ratelimit.cachedFixedWindow(2, '10 s')
    const ratelimit = new Ratelimit({ redis, limiter, prefix, ephemeralCache: new Map() })
    expect(await limitsOf(ratelimit)).toEqual([true, true, false])
    expect((await ratelimit.getRemaining('ada')).remaining).toBe(0)
    await ratelimit.resetUsedTokens('ada')
    expect((await ratelimit.limit('ada')).success).toBe(true)
  })

  test.each([
    ['fixed window', MultiRegionRatelimit.fixedWindow(2, '10 s')],
    ['sliding window', MultiRegionRatelimit.slidingWindow(2, '10 s')],
  ])('limits in several regions with a %s', async (name, limiter) => {
    const regions = [redis, clientOf(otherRegion)] as unknown as Regions
    // The regions go on counting after a limit, so that each limiter has keys of its own.
    const ratelimit = new MultiRegionRatelimit({
      redis: regions,
      limiter,
      prefix: `{${name}}`,
      ephemeralCache: false,
    })
    expect(await limitsOf(ratelimit)).toEqual([true, true, false])
    // The client does not wait for the end of its reset.
    await ratelimit.resetUsedTokens('ada')
    await vi.waitFor(async () => expect(await redis.keys('*')).toEqual([]))
    await vi.waitFor(async () => expect(await clientOf(otherRegion).keys('*')).toEqual([]))
    const { success, pending } = await ratelimit.limit('ada')
    await pending
    expect(success).toBe(true)
  })

  test('caches limited identifiers, and counts several tokens and denied requests', async () => {
    const limiter = Ratelimit.fixedWindow(3, '1 h')
    const ratelimit = new Ratelimit({ redis, limiter, prefix, analytics: true })
    const first = await ratelimit.limit('ada', { rate: 2 })
    expect(first.remaining).toBe(1)
    const second = await ratelimit.limit('ada', { rate: 2 })
    expect(second.success).toBe(false)
    expect(await ratelimit.limit('ada')).toMatchObject({ success: false, reason: 'cacheBlock' })
    await Promise.all([first.pending, second.pending])
    expect(await redis.keys(`${prefix}:events:*`)).toHaveLength(1)
  })

  test('refuses the identifiers, countries and agents of the deny list', async () => {
    // A status keeps the limiter from downloading a list of IP addresses.
    await redis.set(`${prefix}:ipDenyListStatus`, 'disabled')
    await redis.sadd(`${prefix}:denyList:all`, 'eve', 'XX', 'bad-agent')
    const limiter = Ratelimit.fixedWindow(9, '10 s')
    const ratelimit = new Ratelimit({
      redis,
      limiter,
      prefix,
      enableProtection: true,
      ephemeralCache: false,
    })
    expect(await ratelimit.limit('ada', { country: 'DE' })).toMatchObject({ success: true })
    const denied = { success: false, reason: 'denyList' }
    const byAgent = await ratelimit.limit('ada', { country: 'DE', userAgent: 'bad-agent' })
    expect(byAgent).toMatchObject({ ...denied, deniedValue: 'bad-agent' })
    expect(await ratelimit.limit('eve')).toMatchObject({ ...denied, deniedValue: 'eve' })
    const byCountry = await ratelimit.limit('bob', { country: 'XX' })
    expect(byCountry).toMatchObject({ ...denied, deniedValue: 'XX' })
  })

  test('has dynamic limits', async () => {
    const limiter = Ratelimit.fixedWindow(1, '10 s')
    const ratelimit = new Ratelimit({
      redis,
      limiter,
      prefix,
      dynamicLimits: true,
      ephemeralCache: false,
    })
    await ratelimit.setDynamicLimit({ limit: 2 })
    expect(await ratelimit.getDynamicLimit()).toEqual({ dynamicLimit: 2 })
    expect(await limitsOf(ratelimit)).toEqual([true, true, false])
  })
})

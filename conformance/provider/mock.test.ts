import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { controlFindingOf } from '../core/judgement.js'
import { serve } from '../wire/testing.js'
import { mockProvider } from './mock.js'

/** The responses of control routes by method and path. */
type Routes = Readonly<Record<string, (body: never) => object>>

/** Starts a mock with these control routes. All other routes return `{}`. */
const mockThat = (routes: Routes, health: object = { clock: 'real' }) =>
  serve(async (request, response) => {
    const route = `${request.method} ${request.url?.replace('/__mock', '')}`
    const body = JSON.parse((await text(request)) || 'null') as never
    const all: Routes = { 'GET /health': () => ({ status: 'ok', ...health }), ...routes }
    response.end(JSON.stringify(all[route]?.(body) ?? {}))
  })

/** Starts a mock whose clock may be shared with other mocks. */
const mockWith = (clock: 'real' | 'virtual', time: { now: number } = { now: 0 }, id = 'one') =>
  mockThat(
    {
      'POST /reset': () => Object.assign(time, { now: -1 }),
      'GET /clock': () => time,
      'POST /clock': ({ advance }: { advance: number }) =>
        Object.assign(time, { now: time.now + advance }),
    },
    { clock, clockId: id },
  )

const mockWithLimits = (limits: { dailyRequests: number | null; usedToday: number }) =>
  mockThat({
    'GET /kv/limits': () => limits,
    'POST /kv/limits': (wanted: object) => Object.assign(limits, wanted),
  })

/** Starts a server that is not a mock. */
const live = () => serve((_, response) => response.end('{"result":"OK"}'))

describe('the clock', () => {
  test('is advanced, and the mock is reset', async () => {
    const time = { now: 0 }
    const provider = await mockProvider(await mockWith('virtual', time))
    await provider?.clock?.advance(5000)
    expect(provider?.name).toBe('mock')
    expect(await provider?.clock?.now()).toBe(5000)

    await provider?.reset?.()
    expect(time.now).toBe(-1)
  })

  /**
   * Starts a mock whose clock pauses with each of these numbers of unanswered deliveries in turn.
   */
  async function pausing(pauses: number[] = []) {
    const calls: object[] = []
    const route = ({ advance, hanging, pause }: Readonly<Record<string, number>>) => {
      calls.push({ advance, hanging, pause })
      return { now: 5000, left: pauses.shift() }
    }
    const url = await mockThat({ 'POST /clock': route }, { clock: 'virtual', clockId: 'one' })
    return { clock: (await mockProvider(url))!.clock!, calls }
  }

  test('settles for many callers with two calls', async () => {
    const { clock, calls } = await pausing()
    await Promise.all(Array.from({ length: 100 }, () => clock.advance(0)))
    expect(calls).toHaveLength(2)

    await clock.advance(0)
    expect(calls).toHaveLength(3)
  })

  test('that pauses gets the number of hanging deliveries, and waits if that is unchanged', async () => {
    const { clock, calls } = await pausing([4000, 1000, 1000, 1000])
    let reads = 0
    await clock.advance(5000, {
      get hanging() {
        return Math.min(reads++, 2)
      },
    })

    expect(calls).toEqual([
      { advance: 5000, hanging: 0, pause: 5 },
      { advance: 4000, hanging: 1, pause: 5 },
      { advance: 1000, hanging: 2, pause: 5 },
      { advance: 1000, hanging: 2, pause: 20 },
      { advance: 1000, hanging: 2 },
    ])
  })

  test('of two mocks is advanced once if they share it, else both are', async () => {
    const [shared, other] = [{ now: 0 }, { now: 7000 }]
    const urls = await Promise.all([
      mockWith('virtual', shared),
      mockWith('virtual', shared),
      mockWith('virtual', other, 'other'),
    ])
    await (await mockProvider(urls))?.clock?.advance(1000)

    expect([shared.now, other.now]).toEqual([1000, 8000])
  })

  test.each([
    ['a real clock', () => mockWith('real')],
    ['another server', live],
  ])('is refused together with %s, which does not wait for it', async (_, other) => {
    const [standing, moving] = [await mockWith('virtual'), await other()]
    for (const each of [
      [standing, moving],
      [moving, standing],
    ]) {
      const error: unknown = await mockProvider(each).catch((error: unknown) => error)
      expect(controlFindingOf(error)?.message).toContain(
        `the clock of ${standing} is virtual, and ${moving} has the real time; test each URL in a run of its own`,
      )
    }
  })
})

test('the password is reset once, though both ports of a mock have its routes', async () => {
  let resets = 0
  const mock = () => mockThat({ 'POST /kv/reset-password': () => ({ token: `token ${++resets}` }) })
  const provider = await mockProvider([await mock(), await mock()])

  expect(await provider?.resetPassword?.()).toEqual({ token: 'token 1' })
  expect(resets).toBe(1)
})

test('a daily limit allows further commands, and is restored', async () => {
  const limits = { dailyRequests: null, usedToday: 7 }
  // The same mock may have both addresses.
  const provider = await mockProvider([await mockWithLimits(limits), await mockWithLimits(limits)])

  await provider?.dailyRequests?.leave(5)
  await provider?.dailyRequests?.leave(3)
  expect(limits.dailyRequests).toBe(10)
  await provider?.dailyRequests?.restore()
  expect(limits.dailyRequests).toBe(null)
})

describe('a control route that fails', () => {
  /** Starts a mock whose `failing` routes fail `times` times, by a status or a broken connection. */
  async function failing(how: number | 'breaks', times: number, ...routes: readonly string[]) {
    let left = times
    const calls: string[] = []
    const url = await serve((request, response) => {
      const route = `${request.method} ${request.url?.replace('/__mock', '')}`
      calls.push(route)
      const body = { clock: 'virtual', clockId: 'one', now: 0, dailyRequests: null, usedToday: 0 }
      if (!routes.includes(route) || left-- <= 0) response.end(JSON.stringify(body))
      else if (how === 'breaks') request.socket.destroy()
      else response.writeHead(how).end()
    })
    return { url, calls }
  }

  test.each([503, 'breaks'] as const)('once (%s) is repeated if that is safe', async (how) => {
    const { url, calls } = await failing(how, 1, 'POST /kv/limits')
    await (await mockProvider(url))!.dailyRequests!.leave(1)

    expect(calls.filter((each) => each === 'POST /kv/limits')).toHaveLength(2)
  })

  test('and may have advanced the clock is not repeated', async () => {
    const { url, calls } = await failing(503, 1, 'POST /clock')
    const advanced = (await mockProvider(url))!.clock!.advance(5)

    await expect(advanced).rejects.toThrow(
      `the control route POST /__mock/clock of ${url} failed: status 503; is the mock healthy?`,
    )
    expect(calls.filter((each) => each === 'POST /clock')).toHaveLength(1)
  })

  test('twice is a problem of the target, and the limit is restored later', async () => {
    const { url, calls } = await failing(503, 2, 'POST /kv/limits')
    const limit = (await mockProvider(url))!.dailyRequests!
    const error: unknown = await limit.leave(1).catch((error: unknown) => error)

    expect(controlFindingOf(error)).toMatchObject({
      kind: 'control',
      message: expect.stringContaining('failed in 2 attempts: status 503') as string,
    })
    await limit.restore()
    expect(calls.at(-1)).toBe('POST /kv/limits')
  })

  test('at the start does not count as missing, unlike a route that does not exist', async () => {
    const limits = 'GET /kv/limits'
    await expect(mockProvider((await failing(503, 2, limits)).url)).rejects.toThrow('/kv/limits')
    for (const status of [404, 501])
      expect(await mockProvider((await failing(status, 1, limits)).url)).not.toHaveProperty(
        'dailyRequests',
      )
  })
})

describe('the lease', () => {
  /** Starts a mock whose lease responds with a status. */
  async function leased(status: number) {
    const seconds: unknown[] = []
    const url = await serve(async (request, response) => {
      const body = await text(request)
      if (request.url !== '/__mock/lease') return response.end('{"clock":"real"}')
      seconds.push((JSON.parse(body) as { seconds: number }).seconds)
      return response.writeHead(status).end('{}')
    })
    return { url, seconds }
  }

  test('is taken at every mock, again after a reset, and released even after Ctrl-C', async () => {
    const mocks = [await leased(200), await leased(404)]
    const interrupted = new AbortController()
    const urls = mocks.map(({ url }) => url)
    const provider = await mockProvider(urls, { signal: interrupted.signal })
    const release = await provider!.lease!()
    await provider!.reset!()
    interrupted.abort()
    await release()

    for (const { seconds } of mocks) expect(seconds).toEqual([30, 30, 0])
  })

  test('of another run is a reason not to run', async () => {
    const [free, taken] = [await leased(200), await leased(409)]
    const lease = (await mockProvider([free.url, taken.url]))!.lease!()

    await expect(lease).rejects.toThrow(`another run uses the mock at ${taken.url}`)
    expect(free.seconds).toEqual([30, 0])
  })
})

test('a URL group is created at the queue, and removed', async () => {
  const groups: Record<string, readonly unknown[]> = {}
  const queue = await mockThat({
    'POST /queue/groups': ({ name, endpoints }: { name: string; endpoints: unknown[] }) => {
      groups[name] = endpoints
      return { id: `id of ${name}` }
    },
  })
  const kv = await mockWithLimits({ dailyRequests: 1, usedToday: 0 })
  const endpoints = [{ url: 'http://app.test/' }]
  const group = await (await mockProvider([kv, queue]))?.group?.('orders', endpoints)
  expect(group?.id).toBe('id of orders')
  expect(groups).toEqual({ orders: endpoints })

  await group?.remove()
  expect(groups).toEqual({ orders: [] })
})

test('limits and groups need all targets to be mocks', async () => {
  const mock = await mockWithLimits({ dailyRequests: null, usedToday: 7 })
  const provider = await mockProvider([mock, await live()])

  expect(provider).toBeDefined()
  expect(provider).not.toHaveProperty('dailyRequests')
  expect(provider).not.toHaveProperty('group')
})

test('other servers are no mock', async () => {
  expect(await mockProvider(await serve((_, response) => response.end('[]')))).toBeUndefined()
  expect(await mockProvider([await live(), await live()])).toBeUndefined()
  expect(await mockProvider(await serve(() => {}), { timeoutMs: 1 })).toBeUndefined()
})

test('an aborted signal ends the wait', async () => {
  const interrupted = new AbortController()
  const reason = new Error('the run was interrupted')
  const url = await serve(() => interrupted.abort(reason))

  await expect(mockProvider(url, { signal: interrupted.signal })).rejects.toBe(reason)
})

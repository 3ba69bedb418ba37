import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { serve } from '../wire/testing.js'
import { mockProvider } from './mock.js'

/** A server that answers what `answer` returns for the method and path, or never. */
const serverThat = (answer: (asked: string, body: string) => object | undefined) =>
  serve(async (request, response) => {
    const reply = answer(`${request.method} ${request.url}`, await text(request))
    if (reply !== undefined) response.end(JSON.stringify(reply))
  })

/** Answers to control routes by their method and path, given what was sent there. */
type Routes = Readonly<Record<string, (body: never) => object>>

/** The control routes of a mock; those that are not named answer `{}`. */
const mockThat = (routes: Routes, health: object = { clock: 'real' }) =>
  serverThat((asked, body) => {
    if (asked === 'GET /__mock/health') return { status: 'ok', ...health }
    return routes[asked.replace('/__mock', '')]?.(JSON.parse(body || 'null') as never) ?? {}
  })

interface Time {
  now: number
  readonly id?: string
}

/** A mock with a clock, and how often it was reset. */
async function mockWith(clock: 'real' | 'virtual', time: Time = { now: 0, id: randomUUID() }) {
  const seen = { resets: 0 }
  const routes = {
    'POST /reset': () => ({ resets: ++seen.resets }),
    'GET /clock': () => time,
    'POST /clock': ({ advance }: { advance: number }) => {
      time.now += advance
      return time
    },
  }
  return { url: await mockThat(routes, { clock, clockId: time.id }), seen, time }
}

/** A mock of the queue interface. */
async function mockWithGroups() {
  const groups = new Map<string, readonly unknown[]>()
  const url = await mockThat({
    'POST /queue/groups': ({ name, endpoints }: { name: string; endpoints: unknown[] }) => {
      groups.set(name, endpoints)
      return { id: `id of ${name}` }
    },
  })
  return { url, groups }
}

/** A mock of the KV interface. */
const mockWithLimits = (limits: { dailyRequests: number | null; usedToday: number }) =>
  mockThat({
    'GET /kv/limits': () => limits,
    'POST /kv/limits': (wanted: object) => Object.assign(limits, wanted),
  })

test('the password is reset once, where both ports of a mock have its routes', async () => {
  let resets = 0
  const mock = () => mockThat({ 'POST /kv/reset-password': () => ({ token: `token ${++resets}` }) })
  const provider = await mockProvider([await mock(), await mock()])

  expect(await provider?.resetPassword?.()).toEqual({ token: 'token 1' })
  expect(resets).toBe(1)
})

const live = () => serverThat(() => ({ result: 'OK' }))

test('the provider of a mock turns its clock and resets it', async () => {
  const { url, seen, time } = await mockWith('virtual')
  const provider = await mockProvider(url)
  await provider?.clock?.advance(5000)
  await provider?.reset?.()

  expect(provider?.name).toBe('mock')
  expect(await provider?.clock?.now()).toBe(5000)
  expect([time.now, seen.resets]).toEqual([5000, 1])
})

test('however many ask that all settles, the mock is asked once after what is under way', async () => {
  const turns: number[] = []
  const turned = ({ advance }: { advance: number }) => {
    turns.push(advance)
    return { now: 0 }
  }
  const url = await mockThat({ 'POST /clock': turned }, { clock: 'virtual', clockId: 'one' })
  const { clock } = (await mockProvider(url))!

  await Promise.all(Array.from({ length: 100 }, () => clock!.advance(0)))
  expect(turns).toEqual([0, 0])
  await clock!.advance(0)
  expect(turns).toEqual([0, 0, 0])
})

test('where time pauses on its way, the mock is told what hangs now, and asked to wait else', async () => {
  const turns: object[] = []
  const pauses = [4000, 1000, 1000]
  const turned = ({ advance, hanging, pause }: Readonly<Record<string, number>>) => {
    turns.push({ advance, hanging, mayPause: pause !== undefined })
    return { now: 5000, left: pauses.shift() }
  }
  const url = await mockThat({ 'POST /clock': turned }, { clock: 'virtual', clockId: 'one' })
  const { clock } = (await mockProvider(url))!

  let asked = 0
  await clock!.advance(5000, {
    get hanging() {
      return Math.min(asked++, 2)
    },
  })
  expect(turns).toEqual([
    { advance: 5000, hanging: 0, mayPause: true },
    { advance: 4000, hanging: 1, mayPause: true },
    { advance: 1000, hanging: 2, mayPause: true },
    { advance: 1000, hanging: 2, mayPause: false },
  ])
})

test('a real clock cannot be turned', async () => {
  const provider = await mockProvider((await mockWith('real')).url)

  expect(provider).toBeDefined()
  expect(provider).not.toHaveProperty('clock')
})

test('nothing that answers otherwise is a mock', async () => {
  expect(await mockProvider(await live())).toBeUndefined()
  expect(await mockProvider(await serverThat(() => []))).toBeUndefined()
  expect(await mockProvider([await live(), await live()])).toBeUndefined()
})

test('a daily limit leaves so many commands, and is taken back', async () => {
  const limits = { dailyRequests: null, usedToday: 7 }
  // One mock answers at both of its addresses.
  const urls = [await mockWithLimits(limits), await mockWithLimits(limits)]
  const provider = await mockProvider(urls)

  await provider?.dailyRequests?.leave(5)
  await provider?.dailyRequests?.leave(3)
  expect(limits.dailyRequests).toBe(10)
  await provider?.dailyRequests?.restore()
  expect(limits.dailyRequests).toBe(null)
})

test('a daily limit is only set where it is sure to be that of the target', async () => {
  const limits = { dailyRequests: null, usedToday: 7 }
  const provider = await mockProvider([await mockWithLimits(limits), await live()])

  expect(provider).toBeDefined()
  expect(provider).not.toHaveProperty('dailyRequests')
})

describe('of two interfaces', () => {
  test('the one that is a mock is recognised, whichever it is', async () => {
    for (const turned of [false, true]) {
      const mock = await mockWith('virtual')
      const urls = [mock.url, await live()]
      const provider = await mockProvider(turned ? urls.toReversed() : urls)
      await provider?.reset?.()

      expect(provider?.name).toBe('mock')
      expect(mock.seen.resets).toBe(1)
      // To turn it would make nothing due at the other one.
      expect(provider).not.toHaveProperty('clock')
    }
  })

  test('both clocks are turned', async () => {
    const [one, other] = [
      await mockWith('virtual'),
      await mockWith('virtual', { now: 7000, id: 'other' }),
    ]
    const provider = await mockProvider([one.url, other.url])
    await provider?.clock?.advance(1000)

    expect([one.time.now, other.time.now]).toEqual([1000, 8000])
  })

  test('a clock that both share is turned once', async () => {
    const time = { now: 0, id: 'shared' }
    const urls = [(await mockWith('virtual', time)).url, (await mockWith('virtual', time)).url]
    await (await mockProvider(urls))?.clock?.advance(1000)

    expect(time.now).toBe(1000)
  })

  test('no clock is turned where one of them is real', async () => {
    const urls = [(await mockWith('virtual')).url, (await mockWith('real')).url]

    expect(await mockProvider(urls)).not.toHaveProperty('clock')
  })
})

test('a target that never answers is given up after the time it may take', async () => {
  const url = await serverThat(() => undefined)

  expect(await mockProvider(url, { timeoutMs: 1 })).toBeUndefined()
})

test('an interruption ends the wait, and says so', async () => {
  const interrupted = new AbortController()
  const reason = new Error('the run was interrupted')
  const url = await serverThat(() => void interrupted.abort(reason))

  await expect(mockProvider(url, { signal: interrupted.signal })).rejects.toBe(reason)
})

describe('a URL group', () => {
  const endpoints = [{ url: 'http://app.test/' }]

  test('is made at the mock of the queue, and removed', async () => {
    const { url, groups } = await mockWithGroups()
    const provider = await mockProvider([
      await mockWithLimits({ dailyRequests: 1, usedToday: 0 }),
      url,
    ])
    const group = await provider?.group?.('orders', endpoints)
    expect(group?.id).toBe('id of orders')
    expect(Object.fromEntries(groups)).toEqual({ orders: endpoints })

    await group?.remove()
    expect(Object.fromEntries(groups)).toEqual({ orders: [] })
  })

  test('is not made where one of the targets is no mock', async () => {
    const { url } = await mockWithGroups()
    expect(await mockProvider([url, await live()])).not.toHaveProperty('group')
  })
})

import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
// The import is here and not in a hook, because loading the TypeScript files takes seconds.
import './index.js'
import type { AlarmClock, Mock, VirtualClock } from './index.js'
import { useMock } from './vitest.js'

describe('useMock in a describe', () => {
  const mock = useMock()
  const { fetch: handedOn } = mock
  let early: string
  try {
    early = mock.kv.url
  } catch (error) {
    early = String(error)
  }
  let urlInHook: string
  beforeAll(() => {
    urlInHook = mock.kv.url
  })
  const post = async (url: string, token: string, headers: Record<string, string> = {}) => {
    const authorization = `Bearer ${token}`
    const answer = await fetch(url, { method: 'POST', headers: { authorization, ...headers } })
    return await answer.json()
  }
  const command = (path: string) => post(mock.kv.url + path, mock.kv.token)
  const publish = () =>
    post(`${mock.queue.url}/v2/publish/http://127.0.0.1:9/`, mock.queue.token, {
      'svc-delay': '1d',
      'svc-retries': '0',
    })

  test('throws before the tests run', () => {
    expect(early).toContain('mock.kv is there while tests run')
  })

  test('runs with both interfaces', async () => {
    expect(urlInHook).toBe(mock.kv.url)
    expect(await command('/set/k/v')).toEqual({ result: 'OK' })
    await publish()
    await mock.clock.advance('1d')
    expect(mock.queue.deliveries()).toMatchObject([{ url: 'http://127.0.0.1:9/' }])
    await publish()
  })

  test('is reset for the next test, with the same URLs', async () => {
    expect(mock.kv.url).toBe(urlInHook)
    expect(await command('/get/k')).toEqual({ result: null })
    await mock.clock.advance('1d')
    expect(mock.queue.deliveries()).toEqual([])
  })

  test('has the real time again in the next test', () => {
    expect(Math.abs(mock.clock.now() - Date.now())).toBeLessThan(3_600_000)
  })

  const faults = `/__mock/faults`
  test('takes faults', async () => {
    const body = JSON.stringify({ on: ['retries-never'] })
    const response = await mock.fetch(mock.kv.url + faults, { method: 'POST', body })
    expect(await response.json()).toMatchObject({ on: ['retries-never'] })
  })

  test('has no faults in the next test', async () => {
    expect(await (await mock.fetch(mock.kv.url + faults)).json()).toMatchObject({ on: [] })
  })

  test('can be reset in a test', async () => {
    await command('/set/k/v')
    await mock.reset()
    expect(await command('/get/k')).toEqual({ result: null })
  })

  test('has a fetch that can be passed on before it runs', async () => {
    expect((await handedOn(`${mock.queue.url}/__mock/health`)).status).toBe(200)
  })

  describe('in a nested describe', () => {
    test('is the same mock', () => {
      expect(mock.kv.url).toBe(urlInHook)
    })
  })

  test('can be spread in a test', () => {
    expect({ ...mock, other: 1 }.kv.token).toBe(mock.kv.token)
  })
})

describe('after the last test of a describe', () => {
  let url: string
  let mock: ReturnType<typeof useMock>
  describe('which has a mock', () => {
    mock = useMock()
    test('that listens', async () => {
      url = mock.kv.url
      expect((await fetch(`${url}/__mock/health`)).status).toBe(200)
    })
    afterAll(() => expect(mock.kv.url).toBe(url))
  })

  test('the mock is closed', async () => {
    await expect(fetch(`${url}/__mock/health`)).rejects.toThrow('fetch failed')
    expect(() => mock.clock).toThrow('after the last of them')
  })
})

describe('useMock({ isolate: true })', () => {
  const mock = useMock({ isolate: true })
  const tokens = new Set<string>()
  beforeAll(() => void tokens.add(mock.kv.token))

  test.each([1, 2])('gives each test a space of its own: test %i', async (days) => {
    tokens.add(mock.kv.token)
    await mock.clock.advance(`${days}d`)
    const { length } = await Promise.all([mock.isolate(), mock.isolate()])
    expect(length).toBe(2)
  })

  test('with other tokens, and without the time of the test before', () => {
    expect(tokens.size).toBe(3)
    expect(tokens).not.toContain(mock.kv.token)
    expect(Math.abs(mock.clock.now() - Date.now())).toBeLessThan(3_600_000)
  })
})

describe('the options of a mock', () => {
  const mock = useMock({ clock: 'real', listen: false, kvUrl: 'https://kv.example.com' })

  test('are those of startMock', async () => {
    expect(mock.kv.url).toBe('https://kv.example.com')
    await expect((mock.clock as VirtualClock).advance('1d')).rejects.toThrow('clock: ')
    expect((await mock.fetch('https://kv.example.com/get/k')).status).toBe(401)
  })

  test('determine the type of its clock', () => {
    expectTypeOf(mock.clock).toEqualTypeOf<AlarmClock>()
    expectTypeOf(() => useMock())
      .returns.toHaveProperty('clock')
      .toEqualTypeOf<VirtualClock>()
    // Functions that take a mock take a fixture.
    expectTypeOf(() => useMock()).returns.toExtend<Mock>()
    expectTypeOf(mock).toExtend<Mock<AlarmClock>>()
  })
})

import { expect, test, vi } from 'vitest'
import { realClock, virtualClock, type AlarmClock } from './clock.js'
import { clockControls, controllers, resetControls, withControl } from './control.js'
import { fetchOf } from './http/fetch.js'
import { json, requestOf } from './http/message.js'

const START = 1_700_000_000_000

function setUp<C extends AlarmClock>(clock: C) {
  const reset = vi.fn(async () => {})
  const routes = { ...clockControls(clock), ...resetControls(reset) }
  const handler = withControl(({ target }) => json(200, { target }), routes)
  const fetch = fetchOf(handler)
  const ask = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return [response.status, await response.json()]
  }
  return { clock, reset, handler, ask }
}

const setUpVirtual = () => setUp(virtualClock(START))

const error = { error: expect.any(String) as string }

test('everything that is not under /__mock is the contract', async () => {
  const { ask } = setUpVirtual()
  expect(await ask('GET', '/__mocks/health')).toEqual([200, { target: '/__mocks/health' }])
  expect(await ask('GET', '/a/__mock/health')).toEqual([200, { target: '/a/__mock/health' }])
})

test('health tells the kind of clock', async () => {
  const health = (clock: AlarmClock) => setUp(clock).ask('GET', '/__mock/health')
  expect(await health(virtualClock())).toMatchObject([200, { status: 'ok', clock: 'virtual' }])
  expect(await health(realClock())).toMatchObject([200, { status: 'ok', clock: 'real' }])
})

test('health names the clock, so that two addresses of one are known to be', async () => {
  const clock = virtualClock()
  const idAt = async (clock: AlarmClock) => {
    const [, health] = await setUp(clock).ask('GET', '/__mock/health')
    return (health as { clockId: string }).clockId
  }
  expect(await idAt(clock)).toBe(await idAt(clock))
  expect(await idAt(clock)).not.toBe(await idAt(virtualClock()))
})

test('reset answers when it is done', async () => {
  const { ask, reset } = setUpVirtual()
  expect(await ask('POST', '/__mock/reset')).toEqual([200, {}])
  expect(reset).toHaveBeenCalledOnce()
})

test('a virtual clock can be read and turned', async () => {
  const { ask, clock } = setUpVirtual()
  const time = (milliseconds: number) => [200, { now: START + milliseconds, clock: 'virtual' }]
  expect(await ask('GET', '/__mock/clock')).toEqual(time(0))
  expect(await ask('POST', '/__mock/clock', { advance: 5 })).toEqual(time(5))
  expect(await ask('POST', '/__mock/clock', { advance: '1m' })).toEqual(time(60_005))
  expect(await ask('POST', '/__mock/clock', { to: START + 70_000 })).toEqual(time(70_000))

  clock.alarm(() => {}).set(START + 80_000)
  expect(await ask('POST', '/__mock/clock', { runUntilIdle: true })).toEqual(time(80_000))
})

test('a virtual clock that may pause tells what is left of its way', async () => {
  const { ask, clock } = setUpVirtual()
  void clock.busy(new Promise(() => {}))

  expect(await ask('POST', '/__mock/clock', { advance: 5, pause: 1 })).toMatchObject([
    200,
    { now: START, left: 5 },
  ])
  expect(await ask('POST', '/__mock/clock', { advance: 5, pause: 1, hanging: 1 })).toEqual([
    200,
    { now: START + 5, clock: 'virtual' },
  ])
})

test('a clock that would never be idle says so', async () => {
  const { ask, clock } = setUpVirtual()
  const alarm = clock.alarm(() => alarm.set(clock.now() + 1))
  alarm.set(START)
  const error = expect.stringContaining('comes again and again') as string
  expect(await ask('POST', '/__mock/clock', { runUntilIdle: true })).toEqual([409, { error }])
})

test('a real clock can be read, not turned', async () => {
  const { ask } = setUp(realClock())
  expect(await ask('GET', '/__mock/clock')).toMatchObject([200, { clock: 'real' }])
  expect(await ask('POST', '/__mock/clock', { advance: 5 })).toEqual([409, error])
})

test.each([
  ['advance', 0.5],
  ['advance', -1],
  ['advance', 1e300],
  ['advance', 'soon'],
  ['advance', null],
  ['to', 0.5],
  ['to', 1e300],
  ['to', '7d'],
])('a clock is not turned by {"%s": %j}, and the field is named', async (field, value) => {
  const { ask, clock } = setUpVirtual()
  expect(await ask('POST', '/__mock/clock', { [field]: value })).toEqual([
    400,
    { error: expect.stringMatching(new RegExp(`^${field}: expected`)) as string },
  ])
  expect(clock.now()).toBe(START)
})

test.each([
  ['GET', '/__mock/nothing', undefined, 404],
  ['DELETE', '/__mock/reset', undefined, 404],
  ['POST', '/__mock/clock', {}, 400],
  ['POST', '/__mock/clock', 5, 400],
  ['POST', '/__mock/reset', [], 400],
])('%s %s with %j is refused with %d', async (method, path, body, status) => {
  expect(await setUpVirtual().ask(method, path, body)).toEqual([status, error])
})

test.each([
  ['127.0.0.1', 200],
  ['::1', 200],
  ['::ffff:127.0.0.1', 200],
  ['192.168.1.7', 403],
  ['', 403],
])('a client at "%s" gets %d', async (remoteAddress, status) => {
  const request = { ...requestOf('GET', '/__mock/health'), remoteAddress }
  expect(await setUpVirtual().handler(request)).toMatchObject({ status })
})

test('a client that may not control is told who it is, and how it might', async () => {
  const request = { ...requestOf('GET', '/__mock/health'), remoteAddress: '172.17.0.1' }
  expect(await setUpVirtual().handler(request)).toMatchObject({
    body: expect.stringMatching(/172\.17\.0\.1.*--control-from/) as string,
  })
})

test.each([
  [['172.16.0.0/12'], '172.17.0.1', true],
  [['172.16.0.0/12'], '192.168.1.7', false],
  [['172.16.0.0/12'], '127.0.0.1', true],
  [['192.168.1.7', 'any'], '203.0.113.7', true],
])('with %j a client at %s may control: %s', (listed, address, may) => {
  expect(controllers(listed)(address)).toBe(may)
})

test.each(['all', '172.16.0.0/33', 'app.test', ''])('"%s" is nobody who may control', (entry) => {
  expect(() => controllers([entry])).toThrow(`got "${entry}"`)
})

test.each(['http://evil.test', 'http://127.0.0.1:8080', 'null'])(
  'a web page of the origin %s may ask nothing, and is told why',
  async (origin) => {
    const { handler, reset } = setUpVirtual()
    for (const [method, target] of [
      ['POST', '/__mock/reset'],
      ['GET', '/__mock/health'],
    ] as const) {
      expect(await handler(requestOf(method, target, { headers: { origin } }))).toMatchObject({
        status: 403,
        body: expect.stringContaining('Origin') as string,
      })
    }
    expect(reset).not.toHaveBeenCalled()
  },
)

test.each(['cross-site', 'same-site', 'same-origin'])(
  'a page that loads a route as an image is refused: %s',
  async (site) => {
    const headers = { 'sec-fetch-site': site }
    const asked = requestOf('GET', '/__mock/health', { headers })
    expect(await setUpVirtual().handler(asked)).toMatchObject({ status: 403 })
  },
)

test('a user may enter the address of a route', async () => {
  const asked = requestOf('GET', '/__mock/health', { headers: { 'sec-fetch-site': 'none' } })
  expect(await setUpVirtual().handler(asked)).toMatchObject({ status: 200 })
})

import { expect, test, vi } from 'vitest'
import { realClock, virtualClock, type AlarmClock } from './clock.js'
import { clockControls, controllers, leaseControls, resetControls } from './control.js'
import { json, requestOf, type Handler } from './http/message.js'
import { asking, withControl } from './testing.js'

const START = 1_700_000_000_000

function setUp<C extends AlarmClock>(clock: C) {
  const reset = vi.fn(async () => {})
  const routes = { ...clockControls(clock), ...resetControls(reset) }
  const others: Handler = ({ target }) => json(200, { target })
  return { clock, reset, handler: withControl(others, routes), ask: asking(routes, others) }
}

const setUpVirtual = () => setUp(virtualClock(START))

const error = { error: expect.any(String) as string }

test('other paths go to the handler', async () => {
  const { ask } = setUpVirtual()
  expect(await ask('GET', '/__mocks/health')).toEqual([200, { target: '/__mocks/health' }])
  expect(await ask('GET', '/a/__mock/health')).toEqual([200, { target: '/a/__mock/health' }])
})

test('health has the kind and the id of the clock, the same at all addresses', async () => {
  const health = async (clock: AlarmClock) => {
    const [, health] = await setUp(clock).ask('GET', '/__mock/health')
    return health as { clockId: string }
  }
  const clock = virtualClock()
  const { clockId, ...first } = await health(clock)
  expect(first).toEqual({ status: 'ok', clock: 'virtual' })
  expect(await health(realClock())).toMatchObject({ clock: 'real' })
  expect((await health(clock)).clockId).toBe(clockId)
  expect((await health(virtualClock())).clockId).not.toBe(clockId)
})

test('reset responds when it is done', async () => {
  const { ask, reset } = setUpVirtual()
  expect(await ask('POST', '/__mock/reset')).toEqual([200, {}])
  expect(reset).toHaveBeenCalledOnce()
})

test('a virtual clock can be read and advanced', async () => {
  const { ask, clock } = setUpVirtual()
  const time = (milliseconds: number) => [200, { now: START + milliseconds, clock: 'virtual' }]
  expect(await ask('GET', '/__mock/clock')).toEqual(time(0))
  expect(await ask('POST', '/__mock/clock', { advance: 5 })).toEqual(time(5))
  expect(await ask('POST', '/__mock/clock', { advance: '1m' })).toEqual(time(60_005))
  expect(await ask('POST', '/__mock/clock', { to: START + 70_000 })).toEqual(time(70_000))

  clock.alarm(() => {}).set(START + 80_000)
  expect(await ask('POST', '/__mock/clock', { runUntilIdle: true })).toEqual(time(80_000))
})

test('an unknown field of the clock is refused with the known ones', async () => {
  const { ask, clock } = setUpVirtual()
  expect(await ask('POST', '/__mock/clock', { advance: 5, patient: 1 })).toEqual([
    400,
    {
      error:
        'there is no field "patient" (did you mean patience?): ' +
        'expected some of advance, to, runUntilIdle, patience, hanging, pause',
    },
  ])
  expect(clock.now()).toBe(START)
})

test('a paused clock returns the remaining milliseconds', async () => {
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

test('runUntilIdle without an end returns 409', async () => {
  const { ask, clock } = setUpVirtual()
  const alarm = clock.alarm(() => alarm.set(clock.now() + 1))
  alarm.set(START)
  const error = expect.stringContaining('repeats without end') as string
  expect(await ask('POST', '/__mock/clock', { runUntilIdle: true })).toEqual([409, { error }])
})

test('a real clock can be read, not advanced', async () => {
  const { ask } = setUp(realClock())
  expect(await ask('GET', '/__mock/clock')).toMatchObject([200, { clock: 'real' }])
  expect(await ask('POST', '/__mock/clock', { advance: 5 })).toEqual([409, error])
})

test.each([
  ['advance', 0.5],
  ['advance', 'soon'],
  ['to', 0.5],
])('{"%s": %j} returns 400 with the field', async (field, value) => {
  const { ask, clock } = setUpVirtual()
  expect(await ask('POST', '/__mock/clock', { [field]: value })).toEqual([
    400,
    { error: expect.stringMatching(new RegExp(`^${field}: expected`)) as string },
  ])
  expect(clock.now()).toBe(START)
})

test.each([
  ['DELETE', '/__mock/reset', undefined, 404],
  ['POST', '/__mock/clock', {}, 400],
  ['POST', '/__mock/reset', [], 400],
])('%s %s with %j returns %d', async (method, path, body, status) => {
  expect(await setUpVirtual().ask(method, path, body)).toEqual([status, error])
})

test.each<[remoteAddress: string, headers: Record<string, string>, status: number]>([
  ['127.0.0.1', {}, 200],
  ['::ffff:127.0.0.1', {}, 200],
  ['192.168.1.7', {}, 403],
  ['', {}, 403],
  ['127.0.0.1', { origin: 'http://evil.test' }, 403],
  ['127.0.0.1', { origin: 'null' }, 403],
  ['127.0.0.1', { 'sec-fetch-site': 'cross-site' }, 403],
  ['127.0.0.1', { 'sec-fetch-site': 'same-origin' }, 403],
  // The browser sends `none` if a user enters the URL.
  ['127.0.0.1', { 'sec-fetch-site': 'none' }, 200],
])('a client at "%s" with %j receives %d', async (remoteAddress, headers, status) => {
  const { handler, reset } = setUpVirtual()
  for (const [method, path] of [
    ['GET', 'health'],
    ['POST', 'reset'],
  ] as const) {
    const request = { ...requestOf(method, `/__mock/${path}`, { headers }), remoteAddress }
    expect(await handler(request)).toMatchObject({ status })
  }
  expect(reset).toHaveBeenCalledTimes(status === 200 ? 1 : 0)
})

test('a 403 names the client and --control-from', async () => {
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

test.each(['all', '172.16.0.0/33', 'app.test', ''])('rejects the entry "%s"', (entry) => {
  expect(() => controllers([entry])).toThrow(`got "${entry}"`)
})

function setUpLease() {
  let time = 0
  const { controls, end } = leaseControls(() => time)
  const ask = asking(controls, () => json(404, {}))
  const take = async (holder: string, seconds = 30) =>
    (await ask('POST', '/__mock/lease', { holder, seconds }))[0]
  return { ask, take, end, pass: (seconds: number) => void (time += seconds * 1000) }
}

test('a lease refuses another holder until it ends', async () => {
  const { ask, take, end, pass } = setUpLease()
  expect(await take('one')).toBe(200)
  pass(20)
  expect(await take('two')).toBe(409)
  expect(await take('one')).toBe(200)
  pass(29.5)
  expect(await ask('POST', '/__mock/lease', { holder: 'two', seconds: 30 })).toEqual([
    409,
    { error: 'another run has the lease, for 1 s unless it renews it' },
  ])
  pass(0.5)
  expect(await take('two')).toBe(200)

  expect(await take('two', 0)).toBe(200)
  expect(await take('three')).toBe(200)
  end()
  expect(await take('four')).toBe(200)
})

test.each([{}, { holder: '' }, { holder: 'one' }, { holder: 'one', seconds: -1 }])(
  'a lease of %j is refused',
  async (body) => {
    expect((await setUpLease().ask('POST', '/__mock/lease', body))[0]).toBe(400)
  },
)

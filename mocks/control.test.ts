import { expect, test, vi } from 'vitest'
import { realClock, virtualClock } from './clock.js'
import { withControl, type Controls } from './control.js'
import { fetchOf } from './http/fetch.js'
import { json, type Request } from './http/message.js'
import { answered } from './queue/testing.js'

const START = 1_700_000_000_000

const attempt = {
  sequence: 7,
  messageId: 'msg_1',
  retried: 0,
  url: 'http://app.test/',
  method: 'POST',
  headers: {},
  body: Buffer.from('data'),
  startedAt: START,
  endedAt: START,
  outcome: answered(200),
}

function setUp(more: Partial<Controls> = {}) {
  const controls = {
    clock: virtualClock(START),
    reset: vi.fn(async () => {}),
    attempts: vi.fn(() => [attempt]),
    faults: () => ['a', 'b'],
    faultsOn: () => ['b'],
    setFaults: vi.fn(),
    ...more,
  }
  const handler = withControl(({ target }) => json(200, { target }), controls)
  const fetch = fetchOf(handler)
  const ask = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return [response.status, await response.json()]
  }
  return { controls, handler, ask }
}

const error = { error: expect.any(String) as string }

test('everything that is not under /__mock is the contract', async () => {
  const { ask } = setUp()
  expect(await ask('GET', '/__mocks/health')).toEqual([200, { target: '/__mocks/health' }])
  expect(await ask('GET', '/a/__mock/health')).toEqual([200, { target: '/a/__mock/health' }])
})

test('health tells the kind of clock', async () => {
  expect(await setUp().ask('GET', '/__mock/health')).toEqual([
    200,
    { status: 'ok', clock: 'virtual' },
  ])
  expect(await setUp({ clock: realClock() }).ask('GET', '/__mock/health')).toEqual([
    200,
    { status: 'ok', clock: 'real' },
  ])
})

test('reset answers when it is done', async () => {
  const { ask, controls } = setUp()
  expect(await ask('POST', '/__mock/reset')).toEqual([200, {}])
  expect(controls.reset).toHaveBeenCalledOnce()
})

test('a virtual clock can be read and turned', async () => {
  const { ask, controls } = setUp()
  const time = (milliseconds: number) => [200, { now: START + milliseconds, clock: 'virtual' }]
  expect(await ask('GET', '/__mock/clock')).toEqual(time(0))
  expect(await ask('POST', '/__mock/clock', { advance: 5 })).toEqual(time(5))
  expect(await ask('POST', '/__mock/clock', { advance: '1m' })).toEqual(time(60_005))
  expect(await ask('POST', '/__mock/clock', { to: START + 70_000 })).toEqual(time(70_000))

  controls.clock.alarm(() => {}).set(START + 80_000)
  expect(await ask('POST', '/__mock/clock', { runUntilIdle: true })).toEqual(time(80_000))
})

test('a real clock can be read, not turned', async () => {
  const { ask } = setUp({ clock: realClock() })
  expect(await ask('GET', '/__mock/clock')).toMatchObject([200, { clock: 'real' }])
  expect(await ask('POST', '/__mock/clock', { advance: 5 })).toEqual([409, error])
})

test('the journal shows attempts as JSON, from any of them on', async () => {
  const { ask, controls } = setUp()
  expect(await ask('GET', '/__mock/journal?after=6')).toMatchObject([
    200,
    { attempts: [{ sequence: 7, messageId: 'msg_1', body: 'ZGF0YQ==', outcome: { status: 200 } }] },
  ])
  expect(controls.attempts).toHaveBeenCalledWith(6)
})

test('faults are turned on by name', async () => {
  const { ask, controls } = setUp()
  expect(await ask('GET', '/__mock/faults')).toEqual([200, { faults: ['a', 'b'], on: ['b'] }])
  expect(await ask('POST', '/__mock/faults', { on: ['a'] })).toEqual([200, { on: ['a'] }])
  expect(controls.setFaults).toHaveBeenCalledWith(['a'])

  expect(await ask('POST', '/__mock/faults', { on: ['a', 'c'] })).toEqual([400, error])
  expect(controls.setFaults).toHaveBeenCalledOnce()
})

test.each([
  ['GET', '/__mock/nothing', undefined, 404],
  ['DELETE', '/__mock/reset', undefined, 404],
  ['POST', '/__mock/clock', {}, 400],
  ['POST', '/__mock/clock', { advance: 'soon' }, 400],
  ['POST', '/__mock/clock', 5, 400],
  ['POST', '/__mock/faults', { on: 'a' }, 400],
])('%s %s with %j is refused with %d', async (method, path, body, status) => {
  expect(await setUp().ask(method, path, body)).toEqual([status, error])
})

test.each([
  ['127.0.0.1', 200],
  ['::1', 200],
  ['::ffff:127.0.0.1', 200],
  ['192.168.1.7', 403],
  ['', 403],
])('a client at "%s" gets %d', async (remoteAddress, status) => {
  const request: Request = {
    method: 'GET',
    target: '/__mock/health',
    headers: {},
    rawHeaders: [],
    body: new Uint8Array(),
    remoteAddress,
  }
  expect(await setUp().handler(request)).toMatchObject({ status })
})

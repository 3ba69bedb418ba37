import { expect, test } from 'vitest'
import { virtualClock } from '../clock.js'
import type { Request } from '../http/message.js'
import { runControls } from './control/runs.js'
import { DEVELOPMENT_TOKEN } from './deliver/signature.js'
import { canonicalName, headerMap, isHeaderName, isHeaderValue } from './request/headers.js'
import { start, wait } from './runs/testing.js'
import { queueHandler } from './server.js'
import { createMemoryStore } from './store/memory/memory-store.js'
import { answered, ask, publishTo, request, testQueue } from './testing.js'

const { queue } = testQueue()

async function responseTo(asked: Request) {
  const { status, headers, body } = await queueHandler(queue)(asked)
  return {
    status,
    headers,
    body: body === undefined ? undefined : (JSON.parse(body as string) as unknown),
  }
}

const error = { error: expect.any(String) as string }

test.each(['/', '/v1/publish/x', '/v2/workflows/dlq/', '/v2/notify/a/b/c'])(
  '%s returns 404',
  async (target) => {
    expect(await responseTo(request('GET', target))).toMatchObject({ status: 404, body: error })
  },
)

test('the public token of the dialect upstash returns 401 in the dialect svc', async () => {
  const headers = { Authorization: `Bearer ${DEVELOPMENT_TOKEN}` }
  expect(await responseTo(request('GET', '/v2/keys', headers))).toMatchObject({
    status: 401,
    body: error,
  })
})

test('an unknown method returns 405 with Allow', async () => {
  expect(await responseTo(request('PUT', '/v2/workflows/dlq/1-1'))).toMatchObject({
    status: 405,
    headers: { allow: 'GET, DELETE' },
    body: error,
  })
})

test('a client that reads again and again does not hold the virtual clock', async () => {
  const clock = virtualClock(0, { patience: 20 })
  const { queue } = testQueue({ clock })
  void queue.scheduler.busy(new Promise(() => {}))

  let hasAdvanced = false
  const advanced = clock.advance('1d').then(() => (hasAdvanced = true))
  while (!hasAdvanced) {
    await queueHandler(queue)(request('GET', '/v2/workflows/dlq'))
    await new Promise(setImmediate)
  }
  await advanced
  expect(clock.now()).toBe(86_400_000)
})

const APP = 'http://app.test/'

/**
 * Creates a queue whose store allows changes only in `atomically`, and no `atomically` in another.
 * `units` returns the number of atomic changes since its last call.
 */
function transactional(status = 200) {
  const memory = createMemoryStore()
  const fail = () => Promise.reject(new Error('a change outside a unit'))
  let units = 0
  const changes = { add: fail, put: fail, remove: fail, replace: fail, append: fail, keep: fail }
  const store = {
    ...memory,
    messages: { ...memory.messages, ...changes },
    history: { ...memory.history, ...changes },
    waiters: { ...memory.waiters, ...changes },
    schedules: { ...memory.schedules, ...changes },
    groups: { ...memory.groups, ...changes },
    runs: { ...memory.runs, ...changes },
    events: { ...memory.events, ...changes },
    isTransactional: true,
    atomically<T>(work: (store: typeof memory) => Promise<T>): Promise<T> {
      units++
      const nested = () => Promise.reject(new Error('a unit in a unit'))
      return work({ ...memory, isTransactional: true, atomically: nested })
    },
  }
  const made = testQueue({ store, send: async () => answered(status) })
  return { ...made, units: () => [units, (units = 0)][0] }
}

test('a request, the beginning and the end of an attempt are one unit each', async () => {
  const { queue, clock, units } = transactional()
  expect(await ask(queue, 'POST', `/v2/publish/${APP}`)).toMatchObject([200, {}])
  expect(units()).toBe(1)
  await clock.runUntilIdle()
  expect(queue.journal.attempts()).toHaveLength(1)
  expect(units()).toBe(2)
})

test('a failed attempt wakes the queue after the unit, at the time of the retry', async () => {
  const { queue, clock } = transactional(500)
  await queueHandler(queue)(publishTo(APP, { 'Svc-Retries': '2' }))
  await clock.runUntilIdle()
  expect(queue.journal.attempts()).toHaveLength(3)
})

test('a batch is one unit per 100 items', async () => {
  const { queue, clock, units } = transactional()
  const item = { destination: APP, headers: { 'Svc-Delay': '1m' } }
  const items = Array.from({ length: 250 }, () => item)
  const [status, results] = await ask(queue, 'POST', '/v2/batch', items)
  expect([status, (results as object[]).length, units()]).toEqual([200, 250, 3])
  await clock.runUntilIdle()
  expect(queue.journal.attempts()).toHaveLength(250)
})

test('each wait that times out and each schedule is one unit', async () => {
  const { queue, clock, units } = transactional()
  await queue.unit((queue) => start(queue, 'a'))
  await clock.advance(0)
  await queue.unit((queue) => wait(queue, 'a', 'paid', '1m'))
  await queue.unit((queue) => wait(queue, 'a', 'sent', '1m'))
  const schedule = publishTo(APP, { 'Svc-Cron': '* * * * *' })
  await queueHandler(queue)({ ...schedule, target: `/v2/schedules/${APP}` })
  units()
  await clock.advance('1m')
  const attempts = queue.journal.attempts().length - 1
  expect(attempts).toBe(3)
  // Two waits, one schedule, the outcome of each attempt, and the beginnings of two claims.
  expect(units()).toBe(3 + attempts + 2)
})

test('replacements of features and of the store also apply in a unit', async () => {
  const { queue } = transactional()
  const altered = queue.replaced({
    messages: { newId: () => () => 'msg_1' },
    store: { next: () => async () => 7 },
  })
  await altered.unit(async (queue) => {
    expect(await queue.store.next()).toBe(7)
    expect(queue.replaced().messages.newId()).toBe('msg_1')
    await queue.unit(async (inner) => expect(inner).toBe(queue))
  })
})

test('a control route creates each run in one unit', async () => {
  const { queue, units } = transactional()
  const route = runControls(() => queue)['POST /queue/runs']!
  const input = { workflowUrl: APP, count: 3, state: 'RUN_FAILED' }
  await route({ input } as never)
  expect(units()).toBe(3)
})

test.each([
  ['content-type', 'Content-Type'],
  ['X-REQUEST-ID', 'X-Request-Id'],
  ['etag', 'Etag'],
  ['x--a', 'X--A'],
])('the canonical form of %s is %s', (name, canonical) => {
  expect(canonicalName(name)).toBe(canonical)
})

test('accepts the header names and values that HTTP allows, and no others', () => {
  for (const name of ['X-A', "!#$%&'*+-.^_`|~09azAZ"]) expect(isHeaderName(name)).toBe(true)
  for (const name of ['', 'a b', 'a:b', 'a/b', 'ä', 'a\n']) expect(isHeaderName(name)).toBe(false)
  for (const value of ['', 'a b\tc', 'gr\u00fc\u00df']) expect(isHeaderValue(value)).toBe(true)
  for (const value of ['a\r\nb', '\0', '\u20ac']) expect(isHeaderValue(value)).toBe(false)
})

test('a repeated name adds a value to its own map only', () => {
  const [one, two] = [headerMap([['a', '1']]), headerMap(['1', '2'].map((value) => ['A', value]))]
  expect([one, two]).toEqual([{ A: ['1'] }, { A: ['1', '2'] }])
})

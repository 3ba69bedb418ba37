import { expect, test } from 'vitest'
import { runControls } from './control/runs.js'
import { start, wait } from './runs/testing.js'
import { createMemoryStore } from './store/memory/memory-store.js'
import { answered, ask, publishTo, testQueue } from './testing.js'
import { queueHandler } from './server.js'

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

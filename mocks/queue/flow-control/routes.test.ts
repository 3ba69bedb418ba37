import { dialects } from '#generated/dialects.js'
import { expect, test } from 'vitest'
import type { AttemptOutcome } from '../message.js'
import {
  answered,
  ask as askQueue,
  publish as publishMessage,
  START,
  testQueue,
} from '../testing.js'

const KEY = '/v2/flowControl/k'

/** Creates a queue. The destination responds when `answerAll` is called, or at once by default. */
function flowQueue({ isSlow = false } = {}) {
  const waiting: ((outcome: AttemptOutcome) => void)[] = []
  const { queue, clock } = testQueue({
    dialect: dialects.upstash,
    send: () =>
      isSlow ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(answered(200)),
  })
  const ask = (method: string, target: string) => askQueue(queue, method, target)
  return {
    clock,
    ask,
    /** Publishes messages with the limits. */
    publish: async (limits: string, count = 1) => {
      const headers = { 'Upstash-Flow-Control-Key': 'k', 'Upstash-Flow-Control-Value': limits }
      for (let n = 0; n < count; n++) await publishMessage(queue, headers)
    },
    change: async (how: string) =>
      expect(await ask('POST', `${KEY}/${how}`)).toEqual([200, undefined]),
    state: async () => (await ask('GET', KEY))[1],
    answerAll: () => waiting.splice(0).forEach((answer) => answer(answered(200))),
    underWay: () => waiting.length,
    startedAt: () => queue.journal.attempts().map(({ startedAt }) => startedAt - START),
  }
}

test('an unknown key has no limits', async () => {
  const { state } = flowQueue()
  expect(await state()).toEqual({
    ...{ flowControlKey: 'k', waitListSize: 0, parallelismMax: 0, parallelismCount: 0 },
    ...{ rateMax: 0, rateCount: 0, ratePeriod: 0, ratePeriodStart: 0 },
    ...{ isPaused: false, isPinnedParallelism: false, isPinnedRate: false },
  })
})

test('the dialect svc has only the wait list', async () => {
  const { queue } = testQueue()
  expect(await askQueue(queue, 'GET', KEY)).toEqual([200, { flowControlKey: 'k', waitListSize: 0 }])
})

test('the state has the limits and counts of the latest message', async () => {
  const { clock, publish, state, ask } = flowQueue({ isSlow: true })
  await publish('parallelism=2, rate=3, period=1m', 3)
  await clock.advance(0)
  expect(await state()).toMatchObject({
    ...{ waitListSize: 1, parallelismMax: 2, parallelismCount: 2 },
    ...{ rateMax: 3, rateCount: 2, ratePeriod: 60, ratePeriodStart: START / 1000 },
  })
  expect(await ask('GET', '/v2/globalParallelism')).toMatchObject([200, { parallelismCount: 2 }])
})

test('a paused key delivers nothing until it is resumed', async () => {
  const { clock, publish, change, state, startedAt } = flowQueue()
  await change('pause')
  await publish('parallelism=5', 2)
  await clock.advance('1h')
  expect(startedAt()).toEqual([])
  expect(await state()).toMatchObject({ isPaused: true, waitListSize: 2 })

  await change('resume')
  await clock.advance(0)
  expect(startedAt()).toEqual([3_600_000, 3_600_000])
  expect(await state()).toMatchObject({ isPaused: false, waitListSize: 0 })
})

test('a pause keeps attempts in progress and stops retries', async () => {
  const { queue, clock } = testQueue({ send: async () => answered(500) })
  await publishMessage(queue, {
    ...{ 'Svc-Flow-Control-Key': 'k', 'Svc-Flow-Control-Value': 'parallelism=1' },
    ...{ 'Svc-Retries': '1', 'Svc-Retry-Delay': '1000' },
  })
  await clock.advance(0)
  await queue.flowControl.change('k', { isPaused: true })
  await clock.advance('1h')
  expect(queue.journal.attempts()).toHaveLength(1)
  await queue.flowControl.change('k', { isPaused: false })
  await clock.advance(0)
  expect(queue.journal.attempts()).toHaveLength(2)
})

test('a pinned parallelism takes precedence over that of messages', async () => {
  const { clock, publish, change, state, underWay, answerAll } = flowQueue({ isSlow: true })
  await change('pin?parallelism=1')
  await publish('parallelism=5', 3)
  await clock.advance(0)
  expect(underWay()).toBe(1)
  expect(await state()).toMatchObject({
    ...{ parallelismMax: 1, isPinnedParallelism: true, isPinnedRate: false, waitListSize: 2 },
  })
  await change('unpin?parallelism=true')
  await clock.advance(0)
  expect(underWay()).toBe(3)
  answerAll()
})

test('a pinned rate takes precedence over that of messages', async () => {
  const { clock, publish, change, state, startedAt } = flowQueue()
  await change('pin?rate=1&period=60')
  await publish('rate=10', 3)
  await clock.advance('61s')
  expect(startedAt()).toEqual([0, 60_000])
  expect(await state()).toMatchObject({ rateMax: 1, ratePeriod: 60, isPinnedRate: true })
  await change('pin?parallelism=2')
  expect(await state()).toMatchObject({ isPinnedParallelism: true, isPinnedRate: true })
  await change('unpin?rate=true')
  expect(await state()).toMatchObject({
    isPinnedParallelism: true,
    isPinnedRate: false,
    rateMax: 10,
  })
  await clock.advance(0)
  expect(startedAt()).toEqual([0, 60_000, 61_000])
})

test('a reset of the rate starts a new period', async () => {
  const { clock, publish, change, state, startedAt } = flowQueue()
  await publish('rate=1, period=1h', 2)
  await clock.advance('1m')
  expect(startedAt()).toEqual([0])
  await change('resetRate')
  expect(await state()).toMatchObject({ rateCount: 0, ratePeriodStart: START / 1000 + 60 })
  await clock.advance(0)
  expect(startedAt()).toEqual([0, 60_000])
})

test.each([
  ['pin', /expected parallelism, rate or both.*got ""/],
  ['pin?parallelism=0', /got "parallelism=0"/],
  ['pin?period=60', /got "period=60"/],
  ['unpin', /expected parallelism=true, rate=true or both/],
])('%s is refused', async (how, message) => {
  const { ask, state } = flowQueue()
  const error = expect.stringMatching(message) as string
  expect(await ask('POST', `${KEY}/${how}`)).toEqual([400, { error }])
  expect(await state()).toMatchObject({ isPinnedParallelism: false, isPinnedRate: false })
})

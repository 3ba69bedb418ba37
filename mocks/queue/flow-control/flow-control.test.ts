import { dialects } from '#generated/dialects.js'
import { expect, test } from 'vitest'
import { answered, ask, publish, testQueue } from '../testing.js'
import { parseFlowLimits } from './limits.js'

test('clearing the queue clears its wait lists', async () => {
  let sent = 0
  const { queue, clock } = testQueue({
    send: (_, signal) =>
      new Promise((resolve) => {
        sent++
        signal.addEventListener('abort', () => resolve({ kind: 'unanswered', reason: 'aborted' }))
      }),
  })
  const publishKeyed = () =>
    publish(queue, { 'Svc-Flow-Control-Key': 'k', 'Svc-Flow-Control-Value': 'parallelism=1' })
  for (let n = 0; n < 3; n++) await publishKeyed()
  await clock.advance(0)
  await queue.scheduler.clear()
  await queue.store.clear()
  expect(await queue.flowControl.waitListSize('k')).toBe(0)

  await publishKeyed()
  await clock.advance(0)
  expect(sent).toBe(2)
})

test.each([
  ['rate=3,period=90', { parallelism: undefined, rate: 3, period: 90_000 }],
  ['period=1h , rate = 3 ,parallelism=1', { parallelism: 1, rate: 3, period: 3_600_000 }],
])('parses %s', (text, limits) => {
  expect(parseFlowLimits(text)).toEqual(limits)
})

test.each([
  '',
  'parallelism=',
  'parallelism=0',
  'parallelism=1.5',
  'parallelism=2,',
  'parallelism=2 rate=3',
  'parallelism=2, parallelism=3',
  'period=1m',
  'rate=3, period=0',
  'rate=3, burst=2',
  'rate=3, constructor=2',
])('rejects %j', (text) => {
  expect(parseFlowLimits(text)).toBeUndefined()
})

const KEY = '/v2/flowControl/k'

test('an unknown key has no limits', async () => {
  const { queue } = testQueue({ dialect: dialects.upstash })
  const state = {
    flowControlKey: 'k',
    waitListSize: 0,
    parallelismMax: 0,
    parallelismCount: 0,
    rateMax: 0,
    rateCount: 0,
    ratePeriod: 0,
    ratePeriodStart: 0,
    isPaused: false,
    isPinnedParallelism: false,
    isPinnedRate: false,
  }
  expect(await ask(queue, 'GET', KEY)).toEqual([200, state])
})

test('the dialect svc has only the wait list', async () => {
  const { queue } = testQueue()
  expect(await ask(queue, 'GET', KEY)).toEqual([200, { flowControlKey: 'k', waitListSize: 0 }])
})

test('a pause keeps attempts in progress and stops retries', async () => {
  const { queue, clock } = testQueue({ send: async () => answered(500) })
  await publish(queue, {
    'Svc-Flow-Control-Key': 'k',
    'Svc-Flow-Control-Value': 'parallelism=1',
    'Svc-Retries': '1',
    'Svc-Retry-Delay': '1000',
  })
  await clock.advance(0)
  await queue.flowControl.change('k', { isPaused: true })
  await clock.advance('1h')
  expect(queue.journal.attempts()).toHaveLength(1)
  await queue.flowControl.change('k', { isPaused: false })
  await clock.advance(0)
  expect(queue.journal.attempts()).toHaveLength(2)
})

test.each([
  ['pin', /expected parallelism, rate or both.*got ""/],
  ['pin?parallelism=0', /got "parallelism=0"/],
  ['pin?period=60', /got "period=60"/],
  ['unpin', /expected parallelism=true, rate=true or both/],
])('%s is refused', async (how, message) => {
  const { queue } = testQueue({ dialect: dialects.upstash })
  const error = expect.stringMatching(message) as string
  expect(await ask(queue, 'POST', `${KEY}/${how}`)).toEqual([400, { error }])
})

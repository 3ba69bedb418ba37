import { dialects } from '#generated/dialects.js'
import { expect, onTestFinished, test, vi } from 'vitest'
import { virtualClock, type VirtualClock } from '../../clock.js'
import { useFakeTimers, useRealTimers } from '../../real-time-testing.js'
import type { CallbackBody } from '../callbacks/callbacks.js'
import type { Queue } from '../queue.js'
import { answered, publish, START, testQueue } from '../testing.js'
import { warningsOf } from '../../testing.js'

/** Returns the start time of each attempt, in milliseconds after `START`. */
const times = (queue: Queue) => queue.journal.attempts().map(({ startedAt }) => startedAt - START)

test('an attempt that ended leaves no deadline', async () => {
  const { queue, clock } = testQueue()
  await publish(queue)
  await clock.runUntilIdle()
  expect(clock.now()).toBe(START)
})

test.each([
  [dialects.svc, 'Svc', 7389],
  [dialects.upstash, 'Upstash', 100_000],
])('Retry-After: 100 in the dialect $name', async (dialect, prefix, delay) => {
  const send = async () => answered(503, { 'Retry-After': ['100'] })
  const { queue, clock } = testQueue({ send, dialect })
  await publish(queue, { [`${prefix}-Retries`]: '1' })
  await clock.runUntilIdle()
  expect(times(queue)).toEqual([0, delay])
})

test('the clock knows the URL of an attempt that hangs', async () => {
  const clock = virtualClock(START, { patience: 10 })
  const destinations: unknown[] = []
  const busy: VirtualClock['busy'] = (work, options) => {
    destinations.push(options?.destination)
    return clock.busy(work, options)
  }
  const { queue } = testQueue({ clock: { ...clock, busy } })
  await publish(queue)
  await clock.runUntilIdle()

  const [{ url } = { url: '' }] = queue.journal.attempts()
  expect(destinations).toContain(url)
})

test('an advance beyond the timeout of a slow attempt ends it only if the test gives patience', async () => {
  useFakeTimers()
  onTestFinished(useRealTimers)
  let answer = () => {}
  const { queue, clock } = testQueue({
    clock: virtualClock(START),
    send: (_, signal) =>
      new Promise((end) => {
        answer = () => end(answered(200))
        const abort = () => end({ kind: 'unanswered', reason: (signal.reason as Error).message })
        signal.addEventListener('abort', abort)
      }),
  })
  const advance = async (...[duration, options]: Parameters<VirtualClock['advance']>) => {
    const advanced = clock.advance(duration, options)
    await vi.advanceTimersByTimeAsync(6000)
    await advanced
  }
  await publish(queue, { 'Svc-Timeout': '10s', 'Svc-Retry-Delay': '1000' })
  await advance('1m')
  expect([times(queue), clock.now() - START]).toEqual([[], 60_000])
  expect(queue.journal.underWay.size).toBe(1)
  await advance('1m')
  answer()
  await advance(0)
  expect(times(queue)).toEqual([0])

  await publish(queue, { 'Svc-Timeout': '10s', 'Svc-Retries': '0' })
  await advance('1m')
  await advance('1m', { patience: 10 })
  expect(queue.journal.attempts()[1]).toMatchObject({
    outcome: { kind: 'unanswered', reason: 'no answer within 10000 ms' },
  })
})

test('delivers 1,200 messages on time, more than it claims at once', async () => {
  const { queue, clock } = testQueue()
  for (let n = 0; n < 1200; n++) await publish(queue, { 'Svc-Delay': '1s' })

  await clock.advance('1s')
  expect(times(queue)).toEqual(Array.from({ length: 1200 }, () => 1000))
})

test('an exception in an attempt is reported, counts as a failure, and stops no other', async () => {
  const { queue, clock } = testQueue()
  const bug = new Error('a bug')
  const warnings = warningsOf('Error')
  const broken = queue.replaced({
    delivery: {
      headers: (original) => (message) => {
        if (message.retries === 1) throw bug
        return original(message)
      },
    },
  })
  await publish(broken, { 'Svc-Retries': '1' })
  const { messageId } = await publish(broken)

  await clock.runUntilIdle()
  await vi.waitFor(() => expect(warnings).toEqual(['a bug', 'a bug']))
  expect(queue.journal.attempts()).toMatchObject([{ messageId }])
})

const callback = { 'Svc-Callback': 'http://app.test/answer' }

test('api/llm without a stub: the callback has a chat completion', async () => {
  const { queue, clock } = testQueue()
  await publish(queue, callback, { to: 'api/llm' })
  await clock.runUntilIdle()

  const [call, called] = queue.journal.attempts()
  expect(call).toMatchObject({ url: 'api/llm', outcome: { kind: 'answered', status: 200 } })
  expect(called!.url).toBe('http://app.test/answer')
  const body = JSON.parse(Buffer.from(called!.body).toString()) as CallbackBody
  expect(body).toMatchObject({ status: 200, url: 'api/llm' })
  expect(JSON.parse(Buffer.from(body.body, 'base64').toString())).toMatchObject({
    object: 'chat.completion',
    choices: [{ message: { role: 'assistant', content: expect.any(String) as string } }],
  })
})

test('api/llm with a stub: sends the message to the stub, and retries', async () => {
  const sent: string[] = []
  const { queue, clock } = testQueue({
    apis: { 'api/llm': 'http://stub.test/v1?a=b' },
    async send({ url, method, body }) {
      sent.push(`${method} ${url} ${Buffer.from(body).toString().slice(0, 9)}`)
      return answered(sent.length === 1 ? 500 : 200)
    },
  })
  await publish(queue, { ...callback, 'Svc-Retries': '1' }, { to: 'api/llm', body: '{"a": 1}' })
  await clock.runUntilIdle()

  expect(sent.filter((each) => each === 'POST http://stub.test/v1?a=b {"a": 1}')).toHaveLength(2)
  expect(sent.filter((each) => each.includes('app.test/answer'))).toHaveLength(2)
})

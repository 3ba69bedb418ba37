import { expect, test } from 'vitest'
import {
  answered,
  ask as askQueue,
  heldQueue,
  publish as publishMessage,
  START,
  testQueue,
} from '../testing.js'

type Test = Pick<ReturnType<typeof testQueue>, 'queue'>

const publish = ({ queue }: Test, headers: Record<string, string>, to?: string) =>
  publishMessage(queue, headers, { ...(to !== undefined && { to }) })

const ask = ({ queue }: Test, ...asked: [method: string, target: string]) =>
  askQueue(queue, ...asked)

/** Returns the states of all events, oldest first. */
async function states(test: Test) {
  const [, answer] = await ask(test, 'GET', '/v2/events')
  const { events } = answer as { events: { state: string; time: number }[] }
  return events.map(({ state, time }) => `${state} ${time - START}`).reverse()
}

test('events show attempts, errors and retries of a message', async () => {
  const answers = [answered(500), { kind: 'unanswered', reason: 'refused' } as const, answered(200)]
  const test = testQueue({ send: async () => answers.shift()! })
  const { messageId } = await publish(test, { 'Svc-Retry-Delay': '1000', 'Svc-Label': 'a, b' })
  await test.clock.runUntilIdle()

  expect(await states(test)).toEqual([
    'CREATED 0',
    'ACTIVE 0',
    'ERROR 0',
    'RETRY 0',
    'ACTIVE 1000',
    'ERROR 1000',
    'RETRY 1000',
    'ACTIVE 2000',
    'DELIVERED 2000',
  ])
  const [, errors] = await ask(test, 'GET', '/v2/events?state=ERROR')
  const error = {
    messageId,
    url: 'http://app.test/',
    callerIP: '127.0.0.1',
    label: 'a',
    labels: ['a', 'b'],
    retryDelayExpr: '1000',
  }
  expect(errors).toEqual({
    events: [
      { ...error, time: START + 1000, state: 'ERROR', error: 'refused' },
      { ...error, time: START, state: 'ERROR', error: 'the destination answered 500' },
    ],
  })
})

test('a message without retries left is FAILED', async () => {
  const test = testQueue({ send: async () => answered(404) })
  await publish(test, { 'Svc-Retries': '0' })
  await test.clock.runUntilIdle()
  expect(await states(test)).toEqual(['CREATED 0', 'ACTIVE 0', 'ERROR 0', 'FAILED 0'])
})

test.each([
  [500, ['ERROR 0', 'CANCELLED 0']],
  [200, ['DELIVERED 0']],
])('cancelling during an attempt (response %d) prevents retries', async (status, after) => {
  const test = heldQueue()
  const { messageId } = await publish(test, { 'Svc-Retry-Delay': '0' })
  await test.underWay()
  expect(await ask(test, 'DELETE', `/v2/messages/${messageId}`)).toEqual([200, { cancelled: 1 }])
  expect(await states(test)).toEqual(['CREATED 0', 'ACTIVE 0', 'CANCEL_REQUESTED 0'])

  test.answer(status)
  expect(await test.underWay()).toEqual([])
  expect(test.queue.journal.attempts()).toHaveLength(1)
  expect(await states(test)).toEqual(['CREATED 0', 'ACTIVE 0', 'CANCEL_REQUESTED 0', ...after])
  expect(await test.queue.store.messages.get(messageId)).toBeUndefined()
})

test.each([
  ['label=red&label=blue', 3],
  ['label=red&host=b.test', 1],
  ['url=http%3A%2F%2Fa.test%2Fx', 1],
  ['path=/x', 3],
  ['callerIp=10.0.0.1', 0],
  ['queueName=q', 0],
  [`toDate=${START - 1}`, 0],
  [`fromDate=${START}&toDate=${START}`, 3],
  ['', 3],
])('%s cancels %d of three', async (query, cancelled) => {
  const test = testQueue()
  const later = { 'Svc-Delay': '1h' }
  await publish(test, { ...later, 'Svc-Label': 'red' }, 'http://a.test/x')
  await publish(test, { ...later, 'Svc-Label': 'green,red' }, 'http://b.test/x')
  await publish(test, { ...later, 'Svc-Label': 'blue' }, 'http://b.test/x?y')
  expect(await ask(test, 'DELETE', `/v2/messages?${query}`)).toEqual([200, { cancelled }])
  await test.clock.runUntilIdle()
  expect(test.queue.journal.attempts()).toHaveLength(3 - cancelled)
})

test('an unknown parameter returns 400 and cancels nothing', async () => {
  const test = testQueue()
  await publish(test, { 'Svc-Delay': '1h' })
  const error = expect.stringMatching(/^labels: expected one of .*label/) as string
  expect(await ask(test, 'DELETE', '/v2/messages?labels=red')).toEqual([400, { error }])
  const dateError = 'fromDate: expected a number, got "now"'
  expect(await ask(test, 'DELETE', '/v2/messages?fromDate=now')).toEqual([
    400,
    { error: dateError },
  ])
  expect(await states(test)).toEqual(['CREATED 0'])
})

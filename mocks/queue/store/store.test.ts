import { describe, expect, test } from 'vitest'
import type { DeadLetter } from '../dlq/dead-letter.js'
import type { FlowControl } from '../flow-control/limits.js'
import type { Group } from '../groups/group.js'
import type { LogEvent } from '../logs/log-event.js'
import type { Message } from '../message.js'
import type { Run } from '../runs/run.js'
import type { Waiter } from '../notify/waiter.js'
import { eventOf } from '../messages/message-event.js'
import { KEPT_EVENTS } from './history.js'
import { createStore } from './store.js'
import { dlqMessage } from '../testing.js'

const letter = (id: string, sequence: number, more: Partial<DeadLetter> = {}): DeadLetter => ({
  id,
  sequence,
  failedAt: 0,
  labels: [],
  message: dlqMessage({ messageId: `msg_${id}` }),
  runKey: '0-1',
  outcome: { kind: 'unanswered', reason: 'nobody is there' },
  unsettled: [],
  waiters: [],
  ...more,
})

const message = (id: string, nextDeliveryTime: number, retried = 0): Message => ({
  id,
  url: 'http://app.test/',
  method: 'POST',
  headers: { 'X-A': ['1'] },
  body: Buffer.of(0, 255),
  retries: 3,
  retryDelay: undefined,
  timeout: 1000,
  notBefore: nextDeliveryTime,
  flowControl: undefined,
  callerIP: '127.0.0.1',
  sourceHeaders: {},
  callback: undefined,
  failureCallback: undefined,
  createdAt: 0,
  retried,
  nextDeliveryTime,
})

const run = (id: string, sequence: number, more: Partial<Run> = {}): Run => ({
  key: `0-${sequence}`,
  id,
  sequence,
  url: 'http://app.test/w',
  createdAt: 0,
  state: 'RUN_STARTED',
  labels: [],
  start: message('start', 0),
  configuration: [],
  steps: [],
  ...more,
})

const event = (sequence: number, more: Partial<LogEvent> = {}): LogEvent => ({
  sequence,
  time: 0,
  state: 'RUN_STARTED',
  workflowRunId: 'wfr_1',
  workflowUrl: 'http://app.test/w',
  workflowCreatedAt: 0,
  ...more,
})

const waiter = (id: string, deadline: number, more: Partial<Waiter> = {}): Waiter => ({
  id,
  eventId: 'paid',
  runKey: '0-1',
  workflowRunId: 'wfr_1',
  workflowCreatedAt: 0,
  url: 'http://app.test/w',
  headers: {},
  deadline,
  step: { stepId: 1 },
  ...more,
})

const group = (name: string, version = 1): Group => ({
  id: `grp_${name}`,
  name,
  endpoints: [{ url: 'http://app.test/' }],
  headers: { 'X-A': ['1'] },
  createdAt: 0,
  updatedAt: version,
  version,
})

const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id)

/** A store with messages that are due then. */
async function withMessages(...due: [id: string, nextDeliveryTime: number][]) {
  const store = createStore()
  for (const [id, moment] of due) await store.messages.add(message(id, moment))
  return store
}

test('numbers rise, and none is given twice, even after everything is forgotten', async () => {
  const store = createStore()
  const numbers = await Promise.all([store.next(), store.next(), store.next()])
  await store.clear()
  numbers.push(await store.next())
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
})

describe('messages', () => {
  test('are counted from when they are due until they are settled, claimed or not', async () => {
    const { messages } = await withMessages(['a', 5], ['b', 5], ['c', 9], ['d', 20])
    expect(await messages.ready(4)).toBe(0)
    expect(await messages.ready(5)).toBe(2)
    await messages.claim(5, 10)
    expect(await messages.ready(9)).toBe(3)

    await messages.remove('a')
    await messages.replace(message('b', 15, 1))
    await messages.cancel('c')
    expect(await messages.ready(9)).toBe(0)
    await messages.cancel('d')
    expect(await messages.ready(20)).toBe(1)
  })

  test('are claimed when they are due, the earliest first, and equals as they came', async () => {
    const { messages } = await withMessages(['late', 20], ['b', 10], ['a', 5], ['c', 10])
    expect(await messages.nextDue()).toBe(5)
    expect(await messages.claim(4, 9)).toEqual([])
    expect(await messages.claim(10, 9)).toEqual([
      message('a', 5),
      message('b', 10),
      message('c', 10),
    ])
    expect(await messages.nextDue()).toBe(20)
  })

  test('that are claimed are kept, and nobody else gets them', async () => {
    const { messages } = await withMessages(['a', 5])
    await messages.claim(10, 9)
    expect(await messages.get('a')).toEqual(message('a', 5))
    expect(await messages.claim(Infinity, 9)).toEqual([])
    expect(await messages.nextDue()).toBeUndefined()
  })
})

describe('messages of a flow-control key', () => {
  const keyed = (id: string, limits: Partial<FlowControl>, due = 0, retried = 0): Message => ({
    ...message(id, due, retried),
    flowControl: { key: 'k', parallelism: undefined, rate: undefined, period: 1000, ...limits },
  })

  async function withKeyed(...messages: Message[]) {
    const { messages: kept } = createStore()
    for (const each of messages) await kept.add(each)
    const claim = async (now: number, limit = 9) => idsOf(await kept.claim(now, limit))
    return { kept, claim, heldUp: (now: number) => kept.heldUp('k', now) }
  }

  test('that wait for their retry leave their place, and line up again when it is due', async () => {
    const p = { parallelism: 1 }
    const { kept, claim, heldUp } = await withKeyed(keyed('a', p), keyed('b', p), keyed('c', p))
    expect(await claim(0)).toEqual(['a'])
    await kept.replace(keyed('a', p, 50, 1))
    expect(await claim(0)).toEqual(['b'])
    expect(await heldUp(49)).toBe(1)
    expect(await heldUp(50)).toBe(2)
    await kept.remove('b')
    expect(await claim(50)).toEqual(['c'])
    await kept.remove('c')
    expect(await claim(50)).toEqual(['a'])
  })
})

describe('firsts', () => {
  const time = { now: 0, until: 100 }

  test('are one where many ask at once', async () => {
    const { firsts } = createStore()
    const asked = Array.from({ length: 8 }, (_, n) => firsts.keep('k', [String(n)], time))
    const answers = await Promise.all(asked)
    const first = answers.indexOf(undefined)
    expect(answers).toEqual(answers.map((_, n) => (n === first ? undefined : [String(first)])))
  })
})

describe('events', () => {
  const events = async (count: number) => {
    const { history } = createStore()
    for (let time = 0; time < count; time++) {
      await history.add(eventOf(message('a', 0), 'ACTIVE', { time }))
    }
    return history
  }

  test('are forgotten when there are too many', async () => {
    const history = await events(2 * KEPT_EVENTS + 1)
    const { items } = await history.page({ values: {} }, { limit: Infinity })
    expect(items).toHaveLength(KEPT_EVENTS)
    expect(items[0]).toMatchObject({ time: 2 * KEPT_EVENTS })
  })
})

describe('groups', () => {
  test('are changed only from their newest version on', async () => {
    const { groups } = createStore()
    expect(await groups.put(group('a', 2))).toBe(false)
    expect(await groups.put(group('a', 1))).toBe(true)
    expect(await groups.put(group('a', 1))).toBe(false)
    expect(await groups.put(group('a', 2))).toBe(true)
    expect(await groups.get('a')).toEqual(group('a', 2))

    expect(await groups.remove(group('a', 1))).toBe(false)
    expect(await groups.remove(group('a', 2))).toBe(true)
    expect(await groups.put(group('a', 1))).toBe(true)
  })
})

describe('runs', () => {
  test('of one id are in progress one at a time', async () => {
    const { runs } = createStore()
    const first = run('a', 1)
    expect(await runs.add(first)).toBeUndefined()
    expect(await runs.add(run('a', 2))).toEqual(first)
    expect(await runs.get('0-2')).toBeUndefined()
    expect(await runs.add(run('b', 3))).toBeUndefined()

    await runs.end('0-1', { state: 'RUN_FAILED', completedAt: 5 })
    expect(await runs.add(run('a', 4, { createdAt: 1 }))).toBeUndefined()
    expect(await runs.latest('a')).toEqual(run('a', 4, { createdAt: 1 }))
    expect(await runs.latest('c')).toBeUndefined()
  })
})

test('a cleared store has nothing', async () => {
  const store = createStore()
  await store.deadLetters.add(letter('a', 1))
  await store.groups.put(group('a'))
  await store.messages.add(message('m', 5))
  await store.runs.add(run('a', 1))
  await store.events.add(event(1))
  await store.waiters.add(waiter('w', 5))
  await store.earlyEvents.add({ runKey: '0-1', eventId: 'paid', data: Uint8Array.of(1) })
  await store.clear()
  expect(await store.earlyEvents.take('0-1', 'paid')).toBeUndefined()
  expect(await store.runs.latest('a')).toBeUndefined()
  expect(await store.runs.page({}, { limit: 9 })).toEqual({ items: [], more: false })
  expect(await store.events.page({}, { limit: 9 })).toEqual({ items: [], more: false })
  expect(await store.waiters.of('paid')).toEqual([])
  expect(await store.waiters.nextDue()).toBeUndefined()
  expect(await store.deadLetters.page({}, { limit: 9 })).toEqual({ items: [], more: false })
  expect(await store.groups.all()).toEqual([])
  expect(await store.messages.get('m')).toBeUndefined()
  expect(await store.messages.nextDue()).toBeUndefined()
  expect(await store.messages.claim(9, 9)).toEqual([])
})

// Tests that every store must pass. A store may return copies of the stored items.

import { describe, expect, test } from 'vitest'
import type { LogEvent } from '../logs/log-event.js'
import type { Instructions, Message } from '../message.js'
import { eventOf } from '../messages/message-event.js'
import type { Waiter } from '../notify/waiter.js'
import type { Run } from '../runs/run.js'
import type { Store } from './store.js'

const start: Instructions = {
  method: 'POST',
  headers: {},
  body: new Uint8Array([1, 255]),
  retries: 3,
  timeout: 1000,
  retryDelay: undefined,
  notBefore: 0,
  flowControl: undefined,
  callerIP: '127.0.0.1',
  callback: undefined,
  failureCallback: undefined,
}

/** Returns a message without a run that is due at `due`. */
export const message = (id: string, due = 0, rest: Partial<Message> = {}): Message => ({
  ...start,
  id,
  url: 'http://app.test/',
  createdAt: 0,
  retried: 0,
  notBefore: due,
  nextDeliveryTime: due,
  ...rest,
})

const limited = (id: string, limits: object, due = 0) =>
  message(id, due, {
    flowControl: { key: 'k', parallelism: undefined, rate: undefined, period: 1000, ...limits },
  })

const run = (key: string, id: string, sequence: number): Run => ({
  key,
  id,
  sequence,
  url: 'http://app.test/w',
  createdAt: sequence,
  state: 'RUN_STARTED',
  labels: [],
  start,
  sourceHeaders: {},
  configuration: [],
  steps: [],
})

const waiter = (id: string, deadline: number, rest: Partial<Waiter> = {}): Waiter => ({
  id,
  deadline,
  eventId: 'paid',
  runKey: 'r',
  workflowRunId: 'w',
  workflowCreatedAt: 0,
  url: 'http://app.test/w',
  headers: {},
  step: {},
  ...rest,
})

const event = (sequence: number, workflowRunId = 'a'): LogEvent => ({
  sequence,
  time: sequence,
  state: 'CREATED',
  workflowRunId,
  workflowCreatedAt: 0,
  workflowUrl: 'http://app.test/w',
})

const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id)

/** Declares the tests of a store. `create` returns an empty store. */
export function storeContract(name: string, create: () => Promise<Store>): void {
  describe(name, () => {
    messageContract(create)
    flowControlContract(create)
    listContract(create)
    otherContract(create)
  })
}

function messageContract(create: () => Promise<Store>): void {
  test('messages are claimed once, when they are due, in the order of due times', async () => {
    const { messages } = await create()
    for (const [id, due] of [
      ['a', 5],
      ['b', 3],
      ['c', 5],
      ['d', 9],
    ] as const) {
      await messages.add(message(id, due))
    }
    expect(await messages.nextDue()).toBe(3)
    expect(idsOf(await messages.claim(2, 9))).toEqual([])
    expect(idsOf(await messages.claim(5, 2))).toEqual(['b', 'a'])
    expect(idsOf(await messages.claim(5, 9))).toEqual(['c'])
    expect([await messages.nextDue(), await messages.ready(5)]).toEqual([9, 3])
    expect(await messages.get('a')).toMatchObject({ id: 'a', body: { 0: 1, 1: 255 } })

    expect(await messages.replace(message('a', 7, { retried: 1 }))).toBe(true)
    expect(await messages.claim(7, 9)).toMatchObject([{ id: 'a', retried: 1 }])
    expect([await messages.remove('a'), await messages.remove('a')]).toEqual([true, false])
    expect(await messages.get('a')).toBeUndefined()
    expect(await messages.replace(message('a'))).toBe(false)
  })

  test('a cancelled message is removed at once, or at the end of its attempt', async () => {
    const { messages } = await create()
    await messages.add(message('a'))
    await messages.add(message('b', 9))
    await messages.claim(0, 9)
    expect(await messages.cancel('a')).toMatchObject({ message: { id: 'a' }, isClaimed: true })
    expect(await messages.cancel('b')).toMatchObject({ message: { id: 'b' }, isClaimed: false })
    expect([await messages.cancel('a'), await messages.cancel('b')]).toEqual([undefined, undefined])
    expect(await messages.select({})).toEqual([])
    expect(await messages.replace(message('a'))).toBe(false)
    expect([await messages.get('a'), await messages.nextDue()]).toEqual([undefined, undefined])
  })

  test('messages are selected by filters, and taken by run', async () => {
    const { messages } = await create()
    const part = {
      runKey: 'r',
      callType: 'step',
      info: { stepName: '', stepType: '', concurrent: 1 },
    }
    await messages.add(message('a', 0, { labels: ['x'], run: part as Message['run'] }))
    await messages.add(message('b', 0, { run: part as Message['run'] }))
    await messages.add(message('c', 0, { labels: ['x'] }))
    expect(idsOf(await messages.select({ label: ['x'] }))).toEqual(['a', 'c'])
    expect(idsOf(await messages.takeOf('r'))).toEqual(['a', 'b'])
    expect(idsOf(await messages.claim(0, 9))).toEqual(['c'])
  })

  test('an ordered queue allows claims of its first messages only', async () => {
    const { messages } = await create()
    for (const id of ['a', 'b', 'c']) await messages.add(message(id, 0, { queueName: 'q' }))
    expect(await messages.claim(0, 9)).toEqual([])
    await messages.arrange('q', 1)
    expect(idsOf(await messages.claim(0, 9))).toEqual(['a'])
    await messages.arrange('q', 1)
    expect(await messages.claim(0, 9)).toEqual([])
    await messages.remove('a')
    await messages.arrange('q', 0)
    expect(await messages.claim(0, 9)).toEqual([])
    await messages.arrange('q', 2)
    expect(idsOf(await messages.claim(0, 9))).toEqual(['b', 'c'])
  })
}

function flowControlContract(create: () => Promise<Store>): void {
  test('parallelism: messages of a key wait for the end of others', async () => {
    const { messages } = await create()
    for (const id of ['a', 'b', 'c']) await messages.add(limited(id, { parallelism: 1 }))
    const claim = async (now: number) => idsOf(await messages.claim(now, 9))
    expect(await claim(0)).toEqual(['a'])
    expect([await messages.nextDue(), await messages.heldUp('k', 0)]).toEqual([undefined, 2])
    await messages.replace(limited('a', { parallelism: 1 }, 50))
    expect(await claim(0)).toEqual(['b'])
    expect([await messages.heldUp('k', 49), await messages.heldUp('k', 50)]).toEqual([1, 2])
    await messages.remove('b')
    expect(await claim(50)).toEqual(['c'])
  })

  test('rate: messages of a key wait for the end of the period or a reset', async () => {
    const { messages } = await create()
    for (const id of ['a', 'b', 'c']) await messages.add(limited(id, { rate: 1 }))
    expect(idsOf(await messages.claim(10, 9))).toEqual(['a'])
    expect(await messages.nextDue()).toBe(1010)
    const state = { limits: { rate: 1, period: 1000 }, underWay: 1, ofPeriod: 1, periodStart: 10 }
    expect(await messages.flowState('k', 10)).toMatchObject(state)
    expect(idsOf(await messages.claim(1010, 9))).toEqual(['b'])
    await messages.resetRate('k', 1020)
    expect(idsOf(await messages.claim(1020, 9))).toEqual(['c'])
    expect(await messages.flowState('other', 0)).toBeUndefined()
  })

  test('settings of a key pin its limits and pause it', async () => {
    const { messages } = await create()
    expect(await messages.flowSettings('k')).toEqual({ isPaused: false })
    for (const id of ['a', 'b']) await messages.add(limited(id, { parallelism: 1 }))
    await messages.setFlow('k', { isPaused: true })
    expect(await messages.claim(0, 9)).toEqual([])
    await messages.setFlow('k', { isPaused: false, parallelism: 2 })
    expect(await messages.flowSettings('k')).toMatchObject({ isPaused: false, parallelism: 2 })
    expect(idsOf(await messages.claim(0, 9))).toEqual(['a', 'b'])
  })
}

function listContract(create: () => Promise<Store>): void {
  test('runs: one run of an id is in progress, and only it changes', async () => {
    const { runs } = await create()
    expect(await runs.add(run('1', 'a', 1))).toBeUndefined()
    expect(await runs.add(run('2', 'a', 2))).toMatchObject({ key: '1' })
    const step = { messageId: 'm', callType: 'step' as const, createdAt: 0, notBefore: 0 }
    const info = { stepName: 's', stepType: 'Run', concurrent: 1 }
    const grown = await runs.append('1', { ...step, info, body: new Uint8Array() })
    expect(grown).toMatchObject({ steps: [{ messageId: 'm' }] })
    const note = { kind: 'refused', status: 400, error: 'no', time: 1 } as const
    for (let time = 0; time < 101; time++) await runs.note('1', { ...note, time })
    const { notes } = (await runs.get('1'))!
    expect([notes!.length, notes![0], notes!.at(-1)]).toMatchObject([
      100,
      { time: 1 },
      { time: 100 },
    ])
    const ending = { state: 'RUN_SUCCESS', completedAt: 5 } as const
    expect(await runs.end('1', ending)).toMatchObject(ending)
    expect(await runs.end('1', ending)).toBeUndefined()
    await runs.note('1', note)
    expect((await runs.get('1'))!.notes).toEqual(notes)
    const failed = { kind: 'failed', messageId: 'm', reason: '500' } as const
    await runs.note('1', failed)
    expect((await runs.get('1'))!.notes).toEqual([...notes!, failed])
    await runs.add(run('2', 'a', 2))
    expect([await runs.latest('a'), await runs.get('1')]).toMatchObject([{ key: '2' }, ending])
    expect(await runs.page({ state: 'RUN_SUCCESS' }, { limit: 9 })).toMatchObject({
      items: [{ key: '1' }],
      more: false,
    })
  })

  test('lists: pages are newest first and continue before a position', async () => {
    const { events, history } = await create()
    for (const n of [1, 2, 3, 4]) await events.add(event(n, n === 2 ? 'b' : 'a'))
    const page = await events.page({ workflowRunId: 'a' }, { limit: 2 })
    expect(page).toMatchObject({ items: [{ sequence: 4 }, { sequence: 3 }], more: true })
    const rest = { before: { time: 3, sequence: 3 }, limit: Infinity }
    expect(await events.page({}, rest)).toMatchObject({
      items: [{ sequence: 2 }, { sequence: 1 }],
      more: false,
    })
    await history.add(eventOf(message('a'), 'ACTIVE', { time: 1, sequence: 9 }))
    expect(await history.page({ state: ['ACTIVE'] }, { limit: 9 })).toMatchObject({
      items: [{ messageId: 'a', sequence: 9 }],
    })
  })

  test('DLQ entries and failed messages are read, changed and deleted by id', async () => {
    const { deadLetters, failedMessages } = await create()
    const outcome = { kind: 'unanswered', reason: 'r' } as const
    const failed = { id: 'f', sequence: 1, failedAt: 1, outcome, message: message('a') }
    await failedMessages.add(failed)
    expect(await failedMessages.get('f')).toMatchObject({ id: 'f', outcome })
    expect(await failedMessages.remove('f')).toMatchObject({ id: 'f' })
    expect(await failedMessages.remove('f')).toBeUndefined()

    const letter = { ...failed, labels: [], runKey: 'r', unsettled: [], waiters: [] }
    await deadLetters.add({ ...letter, message: { workflowRunId: 'w' } as never })
    await deadLetters.setCallback('f', { state: 'CALLBACK_SUCCESS' }, 'm')
    const changed = { failureCallbackId: 'm', message: { workflowRunId: 'w' } }
    expect(await deadLetters.get('f')).toMatchObject(changed)
    const { items } = await deadLetters.page({ workflowRunId: 'w' }, { limit: 9 })
    expect(items).toMatchObject([changed])
    expect([await deadLetters.remove('f'), await deadLetters.remove('f')]).toEqual([true, false])
  })
}

function otherContract(create: () => Promise<Store>): void {
  test('waiters: end by their deadlines, and are removed once', async () => {
    const { waiters } = await create()
    await waiters.add(waiter('late', 9, { eventId: 'sent' }))
    await waiters.add(waiter('early', 3))
    await waiters.add(waiter('other', 99, { runKey: 's' }))
    expect([await waiters.nextDue(), await waiters.due(2)]).toEqual([3, []])
    for (let n = 0; n < 2; n++) expect(idsOf(await waiters.due(9))).toEqual(['early', 'late'])
    expect(idsOf(await waiters.of('paid'))).toEqual(['early', 'other'])
    expect(idsOf(await waiters.ofRun('r'))).toEqual(['late', 'early'])
    expect([await waiters.remove('early'), await waiters.remove('early')]).toEqual([true, false])
    expect(idsOf(await waiters.takeOf('r'))).toEqual(['late'])
    expect([await waiters.nextDue(), await waiters.get('late')]).toEqual([99, undefined])
  })

  test('early events are taken once, first in first out', async () => {
    const { earlyEvents } = await create()
    const early = { runKey: 'r', eventId: 'paid' }
    for (const n of [1, 2, 3]) await earlyEvents.add({ ...early, data: new Uint8Array([n]) })
    expect(await earlyEvents.take('r', 'paid')).toMatchObject({ ...early, data: { 0: 1 } })
    expect(await earlyEvents.take('r', 'sent')).toBeUndefined()
    expect(await earlyEvents.take('r', 'paid')).toMatchObject({ data: { 0: 2 } })
    await earlyEvents.removeOf('r')
    expect(await earlyEvents.take('r', 'paid')).toBeUndefined()
  })

  test('the ids of the first publish are kept for the window', async () => {
    const { firsts } = await create()
    expect(await firsts.keep('k', ['a', 'b'], { now: 0, until: 10 })).toBeUndefined()
    expect(await firsts.keep('k', ['c'], { now: 9, until: 19 })).toEqual(['a', 'b'])
    expect(await firsts.keep('k', ['c'], { now: 10, until: 20 })).toBeUndefined()
  })

  test('named items are stored, replaced and removed; schedules know their next time', async () => {
    const { queues, schedules } = await create()
    const line = { name: 'q', parallelism: 1, paused: false, createdAt: 0, updatedAt: 0 }
    await queues.put(line)
    await queues.put({ ...line, parallelism: 2 })
    expect([await queues.get('q'), await queues.get('p')]).toEqual([
      { ...line, parallelism: 2 },
      undefined,
    ])
    expect(await queues.all()).toHaveLength(1)
    expect([await queues.remove('q'), await queues.remove('q')]).toEqual([true, false])

    const schedule = { cron: '* * * * *', destination: 'd', createdAt: 0, isPaused: false }
    const due = { ...schedule, request: {} as never, lastAt: undefined }
    await schedules.put({ ...due, id: 'a', nextAt: 5 })
    await schedules.put({ ...due, id: 'b', nextAt: 3 })
    expect(await schedules.nextDue()).toBe(3)
    await schedules.put({ ...due, id: 'b', nextAt: 3, isPaused: true })
    expect(await schedules.nextDue()).toBe(5)
    await schedules.remove('a')
    expect(await schedules.nextDue()).toBeUndefined()
  })

  test('an atomic change is seen by its work and by later calls, and a clear deletes it', async () => {
    const store = await create()
    const found = await store.atomically(async (inner) => {
      await inner.messages.add(message('a'))
      return [await inner.messages.get('a'), await inner.next()]
    })
    expect(found).toMatchObject([{ id: 'a' }, expect.any(Number)])
    expect(await store.next()).toBeGreaterThan(found[1] as number)
    expect(await store.messages.get('a')).toMatchObject({ id: 'a' })
    expect(await store.fits(1000, 0)).toBe(true)
    await store.clear()
    expect(await store.messages.get('a')).toBeUndefined()
    expect(await store.messages.nextDue()).toBeUndefined()
  })
}

import { describe, expect, test } from 'vitest'
import type { FlowControl } from '../flow-control/limits.js'
import type { Message } from '../message.js'
import { eventOf } from '../messages/message-event.js'
import { KEPT_EVENTS } from './history.js'
import { createStore } from './store.js'

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

const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id)

/** A store with messages that are due then. */
async function withMessages(...due: [id: string, nextDeliveryTime: number][]) {
  const store = createStore()
  for (const [id, moment] of due) await store.messages.add(message(id, moment))
  return store
}

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

import { expect, test } from 'vitest'
import { eventOf } from '../../messages/message-event.js'
import { createAgenda } from '../../structures/agenda.js'
import { message, storeContract } from '../contract-testing.js'
import { KEPT_EVENTS } from '../store.js'
import { CountedMap, createLedger } from './ledger.js'
import { createLines, type WaitingLine } from './lines.js'
import { createMemoryStore } from './memory-store.js'

storeContract('the store in memory', async () => createMemoryStore())

test('a body keeps no other memory', async () => {
  const { messages } = createMemoryStore()
  for (const length of [0, 100, 10_000]) {
    const body = Buffer.alloc(length + 2, 255).subarray(1, length + 1)
    await messages.add({ ...message('a'), body })
    const stored = (await messages.get('a'))!.body
    expect(stored).toEqual(Buffer.alloc(length, 255))
    expect(stored.buffer.byteLength).toBe(length)
  }
})

test('keeps the newest events only', async () => {
  const { history } = createMemoryStore(Infinity)
  for (let time = 0; time < KEPT_EVENTS + 10; time++) {
    await history.add(eventOf(message('a'), 'ACTIVE', { time, sequence: time }))
  }
  const { items } = await history.page({}, { limit: Infinity })
  expect(items).toHaveLength(KEPT_EVENTS)
  expect(items[0]).toMatchObject({ time: KEPT_EVENTS + 9 })
})

/** Adds a history of items with one byte each. */
function historyOf(ledger: ReturnType<typeof createLedger>, items: number) {
  const account = ledger.historyAccount(() => account.add(-1))
  account.add(items)
  return account
}

test('drops history for other data, the larger one first', () => {
  const ledger = createLedger(100, 100)
  const [small, large, stays] = [historyOf(ledger, 10), historyOf(ledger, 40), ledger.account()]
  stays.add(50)
  expect([small.bytes, large.bytes, ledger.bytes]).toEqual([10, 40, 100])

  stays.add(20)
  expect([small.bytes, large.bytes, ledger.bytes]).toEqual([10, 20, 100])
  expect(ledger.fits(20)).toBe(true)
  expect([small.bytes, large.bytes]).toEqual([5, 5])
  expect([ledger.fits(31), ledger.fits(30)]).toEqual([false, true])
})

test('drops history over its own limit', () => {
  const ledger = createLedger(1600)
  const stays = ledger.account()
  stays.add(1400)
  expect(historyOf(ledger, 150).bytes).toBe(100)
  expect(ledger.bytes).toBe(1500)
})

test('never drops other data, and does not count removed data', () => {
  const ledger = createLedger(100)
  const stays = ledger.account()
  stays.add(150)
  expect([ledger.bytes, ledger.fits(0)]).toEqual([150, false])
  stays.add(-100)
  expect(ledger.fits(50)).toBe(true)
  stays.clear()
  expect(ledger.bytes).toBe(0)
})

test('counts keys and values of a map through all changes', () => {
  const ledger = createLedger(Infinity)
  const map = new CountedMap<object>(ledger.account())
  map.set('a', { text: 'x'.repeat(1000) })
  const one = ledger.bytes
  expect(one).toBeGreaterThan(1000)
  expect(one).toBeLessThan(1500)

  map.set('a', { text: 'x'.repeat(2000) })
  expect(ledger.bytes).toBe(one + 1000)
  map.set('b', { bytes: new Uint8Array(5000) })
  map.delete('a')
  map.delete('a')
  expect(ledger.bytes).toBeGreaterThan(5000)
  expect(ledger.bytes).toBeLessThan(5600)
  map.clear()
  expect(ledger.bytes).toBe(0)
})

const flow = (key: string, period = 1000) => ({ key, parallelism: undefined, rate: 1, period })

test('drops idle lines when there are many', () => {
  const agenda = createAgenda<string | WaitingLine>()
  const lines = createLines(agenda)
  const pass = (key: string, now: number, period?: number) =>
    lines.enter(flow(key, period), now).takeOff()

  pass('of a long period', 0, 1e6)
  for (let n = 0; n < 5000; n++) pass(String(n), n)
  lines.tidy(10_000)

  expect(lines.size).toBe(1)
  expect(agenda.size).toBe(0)
})

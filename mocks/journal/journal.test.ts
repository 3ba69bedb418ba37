import { expect, test } from 'vitest'
import { createJournal } from './journal.js'
import { requestOf } from '../http/message.js'
import { attemptTo as attempt } from '../queue/testing.js'

const handled = (target: string, headers: Record<string, string> = {}) => ({
  request: requestOf('GET', target, { headers }),
  response: { status: 401, headers: {} },
  at: 7,
  durationMs: 1,
})

type Limits = Parameters<typeof createJournal>[0]

const journalOf = (limits: Partial<Limits>) =>
  createJournal({
    journalEntries: 10_000,
    journalBytes: Infinity,
    journalBodyBytes: 100,
    ...limits,
  })

const numbers = (journal: ReturnType<typeof createJournal>, after = 0) =>
  Array.from(journal.eachRequest('queue', after), ({ number }) => number)

const ids = (journal: ReturnType<typeof createJournal>) =>
  journal.attempts().map(({ messageId }) => messageId)

test('keeps the newest requests that fit with their headers', () => {
  const journal = journalOf({ journalBytes: 1_000_000 })
  const headers = { 'x-a': 'a'.repeat(60_000) }
  for (let n = 1; n <= 1000; n++) journal.recordRequest('queue', handled(`/${n}`, headers))
  expect(numbers(journal)).toEqual(Array.from({ length: 16 }, (_, n) => 985 + n))
})

test('keeps at most the given number of records', () => {
  const journal = journalOf({ journalEntries: 20 })
  for (let n = 1; n <= 30; n++) journal.recordRequest('queue', handled('/'))
  expect(numbers(journal)).toHaveLength(20)
  expect(numbers(journal)[0]).toBe(11)
  expect(numbers(journal, 25)).toEqual([26, 27, 28, 29, 30])
})

test.each([{ journalBytes: 100_000 }, { journalEntries: 100 }])(
  'with %j many requests drop no attempts, and many attempts no requests',
  (limits) => {
    const journal = journalOf(limits)
    journal.record(attempt('first'))
    for (let n = 0; n < 1000; n++) journal.recordRequest('queue', handled('/'))
    expect(ids(journal)).toEqual(['first'])

    const kept = numbers(journal).length
    for (let n = 0; n < 1000; n++) journal.record(attempt(String(n)))
    expect(numbers(journal).length).toBeGreaterThan(kept / 3)
  },
)

test('returns the records of all kinds in their order', () => {
  const journal = journalOf({ journalEntries: 5 })
  const add = (kind: 'kv' | 'queue') => journal.recordRequest(kind, handled('/'))
  add('kv')
  journal.record(attempt('a'))
  add('queue')
  add('kv')
  add('kv')
  const kinds = (after?: number) => Array.from(journal.records(after), ({ kind }) => kind)
  expect(kinds()).toEqual(['kv', 'attempt', 'queue', 'kv', 'kv'])
  expect(kinds(2)).toEqual(['queue', 'kv', 'kv'])
  expect(kinds(5)).toEqual([])
  add('queue')
  expect(kinds()).toEqual(['attempt', 'queue', 'kv', 'kv', 'queue'])
  expect(Array.from(journal.records(), ({ order }) => order)).toEqual([2, 3, 4, 5, 6])
})

test('a wait ends with a record, with its time, with a signal and with the journal', async () => {
  const journal = journalOf({})
  const isThere = () => journal.last > 0
  expect(await journal.until(isThere, 1)).toBe(false)
  const found = journal.until(isThere, 60_000)
  journal.record(attempt('a'))
  expect(await found).toBe(true)
  expect(await journal.until(isThere, 60_000)).toBe(true)

  const ending = new AbortController()
  const ended = journal.until(() => false, 60_000, ending.signal)
  ending.abort()
  expect(await ended).toBe(false)

  const closed = journal.until(() => false, 60_000)
  journal.close()
  expect(await closed).toBe(false)
})

test('a long body is clipped and has its full length', () => {
  const journal = journalOf({ journalBodyBytes: 4 })
  const body = Buffer.from('012345')
  const outcome = {
    kind: 'answered',
    status: 200,
    headers: {},
    body: Buffer.from('answer'),
  } as const
  journal.record({ ...attempt('a', body), outcome })
  journal.record(attempt('b', Buffer.from('0123')))

  const [clipped, whole] = journal.attempts()
  expect(clipped).toMatchObject({
    body: Buffer.from('0123'),
    clippedFrom: 6,
    outcome: { body: Buffer.from('answ'), clippedFrom: 6 },
  })
  expect(whole).toMatchObject({ body: Buffer.from('0123') })
  expect(whole).not.toHaveProperty('clippedFrom')
})

test('an iterator skips records that are dropped meanwhile', () => {
  const journal = journalOf({ journalBytes: 3200 })
  const add = (...all: string[]) => all.forEach((id) => journal.record(attempt(id)))
  add('a', 'b', 'c')
  const reading = journal.eachAttempt()[Symbol.iterator]()
  expect(reading.next()).toMatchObject({ value: { messageId: 'a' } })
  add('d', 'e', 'f')
  expect(reading.next()).toMatchObject({ value: { messageId: 'c' } })
  expect(reading.next()).toMatchObject({ done: true })

  const other = journal.eachAttempt()[Symbol.iterator]()
  journal.clear()
  expect(other.next()).toMatchObject({ done: true })
})

test('an attempt returns its body as text and as JSON', () => {
  const journal = journalOf({ journalBodyBytes: 20 })
  const bodies = ['{"user":"ad\u00e9"}', 'no JSON', `"${'a'.repeat(20)}"`]
  for (const body of bodies) journal.record(attempt('a', Buffer.from(body)))

  const [whole, text, clipped] = journal.attempts()
  expect(whole?.json<{ user: string }>().user).toBe('ad\u00e9')
  expect(text?.text()).toBe('no JSON')
  expect(() => text?.json()).toThrow(`the body of the delivery to ${text?.url} is not JSON`)
  expect(() => clipped?.json()).toThrow('is not JSON: only 20 bytes are kept')
})

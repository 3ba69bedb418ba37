import { expect, test } from 'vitest'
import { createJournal } from './journal.js'
import { attemptTo as attempt } from '../testing.js'

const request = (target: string) => ({
  method: 'GET',
  target,
  rawHeaders: ['x-a', '1', 'Authorization', 'Bearer secret', 'X-A', '2'],
  status: 401,
  at: 7,
})

const journalOf = (journalBytes: number, journalBodyBytes = 100) =>
  createJournal({ journalBytes, journalBodyBytes })

const ids = (journal: ReturnType<typeof createJournal>) =>
  journal.attempts().map(({ messageId }) => messageId)

test('keeps the newest requests that fit with their headers', () => {
  const journal = journalOf(1_000_000)
  const rawHeaders = ['x-a', 'a'.repeat(60_000)]
  for (let n = 1; n <= 1000; n++) journal.recordRequest({ ...request(`/${n}`), rawHeaders })

  expect(journal.requests().map(({ sequence }) => sequence)).toEqual([
    ...Array.from({ length: 16 }, (_, n) => 985 + n),
  ])
})

test('keeps at most 20,000 requests', () => {
  const journal = journalOf(Infinity)
  for (let n = 1; n <= 20_010; n++) journal.recordRequest(request('/'))
  expect(journal.requests(19_000)).toHaveLength(1010)
  expect(journal.requests()[0]).toMatchObject({ sequence: 11 })
})

test('many requests drop no attempts, and many attempts no requests', () => {
  const journal = journalOf(100_000)
  journal.record(attempt('first'))
  for (let n = 0; n < 1000; n++) journal.recordRequest(request('/'))
  expect(ids(journal)).toEqual(['first'])

  const kept = journal.requests().length
  for (let n = 0; n < 1000; n++) journal.record(attempt(String(n)))
  expect(journal.requests().length).toBeGreaterThan(kept / 3)
})

test('a long body is clipped and has its full length', () => {
  const journal = journalOf(10_000, 4)
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
  const journal = journalOf(3200)
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
  const journal = journalOf(10_000, 20)
  const bodies = ['{"user":"ad\u00e9"}', 'no JSON', `"${'a'.repeat(20)}"`]
  for (const body of bodies) journal.record(attempt('a', Buffer.from(body)))

  const [whole, text, clipped] = journal.attempts()
  expect(whole?.json<{ user: string }>().user).toBe('ad\u00e9')
  expect(text?.text()).toBe('no JSON')
  expect(() => text?.json()).toThrow(`the body of the delivery to ${text?.url} is not JSON`)
  expect(() => clipped?.json()).toThrow('is not JSON: only 20 bytes are kept')
})

import { expect, test } from 'vitest'
import { createJournal } from './journal.js'
import { answered } from './testing.js'

const attempt = (messageId: string) => ({
  messageId,
  retried: 0,
  url: 'http://app.test/',
  method: 'POST',
  headers: {},
  body: new Uint8Array(),
  startedAt: 0,
  endedAt: 0,
  outcome: answered(200),
})

test('attempts are kept in order, and can be read from any of them on', () => {
  const journal = createJournal()
  for (const id of ['a', 'b', 'c']) journal.record(attempt(id))

  expect(journal.attempts().map(({ messageId }) => messageId)).toEqual(['a', 'b', 'c'])
  expect(journal.attempts(2).map(({ messageId }) => messageId)).toEqual(['c'])
})

test('the last attempts are kept, however many there are', () => {
  const journal = createJournal(10)
  for (let n = 1; n <= 1000; n++) journal.record(attempt(String(n)))

  const kept = journal.attempts()
  expect(kept.length).toBeGreaterThanOrEqual(10)
  expect(kept.length).toBeLessThanOrEqual(20)
  expect(kept.at(-1)).toMatchObject({ sequence: 1000, messageId: '1000' })
})

test('a cleared journal has no attempts', () => {
  const journal = createJournal()
  journal.record(attempt('a'))
  journal.clear()
  expect(journal.attempts()).toEqual([])
})

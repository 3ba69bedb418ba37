import { expect, test } from 'vitest'
import { attemptTo, START } from '../queue/testing.js'
import { createJournal } from './journal.js'
import { createReader } from './reader.js'
import { entryEvents } from './stream.js'

const begun = (messageId: string) => ({
  messageId,
  retried: 0,
  method: 'POST',
  url: 'http://app.test/',
  startedAt: START,
  timeout: 30_000,
})

function eventsOf(journal = createJournal(), withBegins = true) {
  const reader = createReader(journal)
  reader.describe('queue', { tokenKey: 'svc_token', secrets: () => [] })
  const events = entryEvents(journal, {
    after: 0,
    matches: () => true,
    entry: reader.entries(),
    begun: withBegins ? reader.begun : undefined,
  })[Symbol.asyncIterator]()
  return { journal, next: async () => String((await events.next()).value) }
}

test('an attempt in progress has an event at its start and one at its end', async () => {
  const { journal, next } = eventsOf()
  journal.begin(begun('msg_1'))
  expect(await next()).toMatch(/^: the journal\n\nevent: begin\ndata: \{"messageId":"msg_1",/)

  const end = journal.begin(begun('msg_2'))
  expect(await next()).toMatch(/^event: begin\ndata: .*"timeout":30000/)
  journal.record(attemptTo('msg_1', Buffer.from('')))
  expect(await next()).toMatch(/^id: 1\n.*\n\nevent: end\ndata: \{"messageId":"msg_1"\}\n\n$/)
  end()
  expect(await next()).toBe('event: end\ndata: {"messageId":"msg_2"}\n\n')
})

test('a client that does not ask for attempts in progress gets only entries', async () => {
  const { journal, next } = eventsOf(createJournal(), false)
  journal.begin(begun('msg_1'))
  expect(await next()).toBe(': the journal\n\n')
  journal.record(attemptTo('msg_1', Buffer.from('')))
  expect(await next()).toMatch(/^id: 1\n.*\n\n$/)
})

test('a reset ends the attempts in progress', async () => {
  const { journal, next } = eventsOf()
  journal.begin(begun('msg_1'))
  await next()
  journal.clear()
  expect(await next()).toBe('event: reset\ndata: {}\n\nevent: end\ndata: {"messageId":"msg_1"}\n\n')
})

// The control routes of the journal. They return records, wait for the next record, or send an event
// for each.

import { setImmediate } from 'node:timers'
import { EventStream, InPieces, type Asked, type ControlRoutes } from '../control.js'
import { Refusal } from '../http/refusal.js'
import { viewOf } from '../large-buffers.js'
import type { Attempt } from './attempt.js'
import type { Entry } from './entry.js'
import { harOf } from './har.js'
import { LONGEST_WAIT, type JournalRecord } from './journal.js'
import type { Matcher } from './reader.js'
import { ENTRY_CONDITIONS, type JournalParts } from './requests.js'
import { entryEvents } from './stream.js'

/** The maximum and the usual number of entries in one response. */
const [MOST_ENTRIES, USUAL_ENTRIES] = [10_000, 1000]

export function journalControls({ journal, reader }: JournalParts): ControlRoutes {
  const matcherIn = (query: URLSearchParams, others: readonly string[]): Matcher => {
    const conditions = Object.fromEntries(
      Array.from(query).filter(([name]) => !others.includes(name)),
    )
    try {
      return reader.matcher(conditions, ENTRY_CONDITIONS, 'the journal')
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      const isUnknown = error.message.includes(' has no condition ')
      throw new Refusal(400, `${error.message}${isUnknown ? `, ${others.join(', ')}` : ''}`)
    }
  }

  /** Returns the number of the last entry that the client has. */
  function cursorIn({ query, headers }: Asked): number {
    const last = headers['last-event-id'] ?? ''
    const after = /^\d{1,15}$/.test(last) ? Number(last) : numberIn(query, 'after')
    // A number beyond the last entry is from a mock that ran before this one.
    return after > journal.last ? 0 : after
  }

  function events(asked: Asked, matches: Matcher): EventStream {
    const entry = reader.entries(bodyBytesIn(asked.query))
    const begun = asked.query.has('underWay') ? reader.begun : undefined
    return new EventStream(entryEvents(journal, { after: cursorIn(asked), matches, entry, begun }))
  }

  return {
    /**
     * Returns attempts after number `after`, and requests to the queue after number `requestsAfter`.
     * With `wait` the route waits up to `wait` milliseconds of real time for a new record: an attempt,
     * a request if only `requestsAfter` is given, or either if both are given. Further parameters are
     * conditions.
     */
    async 'GET /journal'(asked) {
      const { query } = asked
      const matches = matcherIn(query, ['after', 'requestsAfter', 'wait'])
      if (wantsEvents(asked)) return events(asked, matches)
      const after = numberIn(query, 'after')
      const requestsAfter = numberIn(query, 'requestsAfter')
      const isAttempt = finder(journal.eachAttempt, after, numberOf, matches)
      const isRequest = finder(
        (after) => journal.eachRequest('queue', after),
        requestsAfter,
        numberOf,
        matches,
      )
      const readsRequests = query.has('requestsAfter')
      const readsAttempts = query.has('after') || !readsRequests
      await journal.until(
        () => (readsAttempts && isAttempt()) || (readsRequests && isRequest()),
        waitIn(query),
      )
      return new InPieces(
        piecesOf({
          attempts: shownOf(reader.attempts(after, matches)),
          requests: reader.requests('queue', requestsAfter, matches),
        }),
      )
    },

    /**
     * Returns up to `limit` entries of both interfaces after number `after`, oldest first, and the
     * number `next` for the next request. With `wait` the route waits up to `wait` milliseconds of
     * real time for an entry. With `Accept: text/event-stream` it sends an event for each entry.
     * `bodyBytes` clips bodies. With `underWay` there are also events of attempts in progress.
     * Further parameters are conditions.
     */
    async 'GET /journal/entries'(asked) {
      const { query } = asked
      const matches = matcherIn(query, ['after', 'limit', 'wait', 'bodyBytes', 'underWay'])
      if (wantsEvents(asked)) return events(asked, matches)
      const after = cursorIn(asked)
      const limit = Math.min(numberIn(query, 'limit', USUAL_ENTRIES), MOST_ENTRIES)
      const entry = reader.entries(bodyBytesIn(query))
      await journal.until(finder(journal.records, after, orderOf, matches), waitIn(query))
      let next = after
      function* entries(): Iterable<Entry> {
        let count = 0
        for (const record of journal.records(after)) {
          if (count === limit) return
          next = record.order
          if (!matches(record)) continue
          count++
          yield entry(record)
        }
      }
      return new InPieces(piecesOf({ entries: entries(), next: () => next }))
    },

    /** Returns all entries after number `after` in the HTTP Archive format. Further parameters are conditions. */
    'GET /journal.har'(asked) {
      const matches = matcherIn(asked.query, ['after'])
      const entry = reader.entries(Infinity)
      function* entries(): Iterable<object> {
        for (const record of journal.records(cursorIn(asked)))
          if (matches(record)) yield harOf(entry(record))
      }
      const creator = { name: 'svc-contract', version: '1' }
      return new InPieces(
        archiveOf({ version: () => '1.2', creator: () => creator, entries: entries() }),
      )
    },
  }
}

const wantsEvents = ({ headers }: Asked) => headers.accept?.includes('text/event-stream') === true

/** Returns a function that returns true as soon as a record after a number matches. */
function finder<Item extends JournalRecord>(
  each: (after: number) => Iterable<Item>,
  after: number,
  numberIn: (record: Item) => number,
  matches: Matcher,
): () => boolean {
  let seen = after
  return () => {
    for (const record of each(seen)) {
      if (matches(record)) return true
      seen = numberIn(record)
    }
    return false
  }
}

const numberOf = ({ number }: JournalRecord) => number
const orderOf = ({ order }: JournalRecord) => order

/** The minimum number of characters in a piece of JSON. Writing a piece takes a few milliseconds. */
const PIECE = 262_144

/** The members of an object: lists, and values that are known after the lists before them. */
type Members = Readonly<{ [name: string]: Iterable<unknown> | (() => unknown) }>

/**
 * Returns the JSON of an object, in pieces. Other work runs between two pieces, because a journal may
 * have many megabytes.
 */
async function* piecesOf(members: Members): AsyncIterable<string> {
  let piece = ''
  for (const text of textsOf(members)) {
    piece += text
    if (piece.length < PIECE) continue
    yield piece
    piece = ''
    await new Promise(setImmediate)
  }
  yield piece
}

async function* archiveOf(log: Members): AsyncIterable<string> {
  yield '{"log":'
  yield* piecesOf(log)
  yield '}'
}

function* textsOf(members: Members): Iterable<string> {
  let before = '{'
  for (const [name, member] of Object.entries(members)) {
    yield `${before}${JSON.stringify(name)}:`
    if (typeof member === 'function') yield JSON.stringify(member())
    else {
      let comma = '['
      for (const item of member) {
        yield comma + JSON.stringify(item)
        comma = ','
      }
      yield comma === '[' ? '[]' : ']'
    }
    before = ','
  }
  yield '}'
}

function* shownOf(attempts: Iterable<Attempt>): Iterable<object> {
  for (const attempt of attempts) yield shown(attempt)
}

const shown = ({ body, outcome, ...attempt }: Attempt) => ({
  ...attempt,
  body: base64(body),
  outcome: outcome.kind === 'answered' ? { ...outcome, body: base64(outcome.body) } : outcome,
})

const base64 = (bytes: Uint8Array) => viewOf(bytes).toString('base64')

function numberIn(query: URLSearchParams, name: string, otherwise = 0): number {
  const value = query.get(name) ?? String(otherwise)
  if (/^\d{1,15}$/.test(value)) return Number(value)
  const what = name.toLowerCase().endsWith('after') ? 'a sequence number' : 'a whole number'
  throw new Refusal(400, `${name}: expected ${what}, got "${value}"`)
}

const bodyBytesIn = (query: URLSearchParams): number =>
  query.has('bodyBytes') ? numberIn(query, 'bodyBytes') : Infinity

function waitIn(query: URLSearchParams): number {
  const value = query.get('wait') ?? '0'
  if (/^\d{1,15}$/.test(value) && Number(value) <= LONGEST_WAIT) return Number(value)
  throw new Refusal(400, `wait: expected milliseconds up to ${LONGEST_WAIT}, got "${value}"`)
}

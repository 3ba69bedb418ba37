// The journal as server-sent events, one for each entry.

import type { Entry } from './entry.js'
import type { BegunAttempt, Journal, JournalRecord } from './journal.js'
import type { Matcher } from './reader.js'

/** The milliseconds without an entry after which a comment keeps the connection open. */
const HEARTBEAT = 15_000

/** The number of characters of events that are written together, at least. */
const PIECE = 65_536

interface Following {
  /** The number of the last entry that the client has. */
  readonly after: number
  readonly matches: Matcher
  readonly entry: (record: JournalRecord) => Entry
  /** Returns an attempt in progress for JSON. Undefined without events of attempts in progress. */
  readonly begun?: ((attempt: BegunAttempt) => object) | undefined
}

/**
 * Returns an event for each entry, up to the end of the mock. The id of an event is the number of the
 * entry. A client that reads slowly misses the entries that the journal drops meanwhile. After a reset
 * of the mock there is an event `reset`. With `begun` there are also the events `begin` and `end` of
 * attempts in progress, which the journal does not have yet.
 */
export function entryEvents(
  journal: Journal,
  { after, matches, entry, begun }: Following,
): AsyncIterable<string> {
  let seen = after
  let { clears } = journal
  let begins = -1
  /** The attempts in progress that the client knows. */
  const shown = new Map<string, BegunAttempt>()
  const ending = new AbortController()

  /** Returns the events that the client does not have yet. */
  function unread(): string {
    let text = ''
    if (clears !== journal.clears) {
      clears = journal.clears
      text += 'event: reset\ndata: {}\n\n'
    }
    for (const record of journal.records(seen)) {
      seen = record.order
      if (matches(record)) text += `id: ${seen}\ndata: ${JSON.stringify(entry(record))}\n\n`
      if (text.length >= PIECE) return text
    }
    // The last entries may have been dropped.
    seen = journal.last
    return text
  }

  /** Returns the events of the attempts that have begun or ended since the last call. */
  function progress(): string {
    if (begun === undefined || begins === journal.begins) return ''
    begins = journal.begins
    let text = ''
    for (const [id, attempt] of shown) {
      if (journal.underWay.get(id) === attempt) continue
      shown.delete(id)
      text += `event: end\ndata: ${JSON.stringify({ messageId: id })}\n\n`
    }
    for (const [id, attempt] of journal.underWay) {
      if (shown.has(id)) continue
      shown.set(id, attempt)
      text += `event: begin\ndata: ${JSON.stringify(begun(attempt))}\n\n`
    }
    return text
  }

  let isFirst = true
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        if (isFirst) {
          isFirst = false
          // The first comment arrives at once, so that the client knows that it is connected.
          return { done: false, value: `: the journal\n\n${unread()}${progress()}` }
        }
        for (;;) {
          if (ending.signal.aborted) return { done: true, value: undefined }
          const text = unread() + progress()
          if (text !== '') return { done: false, value: text }
          if (journal.isClosed) return { done: true, value: undefined }
          const isThere = () =>
            journal.last > seen ||
            clears !== journal.clears ||
            (begun !== undefined && begins !== journal.begins)
          const isChanged = await journal.until(isThere, HEARTBEAT, ending.signal)
          if (!isChanged && !journal.isClosed && !ending.signal.aborted)
            return { done: false, value: ':\n\n' }
        }
      },

      async return() {
        ending.abort()
        return { done: true, value: undefined }
      },
    }),
  }
}

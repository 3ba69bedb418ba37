// An answer that is a stream of events, as a scenario reads it: event by event, and never longer
// than it has patience. It is its own evidence: an exchange whose body grows until it is closed.

import type { Answer } from './answer.js'
import { aborted, deadlineAfter, reasonOf } from './deadline.js'
import { eventReader } from './event-stream.js'
import { mediaTypeOf, type Exchange, type Message } from './exchange.js'
import { noAnswer, type RequestSpec } from './target.js'

/** One event as a message: its body is its data. */
export interface StreamEvent extends Message {
  readonly data: string
  /** Its lines as they were sent, without their ends. */
  readonly lines: readonly string[]
}

/** A stream that was opened; of an answer that is none, as much as has come of it. */
export interface EventStream extends Exchange {
  /**
   * Waits for the next event that fits, passing over others. Never rejects: where it does not come
   * in time the event carries a `failure`.
   */
  next(which?: (event: StreamEvent) => boolean): Promise<StreamEvent>
  close(): void
}

/** How long to wait for anything to come: so many milliseconds, and never beyond the deadline. */
export interface Patience {
  readonly milliseconds: number
  readonly deadline: AbortSignal
}

/**
 * Reads an answer as a stream. `begun` resolves once it is one, by its type or by an event, or has
 * ended, or is late.
 */
export function readStream(
  spec: RequestSpec,
  answer: Answer,
  patience: Patience,
): EventStream & { begun(): Promise<void> } {
  const reader = eventReader()
  let read = 0
  let events: readonly StreamEvent[] = []
  let givenUp: string | undefined

  /** Waits until there is what `look` looks for; undefined when there is none in time. */
  async function awaited<T>(look: () => T | undefined): Promise<T | undefined> {
    const wait = deadlineAfter(patience.milliseconds, patience.deadline)
    const over = aborted(wait.signal)
    try {
      for (;;) {
        const found = look()
        if (found !== undefined || answer.end !== undefined) return found
        if (wait.signal.aborted) {
          givenUp = reasonOf(wait.signal)
          return undefined
        }
        await Promise.race([answer.changed(), over])
      }
    } finally {
      wait.clear()
    }
  }

  /** Reads some of what has come into `events`; false where there is nothing more to read. */
  function readOn(): boolean {
    const some = answer.body.subarray(read, read + atOnce)
    read += some.length
    events = reader
      .read(some)
      .map(({ data, lines }) => ({ headers: [], body: Buffer.from(data), data, lines }))
    return some.length > 0
  }

  return {
    request: answer.request,
    get status() {
      return answer.head?.status ?? 0
    },
    get headers() {
      return answer.head?.headers ?? []
    },
    get body() {
      return answer.body
    },
    get failure() {
      return answer.head === undefined
        ? noAnswer(spec, givenUp ?? failureOf(answer) ?? unawaited).failure
        : undefined
    },
    get refused() {
      return typeof answer.end === 'object' && answer.end.refused === true
    },
    get closed() {
      return answer.end === 'closed'
    },
    get durationMs() {
      return answer.durationMs
    },

    async next(which = () => true) {
      const found = await awaited(() => {
        do {
          const index = events.findIndex(which)
          const event = events[index]
          if (event !== undefined) {
            events = events.slice(index + 1)
            return event
          }
        } while (readOn())
        return undefined
      })
      return found ?? noEvent(spec, endOf(answer) ?? givenUp ?? unawaited, reader.rest)
    },
    close: () => answer.close(),
    async begun() {
      await awaited(() => {
        while (events.length === 0 && readOn());
        return isStream(answer) || events.length > 0 || undefined
      })
    },
  }
}

/** Bytes whose events are read at once: a long stream of small ones has many more of them. */
const atOnce = 64 * 1024

const isStream = ({ head }: Answer) =>
  head !== undefined && mediaTypeOf({ ...head, body: Buffer.alloc(0) }) === 'text/event-stream'

const failureOf = ({ end }: Answer) => (typeof end === 'object' ? end.failure : undefined)

/** Why nothing more comes of an answer; undefined while it is coming. */
const endOf = (answer: Answer) =>
  answer.end && (failureOf(answer) ?? (answer.end === 'closed' ? 'it was closed' : 'it had ended'))

const unawaited = 'nobody waited for it'

/** What stands in the place of an event that did not come. */
function noEvent(
  { method, target }: RequestSpec,
  failure: string,
  rest: readonly string[],
): StreamEvent {
  const unended = rest.length > 0 ? `; no blank line ended ${JSON.stringify(rest)}` : ''
  return {
    headers: [],
    body: Buffer.alloc(0),
    data: '',
    lines: [],
    failure: `expected another event of ${method} ${target}, got none: ${failure}${unended}`,
  }
}

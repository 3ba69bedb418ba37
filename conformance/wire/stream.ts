// Reads a response as a stream of events. The stream is also the recorded exchange.

import { setTimeout as sleep } from 'node:timers/promises'
import type { PartialResponse } from './answer.js'
import { aborted, deadlineAfter, reasonOf } from './deadline.js'
import { eventReader } from './event-stream.js'
import { mediaTypeOf, type Exchange, type HttpMessage } from './exchange.js'
import { noAnswer, type RequestSpec } from './target.js'

/** An event as a message. The body contains the data of the event. */
export interface StreamEvent extends HttpMessage {
  readonly data: string
  /** The lines of the event as the server sent them, without line ends. */
  readonly lines: readonly string[]
}

/** An opened stream. If the response is not a stream, its body contains the bytes received. */
export interface EventStream extends Exchange {
  /** Waits for the next matching event. After the timeout, the returned event has a `failure`. */
  next(which?: (event: StreamEvent) => boolean): Promise<StreamEvent>
  close(): void
}

/** The timeout for each wait. A wait never lasts longer than the deadline. */
export interface Patience {
  readonly milliseconds: number
  readonly deadline: AbortSignal
  /** The option that sets `milliseconds`. */
  readonly limit?: string
}

/**
 * Reads a stream. `begun` resolves at the head of the response, at an event, at the end or at the
 * timeout.
 */
export function readStream(
  spec: RequestSpec,
  answer: PartialResponse,
  patience: Patience,
): EventStream & { begun(): Promise<void> } {
  const reader = eventReader()
  let read = 0
  let events: readonly StreamEvent[] = []
  let givenUp: string | undefined
  let isOverdue = false
  let hasEvents = false
  /** Resolves when the first event needs no blank line any more. */
  let late: Promise<void> | undefined
  let isLate = false

  /** Returns what may end the wait for a blank line after the first event. */
  function lateness(): readonly Promise<void>[] {
    if (hasEvents || isLate || reader.rest.length === 0) return []
    late ??= sleep(blankLineMs).then(() => void (isLate = true))
    return [late]
  }

  /**
   * Waits until `look` returns a value. Resolves with undefined at the timeout or at the end of the
   * response.
   */
  async function awaited<T>(look: () => T | undefined): Promise<T | undefined> {
    const wait = deadlineAfter(patience.milliseconds, patience.deadline, patience.limit)
    const over = aborted(wait.signal)
    try {
      for (;;) {
        const found = look()
        if (found !== undefined || answer.end !== undefined) return found
        if (wait.signal.aborted) {
          givenUp = reasonOf(wait.signal)
          isOverdue = patience.deadline.aborted
          return undefined
        }
        await Promise.race([answer.changed(), over, ...lateness()])
      }
    } finally {
      wait.clear()
    }
  }

  /** Parses the next received bytes into `events`. Returns false if there are none. */
  function readOn(): boolean {
    const some = answer.body.subarray(read, read + atOnce)
    read += some.length
    const isUnended = !hasEvents && (isLate || answer.end !== undefined)
    const found = some.length === 0 && isUnended ? reader.endAtLines() : reader.read(some)
    events = found.map(({ data, lines }) => ({ headers: [], body: Buffer.from(data), data, lines }))
    hasEvents ||= events.length > 0
    return some.length > 0 || events.length > 0
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
        ? noAnswer(spec, givenUp ?? failureOf(answer) ?? notAwaited).failure
        : undefined
    },
    get overdue() {
      return answer.head === undefined && isOverdue
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
      return found ?? noEvent(spec, endOf(answer) ?? givenUp ?? notAwaited, reader.rest)
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

/**
 * The time in milliseconds after which the first event needs no blank line. Until then, a blank line
 * may be on its way.
 */
const blankLineMs = 250

/** The bytes parsed in one step, because a long stream has many small events. */
const atOnce = 64 * 1024

const isStream = ({ head }: PartialResponse) =>
  head !== undefined && mediaTypeOf({ ...head, body: Buffer.alloc(0) }) === 'text/event-stream'

const failureOf = ({ end }: PartialResponse) => (typeof end === 'object' ? end.failure : undefined)

/**
 * Returns the reason why no more bytes will arrive, or undefined while the response is unfinished.
 */
const endOf = (answer: PartialResponse) =>
  answer.end &&
  (failureOf(answer) ??
    (answer.end === 'closed' ? 'the stream was closed' : 'the stream had ended'))

const notAwaited = 'the scenario did not wait for it'

/** Returns an event whose `failure` reports that no event arrived. */
function noEvent(
  { method, target }: RequestSpec,
  failure: string,
  rest: readonly string[],
): StreamEvent {
  const unended = rest.length > 0 ? `; the stream stopped at ${JSON.stringify(rest)}` : ''
  return {
    headers: [],
    body: Buffer.alloc(0),
    data: '',
    lines: [],
    failure: `expected another event of ${method} ${target}, got none: ${failure}${unended}`,
  }
}

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

/** The timeouts of a stream. */
export interface Patience {
  /** The longest wait for the head of the response. */
  readonly deadline: AbortSignal
  /** The longest wait for an event, in milliseconds, if the deadline is not earlier. */
  readonly milliseconds: number
  /** The option that sets `milliseconds`. */
  readonly limit?: string
}

/**
 * Reads a stream. `begun` resolves at the head of the response, or at the deadline. If the media
 * type is not that of a stream, it resolves at the first event, at the end, or after the wait for an
 * event.
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
    if (hasEvents || isLate || !reader.hasRest) return []
    late ??= sleep(blankLineMs).then(() => void (isLate = true))
    return [late]
  }

  /**
   * Waits until `look` returns a value. Resolves with undefined when `signal` is aborted or at the
   * end of the response.
   */
  async function awaited<T>(signal: AbortSignal, look: () => T | undefined) {
    const over = aborted(signal)
    for (;;) {
      const found = look()
      if (found !== undefined || answer.end !== undefined) return found
      if (signal.aborted) {
        givenUp = reasonOf(signal)
        isOverdue = patience.deadline.aborted
        return undefined
      }
      await Promise.race([answer.changed(), over, ...lateness()])
    }
  }

  /** Waits like `awaited` for an event. */
  async function awaitedEvent(look: () => StreamEvent | undefined) {
    const wait = deadlineAfter(patience.milliseconds, patience.deadline, patience.limit)
    const found = await awaited(wait.signal, look)
    wait.clear()
    return found
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
      const found = await awaitedEvent(() => {
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
      if (found !== undefined) return found
      const event = noEvent(spec, endOf(answer) ?? givenUp ?? notAwaited, reader.rest)
      return { ...event, overdue: isOverdue }
    },
    close: () => answer.close(),
    async begun() {
      await awaited(patience.deadline, () => answer.head)
      if (answer.head === undefined || isStream(answer)) return
      await awaitedEvent(() => {
        while (events.length === 0 && readOn());
        return events[0]
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

/** The longest incomplete event in a message, in characters. */
const longestRest = 1_000

const notAwaited = 'the scenario did not wait for it'

/** Returns an event whose `failure` reports that no event arrived. */
function noEvent(
  { method, target }: RequestSpec,
  failure: string,
  rest: readonly string[],
): StreamEvent {
  const stoppedAt = JSON.stringify(rest).slice(0, longestRest)
  const unended = rest.length > 0 ? `; the stream stopped at ${stoppedAt}` : ''
  return {
    headers: [],
    body: Buffer.alloc(0),
    data: '',
    lines: [],
    failure: `expected another event of ${method} ${target}, got none: ${failure}${unended}`,
  }
}

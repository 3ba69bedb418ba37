// Reads an answer as a stream of events, which is also its recorded exchange.

import type { Answer } from './answer.js'
import { aborted, deadlineAfter, reasonOf } from './deadline.js'
import { eventReader } from './event-stream.js'
import { mediaTypeOf, type Exchange, type Message } from './exchange.js'
import { noAnswer, type RequestSpec } from './target.js'

/** An event as a message: its body is its data. */
export interface StreamEvent extends Message {
  readonly data: string
  /** Its lines as sent, without line ends. */
  readonly lines: readonly string[]
}

/** An opened stream. If the answer is no stream, it holds what has been received. */
export interface EventStream extends Exchange {
  /** Waits for the next matching event. After the timeout the event has a `failure`. */
  next(which?: (event: StreamEvent) => boolean): Promise<StreamEvent>
  close(): void
}

/** Timeout for each wait, which ends at the deadline at the latest. */
export interface Patience {
  readonly milliseconds: number
  readonly deadline: AbortSignal
}

/** Reads a stream. `begun` resolves with its head, an event, its end or the timeout. */
export function readStream(
  spec: RequestSpec,
  answer: Answer,
  patience: Patience,
): EventStream & { begun(): Promise<void> } {
  const reader = eventReader()
  let read = 0
  let events: readonly StreamEvent[] = []
  let givenUp: string | undefined

  /** Waits until `look` returns a value; resolves with undefined at the timeout or the end. */
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

  /** Reads the next received bytes into `events`; false if there are none. */
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
        ? noAnswer(spec, givenUp ?? failureOf(answer) ?? notAwaited).failure
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

/** Bytes parsed at a time: a long stream has many small events. */
const atOnce = 64 * 1024

const isStream = ({ head }: Answer) =>
  head !== undefined && mediaTypeOf({ ...head, body: Buffer.alloc(0) }) === 'text/event-stream'

const failureOf = ({ end }: Answer) => (typeof end === 'object' ? end.failure : undefined)

/** Returns why nothing more will come; undefined while the answer is open. */
const endOf = (answer: Answer) =>
  answer.end &&
  (failureOf(answer) ??
    (answer.end === 'closed' ? 'the stream was closed' : 'the stream had ended'))

const notAwaited = 'the scenario did not wait for it'

/** The event that reports that no event came. */
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

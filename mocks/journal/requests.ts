// The journal for tests in process: lists of requests and deliveries, and a wait for a request.

import { setImmediate } from 'node:timers'
import { inspect } from 'node:util'
import { didYouMean } from '../did-you-mean.js'
import type { DeliveryMatch, KvMatch, Pattern, RequestMatch } from '../intercepts/match.js'
import type { Attempt } from './attempt.js'
import type { Entry } from './entry.js'
import type { Interface, Journal, Kind } from './journal.js'
import type { Conditions, JournalReader, KvRequest, ReceivedRequest } from './reader.js'

interface StatusFilter {
  /** The status of the response, for example `503` or `'5*'`. Without a response it is 0. */
  readonly status?: number | Pattern | undefined
}

/** The conditions for requests in the journal. A missing condition matches every request. */
export interface RequestFilter extends RequestMatch, StatusFilter {}

/** The conditions for requests to the key-value interface in the journal. */
export interface KvRequestFilter extends KvMatch, StatusFilter {}

/** The conditions for attempts in the journal. */
export interface DeliveryFilter extends DeliveryMatch, StatusFilter {
  /** The path of the destination without the query. */
  readonly path?: Pattern | undefined
  readonly messageId?: Pattern | undefined
}

export interface WaitOptions {
  /** The maximum wait in milliseconds of real time. The default is 4000. */
  readonly timeout?: number | undefined
  /** The number of the last request to ignore. The default is 0. */
  readonly after?: number | undefined
}

/** The default wait in milliseconds. It is shorter than the default timeout of a test. */
export const DEFAULT_WAIT = 4000

/**
 * Throws a TypeError for an option that a function does not have, and for a value that is no number.
 * `known` describes the number of each option.
 */
export function assertNumbers(
  name: string,
  options: object,
  known: Readonly<Record<string, string>>,
): void {
  if (typeof options !== 'object')
    throw new TypeError(`${name}: expected an object of options, got ${inspect(options)}`)
  const names = Object.keys(known)
  for (const [option, value] of Object.entries<unknown>({ ...options })) {
    if (!Object.hasOwn(known, option))
      throw new TypeError(
        `${name} has no option "${option}"${didYouMean(option, names)}: expected some of ${names.join(', ')}`,
      )
    if (value !== undefined && !(typeof value === 'number' && value >= 0))
      throw new TypeError(`${name}: ${option}: expected ${known[option]}, got ${inspect(value)}`)
  }
}

/** The journal of a mock, and what reads it. */
export interface JournalParts {
  readonly journal: Journal
  readonly reader: JournalReader
}

const OF_REQUESTS = ['method', 'path', 'status']

const CONDITIONS: Readonly<Record<Interface, readonly string[]>> = {
  kv: [...OF_REQUESTS, 'command', 'key'],
  queue: OF_REQUESTS,
}

/** The number of requests in the message of a wait that found none. */
const SHOWN = 10

type RequestOf<I extends Interface> = I extends 'kv' ? KvRequest : ReceivedRequest

/** Returns the functions that read the requests to an interface. */
export function requestsTo<I extends Interface>(kind: I, { journal, reader }: JournalParts) {
  const matcherOf = (match: object) =>
    reader.matcher(match as Conditions, CONDITIONS[kind], `a request of ${kind}`)

  return {
    requests: (match: object = {}) =>
      Array.from(reader.requests(kind, 0, matcherOf(match))) as RequestOf<I>[],

    async waitForRequest(match: object = {}, options: WaitOptions = {}): Promise<RequestOf<I>> {
      assertNumbers('waitForRequest', options, {
        timeout: 'a number of milliseconds',
        after: 'the number of a request',
      })
      const { timeout = DEFAULT_WAIT, after = 0 } = options
      const matches = matcherOf(match)
      let seen = after
      let found: number | undefined
      await journal.until(() => {
        for (const record of journal.eachRequest(kind, seen)) {
          if (matches(record)) found ??= record.number
          seen = record.number
        }
        return found !== undefined
      }, timeout)
      if (found !== undefined)
        for (const request of reader.requests(kind, found - 1)) return request as RequestOf<I>
      const limit = journal.isClosed ? 'before the mock was closed' : `within ${timeout} ms`
      throw new Error(missing(match, limit, Array.from(reader.requests(kind, after))))
    },
  }
}

/** Returns the message about a request that did not arrive, with the requests that did. */
function missing(match: object, limit: string, seen: readonly ReceivedRequest[]): string {
  const wanted = `no request matched ${inspect(match)} ${limit}`
  if (seen.length === 0) return `${wanted}: the journal has no requests`
  const left = seen.length - SHOWN
  return [
    `${wanted}. The journal has:`,
    ...(left > 0 ? [`  ${left} earlier requests`] : []),
    ...seen.slice(-SHOWN).map((request) => `  ${described(request)}`),
  ].join('\n')
}

function described({ method, target, status, ...request }: ReceivedRequest): string {
  const commands = 'commands' in request ? (request as KvRequest).commands : []
  const words = commands.map(({ command }) => command.slice(0, 2).join(' ')).join(', ')
  return `${method} ${target} → ${status}${words === '' ? '' : ` (${words})`}`
}

/** Returns the attempts that match. */
export const deliveriesIn = ({ reader }: JournalParts, match: object = {}): Attempt[] =>
  Array.from(
    reader.attempts(
      0,
      reader.matcher(
        match as Conditions,
        ['method', 'url', 'path', 'status', 'messageId'],
        'a delivery',
      ),
    ),
  )

/** The conditions for entries. An entry that has no such value does not match. */
export interface EntryFilter extends KvRequestFilter, DeliveryFilter {
  readonly kind?: Kind | undefined
}

/** The journal of a mock: requests to both interfaces and attempts to deliver, in one order. */
export interface JournalAccess {
  /** Returns the entries as `GET /__mock/journal/entries` does, oldest first. */
  readonly entries: (match?: EntryFilter) => readonly Entry[]
  /**
   * Calls `listener` with each new entry, soon after its response. Returns a function that ends this,
   * after the entries so far.
   *
   * @example
   * const stop = mock.journal.follow(({ method, url, status }) => console.log(method, url, status))
   */
  readonly follow: (
    listener: (entry: Entry) => void,
    options?: {
      /** The maximum number of bytes of each body. By default bodies are as in the journal. */
      readonly bodyBytes?: number
    },
  ) => () => void
}

/** The names of all conditions for entries. */
export const ENTRY_CONDITIONS: readonly string[] = [
  ...(['kind', 'method', 'path', 'status', 'command', 'key', 'url', 'messageId'] as const),
] satisfies readonly (keyof EntryFilter)[]

export function journalAccess({ journal, reader }: JournalParts): JournalAccess {
  return {
    entries(match = {}) {
      const matches = reader.matcher(match as Conditions, ENTRY_CONDITIONS, 'the journal')
      return Array.from(journal.records()).filter(matches).map(reader.entries())
    },

    follow(listener, { bodyBytes } = {}) {
      if (typeof listener !== 'function')
        throw new TypeError(
          `journal.follow: expected a function that receives entries, got ${inspect(listener)}`,
        )
      const entry = reader.entries(bodyBytes)
      let seen = journal.last
      let next: NodeJS.Immediate | undefined
      const tell = () => {
        clearImmediate(next)
        next = undefined
        for (const record of journal.records(seen)) {
          seen = record.order
          listener(entry(record))
        }
      }
      // The response is sent before the listener is called.
      const stop = journal.watch(() => (next ??= setImmediate(tell)))
      return () => {
        stop()
        // Entries before the end are not lost.
        tell()
      }
    },
  }
}

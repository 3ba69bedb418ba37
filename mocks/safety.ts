// Safety limits: bounds that keep one client from stopping the mock for all others. The contract's own
// limits (command, key and record size, daily requests) are in `kv/limits.ts`.

import { didYouMean } from '../conformance/core/did-you-mean.js'

/** The safety limits of a mock. Sizes are bytes, times are milliseconds. */
export interface Safety {
  /** Bytes of one request body. Larger: HTTP 413. */
  readonly bodyBytes: number
  /** Bytes of all request bodies that one port is receiving. More: HTTP 503. */
  readonly allBodiesBytes: number
  /** Bytes of a request line and its headers. More: HTTP 431. */
  readonly headerBytes: number
  /** Headers of one request. More: HTTP 431. */
  readonly headerCount: number
  /** Time to receive the headers of a request. Later: HTTP 408. */
  readonly receiveHeadersMs: number
  /** Time to receive a whole request. Later: HTTP 408. */
  readonly receiveRequestMs: number
  /** Open connections of one port. A further connection is closed. */
  readonly connections: number
  /** Pipelined requests of one port that wait for an earlier response. More: the connection is closed. */
  readonly waitingRequests: number
  /** Bytes of unsent responses on one connection. More: its next request waits. */
  readonly responseBytes: number
  /** Bytes of unsent large responses at one port. More: the connection with the largest is closed. */
  readonly allResponsesBytes: number
  /** Bytes of unsent events of one event stream. More: the stream is closed. */
  readonly streamBytes: number
  /** Bytes of unsent events of all event streams. More: the slowest stream is closed. */
  readonly allStreamsBytes: number
  /** Requests and deliveries in the journal. More: the oldest are deleted. */
  readonly journalEntries: number
  /** Bytes of the requests and deliveries in the journal. More: the oldest are deleted. */
  readonly journalBytes: number
  /** Bytes of one body in the journal. A longer body is clipped and marked as clipped. */
  readonly journalBodyBytes: number
  /** Bytes of the messages, runs and DLQ entries in the queue. More: a publish gets HTTP 429. */
  readonly queueBytes: number
  /** Bytes of the keys and values in memory. A command that needs more gets an OOM error. */
  readonly kvBytes: number
  /** Processor time of one command or script. More: it is stopped and gets an error. */
  readonly commandMs: number
  /** Processor time of all commands of one request. More: its other commands are refused. */
  readonly requestMs: number
  /** Time in which a command keeps other requests out. More: it is stopped, or others get BUSY. */
  readonly blockingMs: number
  /** Time that Redis has for each reply. Later: HTTP 503. */
  readonly redisMs: number
}

const MiB = 2 ** 20

export const defaultSafety: Safety = {
  bodyBytes: 64 * MiB,
  allBodiesBytes: 512 * MiB,
  headerBytes: 64 * 1024,
  headerCount: 2_000,
  receiveHeadersMs: 15_000,
  receiveRequestMs: 120_000,
  connections: 5_000,
  waitingRequests: 50_000,
  responseBytes: MiB,
  allResponsesBytes: 256 * MiB,
  streamBytes: 32 * MiB,
  allStreamsBytes: 256 * MiB,
  journalEntries: 10_000,
  journalBytes: 64 * MiB,
  journalBodyBytes: MiB,
  queueBytes: 512 * MiB,
  kvBytes: 1024 * MiB,
  commandMs: 5_000,
  requestMs: 10_000,
  blockingMs: 1_000,
  // One second more than Redis's busy-reply-threshold, after which a busy Redis reports BUSY itself.
  redisMs: 6_000,
}

export const safetyNames = Object.keys(defaultSafety) as readonly (keyof Safety)[]

/**
 * The limits with their defaults. Throws a TypeError for an unknown name, a RangeError for a value
 * that is not a whole number from 1, or `Infinity` for no limit.
 */
export function safetyOf(given: Partial<Safety> = {}): Safety {
  for (const [name, value] of Object.entries<unknown>(given)) {
    if (!Object.hasOwn(defaultSafety, name))
      throw new TypeError(
        `safety: expected some of ${safetyNames.join(', ')}, got ${name}${didYouMean(name, safetyNames)}`,
      )
    if (!(value === Infinity || (Number.isSafeInteger(value) && (value as number) >= 1)))
      throw new RangeError(
        `safety.${name}: expected a whole number from 1, or Infinity, got ${String(value)}`,
      )
  }
  return { ...defaultSafety, ...given }
}

const UNITS: Readonly<Record<string, number>> = { '': 1, K: 1024, M: MiB, G: 1024 * MiB }

/**
 * Reads `NAME=VALUE` pairs such as `journal-bytes=16M` or `command-ms=500`; `none` is no limit.
 * Throws a RangeError that says what was expected.
 */
export function parseSafety(pairs: readonly string[]): Partial<Safety> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, option = '', value = ''] = /^([^=]*)=(.*)$/.exec(pair) ?? []
      const name = safetyNames.find((each) => optionName(each) === option)
      if (name === undefined)
        throw new RangeError(
          `expected NAME=VALUE with one of ${safetyNames.map(optionName).join(', ')}, got "${pair}"` +
            didYouMean(option, safetyNames.map(optionName)),
        )
      return [name, valueOf(name, value, pair)]
    }),
  )
}

/** The name of a limit on the command line, for example `journal-bytes`. */
export const optionName = (name: keyof Safety): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

function valueOf(name: keyof Safety, value: string, pair: string): number {
  if (value === 'none') return Infinity
  const [, digits, unit = ''] = /^([1-9]\d{0,11})([KMG]?)$/.exec(value) ?? []
  if (digits !== undefined && (unit === '' || name.endsWith('Bytes')))
    return Number(digits) * UNITS[unit]!
  const form = name.endsWith('Bytes') ? ' from 1, with K, M or G for KiB, MiB or GiB,' : ' from 1'
  throw new RangeError(`expected a whole number${form} or none, got "${pair}"`)
}

// The safety limits that a user may change. They keep one client from stopping the mock for all others.
// Other bounds are constants beside their use, and the limits of the contract are in `kv/limits.ts`.

import { didYouMean } from './did-you-mean.js'

/** The safety limits of a mock. Sizes are bytes, times are milliseconds. */
export interface Safety {
  /** Bytes of one request body. Larger: HTTP 413. */
  readonly bodyBytes: number
  /** Open connections of one port. A further connection is closed. */
  readonly connections: number
  /** Requests and deliveries in the journal. More: the oldest are deleted. */
  readonly journalEntries: number
  /** Bytes of the requests and deliveries in the journal. More: the oldest are deleted. */
  readonly journalBytes: number
  /** Bytes of the messages, runs and DLQ entries in the queue. More: a publish gets HTTP 429. */
  readonly queueBytes: number
  /** Bytes of the keys and values in memory. A command that needs more gets an OOM error. */
  readonly kvBytes: number
  /** Processor time of one command or script. More: it is stopped and gets an error. */
  readonly commandMs: number
}

const MiB = 2 ** 20

export const defaultSafety: Safety = {
  bodyBytes: 64 * MiB,
  connections: 5_000,
  journalEntries: 10_000,
  journalBytes: 64 * MiB,
  queueBytes: 512 * MiB,
  kvBytes: 1024 * MiB,
  commandMs: 5_000,
}

const safetyNames = Object.keys(defaultSafety) as readonly (keyof Safety)[]

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

// The interface as one record of decisions. Parts call each other through the record, so that
// replacing one of them, and nothing else, makes a different server.

import { type Dialect, dialects } from '#generated/dialects.js'
import { type Clock, realClock } from '../clock.js'
import { access, type Access } from './access.js'
import type { Backend } from './backends/backend.js'
import { encoding, type Encoding } from './encode.js'
import { execution, type Execution } from './execute.js'
import { reading, type Reading } from './request.js'
import { streams, type Streams } from './streams.js'

/** The limits the contract names without their values (`kv.limits.*`). */
export interface Limits {
  /** The most bytes a command may have, its name included. */
  readonly requestBytes: number
  /** The most commands a UTC day may have. */
  readonly dailyRequests: number
  /** The most characters that may wait for the reader of an event stream (`kv.events.line-ends`). */
  readonly backlog: number
}

/** The two tokens of the database (`kv.resources.connection-values`). */
export interface Tokens {
  readonly standard: string
  readonly readOnly: string
}

/**
 * What a server is made of, and every decision of the contract. A faulty server is a copy with one
 * part replaced: `{ ...kv, transaction: kv.pipeline }`.
 */
export interface Kv extends Access, Reading, Execution, Encoding, Streams {
  readonly backend: Backend
  readonly tokens: Tokens
  readonly dialect: Dialect
  readonly limits: Limits
  /** Counts one command, and says how many there were this UTC day. */
  readonly countToday: () => number
  /** The event streams that are open; each has its end. */
  readonly openStreams: Set<{ end(): void }>
}

export interface KvOptions {
  readonly backend: Backend
  readonly tokens: Tokens
  /** The documents' own names without it. */
  readonly dialect?: Dialect | undefined
  /** Says when a day ends; needed only with a daily limit. */
  readonly clock?: Clock | undefined
  /** 10 MB a command, no daily limit and a backlog of 32 MB without it (`kv.limits.*-value`). */
  readonly limits?: Partial<Limits> | undefined
}

/** The correct server, as a record of its decisions. */
export const createKv = ({
  backend,
  tokens,
  dialect = dialects.svc,
  clock = realClock(),
  limits,
}: KvOptions): Kv => ({
  ...access,
  ...reading,
  ...execution,
  ...encoding,
  ...streams,
  backend,
  tokens,
  dialect,
  limits: { requestBytes: 10_000_000, dailyRequests: Infinity, backlog: 32_000_000, ...limits },
  countToday: dailyCounter(clock),
  openStreams: new Set(),
})

/** Ends every event stream that is open. */
export function endStreams({ openStreams }: Kv): void {
  for (const stream of openStreams) stream.end()
}

const DAY = 86_400_000

function dailyCounter(clock: Clock): () => number {
  let today = NaN
  let count = 0
  return () => {
    const day = Math.floor(clock.now() / DAY)
    if (day !== today) [today, count] = [day, 0]
    return ++count
  }
}

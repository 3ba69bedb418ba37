// The interface as one record of decisions. Parts call each other through the record, so that
// replacing one of them, and nothing else, makes a different server.

import { type Dialect, dialects } from '#generated/dialects.js'
import { type Clock, realClock } from '../clock.js'
import { Budget } from '../http/budget.js'
import { defaultSafety, type Safety } from '../safety.js'
import { access, type Access } from './access.js'
import type { Backend } from './backends/backend.js'
import { encoding, type Encoding } from './encode.js'
import { sharing, type Cors } from './cors.js'
import { execution, type Execution } from './execute.js'
import { headersOf, type Headers } from './headers.js'
import { createLimits, limiting, type LimitBook, type Limiting } from './limits.js'
import { reading, type Reading } from './request.js'
import { restTokens, type RestTokens } from './rest-token.js'
import { streams, type Streams } from './streams.js'
import { createSyncTokens, syncing, type Syncing, type SyncTokens } from './sync-token.js'

/** The two tokens of the database, until its password is reset (`kv.resources.connection-values`). */
export interface Tokens {
  standard: string
  readOnly: string
}

/**
 * What a server is made of, and every decision of the contract. A faulty server is a copy with one
 * part replaced: `{ ...kv, transaction: kv.pipeline }`.
 */
export interface Kv
  extends Access, RestTokens, Reading, Execution, Limiting, Encoding, Streams, Syncing, Cors {
  readonly backend: Backend
  readonly tokens: Tokens
  readonly dialect: Dialect
  /** The interface's own, as the dialect names them. */
  readonly headers: Headers
  readonly limits: LimitBook
  readonly safety: Safety
  /** What waits for the readers of event streams, and for the clients of the RESP port. */
  readonly backlogs: Budget
  /** The event streams that are open; each has its end. */
  readonly openStreams: Set<{ end(): void }>
  readonly syncTokens: SyncTokens
  /** Whether web pages of any origin may ask. */
  readonly cors: boolean
}

export interface KvOptions {
  readonly backend: Backend
  readonly tokens: Readonly<Tokens>
  /** The documents' own names without it. */
  readonly dialect?: Dialect | undefined
  /** Says when a day ends; needed only with a daily limit. */
  readonly clock?: Clock | undefined
  /** The usual ones without it (`kv.limits.*-value`). */
  readonly limits?: LimitBook | undefined
  /** The defaults without it. */
  readonly safety?: Safety | undefined
  /** No without it (`kv.methods.others-refused`). */
  readonly cors?: boolean | undefined
}

/** The correct server, as a record of its decisions. */
export const createKv = ({
  backend,
  tokens,
  dialect = dialects.svc,
  clock = realClock(),
  limits = createLimits(clock),
  safety = defaultSafety,
  cors = false,
}: KvOptions): Kv => ({
  ...access,
  ...restTokens,
  ...reading,
  ...execution,
  ...limiting,
  ...encoding,
  ...streams,
  ...syncing,
  ...sharing,
  backend,
  tokens: { ...tokens },
  dialect,
  headers: headersOf(dialect),
  limits,
  safety,
  backlogs: new Budget({ each: safety.streamBytes, all: safety.allStreamsBytes }),
  openStreams: new Set(),
  syncTokens: createSyncTokens(),
  cors,
})

/** Ends every event stream that is open. */
export function endStreams({ openStreams }: Kv): void {
  for (const stream of openStreams) stream.end()
}

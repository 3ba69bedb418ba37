// Creates a server that follows the contract.

import { type Dialect, dialects } from '#generated/dialects.js'
import { type Clock, realClock } from '../clock.js'
import { Budget } from '../http/budget.js'
import { httpLimits } from '../http/limits.js'
import { defaultSafety, type Safety } from '../safety.js'
import { access } from './access.js'
import type { Backend } from './backends/backend.js'
import { sharing } from './cors.js'
import type { Header, Headers, Kv, Tokens } from './decisions.js'
import { encoding } from './encode.js'
import { execution, limiting } from './execute.js'
import { createLargeReplies } from './large-replies.js'
import { createLimits, type LimitBook } from './limits.js'
import { reading } from './request.js'
import { restTokens } from './rest-token.js'
import { streams } from './streams.js'
import { createSyncTokens } from './sync-token.js'

export type { Kv, Tokens } from './decisions.js'

export interface KvOptions {
  readonly backend: Backend
  readonly tokens: Readonly<Tokens>
  readonly dialect?: Dialect | undefined
  /** The clock for the daily limit. */
  readonly clock?: Clock | undefined
  readonly limits?: LimitBook | undefined
  readonly safety?: Safety | undefined
  readonly cors?: boolean | undefined
  /** Bytes of unsent events of one event stream. More: the stream is closed. */
  readonly streamBytes?: number
  /** Bytes of unsent events of all event streams. More: the slowest stream is closed. */
  readonly allStreamsBytes?: number
}

export const createKv = ({
  backend,
  tokens,
  dialect = dialects.svc,
  clock = realClock(),
  limits = createLimits(clock),
  safety = defaultSafety,
  cors = false,
  streamBytes = 32 * 2 ** 20,
  allStreamsBytes = 256 * 2 ** 20,
}: KvOptions): Kv => ({
  ...access,
  ...restTokens,
  ...reading,
  ...execution,
  ...limiting,
  ...encoding,
  ...streams,
  ...sharing,
  backend,
  tokens: { ...tokens },
  dialect,
  headers: headersOf(dialect),
  limits,
  safety,
  backlogs: new Budget({ each: streamBytes, all: allStreamsBytes }),
  openStreams: new Set(),
  syncTokens: createSyncTokens(),
  largeReplies: createLargeReplies(httpLimits.allResponsesBytes),
  cors,
})

export function endStreams({ openStreams }: Kv): void {
  for (const stream of openStreams) stream.end()
}

function headersOf({ headerPrefix }: Dialect): Headers {
  const header = (name: string): Header => ({
    name: headerPrefix + name,
    key: (headerPrefix + name).toLowerCase(),
  })
  return {
    encoding: header('Encoding'),
    responseFormat: header('Response-Format'),
    syncToken: header('Sync-Token'),
  }
}

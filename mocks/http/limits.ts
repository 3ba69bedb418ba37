// The limits of an HTTP server that keep one client from stopping it for all others.

import { defaultSafety, type Safety } from '../safety.js'

const MiB = 2 ** 20

/** Limits that no user needs to change. Sizes are bytes, times are milliseconds. */
const fixed = {
  /** Bytes of all request bodies that one port is receiving. More: HTTP 503. */
  allBodiesBytes: 512 * MiB,
  /** Bytes of a request line and its headers. More: HTTP 431. */
  headerBytes: 64 * 1024,
  /** Headers of one request. More: HTTP 431. */
  headerCount: 2_000,
  /** Time to receive the headers of a request. Later: HTTP 408. */
  receiveHeadersMs: 15_000,
  /** Time to receive a whole request. Later: HTTP 408. */
  receiveRequestMs: 120_000,
  /** Pipelined requests of one port that wait for an earlier response. More: the connection is closed. */
  waitingRequests: 50_000,
  /** Bytes of unsent large responses at one port. More: the connection with the largest is closed. */
  allResponsesBytes: 256 * MiB,
}

export type HttpLimits = Readonly<typeof fixed> & Pick<Safety, 'bodyBytes' | 'connections'>

export const httpLimits: HttpLimits = { ...defaultSafety, ...fixed }

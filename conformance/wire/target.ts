// The wire: sends the very request it is told to and keeps every byte of the answer. `fetch`
// and `URL` would tidy the path, refuse TRACE and add headers of their own.

import http from 'node:http'
import https from 'node:https'
import type { Duplex } from 'node:stream'
import { answerTo, type Answer, type Arrival, type Failed } from './answer.js'
import { reasonOf } from './deadline.js'
import { linesOf, type Exchange, type HeaderLines, type SentRequest } from './exchange.js'

export interface RequestSpec {
  readonly method: string
  /** The raw request target; it is appended to the path of the target's URL as it stands. */
  readonly target: string
  readonly headers?: HeaderLines
  readonly body?: string | Uint8Array | undefined
}

export interface Target {
  /** The path of the target's URL, which every request target begins with; often empty. */
  readonly basePath: string
  /**
   * Sends one request. Never rejects: without an answer the exchange carries its `failure`. The
   * signal breaks the connection off; what the target has read by then it may still do.
   */
  send(request: RequestSpec, signal: AbortSignal): Promise<Exchange>
  /** Sends one request on a connection of its own, whose answer is read as it comes. */
  open(request: RequestSpec, signal: AbortSignal): Answer
  close(): void
}

/** An answer larger than this is cut off and counts as a failure: no scenario asks for as much. */
const maxAnswerBytes = 64 * 1024 * 1024
/** A stream larger than this: what has come of it is kept as evidence. */
const maxStreamBytes = 16 * 1024 * 1024
/** All answers under way together. */
const maxUnderWayBytes = 256 * 1024 * 1024

/** Methods whose requests have no body unless they are given one, and then no length either. */
const bodyless = new Set(['GET', 'HEAD', 'TRACE'])

/** The request that is sent for another, to the last header. */
export function sentTo(
  { host, basePath }: { readonly host: string; readonly basePath: string },
  { method, target, headers = [], body: given = '' }: RequestSpec,
): SentRequest {
  const body = Buffer.from(given)
  const lengthed = body.length > 0 || !bodyless.has(method)
  return {
    method,
    target: basePath + target,
    headers: [
      ['Host', host],
      ['Connection', 'keep-alive'],
      ...headers,
      ...(lengthed ? [['Content-Length', String(body.length)] as const] : []),
    ],
    body,
  }
}

/** Where requests go, over which connections. */
interface Place {
  readonly base: URL
  readonly basePath: string
  readonly protocol: typeof http | typeof https
  /** Bytes of all answers that have not ended. */
  underWay: number
}

/** Opens a target at `baseUrl`; throws a TypeError where that is no http or https URL. */
export function openTarget(baseUrl: string): Target {
  const base = new URL(baseUrl)
  if (base.protocol !== 'http:' && base.protocol !== 'https:')
    throw new TypeError(`${baseUrl}: a target's URL begins with http:// or https://`)
  const protocol = base.protocol === 'https:' ? https : http
  const agent = new protocol.Agent({ keepAlive: true, maxSockets: 64 })
  // A stream takes its connection with it when it is closed, and keeps no other request waiting.
  const ownConnections = new protocol.Agent({ keepAlive: false })
  const basePath = base.pathname.replace(/\/$/, '')
  const place: Place = { base, basePath, protocol, underWay: 0 }

  return {
    basePath,
    close() {
      agent.destroy()
      ownConnections.destroy()
    },

    async send(spec, signal) {
      const answer = opened(place, spec, signal, agent, maxAnswerBytes)
      while (answer.end === undefined) await answer.changed()
      return exchangeOf(spec, answer)
    },

    open: (spec, signal) => opened(place, spec, signal, ownConnections, maxStreamBytes),
  }
}

/** Sends one request to a place. */
function opened(
  place: Place,
  spec: RequestSpec,
  signal: AbortSignal,
  agent: http.Agent,
  mostBytes: number,
): Answer {
  const { base, basePath, protocol } = place
  const request = sentTo({ host: base.host, basePath }, spec)
  let outgoing: http.ClientRequest | undefined
  const { answer, arrival } = answerTo(request, () => outgoing?.destroy())
  const fail = (failure: string, refused = false) =>
    arrival.end(
      signal.aborted ? { failure: reasonOf(signal) } : { failure, ...(refused && { refused }) },
    )

  function attempt() {
    const attempted = protocol.request({
      host: base.hostname.replace(/^\[|\]$/g, ''),
      port: base.port,
      method: spec.method,
      path: request.target,
      // An array keeps order, case and repetition as they are given.
      headers: request.headers.flat() as unknown as http.OutgoingHttpHeaders,
      agent,
    })
    outgoing = attempted
    attempted.on('error', (error: NodeJS.ErrnoException) => {
      // A server may close a connection that lies idle just when it is used again, unread.
      const unread = error.code === 'ECONNRESET' && answer.head === undefined
      const givenUp = signal.aborted || answer.end !== undefined
      if (attempted.reusedSocket && unread && !givenUp) attempt()
      // Where a name has several addresses, the error of them all has no words of its own.
      else fail(error.message || String(error.code), error.code === 'ECONNREFUSED')
    })
    receive(attempted, place, arrival, fail, mostBytes)
    attempted.end(request.body)
  }
  if (signal.aborted) {
    fail('it was not sent')
    return answer
  }
  // Node's own option listens to all that a request tells of itself: a twelfth of a run's time.
  signal.addEventListener('abort', () => outgoing?.destroy(), { once: true })
  try {
    attempt()
  } catch (error) {
    // Node refuses to send what HTTP has no place for, such as a space in the target.
    fail((error as Error).message)
  }
  return answer
}

/** Reads what comes of a request. */
function receive(
  attempted: http.ClientRequest,
  place: Place,
  arrival: Arrival,
  fail: (failure: string) => void,
  mostBytes: number,
): void {
  attempted.on('response', (incoming) => {
    arrival.begin(headOf(incoming))
    let size = 0
    incoming.on('data', (chunk: Buffer) => {
      arrival.more(chunk)
      size += chunk.length
      place.underWay += chunk.length
      if (size <= mostBytes && place.underWay <= maxUnderWayBytes) return
      const together = size <= mostBytes ? ' with the others under way' : ''
      fail(
        `it did not end within ${size <= mostBytes ? maxUnderWayBytes : mostBytes} bytes${together}`,
      )
      attempted.destroy()
    })
    incoming.on('close', () => (place.underWay -= size))
    incoming.on('error', (error) => fail(error.message))
    incoming.on('end', () => arrival.end('whole'))
  })
  // The answers after which a connection speaks another protocol.
  const switched = (incoming: http.IncomingMessage, socket: Duplex, first: Buffer) => {
    socket.destroy()
    arrival.begin(headOf(incoming))
    arrival.more(first)
    arrival.end('whole')
  }
  attempted.on('connect', switched)
  attempted.on('upgrade', switched)
}

const headOf = ({ statusCode = 0, rawHeaders }: http.IncomingMessage) => ({
  status: statusCode,
  headers: linesOf(rawHeaders),
})

/** An answer that has ended, as evidence: one that broke off is none at all. */
export function exchangeOf(
  spec: RequestSpec,
  { request, head, body, end, durationMs }: Answer,
): Exchange {
  if (head === undefined || typeof end === 'object') {
    const { failure, refused = false } = typeof end === 'object' ? end : unbegun
    return { request, ...noAnswer(spec, failure), ...(refused && { refused }), durationMs }
  }
  return { request, ...head, body: Buffer.from(body), durationMs }
}

const unbegun: Failed = { failure: 'it did not begin' }

/** What stands in the place of an answer that never came. */
export const noAnswer = ({ method, target }: RequestSpec, failure: string) => ({
  status: 0,
  headers: [],
  body: Buffer.alloc(0),
  failure: `expected an answer to ${method} ${target}, got none: ${failure}`,
})

// Sends raw requests and keeps every byte. `fetch` is not used because it normalizes paths and adds
// headers.

import http from 'node:http'
import https from 'node:https'
import type { Duplex } from 'node:stream'
import { answerTo, type PartialResponse, type Arrival, type Failed } from './answer.js'
import { reasonOf } from './deadline.js'
import { linesOf, type Exchange, type HeaderLines, type SentRequest } from './exchange.js'
import { allowHeaderSpace } from './header-space.js'
import { connectionReuse } from './reuse.js'

export interface RequestSpec {
  readonly method: string
  /** The raw request target. It is appended unchanged to the path of the target's URL. */
  readonly target: string
  /** A request with `Transfer-Encoding: chunked` gets no `Content-Length`. Its body arrives in two pieces. */
  readonly headers?: HeaderLines
  readonly body?: string | Uint8Array | undefined
  /**
   * The name of a connection of its own. Requests with the same name are sent on it one after another.
   */
  readonly connection?: string | undefined
}

/** The numbers of requests of a target. */
export interface ReuseCounts {
  /** The requests that were sent on a used connection. */
  readonly reused: number
  /** Those of them that were sent again on a new connection. */
  readonly sentAgain: number
}

export interface Target {
  /** The path of the target's URL, often empty. Every request target begins with this path. */
  readonly basePath: string
  /** The requests on used connections so far, if this target has connections. */
  readonly reuse?: ReuseCounts
  /** Sends one request. Never rejects: without a response, the exchange has a `failure`. */
  send(request: RequestSpec, signal: AbortSignal): Promise<Exchange>
  /**
   * Sends one request on a separate connection, so that its response can be read while it arrives.
   */
  open(request: RequestSpec, signal: AbortSignal): PartialResponse
  close(): void
}

/** The codes of a connection that ended while a request was under way. */
const cutOffCodes: ReadonlySet<string | undefined> = new Set(['ECONNRESET', 'EPIPE'])

/** Limits on what a target can make this suite receive. Sizes are in bytes. */
const bounds = {
  /** The largest response. A larger one is cut off and counts as a failure. */
  answer: 16 * 1024 * 1024,
  /** The largest stream. A larger one is cut off, but the received bytes are kept. */
  stream: 16 * 1024 * 1024,
  /** All unfinished responses together. */
  underWay: 256 * 1024 * 1024,
  /** A response up to this size does not count as large. */
  small: 256 * 1024,
  /** All large responses together. After them, a large response is cut off and counts as a failure. */
  large: 64 * 1024 * 1024,
  /** The size of a piece of a response is at least this, because each piece needs time. */
  piece: 512,
  /** The number of interim responses (1xx) to one request. */
  interim: 100,
}

/** An honest response may return its request and more, so a response may be larger by this factor. */
const echo = 2

/** Methods for which a Content-Length header is sent only if the request has a body. */
const bodyless = new Set(['GET', 'HEAD', 'TRACE'])

/** Returns the request as it is sent, with all headers. */
export function sentTo(
  { host, basePath }: { readonly host: string; readonly basePath: string },
  { method, target, headers = [], body: given = '' }: RequestSpec,
): SentRequest {
  const body = Buffer.from(given)
  const isChunked = headers.some(([name]) => name === 'Transfer-Encoding')
  const lengthed = !isChunked && (body.length > 0 || !bodyless.has(method))
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

interface TargetAddress {
  readonly base: URL
  readonly basePath: string
  readonly protocol: typeof http | typeof https
  /** Opens a new connection for each request. */
  readonly newConnections: http.Agent
  readonly reuse: ReturnType<typeof connectionReuse>
  /** The bytes of all unfinished responses. */
  underWay: number
  /** The bytes of all large responses so far. */
  large: number
  /** The requests under way, and those that wait for a connection. */
  readonly requests: Set<http.ClientRequest>
  isClosed: boolean
}

/** Opens a target. Throws a TypeError unless `baseUrl` is an http or https URL. */
export function openTarget(baseUrl: string): Target {
  const base = new URL(baseUrl)
  if (base.protocol !== 'http:' && base.protocol !== 'https:')
    throw new TypeError(`${baseUrl}: a target's URL begins with http:// or https://`)
  const protocol = base.protocol === 'https:' ? https : http
  const agents = new Map<string, http.Agent>()
  const agentOf = (spec: RequestSpec): http.Agent => {
    const key = spec.connection === undefined ? kindOf(spec) : `connection ${spec.connection}`
    const maxSockets = spec.connection === undefined ? 64 : 1
    const agent = agents.get(key) ?? new protocol.Agent({ keepAlive: true, maxSockets })
    agents.set(key, agent)
    return agent
  }
  const newConnections = new protocol.Agent({ keepAlive: false })
  const reuse = connectionReuse()
  const basePath = base.pathname.replace(/\/$/, '')
  const place: TargetAddress = {
    base,
    basePath,
    protocol,
    newConnections,
    reuse,
    underWay: 0,
    large: 0,
    requests: new Set(),
    isClosed: false,
  }

  return {
    basePath,
    reuse: reuse.counts,
    close() {
      place.isClosed = true
      // An agent opens connections for waiting requests even after it was destroyed.
      for (const request of place.requests) request.destroy()
      for (const agent of agents.values()) agent.destroy()
      newConnections.destroy()
    },

    async send(spec, signal) {
      const connections = reuse.needsNew(spec) ? newConnections : agentOf(spec)
      const answer = opened(place, spec, signal, connections, bounds.answer)
      while (answer.end === undefined) await answer.changed()
      return exchangeOf(spec, answer)
    },

    // A stream has a separate connection, so it does not occupy one of the shared connections.
    open: (spec, signal) => opened(place, spec, signal, newConnections, bounds.stream),
  }
}

/**
 * Returns the kind of a request, by its method, token and format. Each kind has connections of its own:
 * a server that keeps the format or the refusal of a request for its connection must not seem to break
 * the rules of other requests.
 */
const kindOf = ({ method, target, headers = [] }: RequestSpec): string =>
  [
    /^(GET|POST|PUT)$/.test(method) ? '' : method,
    /[?&][^=&]*token=[^&]*/.exec(target)?.[0],
    ...headers.filter(([name]) => /^authorization$|-(encoding|format)$/i.test(name)).flat(),
  ].join()

function opened(
  place: TargetAddress,
  spec: RequestSpec,
  signal: AbortSignal,
  agent: http.Agent,
  mostBytes: number,
): PartialResponse {
  const { base, basePath, protocol, reuse } = place
  const request = sentTo({ host: base.host, basePath }, spec)
  let outgoing: http.ClientRequest | undefined
  const { answer, arrival } = answerTo(request, () => outgoing?.destroy())
  let cutOffAt: number | undefined
  const fail = (failure: string, refused = false, isInvalid = false) => {
    const unreadable = isInvalid || answer.head !== undefined
    arrival.end(
      signal.aborted
        ? { failure: reasonOf(signal), ...(unreadable && { unreadable }) }
        : {
            failure,
            ...(unreadable && { unreadable }),
            ...(refused && { refused }),
            ...(cutOffAt !== undefined && { cutOffAt }),
          },
    )
  }

  function attempt(agent: http.Agent) {
    const attempted = protocol.request({
      host: base.hostname.replace(/^\[|\]$/g, ''),
      port: base.port,
      method: spec.method,
      path: request.target,
      // An array keeps the order, the case and repetitions of headers.
      headers: request.headers.flat() as unknown as http.OutgoingHttpHeaders,
      agent,
    })
    outgoing = attempted
    const mayBeRace = reuse.watched(attempted)
    attempted.once('socket', allowHeaderSpace)
    place.requests.add(attempted)
    attempted.on('close', () => place.requests.delete(attempted))
    attempted.on('error', (error: NodeJS.ErrnoException) => {
      const givenUp = signal.aborted || place.isClosed || answer.end !== undefined
      const isCutOff = cutOffCodes.has(error.code) && !givenUp
      if (isCutOff) cutOffAt ??= performance.now()
      if (isCutOff && mayBeRace()) {
        reuse.sendsAgain(spec)
        // On a new connection there is no race, so a request is sent again at most once.
        attempt(place.newConnections)
      }
      // An error that combines the failures of several addresses has no message.
      else {
        const isInvalid = error.code?.startsWith('HPE_') === true
        fail(error.message || String(error.code), error.code === 'ECONNREFUSED', isInvalid)
      }
    })
    receive(attempted, place, arrival, fail, mostBytes, echo * request.body.length)
    endInPieces(attempted, request)
  }
  if (signal.aborted) {
    fail('the request was not sent')
    return answer
  }
  // An own listener is used because Node's `signal` option made whole runs measurably slower.
  const abort = () => {
    outgoing?.destroy()
    // A destroyed request that still waits for a connection reports no error.
    if (!outgoing?.socket) fail('the request was not sent')
  }
  signal.addEventListener('abort', abort, { once: true })
  try {
    attempt(agent)
  } catch (error) {
    // Node rejects requests that HTTP does not allow, such as a space in the target.
    fail((error as Error).message)
  }
  return answer
}

/** Ends a request. A chunked body arrives in two pieces. */
function endInPieces(attempted: http.ClientRequest, { headers, body }: SentRequest): void {
  const isChunked = headers.some(([name]) => name === 'Transfer-Encoding')
  if (!isChunked) return void attempted.end(body)
  const middle = Math.floor(body.length / 2)
  attempted.write(body.subarray(0, middle), () => attempted.end(body.subarray(middle)))
}

function receive(
  attempted: http.ClientRequest,
  place: TargetAddress,
  arrival: Arrival,
  fail: (failure: string, refused?: boolean, isInvalid?: boolean) => void,
  mostBytes: number,
  echoed: number,
): void {
  const breakOff = (failure: string) => {
    fail(failure, false, true)
    attempted.destroy()
  }
  let interim = 0
  attempted.on('information', () => {
    if (++interim > bounds.interim) breakOff(`more than ${bounds.interim} interim responses (1xx)`)
  })
  attempted.on('response', (incoming) => {
    arrival.begin(headOf(incoming))
    const small = bounds.small + echoed
    let size = 0
    incoming.on('data', (chunk: Buffer) => {
      arrival.more(chunk)
      const bytes = Math.max(chunk.length, bounds.piece)
      size += bytes
      place.underWay += bytes
      if (size > small) place.large += Math.min(bytes, size - small)
      if (size > mostBytes + echoed)
        breakOff(`the answer is larger than ${mostBytes + echoed} bytes`)
      else if (place.underWay > bounds.underWay)
        breakOff(`the answers in flight are larger than ${bounds.underWay} bytes together`)
      else if (size > small && place.large > bounds.large)
        breakOff(
          `the answer is larger than ${small} bytes, and the large answers of this run are larger than ${bounds.large} bytes together`,
        )
    })
    incoming.on('close', () => (place.underWay -= size))
    incoming.on('error', (error) => fail(error.message))
    incoming.on('end', () => arrival.end('whole'))
  })
  // Handles responses that switch the connection to another protocol.
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

/** Returns the exchange of an ended response. An incomplete response counts as no response. */
export function exchangeOf(
  spec: RequestSpec,
  { request, head, body, end, durationMs }: PartialResponse,
): Exchange {
  if (head === undefined || typeof end === 'object') {
    const { failure, ...how } = typeof end === 'object' ? end : unbegun
    return { request, ...noAnswer(spec, failure), ...how, durationMs }
  }
  return { request, ...head, body: Buffer.from(body), durationMs }
}

const unbegun: Failed = { failure: 'the answer did not begin' }

/** Returns the fields of an exchange without a response. */
export const noAnswer = (
  { method, target }: RequestSpec,
  failure: string,
): Pick<Exchange, 'status' | 'headers' | 'body'> & { readonly failure: string } => ({
  status: 0,
  headers: [],
  body: Buffer.alloc(0),
  failure: `expected an answer to ${method} ${target}, got none: ${failure}`,
})

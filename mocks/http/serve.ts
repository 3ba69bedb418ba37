// The HTTP server. Requests that node:http rejects, such as a request with too long headers, also
// receive a response in the format of the interface.

import { setImmediate } from 'node:timers'
import { createServer } from 'node:http'
import { type DropArgument, Server, type Socket } from 'node:net'
import { emitWarning } from 'node:process'
import type { Duplex } from 'node:stream'
import { realClock, stopwatch } from '../clock.js'
import { dropped, listensOn } from './deliveries.js'
import { Budget } from './budget.js'
import { HttpConnection } from './connection.js'
import type { Service } from './exchange.js'
import { type HttpLimits, httpLimits } from './limits.js'
import { listen } from './listen.js'
import { type ParseError, refusalOf, unknownExpectation, unknownMethod } from './malformed.js'
import type { Handler, Request } from './message.js'
import { received } from './receive.js'

export interface ServeOptions {
  /** The host to listen on. The default is 127.0.0.1. */
  readonly host?: string | undefined
  /** The port to listen on. The default is 0, which means a free port. */
  readonly port?: number | undefined
  readonly limits?: Partial<HttpLimits> | undefined
  /** Called with each rejection of the handler. The client receives a 500 response. */
  readonly onBug?: ((bug: unknown, request: Request) => void) | undefined
}

export interface Served {
  /** The URL of the server without a trailing slash, for example `http://127.0.0.1:41873`. */
  readonly url: string
  readonly port: number
  /**
   * Frees the port and ends all connections. Without `grace` connections end at once. With `grace`
   * they end after the response to their requests, or after `grace` milliseconds.
   */
  readonly close: (grace?: number) => Promise<void>
}

/**
 * Starts a server that responds to every request with `handler`. Rejects if the server cannot
 * listen.
 *
 * @example
 * const { url, close } = await serve(kvHandler(kv))
 */
export async function serve(handler: Handler, options: ServeOptions = {}): Promise<Served> {
  const { host = '127.0.0.1', port = 0 } = options
  const limits = { ...httpLimits, ...options.limits }
  const { onBug = (bug) => emitWarning(bug instanceof Error ? bug : String(bug)) } = options
  // The limit is at most a safe integer, because node:http refuses Infinity and takes 0 as its
  // default.
  const maxHeaderBytes = Math.min(limits.headerBytes, Number.MAX_SAFE_INTEGER)
  const service: Service = {
    handler,
    limits,
    onBug,
    room: { bytes: limits.allBodiesBytes },
    unread: new Budget({ each: Infinity, all: limits.allResponsesBytes }),
    waitingRoom: limits.waitingRequests,
    unsent: [],
    isClosing: false,
  }

  const server = createServer({
    maxHeaderSize: maxHeaderBytes,
    requireHostHeader: false,
    ...timeoutsOf(limits),
  })
  // The limit of node:http is off, because node:http drops headers over its limit silently.
  server.maxHeadersCount = 0
  server.maxConnections = limits.connections

  const connections = new Map<Duplex, HttpConnection>()
  const open: Open = { connections, accepted: 0, emptied: () => {} }
  server.on('connection', (socket: Socket) => {
    open.accepted++
    connections.set(socket, new HttpConnection(socket, service))
    socket.on('close', () => {
      connections.delete(socket)
      if (connections.size === 0) open.emptied()
    })
  })

  server.on('drop', (ends?: DropArgument) => {
    if (ends !== undefined) dropped(ends)
  })

  server.on('request', (message, outgoing) => {
    connections.get(message.socket)?.take(message, outgoing)
  })

  // node:http handles 100-continue. Any other expectation is refused.
  server.on('checkExpectation', (message, outgoing) => {
    const refusal = unknownExpectation(message.headers.expect!)
    connections.get(message.socket)?.take(message, outgoing, refusal)
  })

  // node:http passes CONNECT as a bare socket, but handlers receive CONNECT like any other method.
  server.on('connect', (message, socket) => {
    // The listener is necessary, because an `error` event without a listener would end the process.
    socket.on('error', () => socket.destroy()).resume()
    connections.get(socket)?.takeLast(received(message, false, undefined))
  })

  server.on('clientError', (error: ParseError, socket) => {
    const connection = connections.get(socket)
    if (!connection || !socket.writable) return void socket.destroy()
    if (connection.isOver()) return
    const request = unknownMethod(error, socket, maxHeaderBytes)
    if (request === 'incomplete') return
    if (request) connection.takeLast(request)
    else connection.refuse(refusalOf(error, maxHeaderBytes))
  })

  const listening = await listen(server, host, port)
  listensOn(listening.port)
  // Reports the errors of connections that could not be accepted.
  server.on('error', emitWarning)

  return {
    url: `http://${listening.host}:${listening.port}`,
    port: listening.port,
    close: async (grace = 0) => {
      const cut = () => connections.forEach((_, socket) => socket.destroy())
      const clock = realClock()
      const alarm = clock.alarm(cut)
      const end = clock.after(grace)
      if (grace > 0) await acceptAll(open, grace / 2)
      // `close` of node:http is not used, because it would close connections that may have another
      // request.
      // On Bun an HTTP server is not a server of node:net.
      const plain = server instanceof Server ? Server.prototype : server
      const closed = new Promise((closed) => plain.close.call(server, closed))
      // The port is closed first, because a disconnected client connects again.
      service.isClosing = true
      if (grace > 0) await lastCall(open, Math.min(LAST_CALL_MS, grace / 2))
      server.close()
      if (grace === 0) cut()
      else {
        for (const [socket, connection] of connections) if (connection.isIdle) socket.destroy()
        alarm.set(end)
      }
      await closed
      alarm.set(Infinity)
    },
  }
}

interface Open {
  readonly connections: ReadonlyMap<Duplex, HttpConnection>
  /** The number of connections accepted so far. */
  accepted: number
  /** Called when the last connection ends. */
  emptied: () => void
}

/** Responds to the requests that clients send before they notice the end of the server. */
async function lastCall(open: Open, milliseconds: number): Promise<void> {
  if (open.connections.size === 0) return
  const clock = realClock()
  const alarm = clock.alarm(() => open.emptied())
  const over = new Promise<void>((resolve) => (open.emptied = resolve))
  alarm.set(clock.after(milliseconds))
  await over
  alarm.set(Infinity)
  await readAll()
}

/**
 * Accepts the waiting connections. Each turn of the event loop accepts one, and a turn may be long
 * while commands run.
 */
async function acceptAll(open: Open, milliseconds: number): Promise<void> {
  const end = stopwatch() + milliseconds
  for (let before = -1; before < open.accepted && stopwatch() < end;) {
    before = open.accepted
    await readAll()
  }
}

/** The milliseconds in which a connection without a request may still send one. */
const LAST_CALL_MS = 200

/**
 * Waits for three turns of the event loop: one ends, one accepts connections, one reads from all
 * connections.
 */
async function readAll(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate)
}

/** Returns the timeouts for receiving a request. Sending a response has no timeout. */
function timeoutsOf({ receiveHeadersMs, receiveRequestMs }: HttpLimits) {
  // 0 means no limit in node:http.
  const [headersTimeout, requestTimeout] = [receiveHeadersMs, receiveRequestMs].map((limit) =>
    limit === Infinity ? 0 : limit,
  ) as [number, number]
  return {
    headersTimeout:
      requestTimeout === 0 ? headersTimeout : Math.min(headersTimeout, requestTimeout),
    requestTimeout,
    // A client that stands still for some seconds finds its connections open.
    keepAliveTimeout: 60_000,
    connectionsCheckingInterval: Math.min(5_000, receiveHeadersMs, receiveRequestMs),
  }
}

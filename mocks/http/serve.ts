// Between sockets and handlers: what a handler answers is put on the wire, and what HTTP cannot
// express to it (a method node does not know, a header too long) still gets the interface's answer.

import { createServer } from 'node:http'
import { Server, type Socket } from 'node:net'
import { emitWarning } from 'node:process'
import type { Duplex } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { realClock } from '../clock.js'
import { defaultSafety, type Safety } from '../safety.js'
import { Budget } from './budget.js'
import { Connection } from './connection.js'
import type { Service } from './exchange.js'
import { listen } from './listen.js'
import { type ParseError, refusalOf, unknownExpectation, unknownMethod } from './malformed.js'
import type { Handler, Request } from './message.js'
import { received } from './receive.js'

export interface ServeOptions {
  /** The address to listen on; 127.0.0.1 without it. */
  readonly host?: string | undefined
  /** The port to listen on; without it, or 0, a free one. */
  readonly port?: number | undefined
  /** Bounds on what one client may send and leave unread; the defaults without it. */
  readonly safety?: Safety | undefined
  /** Told of every rejection of the handler, which the client only sees as a 500. */
  readonly onBug?: ((bug: unknown, request: Request) => void) | undefined
}

export interface Served {
  /** For example `http://127.0.0.1:41873`, without a slash at the end. */
  readonly url: string
  readonly port: number
  /**
   * Frees the port and ends every connection: at once, or, with `grace`, when its requests are
   * answered, those on their way with them, and after so many milliseconds at the latest.
   */
  readonly close: (grace?: number) => Promise<void>
}

/**
 * Listens, and answers every request with `handler`. Rejects when the address cannot be had.
 *
 * @example
 * const { url, close } = await serve(kvHandler(kv))
 */
export async function serve(handler: Handler, options: ServeOptions = {}): Promise<Served> {
  const { host = '127.0.0.1', port = 0, safety = defaultSafety } = options
  const { onBug = (bug) => emitWarning(bug instanceof Error ? bug : String(bug)) } = options
  // 0 would be the default of node:http, and Infinity is refused.
  const maxHeaderBytes = Math.min(safety.headerBytes, Number.MAX_SAFE_INTEGER)
  const service: Service = {
    ...{ handler, safety, onBug },
    room: { bytes: safety.allBodiesBytes },
    unread: new Budget({ each: Infinity, all: safety.allResponsesBytes }),
    waitingRoom: safety.waitingRequests,
    isClosing: false,
  }

  const server = createServer({
    maxHeaderSize: maxHeaderBytes,
    requireHostHeader: false,
    ...timeoutsOf(safety),
  })
  // All headers: those beyond a limit of node:http would be lost without a word.
  server.maxHeadersCount = 0
  server.maxConnections = safety.connections

  const connections = new Map<Duplex, Connection>()
  let emptied = (): void => {}
  let accepted = 0
  server.on('connection', (socket: Socket) => {
    accepted++
    connections.set(socket, new Connection(socket, service))
    socket.on('close', () => {
      connections.delete(socket)
      if (connections.size === 0) emptied()
    })
  })

  server.on('request', (message, outgoing) => {
    connections.get(message.socket)?.take(message, outgoing)
  })

  // All that can be expected is 100-continue, which node:http sees to.
  server.on('checkExpectation', (message, outgoing) => {
    const refusal = unknownExpectation(message.headers.expect!)
    connections.get(message.socket)?.take(message, outgoing, refusal)
  })

  // node:http hands CONNECT over as a bare socket; to a handler it is one more method.
  server.on('connect', (message, socket) => {
    // Nobody else hears of its errors, and what nobody hears of ends the process.
    socket.on('error', () => socket.destroy()).resume()
    connections.get(socket)?.takeLast(received(message))
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
  // Of a connection that could not be accepted nobody else hears either.
  server.on('error', emitWarning)

  /** Answers what clients with a connection are about to send, before they can know of the end. */
  const lastCall = async (milliseconds: number) => {
    if (connections.size === 0) return
    const clock = realClock()
    const alarm = clock.alarm(() => emptied())
    const over = new Promise<void>((resolve) => (emptied = resolve))
    alarm.set(clock.after(milliseconds))
    await over
    alarm.set(Infinity)
    await readAll()
  }

  /** Accepts the connections that wait: one in each turn, which may be long while commands run. */
  const acceptAll = async (milliseconds: number) => {
    const end = performance.now() + milliseconds
    for (let before = -1; before < accepted && performance.now() < end; ) {
      before = accepted
      await readAll()
    }
  }

  return {
    url: `http://${listening.host}:${listening.port}`,
    port: listening.port,
    close: async (grace = 0) => {
      const cut = () => connections.forEach((_, socket) => socket.destroy())
      const clock = realClock()
      const alarm = clock.alarm(cut)
      const end = clock.after(grace)
      if (grace > 0) await acceptAll(grace / 2)
      // The method of node:http would break off connections that may have one more request.
      const closed = new Promise((closed) => Server.prototype.close.call(server, closed))
      // Only now: a client that is sent away connects again, and its connection must be refused.
      service.isClosing = true
      if (grace > 0) await lastCall(Math.min(LAST_CALL_MS, grace / 2))
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

/** How long a connection without a request may still send one when the server closes. */
const LAST_CALL_MS = 200

/** Three turns of the event loop: one ends, one takes waiting connections, one reads from all. */
async function readAll(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await setImmediate()
}

/** The time for what a client sends. How long it may wait for an answer has no limit. */
function timeoutsOf({ receiveHeadersMs, receiveRequestMs }: Safety) {
  // To node:http 0 is no limit.
  const [headersTimeout, requestTimeout] = [receiveHeadersMs, receiveRequestMs].map((limit) =>
    limit === Infinity ? 0 : limit,
  ) as [number, number]
  return {
    headersTimeout:
      requestTimeout === 0 ? headersTimeout : Math.min(headersTimeout, requestTimeout),
    requestTimeout,
    connectionsCheckingInterval: Math.min(5_000, receiveHeadersMs, receiveRequestMs),
  }
}

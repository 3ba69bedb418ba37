// Between sockets and handlers: what a handler answers is put on the wire, and what HTTP cannot
// express to it (a method node does not know, a header too long) still gets the interface's answer.

import { createServer, type ServerResponse } from 'node:http'
import { emitWarning } from 'node:process'
import type { Duplex } from 'node:stream'
import { defaultSafety, type Safety } from '../safety.js'
import { rescued, type Soon, whenThere } from '../soon.js'
import { afterCompleteRequests, isHalfAnswered, lastAnswerOn } from './last-answer.js'
import { listen } from './listen.js'
import {
  isToGoOn,
  malformed,
  type ParseError,
  refusalOf,
  tooLarge,
  unknownExpectation,
  unknownMethod,
} from './malformed.js'
import { type Handler, json, type Request } from './message.js'
import { receive, received } from './receive.js'
import { send } from './send.js'

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
  /** Ends every connection, idle, busy or streaming, and frees the port. */
  readonly close: () => Promise<void>
}

/**
 * Listens, and answers every request with `handler`. Rejects when the address cannot be had.
 *
 * @example
 * const { url, close } = await serve(kvHandler(kv))
 */
export async function serve(handler: Handler, options: ServeOptions = {}): Promise<Served> {
  const { host = '127.0.0.1', port = 0 } = options
  const { bodyBytes: maxBodyBytes, headerBytes: maxHeaderBytes } = options.safety ?? defaultSafety
  const { onBug = (bug) => emitWarning(bug instanceof Error ? bug : String(bug)) } = options

  const server = createServer({ maxHeaderSize: maxHeaderBytes, requireHostHeader: false })
  /** Connections that end with the next answer. */
  const leaving = new Set<Duplex>()
  const leave = (socket: Duplex) => {
    leaving.add(socket)
    socket.on('close', () => leaving.delete(socket))
  }

  server.on('request', (message, outgoing) => {
    if (message.headers.host === undefined && message.httpVersion === '1.1') {
      return void send(outgoing, malformed('the Host header is missing'))
    }
    receive(message, maxBodyBytes, (body) => {
      void (body === undefined
        ? send(outgoing, tooLarge(maxBodyBytes))
        : answer(received(message, body), outgoing))
    })
  })

  // All that can be expected is 100-continue, which node:http sees to.
  server.on('checkExpectation', (message, outgoing) => {
    message.resume()
    void send(outgoing, unknownExpectation(message.headers.expect!), message.method === 'HEAD')
  })

  // node:http hands CONNECT over as a bare socket; to a handler it is one more method.
  server.on('connect', (message, socket) => {
    leave(socket)
    void answer(received(message), lastAnswerOn(socket))
  })

  server.on('clientError', (error: ParseError, socket) => {
    if (leaving.has(socket) || isToGoOn(error, socket, maxHeaderBytes)) return
    if (!socket.writable || isHalfAnswered(socket)) return void socket.destroy()
    leave(socket)
    afterCompleteRequests(socket, () => {
      const request = unknownMethod(socket)
      if (request) void answer(request, lastAnswerOn(socket))
      else void send(lastAnswerOn(socket), refusalOf(error, maxHeaderBytes))
    })
  })

  function answer(request: Request, outgoing: ServerResponse): Soon<void> {
    const isHead = request.method === 'HEAD'
    const attempt = () =>
      whenThere(handler(request), (response) => send(outgoing, response, isHead))
    return rescued(attempt, (bug) => {
      onBug(bug, request)
      // Once the head is out the status cannot be taken back: only a broken connection tells.
      if (outgoing.headersSent) return void outgoing.destroy()
      return send(outgoing, json(500, { error: 'ERR internal error of the mock' }))
    })
  }

  const listening = await listen(server, host, port)
  return {
    url: `http://${listening.host}:${listening.port}`,
    port: listening.port,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
        for (const socket of leaving) socket.destroy()
      }),
  }
}

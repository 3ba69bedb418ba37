// One connection. Requests receive responses in order. Bytes that are not a request are refused
// after the last request.

import { setImmediate } from 'node:timers'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { nextTick } from 'node:process'
import { Incoming } from './deliveries.js'
import { answerLast, Exchange, type Service } from './exchange.js'
import type { Request, Response } from './message.js'
import { asksToUpgrade } from './receive.js'
import { sendLast } from './send.js'

/** The number of bytes that a client may send before a response. Then the connection is paused. */
const MOST_AHEAD = 64 * 1024

export class HttpConnection {
  readonly #socket: Socket
  readonly #service: Service
  readonly #incoming: Incoming
  /** The current request. Without a current request, the last one. */
  #current: Exchange | undefined
  readonly #waiting: Exchange[] = []
  /** Sends the last response of the connection. */
  #last: (() => void) | undefined
  #bytesBeforeWaiting = 0
  #isPausing = false
  /** True if a call of `#next` is scheduled. */
  #isCalled = false

  constructor(socket: Socket, service: Service) {
    this.#socket = socket
    this.#service = service
    this.#incoming = new Incoming(socket)
    socket.on('close', () => {
      this.#incoming.isDelivery()
      service.waitingRoom += this.#waiting.length
      this.#waiting.length = 0
    })
  }

  /** True if every request has received its response. */
  get isIdle(): boolean {
    return this.#isFree() && this.#last === undefined
  }

  /** Responds to a request when its turn comes. With `refusal` the handler is not called. */
  take(message: IncomingMessage, outgoing: ServerResponse, refusal?: Response): void {
    if (this.#last) return
    const isDelivery = this.#incoming.isDelivery()
    const exchange = new Exchange(this.#service, message, outgoing, isDelivery, refusal)
    if (asksToUpgrade(message)) {
      outgoing.shouldKeepAlive = false
      this.#last = () => {}
    }
    // A client that does not wait for the response before must not wait for the end of the turn.
    this.#current?.send()
    if (this.#isFree()) this.#begin(exchange)
    else this.#wait(exchange)
  }

  /** Responds to a request without a `ServerResponse` and ends the connection. */
  takeLast(request: Request): void {
    const isDelivery = this.#incoming.isDelivery()
    this.#end(() => answerLast(this.#service, { ...request, isDelivery }, this.#socket))
  }

  /** Refuses bytes that are not a request, or the rest of the newest request. */
  refuse(refusal: Response): void {
    const newest = this.#waiting.at(-1) ?? this.#current
    if (newest === undefined || newest.isReceived) {
      return this.#end(() => sendLast(this.#socket, refusal))
    }
    if (newest !== this.#current) {
      this.#waiting.pop()
      this.#service.waitingRoom++
      return this.#end(() => newest.refuse(refusal))
    }
    this.#last = () => {}
    newest.refuse(refusal)
  }

  /**
   * Returns true if the connection accepts no more requests. Then an open stream is closed, because
   * it may never end and would block the last response.
   */
  isOver(): boolean {
    if (this.#last && this.#current?.isStreaming) this.#socket.destroy()
    return this.#last !== undefined
  }

  #isFree(): boolean {
    const { outgoing } = this.#current ?? {}
    return !this.#isCalled && (outgoing === undefined || outgoing.writableFinished)
  }

  #begin(exchange: Exchange): void {
    this.#current = exchange
    exchange.begin()
  }

  #wait(exchange: Exchange): void {
    if (this.#service.waitingRoom <= 0) return void this.#socket.destroy()
    this.#service.waitingRoom--
    if (this.#waiting.length === 0) this.#bytesBeforeWaiting = this.#socket.bytesRead
    this.#callNext()
    this.#waiting.push(exchange)
    if (this.#socket.bytesRead - this.#bytesBeforeWaiting > MOST_AHEAD) this.#pause()
  }

  /** Pauses the socket later, because node:http resumes a socket after each request it has read. */
  #pause(): void {
    if (this.#isPausing) return
    this.#isPausing = true
    nextTick(() => {
      this.#isPausing = false
      if (this.#waiting.length === 0) return
      // Closes the connection: an event stream may never end, and a paused socket does not
      // report a client that disconnects.
      if (this.#current?.isStreaming) this.#socket.destroy()
      else this.#socket.pause()
    })
  }

  #end(last: () => void): void {
    if (this.#last) return
    this.#current?.send()
    const isFree = this.#isFree()
    if (!isFree) this.#callNext()
    this.#last = last
    if (isFree) last()
    else this.isOver()
  }

  /**
   * Continues after the current response. The call is delayed, so that other connections run
   * between two requests of one packet.
   */
  #callNext(): void {
    if (this.#isCalled) return
    this.#isCalled = true
    this.#current!.outgoing.once('finish', () => setImmediate(() => this.#next()))
  }

  #next(): void {
    this.#isCalled = false
    if (this.#socket.destroyed) return
    const next = this.#waiting.shift()
    if (next === undefined) return this.#last?.()
    this.#service.waitingRoom++
    const isMore = this.#waiting.length > 0 || this.#last !== undefined
    this.#begin(next)
    if (isMore) this.#callNext()
    else this.#socket.resume()
  }
}

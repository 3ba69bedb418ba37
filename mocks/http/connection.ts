// One connection. Its requests are answered in order, and bytes that are no request are refused
// after them.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { nextTick } from 'node:process'
import { answerLast, Exchange, type Service } from './exchange.js'
import type { Request, Response } from './message.js'
import { asksToUpgrade } from './receive.js'
import { sendLast } from './send.js'

/** Bytes that a client may send ahead of a response before its connection is paused. */
const MOST_AHEAD = 64 * 1024

export class Connection {
  readonly #socket: Socket
  readonly #service: Service
  /** The current request, or the last one. */
  #current: Exchange | undefined
  readonly #waiting: Exchange[] = []
  /** Sends the last response of the connection. */
  #last: (() => void) | undefined
  #bytesBeforeWaiting = 0
  #isPausing = false
  /** True if `#next` will be called. */
  #isCalled = false

  constructor(socket: Socket, service: Service) {
    this.#socket = socket
    this.#service = service
    socket.on('close', () => {
      service.waitingRoom += this.#waiting.length
      this.#waiting.length = 0
    })
  }

  /** True if every request was answered. */
  get isIdle(): boolean {
    return this.#isFree() && this.#last === undefined
  }

  /** Answers a request in turn; with `refusal`, without calling the handler. */
  take(message: IncomingMessage, outgoing: ServerResponse, refusal?: Response): void {
    if (this.#last) return
    const exchange = new Exchange(this.#service, message, outgoing, refusal)
    if (asksToUpgrade(message)) {
      outgoing.shouldKeepAlive = false
      this.#last = () => {}
    }
    if (this.#isFree()) this.#begin(exchange)
    else this.#wait(exchange)
  }

  /** Answers a request without a `ServerResponse`, as the last one. */
  takeLast(request: Request): void {
    this.#end(() => answerLast(this.#service, request, this.#socket))
  }

  /** Refuses bytes that are no request, or the rest of the newest request. */
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
   * True if no more requests are accepted. A stream before the last response is broken off, because
   * it may never end.
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

  /** Delayed, because node:http resumes a socket after each request that it has read. */
  #pause(): void {
    if (this.#isPausing) return
    this.#isPausing = true
    nextTick(() => {
      this.#isPausing = false
      if (this.#waiting.length === 0) return
      // A stream may never end, and a paused socket does not report that its client has left.
      if (this.#current?.isStreaming) this.#socket.destroy()
      else this.#socket.pause()
    })
  }

  #end(last: () => void): void {
    if (this.#last) return
    const isFree = this.#isFree()
    if (!isFree) this.#callNext()
    this.#last = last
    if (isFree) last()
    else this.isOver()
  }

  /**
   * Continues when the current response was sent. Delayed, so that other connections run between
   * two requests of one packet.
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

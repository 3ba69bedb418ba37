// One connection: its requests are answered one after the other, in the order they came. What cannot be
// read as a request is answered after them, and nothing after that.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { nextTick } from 'node:process'
import { answerLast, Exchange, type Service } from './exchange.js'
import type { Request, Response } from './message.js'
import { asksToUpgrade } from './receive.js'
import { sendLast } from './send.js'

/** Bytes that a client may send ahead of an answer before its connection is read no further. */
const MOST_AHEAD = 64 * 1024

export class Connection {
  readonly #socket: Socket
  readonly #service: Service
  /** The request that is being answered, or was answered last. */
  #current: Exchange | undefined
  /** The requests behind it. */
  readonly #waiting: Exchange[] = []
  /** Sends the last answer of the connection. */
  #last: (() => void) | undefined
  #bytesBeforeWaiting = 0
  #isPausing = false
  /** Whether `#next` is to be called. */
  #isCalled = false

  constructor(socket: Socket, service: Service) {
    this.#socket = socket
    this.#service = service
    socket.on('close', () => {
      service.waitingRoom += this.#waiting.length
      this.#waiting.length = 0
    })
  }

  /** Whether every request that has come was answered. */
  get isIdle(): boolean {
    return this.#isFree() && this.#last === undefined
  }

  /** Answers a request when it is its turn; with `refusal` without asking the handler. */
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

  /** Answers a request that node:http prepares no answer for, as the last one. */
  takeLast(request: Request): void {
    this.#end(() => answerLast(this.#service, request, this.#socket))
  }

  /** Refuses what cannot be read: bytes that are no request, or the rest of the newest request. */
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
   * Whether nothing more is taken. Where that waits for a stream to end, the connection is broken
   * off instead: the stream may never end.
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

  /** Not at once: node:http resumes a socket whenever it has read a whole request from it. */
  #pause(): void {
    if (this.#isPausing) return
    this.#isPausing = true
    nextTick(() => {
      this.#isPausing = false
      if (this.#waiting.length === 0) return
      // A stream may never end, and that its client has left is not seen on a paused socket.
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
   * Goes on when the answer under way has been handed over to the system. Not at once: however much is
   * asked for in one packet, other connections have their turn between any two requests.
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

// One request and its response.

// Not the global function, which the test of a user may replace.
import { setImmediate } from 'node:timers'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { nextTick } from 'node:process'
import { rescued, type Soon, whenThere } from '../soon.js'
import type { Budget } from './budget.js'
import type { HttpLimits } from './limits.js'
import { malformed, tooLarge, tooManyHeaders } from './malformed.js'
import { json, type Handler, type Request, type Response } from './message.js'
import { ReceivedBody, hasBody, received, type Received, type BodyRoom } from './receive.js'
import { isStream, leave, send, sendLast } from './send.js'

export interface Service {
  readonly handler: Handler
  readonly limits: HttpLimits
  /** The bytes left for the bodies of all current requests. */
  readonly room: BodyRoom
  /** The large responses that clients have not read yet. */
  readonly unread: Budget
  /** The number of requests that may still wait behind other requests, on all connections. */
  waitingRoom: number
  readonly onBug: (bug: unknown, request: Request) => void
  /** The requests whose response is sent at the end of this turn of the event loop. */
  readonly unsent: Exchange[]
  /** True if connections end with their next response. */
  isClosing: boolean
}

/** The size in characters or bytes up to which a body may wait for the end of the turn. */
const SMALL = 16 * 1024

export class Exchange {
  readonly outgoing: ServerResponse
  readonly #message: IncomingMessage
  readonly #service: Service
  readonly #isDelivery: boolean
  /** The response that is sent instead of calling the handler. */
  readonly #refusal: Response | undefined
  #request: Received | undefined
  /** The response that waits for the end of the turn. */
  #unsent: Response | undefined
  #body: ReceivedBody | undefined
  #arrival: Promise<void> | undefined
  #isAnswered = false
  #isRefused = false
  #streams = false

  constructor(
    service: Service,
    message: IncomingMessage,
    outgoing: ServerResponse,
    isDelivery: boolean,
    refusal?: Response,
  ) {
    this.#service = service
    this.#message = message
    this.outgoing = outgoing
    this.#isDelivery = isDelivery
    this.#refusal = refusal
  }

  /** True if the whole request has been read. */
  get isReceived(): boolean {
    return this.#message.complete
  }

  /** True while the response is a stream that may never end. No later response can be sent meanwhile. */
  get isStreaming(): boolean {
    return this.isReceived && this.#streams && !this.outgoing.writableEnded
  }

  /** Responds to the request. Called when all earlier responses have been sent. */
  begin(): void {
    const message = this.#message
    const receive = hasBody(message) ? () => (this.#arrival ??= this.#receive(request)) : undefined
    const request = received(message, this.#isDelivery, receive)
    this.#request = request
    const refusal = this.#refusal ?? this.#refusalOfHead()
    if (refusal) return void this.#answer(refusal)
    const { handler } = this.#service
    this.#rescued(() => whenThere(handler(request), (response) => this.#answer(response)))
  }

  /**
   * Refuses a request whose rest cannot be read, and ends the connection. Called when all earlier
   * responses have been sent.
   */
  refuse(refusal: Response): void {
    const { socket } = this.#message
    this.send()
    this.#isRefused = true
    this.#body?.release()
    const act = () => (this.#isAnswered ? leave(socket) : sendLast(socket, refusal))
    // Without a socket, the response or the 100 Continue still waits for an earlier response.
    if (this.outgoing.socket) act()
    else this.outgoing.once('socket', () => nextTick(act))
  }

  #refusalOfHead(): Response | undefined {
    const { headers, httpVersion, rawHeaders } = this.#message
    const isHostMissing = headers.host === undefined && httpVersion === '1.1'
    if (isHostMissing) return malformed('the Host header is missing')
    return refusalOf(rawHeaders, this.#service)
  }

  /**
   * Receives the body. The promise stays pending after a refusal of the body, and if the client
   * disconnects: then nobody needs a response.
   */
  #receive(request: Received): Promise<void> {
    const message = this.#message
    const { room, limits } = this.#service
    const announced = Number(message.headers['content-length'])
    return new Promise((resolve) => {
      if (announced > limits.bodyBytes) return void this.#answer(tooLarge(limits.bodyBytes))
      const body = new ReceivedBody(limits.bodyBytes, room)
      this.#body = body
      message
        .on('data', (chunk: Buffer) => {
          if (this.#isAnswered) return
          // The listener is left out for a body of one chunk, because no client can disconnect within
          // it. Most bodies have one chunk.
          if (body.isEmpty && chunk.length !== announced) message.on('close', () => this.#abandon())
          const refusal = body.add(chunk)
          if (refusal) void this.#answer(refusal)
        })
        .on('end', () => {
          if (this.#isAnswered) return
          request.body = body.bytes
          resolve()
        })
    })
  }

  /** Releases the body when the client disconnects. */
  #abandon(): void {
    if (!this.isReceived) this.#body?.release()
  }

  #answer(response: Response): Soon<void> {
    if (this.#isAnswered || this.#isRefused) return
    this.#isAnswered = true
    this.#streams = isStream(response.body) && response.ends !== true
    this.#body?.release()
    if (!isSmall(response)) return this.#send(response)
    const { unsent } = this.#service
    // Writes that follow each other wake a client once, and it then reads all of them.
    if (unsent.length === 0) setImmediate(sendAll, unsent)
    unsent.push(this)
    this.#unsent = response
  }

  /** Sends the response that waits for the end of the turn, if there is one. */
  send(): void {
    const response = this.#unsent
    this.#unsent = undefined
    if (response) this.#rescued(() => this.#send(response))
  }

  #send(response: Response): Soon<void> {
    if (this.#service.isClosing) this.outgoing.setHeader('connection', 'close')
    return send(this.outgoing, response, {
      head: this.#message.method === 'HEAD',
      endAfter: this.#isUnread() ? (end) => this.#drop(end) : undefined,
      unread: this.#service.unread,
    })
  }

  #isUnread(): boolean {
    return hasBody(this.#message) && !this.#message.readableEnded
  }

  /**
   * Reads and drops the rest of the request, because a client that still sends may not read the
   * response yet.
   */
  #drop(done: () => void): void {
    this.#message.on('end', done).resume()
  }

  #rescued(act: () => Soon<void>): void {
    void rescued(act, (bug) => {
      this.#service.onBug(bug, this.#request!)
      // After the head was sent, only closing the connection can report the error.
      if (this.outgoing.headersSent || this.#isRefused) return void this.outgoing.destroy()
      this.#isAnswered = false
      return this.#answer(internalError)
    })
  }
}

const isSmall = ({ body = '' }: Response): boolean => !isStream(body) && body.length <= SMALL

function sendAll(unsent: Exchange[]): void {
  for (const exchange of unsent.splice(0)) exchange.send()
}

/** Responds to a request without a `ServerResponse`, and ends the connection. */
export function answerLast(service: Service, request: Request, socket: Socket): void {
  const { handler, onBug } = service
  const respond = () => refusalOf(request.rawHeaders, service) ?? handler(request)
  const send = (response: Response) => sendLast(socket, response)
  void rescued(
    () => whenThere(respond(), send),
    (bug) => {
      onBug(bug, request)
      send(internalError)
    },
  )
}

const internalError = json(500, { error: 'ERR internal error of the mock' })

function refusalOf(
  rawHeaders: readonly string[],
  { limits: { headerCount } }: Service,
): Response | undefined {
  const count = rawHeaders.length / 2
  if (count > headerCount) return tooManyHeaders(count, headerCount)
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (isHost(rawHeaders[at]!)) hosts++
  return hosts > 1 ? malformed('there are two Host headers') : undefined
}

const isHost = (name: string) => name.length === 4 && name.toLowerCase() === 'host'

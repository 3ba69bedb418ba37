// One request and its answer: the head is admitted, the body received, the answer sent, each once.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { nextTick } from 'node:process'
import type { Safety } from '../safety.js'
import { rescued, type Soon, whenThere } from '../soon.js'
import type { Budget } from './budget.js'
import { malformed, tooLarge, tooManyHeaders } from './malformed.js'
import { admitTo, json, type Answer, type Handler, type Request, type Response } from './message.js'
import { Body, hasBody, received, type Received, type Room } from './receive.js'
import { isStream, leave, send, sendLast } from './send.js'

/** What all exchanges of a server have in common. */
export interface Service {
  readonly handler: Handler
  readonly safety: Safety
  /** For the bodies of all requests under way. */
  readonly room: Room
  /** For large responses that clients have not read yet. */
  readonly unread: Budget
  /** How many requests may still wait for an answer before them, on all connections. */
  waitingRoom: number
  readonly onBug: (bug: unknown, request: Request) => void
  /** Whether connections end with their next response. */
  isClosing: boolean
}

export class Exchange {
  readonly outgoing: ServerResponse
  readonly #message: IncomingMessage
  readonly #service: Service
  /** The answer, where the handler is not to be asked. */
  readonly #refusal: Response | undefined
  #body: Body | undefined
  #isAnswered = false
  #isRefused = false
  #streams = false

  constructor(
    service: Service,
    message: IncomingMessage,
    outgoing: ServerResponse,
    refusal?: Response,
  ) {
    this.#service = service
    this.#message = message
    this.outgoing = outgoing
    this.#refusal = refusal
  }

  /** Whether the whole request has been read. */
  get isReceived(): boolean {
    return this.#message.complete
  }

  /** True while the response is a stream that may never end: no later response can be sent. */
  get isStreaming(): boolean {
    return this.isReceived && this.#streams && !this.outgoing.writableEnded
  }

  /** Answers the request. Every answer before has been sent. */
  begin(): void {
    const message = this.#message
    const refusal = this.#refusal ?? this.#refusalOfHead()
    if (refusal) return void this.#answer(refusal)
    const { handler } = this.#service
    const request = received(message)
    if (!hasBody(message)) return this.#answerWith(handler, request)
    this.#rescued(request, () =>
      whenThere(admitTo(handler, request), (admitted) =>
        typeof admitted === 'function' ? this.#receive(request, admitted) : this.#answer(admitted),
      ),
    )
  }

  /**
   * Answers a request of which the rest cannot be read, with the last bytes of its connection. Every
   * answer before has been sent.
   */
  refuse(refusal: Response): void {
    const { socket } = this.#message
    this.#isRefused = true
    this.#body?.release()
    const act = () => (this.#isAnswered ? leave(socket) : sendLast(socket, refusal))
    // Before it has the socket, its answer or a 100 Continue may wait for an answer before to leave.
    if (this.outgoing.socket) act()
    else this.outgoing.once('socket', () => nextTick(act))
  }

  #refusalOfHead(): Response | undefined {
    const { headers, httpVersion, rawHeaders } = this.#message
    const isHostMissing = headers.host === undefined && httpVersion === '1.1'
    if (isHostMissing) return malformed('the Host header is missing')
    return excessOf(rawHeaders, this.#service)
  }

  #receive(request: Received, answer: Answer): Soon<void> {
    const message = this.#message
    const { room, safety } = this.#service
    const announced = Number(message.headers['content-length'])
    if (announced > safety.bodyBytes) {
      return this.#answer(tooLarge(safety.bodyBytes))
    }
    const body = new Body(safety.bodyBytes, room)
    this.#body = body
    message
      .on('data', (chunk: Buffer) => {
        if (this.#isAnswered) return
        // Most bodies come in one chunk, and no client leaves in the middle of that.
        if (body.isEmpty && chunk.length !== announced) message.on('close', () => this.#abandon())
        const refusal = body.add(chunk)
        if (refusal) void this.#answer(refusal)
      })
      .on('end', () => {
        if (this.#isAnswered) return
        request.body = body.bytes
        this.#answerWith(answer, request)
      })
  }

  /** Drops what has come of a body when its client leaves. */
  #abandon(): void {
    if (!this.isReceived) this.#body?.release()
  }

  #answerWith(answer: Answer, request: Request): void {
    this.#rescued(request, () => whenThere(answer(request), (response) => this.#answer(response)))
  }

  #answer(response: Response): Soon<void> {
    if (this.#isAnswered || this.#isRefused) return
    this.#isAnswered = true
    this.#streams = isStream(response.body) && response.ends !== true
    this.#body?.release()
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

  /** Reads the rest of the request and drops it: a client that is still sending may not listen yet. */
  #drop(done: () => void): void {
    this.#message.on('end', done).resume()
  }

  #rescued(request: Request, act: () => Soon<void>): void {
    void rescued(act, (bug) => {
      this.#service.onBug(bug, request)
      // Once the head is out the status cannot be taken back: only a broken connection tells.
      if (this.outgoing.headersSent || this.#isRefused) return void this.outgoing.destroy()
      this.#isAnswered = false
      return this.#answer(internalError)
    })
  }
}

/** Answers a request for which node:http has prepared no answer, with the last bytes of its connection. */
export function answerLast(service: Service, request: Request, socket: Socket): void {
  const { handler, onBug } = service
  const respond = () => excessOf(request.rawHeaders, service) ?? handler(request)
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

function excessOf(
  rawHeaders: readonly string[],
  { safety: { headerCount } }: Service,
): Response | undefined {
  const count = rawHeaders.length / 2
  return count > headerCount ? tooManyHeaders(count, headerCount) : undefined
}

// Where the queue delivers to: an HTTP server that keeps what it receives, byte for byte, and
// answers as a scenario tells it.

import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { linesOf, type Message } from '../wire/exchange.js'
import { gathered } from '../wire/gathered.js'

/** One request that reached an inbox. Without one, `failure` says what was waited for. */
export interface Delivery extends Message {
  readonly method: string
  /** The request target as received, query string included. */
  readonly target: string
  /**
   * When its last byte arrived, in Unix milliseconds: by the target's clock where that can be
   * turned, by this machine's elsewhere.
   */
  readonly at: number
}

/** What an inbox answers: a response, nothing at all, a broken connection, or bytes that are no HTTP. */
export type Answer =
  | {
      readonly status: number
      /** A name with several values is several lines. */
      readonly headers?: Readonly<Record<string, string | readonly string[]>>
      readonly body?: string | Uint8Array
    }
  | 'hang'
  | 'reset'
  | 'garbage'

/** Says what an inbox answers to its delivery number `n`, from 1; later, where that is promised. */
export type Answering = (delivery: Delivery, n: number) => Answer | Promise<Answer>

/** One path of the sink: nobody else delivers there. */
export interface Inbox {
  /** The URL to publish to. */
  readonly url: string
  readonly deliveries: readonly Delivery[]
  /** The most deliveries that were there at once without an answer. */
  readonly mostAtOnce: number
  /** Resolves with the delivery number `n`, counted from 1, once it is there. */
  readonly delivery: (n: number) => Promise<Delivery>
}

export interface Sink {
  /** Opens a path of its own; every delivery to it gets what `answer` says, 200 unless told. */
  inbox(answer?: Answering): Inbox
  /** How many deliveries there are that get no answer. One whose answer is still to come may get it. */
  readonly hanging: number
  /** What every inbox's URL begins with. */
  readonly url: string
  /** How many deliveries have come to all inboxes together. */
  readonly arrived: number
  close(): Promise<void>
}

/** What others can make a sink keep. Sizes are bytes. */
const bounds = {
  /** One body; a longer one is answered 413. */
  body: 16 * 1024 * 1024,
  /** Bodies and headers of all deliveries, also those under way; one beyond is answered 503. */
  all: 256 * 1024 * 1024,
  /** The request line and the headers of one; longer ones are answered 431. */
  head: 64 * 1024,
  /** A delivery without a body. */
  delivery: 1024,
  /** Requests without an answer; behind them a connection is broken off. */
  open: 4_000,
  connections: 2_000,
}

export interface SinkOptions {
  /** Where to listen; a free loopback port unless told. */
  readonly host?: string
  readonly port?: number
  /** How the target reaches this machine, where that is not the address listened on. */
  readonly publicUrl?: string | undefined
  /** What the target's clock says, where that can be turned. */
  readonly now?: (() => Promise<number>) | undefined
  /** Other bounds than those that any run keeps within. */
  readonly bounds?: Partial<typeof bounds>
}

interface Box {
  readonly deliveries: Delivery[]
  readonly answer: Answering
  /** Says the number of each delivery as it arrives. */
  readonly arrivals: EventEmitter
  /** Deliveries that wait for their answer, and the most of them there ever were. */
  atOnce: number
  mostAtOnce: number
  /** What the scenario's own answer threw. */
  bug?: Error
}

/** What a scenario answers. One that throws is a bug of ours, which its next wait comes across. */
async function answerTo(box: Box, delivery: Delivery, n: number): Promise<Answer> {
  try {
    return await box.answer(delivery, n)
  } catch (error) {
    box.bug ??= new Error('the answer of an inbox failed', { cause: error })
    return { status: 500 }
  }
}

function send(answer: Answer, response: ServerResponse): void {
  if (answer === 'hang') return
  if (answer === 'reset') return void response.socket?.resetAndDestroy()
  if (answer === 'garbage') return void response.socket?.end('this is no HTTP\r\n\r\n')
  const { status, headers, body } = answer
  const payload = Buffer.from(body ?? '')
  for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, value)
  response.writeHead(status, { 'content-length': payload.length })
  // With bytes node:http would put the head before a 100 Continue that still waits in a pipeline.
  response.flushHeaders()
  response.end(payload)
}

/** Answers what is no delivery, and ends its connection where more of it would come. */
function refuse(response: ServerResponse, status: number): void {
  if (response.headersSent) return
  const isWhole = response.req.complete
  response
    .writeHead(status, { 'content-length': 0, ...(!isWhole && { connection: 'close' }) })
    .end()
}

/**
 * A server that reads bodies as far as its bounds allow, and hands over what is sent to a box of
 * `boxes`; the rest it refuses.
 */
function boundedServer(
  most: typeof bounds,
  boxes: ReadonlyMap<string, Box>,
  receive: (box: Box, request: IncomingMessage, body: Buffer, response: ServerResponse) => unknown,
): Server {
  let open = 0
  /** Bytes that are kept, of what `most.all` allows. */
  let kept = 0
  const sizeOf = (lines: readonly string[]) =>
    lines.reduce((sum, { length }) => sum + length, most.delivery)

  const server = createServer({ maxHeaderSize: most.head }, (request, response) => {
    if (open === most.open) return void request.socket.destroy()
    open++
    // Of the packet in which it comes node:http drops what is behind it.
    if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false
    const box = boxes.get(/\/inbox\/([\w-]+)/.exec(request.url ?? '')?.[1] ?? '')
    const body = gathered()
    let size = 0
    /** What this request has of `kept`, until it is a delivery or none. */
    let held = 0
    const hold = (bytes: number) => {
      const hasRoom = kept + bytes <= most.all
      if (hasRoom) [kept, held] = [kept + bytes, held + bytes]
      return hasRoom
    }
    let refusal = box === undefined ? 404 : hold(sizeOf(request.rawHeaders)) ? undefined : 503

    response.once('close', () => {
      open--
      kept -= held
    })
    request.on('error', () => response.destroy())
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      // A body that is refused is read to its end where that is near, and kept by nobody.
      if (size > most.body) refuse(response, (refusal ??= 413))
      else if (refusal === undefined && hold(chunk.length)) body.add(chunk)
      else refusal ??= 503
    })
    request.on('end', () => {
      if (box === undefined || refusal !== undefined) return refuse(response, refusal ?? 404)
      held = 0
      receive(box, request, Buffer.from(body.bytes), response)
    })
  })
  server.maxConnections = most.connections
  closeWaiting(server)
  return server
}

/**
 * Emits `close` on every response of a connection that has closed. Before Node 24 node:http does so only
 * for the response that is being sent, not for those that wait behind it.
 */
function closeWaiting(server: Server): void {
  const openOn = new WeakMap<Socket, Set<ServerResponse>>()
  server.on('connection', (socket: Socket) => {
    const open = new Set<ServerResponse>()
    openOn.set(socket, open)
    // Not at once: node:http listens to this event too, and closes the one that is being sent.
    socket.once('close', () => setImmediate(() => open.forEach((each) => each.emit('close'))))
  })
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const open = openOn.get(socket)
    open?.add(response)
    response.once('close', () => open?.delete(response))
  })
}

/** Starts a sink. Rejects when the address cannot be listened on. */
export async function startSink(options: SinkOptions = {}): Promise<Sink> {
  const { now = async () => Date.now() } = options
  const boxes = new Map<string, Box>()
  const hanging = new Set<ServerResponse>()
  let arrived = 0
  async function receive(
    box: Box,
    { method = '', url = '/', rawHeaders }: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
  ): Promise<void> {
    arrived++
    box.mostAtOnce = Math.max(box.mostAtOnce, ++box.atOnce)
    let isClosed = false
    response.once('close', () => {
      isClosed = true
      box.atOnce--
      hanging.delete(response)
    })
    const at = await now().catch(() => Date.now())
    const delivery: Delivery = { method, target: url, headers: linesOf(rawHeaders), body, at }
    const n = box.deliveries.push(delivery)
    const answer = answerTo(box, delivery, n)
    box.arrivals.emit(String(n), delivery)
    const given = await answer
    // One that was closed meanwhile says so no more.
    if (given === 'hang' && !isClosed) hanging.add(response)
    send(given, response)
  }

  const server = boundedServer({ ...bounds, ...options.bounds }, boxes, receive)
  await new Promise<void>((resolve, reject) => {
    // Later ones are of connections that could not be taken: the others go on.
    server.on('error', reject)
    server.listen(options.port ?? 0, options.host ?? '127.0.0.1', resolve)
  })
  const { address, family, port } = server.address() as AddressInfo
  const host = family === 'IPv6' ? `[${address}]` : address
  const base = (options.publicUrl ?? `http://${host}:${port}`).replace(/\/$/, '')

  return {
    get hanging() {
      return hanging.size
    },
    get arrived() {
      return arrived
    },
    url: base,

    inbox(answer = () => ({ status: 200 })) {
      // Of this run alone: what an earlier one published may still be under way to this address.
      const path = randomUUID()
      const box: Box = {
        deliveries: [],
        answer,
        arrivals: new EventEmitter(),
        atOnce: 0,
        mostAtOnce: 0,
      }
      boxes.set(path, box)
      return {
        url: `${base}/inbox/${path}`,
        deliveries: box.deliveries,
        get mostAtOnce() {
          return box.mostAtOnce
        },
        async delivery(n) {
          if (box.deliveries.length < n) await once(box.arrivals, String(n))
          if (box.bug !== undefined) throw box.bug
          return box.deliveries[n - 1]!
        },
      }
    },
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        server.closeAllConnections()
      }),
  }
}

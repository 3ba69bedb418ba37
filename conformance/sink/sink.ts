// An HTTP server that records deliveries byte for byte. Scenarios choose its responses.

import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { linesOf, type HttpMessage } from '../wire/exchange.js'
import { gathered } from '../wire/gathered.js'

/** One request to an inbox. `failure` is set if the request did not arrive. */
export interface Delivery extends HttpMessage {
  readonly method: string
  /** The request target as received, including the query. */
  readonly target: string
  /**
   * The time of the last byte in Unix milliseconds. If the target's clock is virtual, the time of
   * that clock.
   */
  readonly at: number
}

/**
 * The answer of an inbox to a request: a response, no response, a broken connection or invalid
 * HTTP.
 */
export type InboxAnswer =
  | InboxResponse
  | 'hang'
  | 'reset'
  | 'garbage'
  /** No response until the promise resolves to one. */
  | { readonly held: Promise<InboxResponse> }

/** A response of an inbox. */
export interface InboxResponse {
  readonly status: number
  /** The headers of the response. An array of values becomes several header lines. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: string | Uint8Array
}

/** Returns the answer to delivery number `n`, counted from 1. */
export type Answering = (delivery: Delivery, n: number) => InboxAnswer | Promise<InboxAnswer>

export type Sink = Awaited<ReturnType<typeof startSink>>

/** A unique URL of the sink. */
export type Inbox = ReturnType<Sink['inbox']>

/** Limits on what clients can make a sink store. Sizes are in bytes. */
const bounds = {
  /** The largest body. A larger body receives 413. */
  body: 16 * 1024 * 1024,
  /**
   * The bodies and headers of all deliveries together. A delivery beyond this limit receives 503.
   */
  all: 256 * 1024 * 1024,
  /** The request line and the headers. Longer ones receive 431. */
  head: 64 * 1024,
  /** The memory of a delivery without its body. */
  delivery: 1024,
  /** The most requests without a response. The connection of a further request is closed. */
  open: 4_000,
  connections: 2_000,
}

export interface SinkOptions {
  /** The address to listen on, by default a free port of 127.0.0.1. */
  readonly host?: string
  readonly port?: number
  /**
   * The URL at which the target reaches this sink, if the URL differs from the listening address.
   */
  readonly publicUrl?: string | undefined
  /** Returns the time of the target's virtual clock. */
  readonly now?: (() => Promise<number>) | undefined
  /** Replaces default limits. */
  readonly bounds?: Partial<typeof bounds>
}

interface Box {
  readonly deliveries: Delivery[]
  readonly answer: Answering
  /** Emits the number of each delivery when it arrives, and `refused` for one beyond the limits. */
  readonly arrivals: EventEmitter
  /** The number of deliveries without a response now, and the highest number so far. */
  atOnce: number
  mostAtOnce: number
  /** The first error of `answer` or of the clock. */
  error?: Error
  /** The limit beyond which a delivery was refused. */
  refusal?: string
}

/** The number of stored bytes. The limit is `bounds.all`. */
interface Stored {
  bytes: number
}

/** Calls `answer`. An error is a bug of the scenario. */
async function answerTo(box: Box, delivery: Delivery, n: number): Promise<InboxAnswer> {
  try {
    return await box.answer(delivery, n)
  } catch (error) {
    box.error ??= new Error(
      'a scenario has a bug: the function that chooses the response to a delivery failed',
      { cause: error },
    )
    return { status: 500 }
  }
}

function send(answer: Exclude<InboxAnswer, { held: unknown }>, response: ServerResponse): void {
  if (answer === 'hang') return
  if (answer === 'reset') return void response.socket?.resetAndDestroy()
  if (answer === 'garbage') return void response.socket?.end('this is no HTTP\r\n\r\n')
  const { status, headers, body } = answer
  const payload = Buffer.from(body ?? '')
  for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, value)
  const { socket } = response
  // One write to the socket, which is half of the work for both sides.
  socket?.cork()
  response.writeHead(status, { 'content-length': payload.length })
  // With `response.write`, node:http would send the head before a pipelined 100 Continue.
  response.flushHeaders()
  response.end(payload)
  socket?.uncork()
}

/** Responds to a rejected request. Closes the connection if the body is incomplete. */
function refuse(response: ServerResponse, status: number): void {
  if (response.headersSent) return
  const isWhole = response.req.complete
  response
    .writeHead(status, { 'content-length': 0, ...(!isWhole && { connection: 'close' }) })
    .end()
}

/** Ends the waits for deliveries to an inbox, because one was refused. */
function closeBox(box: Box, limit: string): void {
  box.refusal ??= limit
  box.arrivals.emit('refused')
}

/** Creates a server that reads bodies within the limits and passes deliveries to the inboxes. */
function boundedServer(
  most: typeof bounds,
  boxes: ReadonlyMap<string, Box>,
  receive: (box: Box, request: IncomingMessage, body: Buffer, response: ServerResponse) => unknown,
  overflow: (limit: string) => void,
  stored: Stored,
): Server {
  let open = 0
  const sizeOf = (lines: readonly string[]) =>
    lines.reduce((sum, { length }) => sum + length, most.delivery)

  const server = createServer({ maxHeaderSize: most.head }, (request, response) => {
    if (open === most.open) return void request.socket.destroy()
    open++
    // node:http drops the bytes after an upgrade request, so the connection is not reused.
    if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false
    const box = boxes.get(/\/inbox\/([\w-]+)/.exec(request.url ?? '')?.[1] ?? '')
    const body = gathered()
    let size = 0
    /**
     * The bytes of this request that `stored` includes, until the request becomes a delivery or ends.
     */
    let held = 0
    const hold = (bytes: number) => {
      const hasRoom = stored.bytes + bytes <= most.all
      if (!hasRoom) return false
      stored.bytes += bytes
      held += bytes
      return true
    }
    let refusal = box === undefined ? 404 : hold(sizeOf(request.rawHeaders)) ? undefined : 503

    response.once('close', () => {
      open--
      stored.bytes -= held
    })
    request.on('error', () => response.destroy())
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      // A rejected body is read to its end, within the limit, but not stored.
      if (size > most.body) refuse(response, (refusal ??= 413))
      else if (refusal === undefined && hold(chunk.length)) body.add(chunk)
      else refusal ??= 503
    })
    response.once('finish', () => {
      if (box === undefined || refusal === undefined) return
      if (refusal === 413) return closeBox(box, `${most.body} bytes in one`)
      overflow(`${most.all} bytes in all`)
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
 * Emits `close` on all responses of a connection. Before Node 24, node:http emits it only on the
 * current response.
 */
function closeWaiting(server: Server): void {
  const openOn = new WeakMap<Socket, Set<ServerResponse>>()
  server.on('connection', (socket: Socket) => {
    const open = new Set<ServerResponse>()
    openOn.set(socket, open)
    // `setImmediate` is needed because node:http has a listener too, for the response being sent.
    socket.once('close', () => setImmediate(() => open.forEach((each) => each.emit('close'))))
  })
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const open = openOn.get(socket)
    open?.add(response)
    response.once('close', () => open?.delete(response))
  })
}

/** Starts a sink. Rejects if the sink cannot listen on the address. */
export async function startSink(options: SinkOptions = {}) {
  const { now = async () => Date.now() } = options
  const boxes = new Map<string, Box>()
  const hanging = new Set<ServerResponse>()
  let deliveryCount = 0
  /** The limit of all inboxes beyond which a delivery was refused. */
  let exceeded: string | undefined
  async function receive(
    box: Box,
    { method = '', url = '/', rawHeaders }: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
  ): Promise<void> {
    deliveryCount++
    box.mostAtOnce = Math.max(box.mostAtOnce, ++box.atOnce)
    let isClosed = false
    response.once('close', () => {
      isClosed = true
      box.atOnce--
      hanging.delete(response)
    })
    const at = await now().catch((error: Error) => {
      box.error ??= error
      return Date.now()
    })
    const delivery: Delivery = { method, target: url, headers: linesOf(rawHeaders), body, at }
    const n = box.deliveries.push(delivery)
    const answer = answerTo(box, delivery, n)
    box.arrivals.emit(String(n), delivery)
    const given = await answer
    const isHeld = typeof given === 'object' && 'held' in given
    // A closed response emits no further event, so it is not added.
    if ((given === 'hang' || isHeld) && !isClosed) hanging.add(response)
    if (!isHeld) return send(given, response)
    const released = await given.held
    hanging.delete(response)
    send(released, response)
  }

  /** Ends all waits: after a delivery that was not kept, no inbox has all its deliveries. */
  function overflow(limit: string): void {
    exceeded = limit
    for (const box of boxes.values()) closeBox(box, limit)
  }

  const stored: Stored = { bytes: 0 }
  const most = { ...bounds, ...options.bounds }
  const server = boundedServer(most, boxes, receive, overflow, stored)
  await new Promise<void>((resolve, reject) => {
    // Later errors are errors of single connections.
    server.on('error', reject)
    server.listen(options.port ?? 0, options.host ?? '127.0.0.1', resolve)
  })
  const { address, family, port } = server.address() as AddressInfo
  const host = family === 'IPv6' ? `[${address}]` : address
  const base = (options.publicUrl ?? `http://${host}:${port}`).replace(/\/$/, '')

  return {
    /** The number of deliveries without a response because of the answer `hang` or `held`. */
    get hanging() {
      return hanging.size
    },
    /** The number of deliveries to all inboxes. */
    get deliveryCount() {
      return deliveryCount
    },
    /** The limit of all inboxes beyond which a delivery was refused, in words. */
    get exceeded() {
      return exceeded
    },
    /** The first part of all inbox URLs. */
    url: base,
    /** Opens a new inbox. Without `answer`, the inbox responds with 200. */
    inbox(answer: Answering = () => ({ status: 200 })) {
      // The path is unique because deliveries of an earlier run may still arrive.
      const path = randomUUID()
      const box: Box = {
        deliveries: [],
        answer,
        arrivals: new EventEmitter(),
        atOnce: 0,
        mostAtOnce: 0,
      }
      if (exceeded !== undefined) box.refusal = exceeded
      boxes.set(path, box)
      return {
        url: `${base}/inbox/${path}`,
        deliveries: box.deliveries as readonly Delivery[],
        /** The highest number of deliveries that waited for a response at the same time. */
        get mostAtOnce() {
          return box.mostAtOnce
        },
        /** The first error during a delivery: of the function `answer` or of the clock. */
        get error() {
          return box.error
        },
        /** The limit of all deliveries beyond which the sink refused one, in words. */
        get refusal() {
          return box.refusal
        },
        /** Drops the bodies of the deliveries so far, to make room for others. */
        dropBodies(): void {
          for (const [n, delivery] of box.deliveries.entries()) {
            stored.bytes -= delivery.body.length
            box.deliveries[n] = { ...delivery, body: Buffer.alloc(0) }
          }
        },
        /**
         * Resolves with delivery number `n`, counted from 1, when it has arrived. Rejects if one is
         * refused before.
         */
        delivery: async (n: number): Promise<Delivery> => {
          if (box.deliveries.length < n && box.refusal === undefined)
            await Promise.race([once(box.arrivals, String(n)), once(box.arrivals, 'refused')])
          const arrived = box.deliveries[n - 1]
          if (arrived === undefined) throw new Error(`more was delivered than ${box.refusal}`)
          return arrived
        },
      }
    },
    close: () =>
      new Promise<void>((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        server.closeAllConnections()
      }),
  }
}

// Where the queue delivers to: an HTTP server that keeps what it receives, byte for byte, and
// answers as a scenario tells it.

import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { linesOf, type Message } from './exchange.js'

/** One request that reached an inbox. Without one, `failure` says what was waited for. */
export interface Delivery extends Message {
  readonly method: string
  /** The request target as received, query string included. */
  readonly target: string
  /** When its last byte arrived, in Unix milliseconds. */
  readonly receivedAt: number
}

export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/** One path of the sink: nobody else delivers there. */
export interface Inbox {
  /** The URL to publish to. */
  readonly url: string
  readonly deliveries: readonly Delivery[]
  /** Resolves with the delivery number `n`, counted from 1, once it is there. */
  delivery(n: number): Promise<Delivery>
}

export interface Sink {
  /** Opens a path of its own; every delivery to it gets what `answer` says, 200 unless told. */
  inbox(answer?: (delivery: Delivery, n: number) => Answer): Inbox
  close(): Promise<void>
}

export interface SinkOptions {
  /** Where to listen; a free loopback port unless told. */
  readonly host?: string
  readonly port?: number
  /** How the target reaches this machine, where that is not the address listened on. */
  readonly publicUrl?: string | undefined
}

interface Box {
  readonly deliveries: Delivery[]
  readonly answer: (delivery: Delivery, n: number) => Answer
  /** Says the number of each delivery as it arrives. */
  readonly arrivals: EventEmitter
  /** What the scenario's own answer threw. */
  bug?: Error
}

/** What a scenario answers. One that throws is a bug of ours, which its next wait comes across. */
function answerTo(box: Box, delivery: Delivery, n: number): Answer {
  try {
    return box.answer(delivery, n)
  } catch (error) {
    box.bug ??= new Error('the answer of an inbox failed', { cause: error })
    return { status: 500 }
  }
}

/** Starts a sink. Rejects when the address cannot be listened on. */
export async function startSink(options: SinkOptions = {}): Promise<Sink> {
  const boxes = new Map<string, Box>()

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('error', () => response.destroy())
    request.on('end', () => {
      const target = request.url ?? '/'
      const box = boxes.get(/\/inbox\/([\w-]+)/.exec(target)?.[1] ?? '')
      if (box === undefined) {
        response.writeHead(404, { 'content-length': 0 }).end()
        return
      }
      const delivery: Delivery = {
        method: request.method ?? '',
        target,
        headers: linesOf(request.rawHeaders),
        body: Buffer.concat(chunks),
        receivedAt: Date.now(),
      }
      const n = box.deliveries.push(delivery)
      const { status, headers, body } = answerTo(box, delivery, n)
      const payload = Buffer.from(body ?? '')
      response.writeHead(status, { ...headers, 'content-length': payload.length }).end(payload)
      box.arrivals.emit(String(n), delivery)
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, options.host ?? '127.0.0.1', resolve)
  })
  const { address, family, port } = server.address() as AddressInfo
  const host = family === 'IPv6' ? `[${address}]` : address
  const base = (options.publicUrl ?? `http://${host}:${port}`).replace(/\/$/, '')

  return {
    inbox(answer = () => ({ status: 200 })) {
      // Of this run alone: what an earlier one published may still be under way to this address.
      const path = randomUUID()
      const box: Box = { deliveries: [], answer, arrivals: new EventEmitter() }
      boxes.set(path, box)
      return {
        url: `${base}/inbox/${path}`,
        deliveries: box.deliveries,
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

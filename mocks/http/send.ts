// How a response is written to a connection: its length, its end, its pace.

import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { bytesOf, LARGE } from '../large-buffers.js'
import type { Soon } from '../soon.js'
import type { Budget } from './budget.js'
import { json, type Response } from './message.js'

/** How a response is sent. */
export interface Sending {
  /** All of it but its body. */
  readonly head: boolean
  /** Calls `end` when the request has been received: a client that is still sending may not read before. */
  readonly endAfter?: ((end: () => void) => void) | undefined
  /** What large bodies of all responses may take until their clients have read them. */
  readonly unread: Budget
}

/** Bytes of a body that may have to wait for its client: the system takes a smaller one from us at once. */
const WAITS = 64 * 1024

/** Puts a response on the wire. */
export function send(
  outgoing: ServerResponse,
  { status, headers, body = '', breakOff }: Response,
  { head, endAfter, unread }: Sending,
): Soon<void> {
  if (isStream(body)) {
    outgoing.writeHead(status, headers as OutgoingHttpHeaders)
    breakOff?.addEventListener('abort', () => outgoing.destroy())
    return stream(outgoing, body, head)
  }
  const bodiless = status === 204 || status === 304
  const fields = headers as OutgoingHttpHeaders
  const length = Buffer.byteLength(body)
  // The length first: V8 takes twenty times as long to add to a copy as to copy into what is there.
  outgoing.writeHead(status, bodiless ? fields : { 'content-length': length, ...fields })
  // As bytes a large body is kept once; as text it would be kept with its head, and again as bytes.
  const content = length < LARGE || typeof body !== 'string' ? body : bytesOf(body)
  if (endAfter === undefined) outgoing.end(head ? '' : content)
  else {
    if (head || length === 0) outgoing.flushHeaders()
    else outgoing.write(content)
    endAfter(() => outgoing.end())
  }
  if (length >= WAITS && outgoing.writableLength > 0) holdUntilRead(outgoing, unread)
}

/** Counts what the system has not taken yet of a response; breaks its connection off for others. */
function holdUntilRead(outgoing: ServerResponse, unread: Budget): void {
  const waiting = () => outgoing.writableLength
  const share = unread.open(() => outgoing.destroy(), waiting)
  outgoing.on('close', () => share.close())
  share.setWhole(waiting())
}

/** Whether a body comes piece by piece, and may never end. */
export const isStream = (body: Response['body']): body is AsyncIterable<string> =>
  typeof body === 'object' && Symbol.asyncIterator in body

/**
 * Writes the last response of a connection to its socket, for a request that node:http gave up on or
 * handed over.
 */
export function sendLast(socket: Socket, response: Response): void {
  const { status, headers, body = '' } = response
  if (isStream(body)) return sendLast(socket, noStream)
  const fields = { ...headers, 'content-length': `${Buffer.byteLength(body)}`, connection: 'close' }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${String(value)}\r\n`)
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`
  socket.write(head, 'latin1')
  socket.write(body)
  leave(socket)
}

const noStream = json(501, { error: 'ERR this method gets no stream' })

/** How long a connection on which nothing happens waits for its client to read the last response. */
const LINGER_MS = 5_000

/**
 * Ends a connection behind what was written. What its client still sends is read and dropped: a
 * closed socket would swallow the response.
 */
export function leave(socket: Socket): void {
  socket.end()
  socket.resume()
  socket.setTimeout(LINGER_MS, () => socket.destroy())
}

/** Sends events as they come, no faster than the client reads them, until either side leaves. */
async function stream(
  outgoing: ServerResponse,
  body: AsyncIterable<string>,
  head: boolean,
): Promise<void> {
  const events = body[Symbol.asyncIterator]()
  let resume = (): void => {}
  const { socket } = outgoing
  // The socket's own event: once a CONNECT was pipelined behind, node:http does not pass it on.
  const drained = (): void => resume()
  socket?.on('drain', drained)
  const leave = (): void => {
    resume()
    socket?.off('drain', drained)
    void events.return?.()
  }
  outgoing.on('close', leave)
  // A client that left while its answer was made is not announced again.
  if (outgoing.destroyed) return leave()
  if (head) return void outgoing.end()

  outgoing.flushHeaders()
  for (;;) {
    const event = await events.next()
    if (event.done || outgoing.destroyed) break
    const text = event.value
    if (!outgoing.write(text.length < LARGE ? text : bytesOf(text)))
      await new Promise<void>((drained) => (resume = drained))
  }
  outgoing.end()
}

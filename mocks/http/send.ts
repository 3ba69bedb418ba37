// Writes responses to connections: the length, the body or stream, and the end.

import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { bytesOf, LARGE } from '../large-buffers.js'
import type { Soon } from '../soon.js'
import type { Budget } from './budget.js'
import { json, type Cut, type Response } from './message.js'

/** Settings for sending a response. */
export interface Sending {
  /** True if the body is left out. */
  readonly head: boolean
  /**
   * Calls `end` when the whole request has been received, because a client that still sends may not
   * read before.
   */
  readonly endAfter?: ((end: () => void) => void) | undefined
  /** The budget for large bodies of all responses that clients have not read yet. */
  readonly unread: Budget
}

/**
 * The size in bytes from which a body may wait for its client. The system accepts smaller bodies at
 * once.
 */
const WAITS = 64 * 1024

/** Writes a response to its connection. */
export function send(
  outgoing: ServerResponse,
  response: Response,
  { head, endAfter, unread }: Sending,
): Soon<void> {
  const { status, headers, body = '', breakOff, cut } = response
  if (cut !== undefined) return cutOff(outgoing, response, cut)
  if (isStream(body)) {
    outgoing.writeHead(status, headers as OutgoingHttpHeaders)
    breakOff?.addEventListener('abort', () => outgoing.destroy())
    return stream(outgoing, body, head)
  }
  const bodiless = status === 204 || status === 304
  const fields = headers as OutgoingHttpHeaders
  const length = Buffer.byteLength(body)
  // The length comes first, because V8 adds a field to a copy 20 times slower than it copies into
  // an existing object.
  outgoing.writeHead(status, bodiless ? fields : { 'content-length': length, ...fields })
  // A large body is converted to bytes, because a string would be kept in memory twice.
  const content = length < LARGE || typeof body !== 'string' ? body : bytesOf(body)
  if (endAfter === undefined) outgoing.end(head ? '' : content)
  else {
    if (head || length === 0) outgoing.flushHeaders()
    else outgoing.write(content)
    endAfter(() => outgoing.end())
  }
  if (length >= WAITS && outgoing.writableLength > 0) holdUntilRead(outgoing, unread)
}

/** Ends a connection without its response, or in the middle of it. */
function cutOff(
  outgoing: ServerResponse,
  { status, headers, body = '' }: Response,
  cut: Cut,
): void {
  const { socket } = outgoing
  if (cut === 'reset') socket?.resetAndDestroy()
  // On Bun, `destroy` of a response without its head sends an empty response first.
  if (cut === 'drop') socket?.destroy()
  if (cut !== 'corrupt' || isStream(body)) return void outgoing.destroy()
  const bytes = Buffer.from(body)
  outgoing.writeHead(status, {
    'content-length': Math.max(bytes.length, 1),
    ...headers,
  } as OutgoingHttpHeaders)
  outgoing.flushHeaders()
  // On Bun, `destroy` also discards what is written, and the end of the socket does not.
  outgoing.write(firstHalf(bytes), () => socket?.destroySoon())
}

/** Returns the first half of a body. */
export const firstHalf = (bytes: Uint8Array): Uint8Array =>
  bytes.subarray(0, Math.floor(bytes.length / 2))

/**
 * Counts the bytes of a response that the system has not accepted yet. The budget may close the
 * connection.
 */
function holdUntilRead(outgoing: ServerResponse, unread: Budget): void {
  const waiting = () => outgoing.writableLength
  const share = unread.open(() => outgoing.destroy(), waiting)
  outgoing.on('close', () => share.close())
  share.setWhole(waiting())
}

/** Returns true if a body is a stream. A stream arrives in pieces and may never end. */
export const isStream = (body: Response['body']): body is AsyncIterable<string> =>
  typeof body === 'object' && Symbol.asyncIterator in body

/**
 * Writes the last response of a connection directly to the socket. For a request that node:http
 * refused or passed on as a socket.
 */
export function sendLast(socket: Socket, response: Response): void {
  const { status, headers, body = '', cut } = response
  if (cut !== undefined) return void socket.destroy()
  if (isStream(body)) return sendLast(socket, noStream)
  const fields = { ...headers, 'content-length': `${Buffer.byteLength(body)}`, connection: 'close' }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${String(value)}\r\n`)
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`
  socket.write(head, 'latin1')
  socket.write(body)
  leave(socket)
}

const noStream = json(501, { error: 'ERR this method gets no stream' })

/** The milliseconds that an idle connection waits for its client to read the last response. */
const LINGER_MS = 5_000

/**
 * Ends a connection after the written response. Bytes that the client still sends are read and
 * dropped, because closing the socket at once could lose the response.
 */
export function leave(socket: Socket): void {
  socket.end()
  socket.resume()
  socket.setTimeout(LINGER_MS, () => socket.destroy())
}

/** Sends events no faster than the client reads them, until the stream ends or the client disconnects. */
async function stream(
  outgoing: ServerResponse,
  body: AsyncIterable<string>,
  head: boolean,
): Promise<void> {
  const events = body[Symbol.asyncIterator]()
  let resume = (): void => {}
  const { socket } = outgoing
  // The function listens to both: after a pipelined CONNECT node:http no longer forwards `drain` of
  // the socket, and on Bun a socket emits no `drain`.
  const drained = (): void => resume()
  outgoing.on('drain', drained)
  socket?.on('drain', drained)
  const leave = (): void => {
    resume()
    socket?.off('drain', drained)
    void events.return?.()
  }
  outgoing.on('close', leave)
  // No event reports a client that disconnected before the response started.
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

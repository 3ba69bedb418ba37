// What a request and a response are inside the mocks. Every handler is a plain function
// between the two, so that a test, a fault or a `fetch` adapter needs no socket.

import { type Soon, whenThere } from '../soon.js'

/** One HTTP request as it was sent: nothing decoded, nothing normalised but the form of its target. */
export interface Request {
  /** The method, upper case as sent; made-up ones included. */
  readonly method: string
  /** Path and query byte for byte, for example `/set/a%2Fb/1?EX=10`. */
  readonly target: string
  /** Headers by lower-case name; repeated ones are joined as HTTP allows. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Name, value, name, value … in the order and the case they were sent. */
  readonly rawHeaders: readonly string[]
  readonly body: Uint8Array
  /** The address of the client, for example `127.0.0.1`. */
  readonly remoteAddress: string
  /** The port of the client; 0 when there is no socket. */
  readonly remotePort: number
}

/** One HTTP answer. `Content-Length` is added by whoever sends it. */
export interface Response {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  /** Absent: an empty body. An iterable is streamed; its `return` is called when the client leaves. */
  readonly body?: string | Uint8Array | AsyncIterable<string>
  /** True for a stream that ends by itself: later responses on its connection wait for its end. */
  readonly ends?: boolean
  /** Aborted when a stream is to be broken off, whatever of it the client has not read. */
  readonly breakOff?: AbortSignal
}

/** Answers a request. A rejection is a bug of ours, never an expected refusal. */
export interface Handler {
  (request: Request): Soon<Response>
  /**
   * Decides what the head of a request decides, before its body is received: the response, or the
   * function that answers the request with its body. Without `admit` every body is received.
   */
  readonly admit?: Admit
}

/** The request that it is called with has no body yet. */
export type Admit = (head: Request) => Soon<Response | Answer>

/** Answers a request that was admitted. */
export type Answer = (request: Request) => Soon<Response>

/** A handler that decides in two steps, also for a request whose body is there already. */
export const inTwoSteps = (admit: Admit): Handler =>
  Object.assign(
    (request: Request) =>
      whenThere(admit(request), (admitted) =>
        typeof admitted === 'function' ? admitted(request) : admitted,
      ),
    { admit },
  )

/** The first step of any handler. */
export const admitTo = (handler: Handler, head: Request): Soon<Response | Answer> =>
  handler.admit ? handler.admit(head) : handler

/**
 * A request as a client might have sent it, for whoever has no socket.
 *
 * @param target the raw target, for example `/set/a%2Fb/1?EX=10`
 */
export function requestOf(
  method: string,
  target: string,
  {
    headers = {},
    body = '',
  }: { headers?: Record<string, string>; body?: string | Uint8Array } = {},
): Request {
  const sent = Object.entries(headers)
  return {
    method,
    target,
    headers: Object.fromEntries(sent.map(([name, value]) => [name.toLowerCase(), value])),
    rawHeaders: sent.flat(),
    body: typeof body === 'string' ? Buffer.from(body) : body,
    remoteAddress: '127.0.0.1',
    remotePort: 0,
  }
}

/**
 * A target as most clients send it: path and query. Of the absolute form (RFC 9112, 3.2.2) scheme
 * and authority are dropped; a URL further behind, as in `/v2/publish/https://…`, is the path's.
 */
export const originForm = (target: string): string =>
  target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*\/?/i, '/')

/** The same bytes as a Buffer, without a copy. */
export const viewOf = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** An answer whose body is `value` as JSON. */
export const json = (
  status: number,
  value: unknown,
  headers: Response['headers'] = {},
): Response => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
})

/** The path and the query of a raw target; the query comes without its `?`, absent ones are empty. */
export function splitTarget(target: string): { path: string; query: string } {
  const mark = target.indexOf('?')
  return mark < 0
    ? { path: target, query: '' }
    : { path: target.slice(0, mark), query: target.slice(mark + 1) }
}

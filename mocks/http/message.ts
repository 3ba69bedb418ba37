// Requests, responses, handlers, and the list of functions that a request meets. A handler is a plain function, so that tests, faults and
// `fetch` work without a socket.

import type { Soon } from '../soon.js'

/** A request as sent. Only the target is converted to path and query. */
export interface Request {
  /** The method as sent, which need not be a known HTTP method. */
  readonly method: string
  /** The path and query as sent, for example `/set/a%2Fb/1?EX=10`. */
  readonly target: string
  /** The headers by lower-case name. The values of repeated headers are joined. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The headers as sent, as a flat list: name, value, name, value … */
  readonly rawHeaders: readonly string[]
  /** The request body. Empty before `receive` has resolved. */
  readonly body: Uint8Array
  /** Waits for the body and sets it. Undefined if no body follows the head. */
  readonly receive?: (() => Promise<void>) | undefined
  /** The IP address of the client, for example `127.0.0.1`. */
  readonly remoteAddress: string
  /** The port of the client, or 0 for a request without a socket. */
  readonly remotePort: number
  /** True if a queue of this process opened the connection. */
  readonly isDelivery?: boolean
}

/** A response. The server adds `Content-Length`. */
export interface Response {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  /**
   * The body. An iterable is sent as a stream. The server calls its `return` method when the client
   * disconnects.
   */
  readonly body?: string | Uint8Array | AsyncIterable<string>
  /** A signal that closes a stream at once when aborted. */
  readonly breakOff?: AbortSignal
  /**
   * True for a stream that ends by itself. Later responses on the same connection then wait for the
   * end.
   */
  readonly ends?: boolean
  /** Ends the connection in place of the response, or in the middle of its body. */
  readonly cut?: Cut | undefined
  /** The id of the intercept that caused or changed the response. */
  readonly interceptedBy?: string | undefined
  /** The intercept that the request nearly matched, for example `kv-1 matched command, not key`. */
  readonly nearMiss?: string | undefined
}

/**
 * Ways to end a connection: `drop` closes it without a response, `reset` resets it without a response,
 * and `corrupt` closes it after half of the response body.
 */
export type Cut = 'drop' | 'reset' | 'corrupt'

/** Responds to a request. A rejection is a bug. An expected refusal is a response. */
export type Handler = (request: Request) => Soon<Response>

/**
 * Creates a request without a socket.
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
 * Returns the path and query of a target. Removes scheme and authority from an absolute target (RFC
 * 9112, section 3.2.2). Keeps a URL in the path, as in `/v2/publish/https://…`.
 */
export const originForm = (target: string): string =>
  target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*\/?/i, '/')

/** The headers of most responses, which the journal keeps. */
const JSON_TYPE: Response['headers'] = { 'content-type': 'application/json' }

/** Returns a response with a JSON body. */
export const json = (status: number, value: unknown, headers?: Response['headers']): Response => ({
  status,
  headers: headers ? { ...JSON_TYPE, ...headers } : JSON_TYPE,
  body: JSON.stringify(value),
})

/** Splits a raw target into path and query. The query has no `?`. A missing path or query is empty. */
export function splitTarget(target: string): { path: string; query: string } {
  const mark = target.indexOf('?')
  return mark < 0
    ? { path: target, query: '' }
    : { path: target.slice(0, mark), query: target.slice(mark + 1) }
}

/** A request on its way. Interfaces add what their functions find out about it. */
export interface Context {
  readonly request: Request
}

/**
 * One function of the list. It responds to the request, or returns the response of `next`, which
 * is the rest of the list.
 */
export type Middleware<C extends Context = Context> = (
  context: C,
  next: () => Soon<Response>,
) => Soon<Response>

/**
 * Joins a list of functions. The first function meets a request first. The last one must not call
 * `next`.
 */
export function compose<C extends Context>(
  list: readonly Middleware<C>[],
): (context: C) => Soon<Response> {
  const meet = (at: number, context: C): Soon<Response> =>
    list[at]!(context, () => meet(at + 1, context))
  return (context) => meet(0, context)
}

/** Waits for the request body. Functions before it decide without the body. */
export const receiveBody: Middleware = ({ request }, next) =>
  request.receive === undefined ? next() : request.receive().then(next)

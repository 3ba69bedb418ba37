// Requests, responses and handlers. A handler is a plain function, so that tests, faults and
// `fetch` need no socket.

import { type Soon, whenThere } from '../soon.js'

/** A request as sent. Only the form of its target is normalised. */
export interface Request {
  /** The method as sent, unknown ones included. */
  readonly method: string
  /** Path and query as sent, for example `/set/a%2Fb/1?EX=10`. */
  readonly target: string
  /** Headers by lower-case name; repeated ones are joined. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Name, value, name, value … as sent. */
  readonly rawHeaders: readonly string[]
  readonly body: Uint8Array
  /** For example `127.0.0.1`. */
  readonly remoteAddress: string
  /** 0 without a socket. */
  readonly remotePort: number
}

/** A response. The server adds `Content-Length`. */
export interface Response {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  /** An iterable is streamed; its `return` is called when the client leaves. */
  readonly body?: string | Uint8Array | AsyncIterable<string>
  /** Aborted to break a stream off at once. */
  readonly breakOff?: AbortSignal
  /** True for a stream that ends by itself: later responses on its connection wait for its end. */
  readonly ends?: boolean
}

/** Answers a request. A rejection is a bug, never an expected refusal. */
export interface Handler {
  (request: Request): Soon<Response>
  /**
   * Decides by the head, before the body is received: returns a response, or the function that
   * answers the request with its body. Without `admit` every body is received.
   */
  readonly admit?: Admit
}

/** The request has no body yet. */
export type Admit = (head: Request) => Soon<Response | Answer>

export type Answer = (request: Request) => Soon<Response>

/** A handler with `admit`. */
export const inTwoSteps = (admit: Admit): Handler =>
  Object.assign(
    (request: Request) =>
      whenThere(admit(request), (admitted) =>
        typeof admitted === 'function' ? admitted(request) : admitted,
      ),
    { admit },
  )

export const admitTo = (handler: Handler, head: Request): Soon<Response | Answer> =>
  handler.admit ? handler.admit(head) : handler

/**
 * Makes a request without a socket.
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
 * Returns path and query. The absolute form (RFC 9112, 3.2.2) loses its scheme and authority; a URL
 * in the path, as in `/v2/publish/https://…`, is kept.
 */
export const originForm = (target: string): string =>
  target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*\/?/i, '/')

/** A response with a JSON body. */
export const json = (
  status: number,
  value: unknown,
  headers: Response['headers'] = {},
): Response => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
})

/** Splits a raw target. The query has no `?`; a missing part is empty. */
export function splitTarget(target: string): { path: string; query: string } {
  const mark = target.indexOf('?')
  return mark < 0
    ? { path: target, query: '' }
    : { path: target.slice(0, mark), query: target.slice(mark + 1) }
}

// Handlers for Mock Service Worker (msw). The mock responds to requests that an application sends
// to its usual URLs.

import { http, type HttpHandler } from 'msw'
import { targetBelow } from './http/fetch.js'

interface Answering {
  readonly url: string
  readonly fetch: typeof fetch
}

export interface Urls {
  readonly kv?: string | URL
  readonly queue?: string | URL
}

/**
 * Returns handlers for msw 2 or 3. Each request below one of the URLs goes to that interface of the
 * mock. Streams, binary bodies and aborts work. A WHATWG URL keeps `//` and percent-encodings, and
 * resolves `.` and `..`. msw 2 reports that a client stopped reading a stream only if the client
 * aborts the request.
 *
 * The mock may start later, for example with `useMock()`. Deliveries of its queue use real
 * connections. msw 3 intercepts these connections and msw 2 does not.
 *
 * Throws a TypeError for an invalid URL and for the name of another interface.
 *
 * @example
 * const mock = useMock({ listen: false })
 * const server = setupServer(...handlers(mock, { kv: 'https://kv.example.com' }))
 */
export function handlers<U extends Urls>(
  mock: { readonly [name in keyof U & keyof Urls]: Answering },
  urls: U,
): HttpHandler[] {
  // Callers in JavaScript see no types.
  const unknown = Object.keys((urls as U | undefined) ?? { nothing: true }).find(
    (name) => name !== 'kv' && name !== 'queue',
  )
  if (unknown !== undefined)
    throw new TypeError(`handlers: expected URLs such as { kv: URL, queue: URL }, got ${unknown}`)
  return (['kv', 'queue'] as const)
    .flatMap((name) => (urls[name] === undefined ? [] : [{ name, base: baseOf(name, urls[name]) }]))
    .toSorted((a, b) => b.base.length - a.base.length) // of two that are nested the inner one answers
    .map(({ name, base }) =>
      http.all(below(base), ({ request }) => {
        const { url, fetch } = mock[name]
        return fetch(forwarded(url + targetBelow(base, request.url)!, request)).catch(networkError)
      }),
    )
}

/** Returns a request with another URL, without `keepalive`, which a body of msw does not allow. */
function forwarded(url: string, { method, headers, body, signal }: Request): Request {
  return new Request(url, { method, headers, body, signal, duplex: 'half' })
}

/** Converts a connection that an intercept ended to the network error of msw. */
function networkError(error: unknown): Response {
  if (error instanceof TypeError && error.message === 'fetch failed') return Response.error()
  throw error
}

function baseOf(name: string, url: string | URL): string {
  if (!URL.canParse(String(url))) refuse(name, url)
  const { protocol, origin, pathname } = new URL(url)
  if (protocol !== 'http:' && protocol !== 'https:') refuse(name, url)
  return origin + pathname.replace(/\/$/, '')
}

function refuse(name: string, url: string | URL): never {
  throw new TypeError(
    `${name}: expected a URL such as https://${name}.example.com, got "${String(url)}"`,
  )
}

/** Returns a pattern for URLs below a base URL. A URL string of msw would have wildcards instead. */
const below = (base: string) =>
  new RegExp(`^${base.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}(?:/.*)?$`)

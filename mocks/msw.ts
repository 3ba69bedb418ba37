// The mock as handlers of Mock Service Worker: what an application sends to its usual URLs is answered
// by a mock of the same process.

import { http, type HttpHandler } from 'msw'
import { targetBelow } from './http/fetch.js'

/** What a mock has to have of an interface: its `fetch`, and the URL that this takes. */
interface Answering {
  readonly url: string
  readonly fetch: typeof fetch
}

/** The URLs that an application sends to. */
export interface Urls {
  readonly kv?: string | URL
  readonly queue?: string | URL
}

/**
 * Handlers for msw (2 or 3): each request below one of the URLs is answered by that interface of the
 * mock, all others are msw's to judge. Streams, binary bodies and aborts pass. Which target a request
 * has is what the WHATWG URL of it says: `//` and percent-encodings are kept, `.` and `..` are not.
 *
 * Of a reader who leaves a stream msw 2 tells nobody, unless it is by an abort of the request.
 *
 * The mock may still be to start, as that of `useMock()` is: it is looked at when a request comes.
 * What its queue delivers goes over real connections, which msw 2 does not see and msw 3 does: a
 * handler that they fit answers them.
 *
 * Throws a TypeError when a URL is none.
 *
 * @example
 * const mock = useMock({ listen: false })
 * const server = setupServer(...handlers(mock, { kv: 'https://kv.example.com' }))
 */
export function handlers<U extends Urls>(
  mock: { readonly [name in keyof U & keyof Urls]: Answering },
  urls: U,
): HttpHandler[] {
  return (['kv', 'queue'] as const)
    .flatMap((name) => (urls[name] === undefined ? [] : [{ name, base: baseOf(name, urls[name]) }]))
    .toSorted((a, b) => b.base.length - a.base.length) // of two that are nested the inner one answers
    .map(({ name, base }) =>
      http.all(below(base), ({ request }) => {
        const { url, fetch } = mock[name]
        return fetch(new Request(url + targetBelow(base, request.url)!, request))
      }),
    )
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

/** A pattern, for which msw compares what stands before the query; its own patterns have wildcards. */
const below = (base: string) =>
  new RegExp(`^${base.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}(?:/.*)?$`)

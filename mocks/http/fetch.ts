// A handler as a WHATWG fetch function: the same server without a socket.

import { type Handler, requestOf, type Response } from './message.js'

/**
 * A `fetch` whose every request is answered by `handler`, whatever its host. A rejection of the
 * handler, which is a bug, rejects the fetch as it is: there is no client to keep it from.
 *
 * @param base the URL of the server: what relative URLs are relative to, and what targets lie below
 * @example
 * const fetch = fetchOf(kvHandler(kv))
 * await fetch('/get/greeting', { headers: { authorization: 'Bearer t' } })
 */
export function fetchOf(handler: Handler, base = 'http://localhost'): typeof fetch {
  return async (input, init) => {
    const outgoing = new globalThis.Request(
      input instanceof globalThis.Request ? input : new URL(input, base),
      init,
    )
    outgoing.signal.throwIfAborted()
    const { pathname, search } = new URL(outgoing.url)
    const target = targetBelow(base, outgoing.url) ?? pathname + search
    const request = requestOf(outgoing.method, target, {
      headers: Object.fromEntries(outgoing.headers),
      body: Buffer.from(await outgoing.arrayBuffer()),
    })
    const response = await handler(request)
    outgoing.signal.throwIfAborted()
    return responseOf(response, outgoing)
  }
}

/** A server that is reached by a URL and a `fetch`. */
export interface Reached {
  readonly url: string
  readonly fetch: typeof fetch
}

/**
 * One `fetch` for several servers, which asks the one below whose URL a request lies, the nearest
 * where they are nested. What lies elsewhere is rejected as an unreachable host is, with a TypeError:
 * nothing leaves the process.
 */
export function fetchAmong(servers: readonly Reached[]): typeof fetch {
  const nearestFirst = servers.toSorted((a, b) => b.url.length - a.url.length)
  return async (input, init) => {
    const url = input instanceof globalThis.Request ? input.url : String(input)
    const server = nearestFirst.find((each) => targetBelow(each.url, url) !== undefined)
    if (server) return server.fetch(input, init)
    const known = servers.map((each) => each.url).join(' and ')
    throw new TypeError(`expected a URL below ${known}, got ${url}: the mock reaches nothing else`)
  }
}

/**
 * What of a URL lies below a base URL, as the target of a request; nothing when it lies elsewhere,
 * or is none. `new URL` has resolved `.` and `..` by then; `//` and percent-encodings are kept.
 *
 * @example
 * targetBelow('https://example.com/kv', 'https://example.com/kv/get/a%2Fb') // '/get/a%2Fb'
 */
export function targetBelow(base: string, url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const [above, asked] = [new URL(base), new URL(url)]
  const prefix = above.pathname.replace(/\/$/, '')
  const rest = asked.pathname.slice(prefix.length)
  const isBelow = asked.origin === above.origin && asked.pathname.startsWith(prefix)
  return isBelow && /^(\/|$)/.test(rest) ? (rest || '/') + asked.search : undefined
}

async function responseOf(
  { status, headers, body = '', breakOff }: Response,
  { method, signal: given }: globalThis.Request,
): Promise<globalThis.Response> {
  const init = { status, headers: new Headers() }
  for (const [name, values] of Object.entries(headers)) {
    for (const value of [values].flat()) init.headers.append(name, value)
  }
  if (typeof body === 'object' && Symbol.asyncIterator in body) {
    const signal = breakOff ? AbortSignal.any([given, breakOff]) : given
    // What is read no further is let go: the iterable's `return` is called.
    const events = ReadableStream.from(body).pipeThrough(new TextEncoderStream(), { signal })
    if (method !== 'HEAD') return new globalThis.Response(events, init)
    await events.cancel()
    return new globalThis.Response(null, init)
  }
  if (status === 204 || status === 304) return new globalThis.Response(null, init)
  init.headers.set('content-length', String(Buffer.byteLength(body)))
  return new globalThis.Response(method === 'HEAD' ? null : body, init)
}

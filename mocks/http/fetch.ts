// Turns a handler into a `fetch` function that needs no socket.

import { type Cut, type Handler, requestOf, type Response } from './message.js'
import { firstHalf, isStream } from './send.js'

/**
 * Returns a `fetch` function that sends every request to `handler`, whatever the host of the URL.
 * The fetch rejects if the handler rejects because of a bug, and with a TypeError if an intercept ends
 * the connection.
 *
 * @param base the URL of the server, for relative URLs
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

export interface Reached {
  readonly url: string
  readonly fetch: typeof fetch
}

/**
 * Returns one `fetch` function for several servers. Each request goes to the server with the
 * longest matching URL. Any other URL is rejected with a TypeError, as for an unreachable host. No
 * request leaves the process.
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
 * Returns the part of a URL after a base URL. Returns undefined if the URL does not start with the
 * base. `new URL` resolves `.` and `..`, and keeps `//` and percent-encodings.
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
  { status, headers, body = '', breakOff, cut }: Response,
  { method, signal: given }: globalThis.Request,
): Promise<globalThis.Response> {
  if (cut !== undefined && (cut !== 'corrupt' || isStream(body))) throw failed(cut)
  const init = { status, headers: new Headers() }
  for (const [name, values] of Object.entries(headers)) {
    for (const value of [values].flat()) init.headers.append(name, value)
  }
  if (isStream(body)) {
    const signal = breakOff ? AbortSignal.any([given, breakOff]) : given
    // Cancelling the stream calls `return` of the iterable.
    const events = ReadableStream.from(body).pipeThrough(new TextEncoderStream(), { signal })
    if (method !== 'HEAD') return new globalThis.Response(events, init)
    await events.cancel()
    return new globalThis.Response(null, init)
  }
  if (cut === 'corrupt') return new globalThis.Response(halfOf(Buffer.from(body)), init)
  if (status === 204 || status === 304) return new globalThis.Response(null, init)
  init.headers.set('content-length', String(Buffer.byteLength(body)))
  return new globalThis.Response(method === 'HEAD' ? null : body, init)
}

/** Returns the error of `fetch` for a connection that ended without a response. */
function failed(cut: Cut): TypeError {
  const [message, code] =
    cut === 'reset' ? ['read ECONNRESET', 'ECONNRESET'] : ['other side closed', 'UND_ERR_SOCKET']
  return new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code }) })
}

/** Returns the first half of a body as a stream, which then fails. */
const halfOf = (bytes: Uint8Array): ReadableStream =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(firstHalf(bytes))
    },
    pull(controller) {
      controller.error(new TypeError('terminated'))
    },
  })

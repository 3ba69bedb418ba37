// A handler as a WHATWG fetch function: the same server without a socket.

import { type Handler, requestOf, type Response } from './message.js'

/**
 * A `fetch` whose every request is answered by `handler`, whatever its host. A rejection of the
 * handler, which is a bug, rejects the fetch as it is: there is no client to keep it from.
 *
 * @param origin what relative URLs are relative to
 * @example
 * const fetch = fetchOf(kvHandler(kv))
 * await fetch('/get/greeting', { headers: { authorization: 'Bearer t' } })
 */
export function fetchOf(handler: Handler, origin = 'http://localhost'): typeof fetch {
  return async (input, init) => {
    const outgoing = new globalThis.Request(
      input instanceof globalThis.Request ? input : new URL(input, origin),
      init,
    )
    outgoing.signal.throwIfAborted()
    const { pathname, search } = new URL(outgoing.url)
    const request = requestOf(outgoing.method, pathname + search, {
      headers: Object.fromEntries(outgoing.headers),
      body: Buffer.from(await outgoing.arrayBuffer()),
    })
    const response = await handler(request)
    outgoing.signal.throwIfAborted()
    return responseOf(response, outgoing)
  }
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

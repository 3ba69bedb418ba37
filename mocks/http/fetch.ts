// A handler as a WHATWG fetch function: the same server without a socket.

import type { Handler, Request, Response } from './message.js'

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
    const response = await handler(await requestOf(outgoing))
    outgoing.signal.throwIfAborted()
    return responseOf(response, outgoing)
  }
}

async function requestOf(outgoing: globalThis.Request): Promise<Request> {
  const { pathname, search } = new URL(outgoing.url)
  const headers = Object.fromEntries(outgoing.headers)
  return {
    method: outgoing.method,
    target: pathname + search,
    headers,
    rawHeaders: Object.entries(headers).flat(),
    body: new Uint8Array(await outgoing.arrayBuffer()),
    remoteAddress: '127.0.0.1',
  }
}

function responseOf(
  response: Response,
  { method, signal }: globalThis.Request,
): globalThis.Response {
  const { status, body } = response
  const headers = new Headers()
  for (const [name, values] of Object.entries(response.headers)) {
    for (const value of [values].flat()) headers.append(name, value)
  }
  const bodiless = status === 204 || status === 304
  if (typeof body === 'object' && Symbol.asyncIterator in body) {
    return new globalThis.Response(method === 'HEAD' ? null : streamOf(body, signal), {
      status,
      headers,
    })
  }
  const bytes = Buffer.from(body ?? '')
  if (!bodiless) headers.set('content-length', String(bytes.length))
  return new globalThis.Response(bodiless || method === 'HEAD' ? null : bytes, { status, headers })
}

/** The events of an iterable as bytes, pulled as they are read; `return` is called when the reader leaves. */
function streamOf(events: AsyncIterable<string>, signal: AbortSignal): ReadableStream<Uint8Array> {
  const iterator = events[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  return new ReadableStream({
    start(controller) {
      signal.addEventListener('abort', () => {
        controller.error(signal.reason)
        void iterator.return?.()
      })
    },
    async pull(controller) {
      const { done, value } = await iterator.next()
      if (signal.aborted) return
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await iterator.return?.()
    },
  })
}

// The entries of the journal in the HTTP Archive format 1.2, which browsers and proxies read.

import type { Entry, ShownBodies } from './entry.js'

/** Returns an entry as an entry of an archive. An entry without a response has the status 0 and a comment. */
export function harOf(entry: Entry): object {
  const { kind, realAt, durationMs, method, url, error } = entry
  const host = valueOf(entry.requestHeaders, 'host') ?? kind
  // A target may be no part of a URL, such as `//`, and is then kept as it was sent.
  const whole = kind === 'attempt' ? url : `http://${host}${url}`
  const query = new URLSearchParams(url.split('?').slice(1).join('?'))
  const time = Math.max(0, durationMs)
  return {
    startedDateTime: new Date(realAt).toISOString(),
    time,
    request: {
      method,
      url: whole,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headersOf(entry.requestHeaders),
      queryString: Array.from(query, ([name, value]) => ({ name, value })),
      ...postDataOf(entry),
      headersSize: -1,
      bodySize: -1,
    },
    response: {
      status: entry.status ?? 0,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headersOf(entry.responseHeaders),
      content: contentOf(entry),
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    comment: error === undefined ? kind : `${kind}: ${error}`,
  }
}

const headersOf = (headers: Entry['responseHeaders'] = {}) =>
  Object.entries(headers).flatMap(([name, values]) => values.map((value) => ({ name, value })))

const valueOf = (headers: Entry['responseHeaders'] = {}, wanted: string) =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1][0]

const typeOf = (headers: Entry['responseHeaders']) =>
  valueOf(headers, 'content-type') ?? 'application/octet-stream'

function postDataOf(entry: Entry & ShownBodies<'request'>): object {
  const { requestBody, requestBodyBase64 } = entry
  const text = requestBody ?? requestBodyBase64
  if (text === undefined) return {}
  // The format has no encoding of request bodies.
  const isEncoded = requestBody === undefined
  const mimeType = typeOf(entry.requestHeaders)
  return { postData: { mimeType, params: [], text, ...(isEncoded && { comment: 'base64' }) } }
}

function contentOf(entry: Entry & ShownBodies<'response'>): object {
  const { responseBody, responseBodyBase64 } = entry
  const mimeType = typeOf(entry.responseHeaders)
  if (responseBodyBase64 !== undefined) {
    const size = Buffer.byteLength(responseBodyBase64, 'base64')
    return { size, mimeType, text: responseBodyBase64, encoding: 'base64' }
  }
  const text = responseBody ?? ''
  return { size: Buffer.byteLength(text), mimeType, text }
}

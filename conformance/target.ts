// The wire: sends exactly the request it is told to and keeps every byte of the answer. `fetch`
// and `URL` would tidy the path, refuse TRACE and add headers of their own.

import http from 'node:http'
import https from 'node:https'
import type { Exchange, HeaderLines, SentRequest } from './exchange.js'

export interface RequestSpec {
  readonly method: string
  /** The raw request target; it is appended to the path of the target's URL as it stands. */
  readonly target: string
  readonly headers?: HeaderLines
  readonly body?: string | Uint8Array | undefined
}

export interface Target {
  /** The path of the target's URL, which every request target begins with; often empty. */
  readonly basePath: string
  /** Sends one request. Never rejects: without an answer the exchange carries its `failure`. */
  send(request: RequestSpec, signal: AbortSignal): Promise<Exchange>
  close(): void
}

/** An answer larger than this is cut off and counts as a failure: no scenario asks for as much. */
const maxAnswerBytes = 64 * 1024 * 1024

/** Methods whose requests have no body unless they are given one, and then no length either. */
const bodyless = new Set(['GET', 'HEAD', 'TRACE'])

/** Opens a target at `baseUrl`; throws a TypeError where that is no http or https URL. */
export function openTarget(baseUrl: string): Target {
  const base = new URL(baseUrl)
  if (base.protocol !== 'http:' && base.protocol !== 'https:')
    throw new TypeError(`${baseUrl}: a target's URL begins with http:// or https://`)
  const protocol = base.protocol === 'https:' ? https : http
  const agent = new protocol.Agent({ keepAlive: true, maxSockets: 64 })
  const basePath = base.pathname.replace(/\/$/, '')

  return {
    basePath,
    close: () => agent.destroy(),

    send(spec, signal) {
      const body = Buffer.from(spec.body ?? '')
      const lengthed = body.length > 0 || !bodyless.has(spec.method)
      const request: SentRequest = {
        method: spec.method,
        target: basePath + spec.target,
        headers: [
          ['Host', base.host],
          ...(spec.headers ?? []),
          ...(lengthed ? [['Content-Length', String(body.length)] as const] : []),
        ],
        body,
      }
      const startedAt = performance.now()
      const durationMs = () => Math.round((performance.now() - startedAt) * 1000) / 1000

      return new Promise<Exchange>((resolve) => {
        const fail = (failure: string) =>
          resolve({
            request,
            status: 0,
            headers: [],
            body: Buffer.alloc(0),
            durationMs: durationMs(),
            failure: signal.aborted
              ? `expected an answer to ${spec.method} ${spec.target}, got none: ${reasonOf(signal)}`
              : `expected an answer to ${spec.method} ${spec.target}, got none: ${failure}`,
          })

        const outgoing = protocol.request({
          host: base.hostname.replace(/^\[|\]$/g, ''),
          port: base.port,
          method: spec.method,
          path: request.target,
          // An array keeps order, case and repetition as they are given.
          headers: request.headers.flat() as unknown as http.OutgoingHttpHeaders,
          agent,
          signal,
        })
        outgoing.on('error', (error) => fail(error.message))
        outgoing.on('response', (incoming) => {
          const chunks: Buffer[] = []
          let size = 0
          incoming.on('data', (chunk: Buffer) => {
            chunks.push(chunk)
            size += chunk.length
            if (size > maxAnswerBytes) {
              outgoing.destroy()
              fail(`the answer did not end within ${maxAnswerBytes} bytes`)
            }
          })
          incoming.on('error', (error) => fail(error.message))
          incoming.on('end', () =>
            resolve({
              request,
              status: incoming.statusCode ?? 0,
              headers: pairs(incoming.rawHeaders),
              body: Buffer.concat(chunks),
              durationMs: durationMs(),
            }),
          )
        })
        outgoing.end(body)
      })
    },
  }
}

const reasonOf = (signal: AbortSignal) =>
  signal.reason instanceof Error ? signal.reason.message : String(signal.reason)

function pairs(rawHeaders: readonly string[]): HeaderLines {
  return Array.from({ length: rawHeaders.length / 2 }, (_, index) => [
    rawHeaders[2 * index] ?? '',
    rawHeaders[2 * index + 1] ?? '',
  ])
}

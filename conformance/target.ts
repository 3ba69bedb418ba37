// The wire: sends the very request it is told to and keeps every byte of the answer. `fetch`
// and `URL` would tidy the path, refuse TRACE and add headers of their own.

import http from 'node:http'
import https from 'node:https'
import type { Duplex } from 'node:stream'
import { reasonOf } from './deadline.js'
import { linesOf, type Exchange, type HeaderLines, type SentRequest } from './exchange.js'

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
  /**
   * Sends one request. Never rejects: without an answer the exchange carries its `failure`. The
   * signal breaks the connection off; what the target has read by then it may still do.
   */
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
          ['Connection', 'keep-alive'],
          ...(spec.headers ?? []),
          ...(lengthed ? [['Content-Length', String(body.length)] as const] : []),
        ],
        body,
      }
      const startedAt = performance.now()
      const exchangeOf = (rest: Pick<Exchange, 'status' | 'headers' | 'body' | 'failure'>) => ({
        request,
        ...rest,
        durationMs: Math.round((performance.now() - startedAt) * 1000) / 1000,
      })

      return new Promise<Exchange>((resolve) => {
        const answered = ({ statusCode = 0, rawHeaders }: http.IncomingMessage, body: Buffer) =>
          resolve(exchangeOf({ status: statusCode, headers: linesOf(rawHeaders), body }))
        const fail = (failure: string) =>
          resolve(exchangeOf(noAnswer(spec, signal.aborted ? reasonOf(signal) : failure)))

        function attempt() {
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
          let begun = false
          outgoing.on('error', (error: NodeJS.ErrnoException) => {
            // A server may close a connection that lies idle just when it is used again, unread.
            const closedIdle = outgoing.reusedSocket && error.code === 'ECONNRESET' && !begun
            if (closedIdle && !signal.aborted) attempt()
            else fail(error.message)
          })
          outgoing.on('response', (incoming) => {
            begun = true
            const chunks: Buffer[] = []
            let size = 0
            incoming.on('data', (chunk: Buffer) => {
              chunks.push(chunk)
              size += chunk.length
              if (size > maxAnswerBytes) {
                outgoing.destroy()
                fail(`it did not end within ${maxAnswerBytes} bytes`)
              }
            })
            incoming.on('error', (error) => fail(error.message))
            incoming.on('end', () => answered(incoming, Buffer.concat(chunks)))
          })
          // The answers after which a connection speaks another protocol.
          const switched = (incoming: http.IncomingMessage, socket: Duplex, head: Buffer) => {
            socket.destroy()
            answered(incoming, head)
          }
          outgoing.on('connect', switched)
          outgoing.on('upgrade', switched)
          outgoing.end(body)
        }
        try {
          attempt()
        } catch (error) {
          // Node refuses to send what HTTP has no place for, such as a space in the target.
          fail((error as Error).message)
        }
      })
    },
  }
}

/** What stands in the place of an answer that never came. */
export const noAnswer = ({ method, target }: RequestSpec, failure: string) => ({
  status: 0,
  headers: [],
  body: Buffer.alloc(0),
  failure: `expected an answer to ${method} ${target}, got none: ${failure}`,
})

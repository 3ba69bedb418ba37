// What is said to bytes that node:http cannot read as a request.

import { METHODS } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { json, type Request, type Response } from './message.js'

const REQUEST_LINE = /^([\w!#$%&'*+.^`|~-]+) (\S+) HTTP\/1\.[01]$/

/**
 * node:http refuses a method it does not know before anybody is asked. The request behind such a
 * refusal, without a body: whatever the method may mean, it is the handler that says so.
 */
export function unknownMethod(error: ParseError, socket: Duplex): Request | undefined {
  const { rawPacket, bytesParsed = 0 } = error
  if (!rawPacket) return undefined
  const start = rawPacket.lastIndexOf('\n', bytesParsed) + 1
  const [line = '', ...fields] = rawPacket.toString('latin1', start).split('\r\n')
  const [, method, target] = REQUEST_LINE.exec(line) ?? []
  if (!method || !target || METHODS.includes(method)) return undefined
  const rawHeaders = fields.flatMap(
    (field) => /^([^:]+):[ \t]*(.*?)[ \t]*$/.exec(field)?.slice(1) ?? [],
  )
  const headers: Record<string, string> = {}
  for (let i = 0; i < rawHeaders.length; i += 2) {
    headers[rawHeaders[i]!.toLowerCase()] ??= rawHeaders[i + 1]!
  }
  const { remoteAddress = '' } = socket as Socket
  return { method, target, headers, rawHeaders, body: NOTHING, remoteAddress }
}

/** What node:http says of bytes it cannot read as a request. */
export interface ParseError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer
  readonly bytesParsed?: number
  /** What llhttp expected, in a few words. */
  readonly reason?: string
}

export const tooLarge = (limit: number): Response =>
  json(413, { error: `ERR max request size exceeded: the body may have ${limit} bytes` })

export const malformed = (what: string): Response => json(400, { error: `ERR malformed HTTP: ${what}` })

export function refusalOf(error: ParseError, maxHeaderBytes: number): Response {
  switch (error.code as string) {
    case 'HPE_HEADER_OVERFLOW':
      return json(431, {
        error:
          `ERR the request line and headers exceed ${maxHeaderBytes} bytes: ` +
          'send long arguments in the body, or raise maxHeaderBytes',
      })
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return json(408, { error: 'ERR the request did not arrive in time' })
    default:
      return malformed(error.reason ?? error.message)
  }
}

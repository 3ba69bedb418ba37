// What is said to bytes that node:http cannot read as a request.

import { METHODS } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { json, originForm, type Request, requestOf, type Response } from './message.js'

// Of a method that came in two packets the beginning may be lost.
const REQUEST_LINE = /^([\w!#$%&'*+.^`|~-]*) (\S+) HTTP\/1\.[01]\r\n/
const FIELD = /^([^:\r\n]+):[ \t]*(.*?)[ \t]*\r$/gm

/** What has come of a request that node:http refused, by its connection. */
const heads = new WeakMap<Duplex, string>()

/** Whether a refusal is of a method, and more of the request is still to come: it is told again then. */
export function isToGoOn(error: ParseError, socket: Duplex, maxHeaderBytes: number): boolean {
  if (error.code !== 'HPE_INVALID_METHOD') return false
  const { rawPacket = Buffer.of(), bytesParsed = 0 } = error
  const before = heads.get(socket)
  const start = before === undefined ? rawPacket.lastIndexOf('\n', bytesParsed) + 1 : 0
  const head = (before ?? '') + rawPacket.toString('latin1', start)
  heads.set(socket, head)
  return !head.includes('\r\n\r\n') && head.length < maxHeaderBytes && !looksLikeNoRequest(head)
}

/** Whether the first line is there, and is none of a request. */
const looksLikeNoRequest = (head: string) => head.includes('\n') && !REQUEST_LINE.test(head)

/**
 * node:http refuses a method it does not know before anybody is asked. The request behind such a
 * refusal, without a body: whatever the method may mean, it is the handler that says so.
 */
export function unknownMethod(socket: Duplex): Request | undefined {
  const head = heads.get(socket) ?? ''
  const [, method = '', target] = REQUEST_LINE.exec(head) ?? []
  if (!target || METHODS.includes(method)) return undefined
  const headers = Object.fromEntries(
    Array.from(head.matchAll(FIELD), ([, name, value]) => [name!, value!]),
  )
  const { remoteAddress = '', remotePort = 0 } = socket as Socket
  return { ...requestOf(method, originForm(target), { headers }), remoteAddress, remotePort }
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

export const unknownExpectation = (expected: string): Response =>
  json(417, { error: `ERR this server meets no expectation but 100-continue, got '${expected}'` })

export const malformed = (what: string): Response =>
  json(400, { error: `ERR malformed HTTP: ${what}` })

export function refusalOf(error: ParseError, maxHeaderBytes: number): Response {
  switch (error.code as string) {
    case 'HPE_HEADER_OVERFLOW':
      return json(431, {
        error:
          `ERR the request line and headers exceed ${maxHeaderBytes} bytes: ` +
          'send long arguments in the body, or raise the safety limit headerBytes',
      })
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return json(408, { error: 'ERR the request did not arrive in time' })
    default:
      return malformed(error.reason ?? error.message)
  }
}

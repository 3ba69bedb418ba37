// Responses to bytes that node:http cannot parse as a request.

import { METHODS } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { json, originForm, type Request, requestOf, type Response } from './message.js'

// The method may be incomplete, because node:http may lose the beginning of a method that arrived
// in two packets.
const REQUEST_LINE = /^([\w!#$%&'*+.^`|~-]*) ([!-~\x80-\xff]+) HTTP\/1\.[01]\r\n/
const FIELD = /^([\w!#$%&'*+.^`|~-]+):([\t -~\x80-\xff]*)$/
const END = '\r\n\r\n'

/** The received part of the head by connection, for requests whose method node:http refused. */
const heads = new WeakMap<Duplex, string>()

/**
 * Parses a request whose method node:http does not support. The request has no body, because the
 * handler decides about the method. Returns `incomplete` if the head continues in the next packet.
 * Returns undefined if the error has another reason.
 */
export function unknownMethod(
  error: ParseError,
  socket: Duplex,
  maxHeaderBytes: number,
): Request | 'incomplete' | undefined {
  if (error.code !== 'HPE_INVALID_METHOD') return undefined
  const { rawPacket = Buffer.of(), bytesParsed = 0 } = error
  const before = heads.get(socket)
  const start = before === undefined ? rawPacket.lastIndexOf('\n', bytesParsed) + 1 : 0
  const head = (before ?? '') + rawPacket.toString('latin1', start)
  const isRequest = !head.includes('\n') || REQUEST_LINE.test(head)
  if (!isRequest || head.length > maxHeaderBytes) return undefined
  heads.set(socket, head)
  const end = head.indexOf(END)
  return end < 0 ? 'incomplete' : requestIn(head.slice(0, end + 2), socket)
}

function requestIn(head: string, socket: Duplex): Request | undefined {
  const [line = '', method = '', target] = REQUEST_LINE.exec(head) ?? []
  if (!target || METHODS.includes(method)) return undefined
  const fields = head
    .slice(line.length, -2)
    .split('\r\n')
    .map((field) => FIELD.exec(field))
  if (!fields.every((field) => field !== null)) return undefined
  const lines = fields.map(([, name, value]) => [name!, value!.trim()] as const)
  const request = requestOf(method, originForm(target), { headers: Object.fromEntries(lines) })
  const { remoteAddress = '', remotePort = 0 } = socket as Socket
  return { ...request, rawHeaders: lines.flat(), remoteAddress, remotePort }
}

/** A parse error of node:http. */
export interface ParseError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer
  readonly bytesParsed?: number
  /** A short explanation from llhttp, the parser of node:http. */
  readonly reason?: string
}

export const tooLarge = (limit: number): Response =>
  json(413, { error: `ERR max request size exceeded: the body may have ${limit} bytes` })

export const noRoom: Response = json(
  503,
  { error: 'ERR too many request bodies at once: retry' },
  { 'retry-after': '1' },
)

export const tooManyHeaders = (count: number, limit: number): Response =>
  json(431, {
    error: `ERR the request has ${count} headers, more than ${limit}: send fewer`,
  })

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
          'send long arguments in the body',
      })
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return json(408, { error: 'ERR the request did not arrive in time' })
    default:
      return malformed(error.reason ?? error.message)
  }
}

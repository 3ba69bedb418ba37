// Encodes replies: JSON envelopes, strings in UTF-8 or base64, RESP2, RESP3, and the HTTP statuses.

import type { Response } from '../http/message.js'
import type { Refusal } from '../http/refusal.js'
import type { Encoding, Format, Kv } from './decisions.js'
import {
  type Bytes,
  bytesOf,
  NIL_ARRAY,
  type Reply,
  type Resp3Type,
  ReplyError,
  Status,
  textOf,
  Typed,
} from './reply.js'

/** The headers of all responses by content type. Responses share them, because the journal keeps them. */
const shared = new Map<string, Response['headers']>()

function headersOf(contentType: string): Response['headers'] {
  const known = shared.get(contentType)
  if (known) return known
  const headers = { 'content-type': contentType }
  shared.set(contentType, headers)
  return headers
}

export const encoding: Encoding & ThisType<Kv> = {
  string(bytes, format) {
    return format === 'base64' ? Buffer.from(bytes, 'latin1').toString('base64') : textOf(bytes)
  },

  isPlainStatus({ text }, nested) {
    return text === 'OK' && !nested
  },
}

export const answer = (kv: Kv, reply: Reply, format: Format): Response => ({
  status: statusOf(reply),
  headers: headersOf(contentType(format)),
  body: sendable(() => (format === 'resp2' ? raw(resp2(reply)) : envelope(kv, reply, format))),
})

/** Returns the response to a pipeline or a transaction (`kv.pipeline.array-of-envelopes`). */
export const answerBatch = (kv: Kv, replies: readonly Reply[], format: Format): Response => ({
  status: 200,
  headers: headersOf(contentType(format)),
  body: sendable(() =>
    format === 'resp2'
      ? raw(joined(replies, '', resp2))
      : `[${joined(replies, ',', (reply) => envelope(kv, reply, format))}]`,
  ),
})

/** Returns the response to a request that is refused as a whole. */
export function answerRefusal(kv: Kv, refusal: Refusal | ReplyError, format: Format): Response {
  if (refusal instanceof ReplyError) return answer(kv, refusal, format)
  const { status, headers } = refusal
  const whole = answer(kv, new ReplyError(bytesOf(refusal.message)), format)
  return { ...whole, status, headers: { ...headers, ...whole.headers } }
}

/**
 * Returns HTTP 200, or 400 for a failed command (`kv.errors.executed`, `kv.errors.execution-failure`).
 */
const statusOf = (reply: Reply): number => (reply instanceof ReplyError ? 400 : 200)

/** Returns `{"result": …}` or `{"error": …}` (`kv.envelope.success`, `kv.envelope.error`). */
export const envelope = (kv: Kv, reply: Reply, format: Format): string =>
  reply instanceof ReplyError
    ? `{"error":${JSON.stringify(textOf(reply.message))}}`
    : `{"result":${json(kv, reply, format, false)}}`

/** Returns a reply as JSON text. `nested` is true inside an array (`kv.envelope.result-*`). */
function json(kv: Kv, reply: Reply, format: Format, nested: boolean): string {
  if (typeof reply === 'string') return JSON.stringify(kv.string(reply, format))
  if (typeof reply === 'number' || typeof reply === 'bigint') return String(reply)
  if (reply === null || reply === NIL_ARRAY) return 'null'
  if (reply instanceof Status) {
    const { text } = reply
    return JSON.stringify(kv.isPlainStatus(reply, nested) ? text : kv.string(text, format))
  }
  // An error inside an array, such as the reply of a script, is written as a string without an envelope.
  if (reply instanceof ReplyError) return json(kv, reply.message, format, nested)
  if (reply instanceof Typed) return json(kv, reply.value, format, nested)
  return `[${joined(reply, ',', (element) => json(kv, element, format, true))}]`
}

/** Returns a reply in RESP2, the wire format of Redis (`kv.response-format.resp2-*`). */
export function resp2(reply: Reply): Bytes {
  if (typeof reply === 'string') return `$${reply.length}\r\n${reply}\r\n`
  if (typeof reply === 'number' || typeof reply === 'bigint') return `:${reply}\r\n`
  if (reply === null) return '$-1\r\n'
  if (reply === NIL_ARRAY) return '*-1\r\n'
  if (reply instanceof Status) return `+${oneLine(reply.text)}\r\n`
  if (reply instanceof ReplyError) return `-${oneLine(reply.message)}\r\n`
  if (reply instanceof Typed) return resp2(reply.value)
  return `*${reply.length}\r\n${joined(reply, '', resp2)}`
}

/** Returns a reply in RESP3, which clients of the RESP port may choose. */
export function resp3(reply: Reply): Bytes {
  if (reply === null || reply === NIL_ARRAY) return '_\r\n'
  if (reply instanceof Typed) return resp3Typed(reply, resp3)
  if (!Array.isArray(reply)) return resp2(reply)
  return `*${reply.length}\r\n${joined(reply as readonly Reply[], '', resp3)}`
}

/**
 * Returns the content type of a format (`kv.response-format.json-content-type`,
 * `kv.response-format.resp2-content-type`).
 */
const contentType = (format: Format): string =>
  format === 'resp2' ? 'application/octet-stream' : 'application/json'

/** The length of the longest JavaScript string, which also limits a response. */
const MAX_LENGTH = 2 ** 29 - 24

const tooLong = () => new ReplyError(`ERR the reply is longer than ${MAX_LENGTH} characters`)

/** Returns the result of `write`. Throws a refusal if the reply is too long for a JavaScript string. */
function sendable<T>(write: () => T): T {
  try {
    return write()
  } catch (error) {
    if (error instanceof RangeError && error.message === 'Invalid string length') throw tooLong()
    throw error
  }
}

/**
 * Joins encoded replies. Stops when the result is too long, because small replies may share one large
 * value.
 */
function joined(
  replies: readonly Reply[],
  separator: string,
  write: (reply: Reply) => string,
): string {
  let length = 0
  const written = replies.map((reply) => {
    const text = write(reply)
    length += text.length
    if (length > MAX_LENGTH) throw tooLong()
    return text
  })
  return written.join(separator)
}

function resp3Typed({ type, value, text, format }: Typed, write: (reply: Reply) => Bytes): Bytes {
  if (Array.isArray(value)) {
    const elements = value as readonly Reply[]
    const length = type === 'map' ? elements.length / 2 : elements.length
    return `${MARKS[type]}${length}\r\n${joined(elements, '', write)}`
  }
  if (type === 'verbatim') return `=${text.length + 4}\r\n${format}:${text}\r\n`
  if (type === 'boolean') return value ? '#t\r\n' : '#f\r\n'
  return `${MARKS[type]}${text}\r\n`
}

/** The first bytes of the types of RESP3. */
const MARKS: Readonly<Record<Resp3Type, Bytes>> = {
  map: '%',
  set: '~',
  push: '>',
  double: ',',
  boolean: '#',
  'big-number': '(',
  verbatim: '=',
}

const raw = (bytes: Bytes): Uint8Array => Buffer.from(bytes, 'latin1')

/** Replaces line breaks like Redis, because a line break would end a status or an error too early. */
const oneLine = (bytes: Bytes): Bytes => bytes.replace(/[\r\n]/g, ' ')

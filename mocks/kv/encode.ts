// Encodes replies: JSON envelopes, strings in UTF-8 or base64, RESP2, RESP3, and the HTTP statuses.

import type { Response } from '../http/message.js'
import type { Encoding, Endpoint, Kv } from './decisions.js'
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
  formatAt(endpoint, asked) {
    return JSON_ONLY.includes(endpoint) && asked === 'resp2' ? 'json' : asked
  },

  answer(reply, format) {
    return {
      status: this.statusOf(reply),
      headers: headersOf(this.contentType(format)),
      body: sendable(() =>
        format === 'resp2' ? raw(this.resp2(reply)) : this.envelope(reply, format),
      ),
    }
  },

  answerBatch(replies, format) {
    return {
      status: 200,
      headers: headersOf(this.contentType(format)),
      body: sendable(() =>
        format === 'resp2'
          ? raw(joined(replies, '', (reply) => this.resp2(reply)))
          : `[${joined(replies, ',', (reply) => this.envelope(reply, format))}]`,
      ),
    }
  },

  answerRefusal(refusal, format) {
    if (refusal instanceof ReplyError) return this.answer(refusal, format)
    const { status, headers } = refusal
    const answer = this.answer(new ReplyError(bytesOf(refusal.message)), format)
    return { ...answer, status, headers: { ...headers, ...answer.headers } }
  },

  statusOf(reply) {
    return reply instanceof ReplyError ? 400 : 200
  },

  envelope(reply, format) {
    return reply instanceof ReplyError
      ? `{"error":${JSON.stringify(textOf(this.wording(reply.message)))}}`
      : `{"result":${this.json(reply, format, false)}}`
  },

  json(reply, format, nested) {
    if (typeof reply === 'string') return JSON.stringify(this.string(reply, format))
    if (typeof reply === 'number' || typeof reply === 'bigint') return String(reply)
    if (reply === null || reply === NIL_ARRAY) return 'null'
    if (reply instanceof Status) {
      const { text } = reply
      return JSON.stringify(this.isPlainStatus(reply, nested) ? text : this.string(text, format))
    }
    // An error inside an array, such as the reply of a script, is written as a string without an
    // envelope.
    if (reply instanceof ReplyError) return this.json(this.wording(reply.message), format, nested)
    if (reply instanceof Typed) return this.json(reply.value, format, nested)
    return `[${joined(reply, ',', (element) => this.json(element, format, true))}]`
  },

  string(bytes, format) {
    return format === 'base64' ? Buffer.from(bytes, 'latin1').toString('base64') : textOf(bytes)
  },

  isPlainStatus({ text }, nested) {
    return text === 'OK' && !nested
  },

  resp2(reply) {
    if (typeof reply === 'string') return `$${reply.length}\r\n${reply}\r\n`
    if (typeof reply === 'number' || typeof reply === 'bigint') return `:${reply}\r\n`
    if (reply === null) return '$-1\r\n'
    if (reply === NIL_ARRAY) return '*-1\r\n'
    if (reply instanceof Status) return `+${oneLine(reply.text)}\r\n`
    if (reply instanceof ReplyError) return `-${oneLine(this.wording(reply.message))}\r\n`
    if (reply instanceof Typed) return this.resp2(reply.value)
    return `*${reply.length}\r\n${joined(reply, '', (element) => this.resp2(element))}`
  },

  resp3(reply) {
    if (reply === null || reply === NIL_ARRAY) return '_\r\n'
    if (reply instanceof Typed) return resp3Typed(reply, (element) => this.resp3(element))
    if (!Array.isArray(reply)) return this.resp2(reply)
    return `*${reply.length}\r\n${joined(reply, '', (element) => this.resp3(element))}`
  },

  wording(error) {
    return error
  },

  contentType(format) {
    return format === 'resp2' ? 'application/octet-stream' : 'application/json'
  },
}

const JSON_ONLY: readonly Endpoint[] = ['transaction', 'monitor', 'subscribe', 'psubscribe']

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
  ...{ map: '%', set: '~', push: '>', double: ',', boolean: '#', 'big-number': '(', verbatim: '=' },
}

const raw = (bytes: Bytes): Uint8Array => Buffer.from(bytes, 'latin1')

/** Replaces line breaks like Redis, because a line break would end a status or an error too early. */
const oneLine = (bytes: Bytes): Bytes => bytes.replace(/[\r\n]/g, ' ')

// Faults of the heading Response format.

import type { Request, Response } from '../../http/message.js'
import { Refusal } from '../../http/refusal.js'
import type { Kv } from '../../kv/kv.js'
import { Status, textOf } from '../../kv/reply.js'
import { each, result } from '../written.js'
import { faults, replacing } from './fault.js'
import { changingResponse, connectionOf, formatHeader, isError, runningToo } from './parts.js'

/** True if a request was rejected for base64 with resp2. */
const isRefusedBoth = (request: Request, { status }: Response, kv: Kv) =>
  status === 400 && kv.wantsBase64(request) && formatHeader(kv, request) === 'resp2'

const JSON_TYPE = 'kv.response-format.json-content-type'
const RAW = 'kv.response-format.resp2-raw-reply'
const UNKNOWN = 'kv.response-format.unknown-value'

export const responseFormatFaults = faults({
  'pipeline-resp2-by-default: pipeline: returns resp2, not JSON, by default': {
    breaks: ['kv.response-format.json-default', 'kv.pipeline.array-of-envelopes'],
    blocks: ['kv.pipeline.*'],
    format: (original, kv) => (request) =>
      kv.endpoint(request) === 'pipeline' && formatHeader(kv, request) === undefined
        ? 'resp2'
        : original(request),
  },
  'format-json-refused: rejects requests with Svc-Response-Format "json"': {
    breaks: ['kv.response-format.json'],
    responseFormat: (original, kv) => (request) => {
      if (formatHeader(kv, request) === 'json') throw new Refusal(400, 'ERR invalid format')
      return original(request)
    },
  },
  'resp2-sticks-to-connection: resp2: applies to later responses of the connection': {
    breaks: ['kv.response-format.json-default'],
    replace: (sticky = new Set<string>()) => ({
      responseFormat: (original) => (request) => {
        if (original(request) === 'resp2') sticky.add(connectionOf(request))
        return sticky.has(connectionOf(request)) ? 'resp2' : 'json'
      },
    }),
  },
  'json-as-plain-text: sends JSON responses with Content-Type text/plain': {
    breaks: [JSON_TYPE],
    contentType: (original) => (format) =>
      format === 'resp2' ? original(format) : 'text/plain; charset=utf-8',
  },
  'errors-as-plain-text: sends command errors with Content-Type text/plain': {
    breaks: [JSON_TYPE],
    answer: result((answer, reply, format) =>
      isError(reply) && format !== 'resp2'
        ? { ...answer, headers: { 'content-type': 'text/plain' } }
        : answer,
    ),
  },
  ...each(replacing('resp2'), ['kv.response-format.resp2-status-reply'], {
    'resp2-status-as-bulk: resp2: sends status replies such as +OK as bulk strings':
      (original) => (reply) =>
        original(reply instanceof Status ? reply.text : reply),
    'resp2-status-lf: resp2: ends status replies with LF instead of CRLF': (original) => (reply) =>
      reply instanceof Status ? `+${reply.text}\n` : original(reply),
  }),
  'resp2-length-in-characters: resp2: gives bulk string lengths in characters, not bytes': {
    breaks: ['kv.response-format.resp2-bulk-reply'],
    resp2: (original) => (reply) =>
      typeof reply === 'string' ? `$${textOf(reply).length}\r\n${reply}\r\n` : original(reply),
  },
  ...each(replacing('resp2'), [RAW], {
    'resp2-integers-as-bulk: resp2: sends integers as bulk strings': (original) => (reply) =>
      original(typeof reply === 'number' ? String(reply) : reply),
    'resp2-null-as-empty-string: resp2: sends null as an empty string': (original) => (reply) =>
      original(reply ?? ''),
  }),
  'resp2-as-plain-text: resp2: sends Content-Type text/plain, not octet-stream': {
    breaks: ['kv.response-format.resp2-content-type'],
    contentType: (original) => (format) => (format === 'resp2' ? 'text/plain' : original(format)),
  },
  'resp2-other-types-as-plain-text: resp2: sends integers, null and arrays as text/plain': {
    breaks: ['kv.response-format.resp2-content-type'],
    answer: result((answer, reply, format) =>
      format === 'resp2' &&
      !(typeof reply === 'string' || reply instanceof Status || isError(reply))
        ? { ...answer, headers: { 'content-type': 'text/plain' } }
        : answer,
    ),
  },
  'format-unknown-as-json: accepts an unknown Svc-Response-Format and returns JSON': {
    breaks: [UNKNOWN],
    responseFormat: (_, kv) => (request) =>
      formatHeader(kv, request) === 'resp2' ? 'resp2' : 'json',
  },
  'format-unknown-runs-command: unknown response format: runs the command, then returns 400': {
    breaks: [UNKNOWN],
    ...runningToo(
      (request, { status }, kv) =>
        status === 400 && !['json', 'resp2', undefined].includes(formatHeader(kv, request)),
      ({ headers }, kv) => ({ headers: { ...headers, [kv.headers.responseFormat.key]: 'json' } }),
    ),
  },
  'format-unknown-in-transaction: transaction: accepts an unknown Svc-Response-Format': {
    breaks: [UNKNOWN],
    format: (original, kv) => (request) => {
      if (kv.endpoint(request) !== 'transaction') return original(request)
      return kv.wantsBase64(request) ? 'base64' : 'json'
    },
  },
  'format-value-in-any-case: accepts Svc-Response-Format "JSON" and "RESP2"': {
    breaks: [UNKNOWN],
    responseFormat: (original, kv) => (request) => {
      const { key } = kv.headers.responseFormat
      const value = formatHeader(kv, request)?.toLowerCase()
      return original({ ...request, headers: { ...request.headers, [key]: value } })
    },
  },
  'format-header-case-sensitive: matches the header name Svc-Response-Format case-sensitively': {
    breaks: [RAW],
    responseFormat: (original, kv) => (request) =>
      request.rawHeaders.includes(`${kv.dialect.headerPrefix}Response-Format`)
        ? original(request)
        : 'json',
  },
  'base64-resp2-runs-command: base64 and resp2 requested: runs command, then returns 400': {
    breaks: ['kv.response-format.base64-with-resp2'],
    ...runningToo(isRefusedBoth, ({ headers }, kv) => ({
      headers: { ...headers, [kv.headers.encoding.key]: undefined },
    })),
  },
  'base64-resp2-refused-as-text: base64 and resp2 requested: returns a text error, not JSON': {
    breaks: ['kv.envelope.error'],
    ...changingResponse(isRefusedBoth, {
      headers: { 'content-type': 'text/plain' },
      body: 'Bad Request',
    }),
  },
  'refusals-as-plain-text: sends HTTP 401 and 405 with Content-Type text/plain': {
    breaks: [JSON_TYPE],
    ...changingResponse((_, { status }) => status === 401 || status === 405, {
      headers: { 'content-type': 'text/plain' },
    }),
  },
  'resp2-wins-over-base64: base64 and resp2 requested: returns resp2, not HTTP 400': {
    breaks: ['kv.response-format.base64-with-resp2'],
    format: (original, kv) => (request) =>
      kv.responseFormat(request) === 'resp2' ? 'resp2' : original(request),
  },
})

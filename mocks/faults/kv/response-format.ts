// Mistakes under the heading: Response format.

import type { Request } from '../../http/message.js'
import { Refusal } from '../../http/refusal.js'
import type { Kv } from '../../kv/kv.js'
import { Status, textOf } from '../../kv/reply.js'
import type { Fault } from '../fault.js'
import { answeredOtherwise, formatHeader, isError, runningToo } from './parts.js'

const wantsBoth = (kv: Kv, request: Request) =>
  kv.wantsBase64(request) && formatHeader(kv, request) === 'resp2'

export const responseFormatFaults: readonly Fault<Kv>[] = [
  {
    name: 'a pipeline is answered in resp2 unless JSON is asked for',
    breaks: ['kv.response-format.json-default', 'kv.pipeline.array-of-envelopes'],
    blocks: ['kv.pipeline.*'],
    apply: (kv) => ({
      ...kv,
      format: (request) =>
        kv.endpoint(request) === 'pipeline' && formatHeader(kv, request) === undefined
          ? 'resp2'
          : kv.format(request),
    }),
  },
  {
    name: 'json is no name of a format',
    breaks: ['kv.response-format.json'],
    blocks: ['kv.response-format.json-default'],
    apply: (kv) => ({
      ...kv,
      responseFormat(request) {
        if (formatHeader(kv, request) === 'json') throw new Refusal(400, 'ERR invalid format')
        return kv.responseFormat(request)
      },
    }),
  },
  {
    name: 'JSON is sent as text',
    breaks: ['kv.response-format.json-content-type'],
    apply: (kv) => ({
      ...kv,
      contentType: (format) =>
        format === 'resp2' ? kv.contentType(format) : 'text/plain; charset=utf-8',
    }),
  },
  {
    name: 'errors are sent as text',
    breaks: ['kv.response-format.json-content-type'],
    apply: (kv) => ({
      ...kv,
      answer(reply, format) {
        const answer = kv.answer(reply, format)
        if (!isError(reply) || format === 'resp2') return answer
        return { ...answer, headers: { 'content-type': 'text/plain' } }
      },
    }),
  },
  {
    name: 'a status under resp2 is a bulk reply',
    breaks: ['kv.response-format.resp2-status-reply'],
    apply: (kv) => ({
      ...kv,
      resp2: (reply) => kv.resp2(reply instanceof Status ? reply.text : reply),
    }),
  },
  {
    name: 'lines of a status end in LF alone',
    breaks: ['kv.response-format.resp2-status-reply'],
    apply: (kv) => ({
      ...kv,
      resp2: (reply) => (reply instanceof Status ? `+${reply.text}\n` : kv.resp2(reply)),
    }),
  },
  {
    name: 'the length of a bulk reply counts characters',
    breaks: ['kv.response-format.resp2-bulk-reply'],
    apply: (kv) => ({
      ...kv,
      resp2: (reply) =>
        typeof reply === 'string' ? `$${textOf(reply).length}\r\n${reply}\r\n` : kv.resp2(reply),
    }),
  },
  {
    name: 'integers under resp2 are bulk replies',
    breaks: ['kv.response-format.resp2-raw-reply'],
    apply: (kv) => ({
      ...kv,
      resp2: (reply) => kv.resp2(typeof reply === 'number' ? String(reply) : reply),
    }),
  },
  {
    name: 'null under resp2 is an empty string',
    breaks: ['kv.response-format.resp2-raw-reply'],
    apply: (kv) => ({ ...kv, resp2: (reply) => kv.resp2(reply ?? '') }),
  },
  {
    name: 'resp2 is sent as text',
    breaks: ['kv.response-format.resp2-content-type'],
    apply: (kv) => ({
      ...kv,
      contentType: (format) => (format === 'resp2' ? 'text/plain' : kv.contentType(format)),
    }),
  },
  {
    name: 'an unknown format is taken for JSON',
    breaks: ['kv.response-format.unknown-value'],
    apply: (kv) => ({
      ...kv,
      responseFormat: (request) => (formatHeader(kv, request) === 'resp2' ? 'resp2' : 'json'),
    }),
  },
  {
    name: 'an unknown format is refused after the command ran',
    breaks: ['kv.response-format.unknown-value'],
    apply: (kv) =>
      runningToo(
        (request, { status }) =>
          status === 400 && !['json', 'resp2', undefined].includes(formatHeader(kv, request)),
        ({ headers }) => ({ headers: { ...headers, [kv.headers.responseFormat.key]: 'json' } }),
      )(kv),
  },
  {
    name: 'an unknown format is not seen in a transaction',
    breaks: ['kv.response-format.unknown-value'],
    apply: (kv) => ({
      ...kv,
      format(request) {
        if (kv.endpoint(request) !== 'transaction') return kv.format(request)
        return kv.wantsBase64(request) ? 'base64' : 'json'
      },
    }),
  },
  {
    name: 'the format header is seen only in the spelling of the documents',
    breaks: ['kv.response-format.resp2-raw-reply'],
    apply: (kv) => ({
      ...kv,
      responseFormat: (request) =>
        request.rawHeaders.includes(`${kv.dialect.headerPrefix}Response-Format`)
          ? kv.responseFormat(request)
          : 'json',
    }),
  },
  {
    name: 'base64 together with resp2 is refused after the command ran',
    breaks: ['kv.response-format.base64-with-resp2'],
    apply: (kv) =>
      runningToo(
        (request, { status }) => status === 400 && wantsBoth(kv, request),
        ({ headers }) => ({ headers: { ...headers, [kv.headers.encoding.key]: undefined } }),
      )(kv),
  },
  {
    name: 'base64 together with resp2 is refused without an envelope',
    breaks: ['kv.envelope.error'],
    apply: (kv) =>
      answeredOtherwise((request, { status }) => status === 400 && wantsBoth(kv, request), {
        headers: { 'content-type': 'text/plain' },
        body: 'Bad Request',
      })(kv),
  },
  {
    name: 'a 401 and a 405 are sent as text',
    breaks: ['kv.response-format.json-content-type'],
    apply: answeredOtherwise((_, { status }) => status === 401 || status === 405, {
      headers: { 'content-type': 'text/plain' },
    }),
  },
  {
    name: 'resp2 wins over base64',
    breaks: ['kv.response-format.base64-with-resp2'],
    apply: (kv) => ({
      ...kv,
      format: (request) => (kv.responseFormat(request) === 'resp2' ? 'resp2' : kv.format(request)),
    }),
  },
]

// Mistakes under the heading: Response format.

import type { Request, Response } from '../../http/message.js'
import { Refusal } from '../../http/refusal.js'
import type { Kv } from '../../kv/kv.js'
import { Status, textOf } from '../../kv/reply.js'
import { each, result } from '../written.js'
import { fault, replacing, type KvFault } from './fault.js'
import { answeredOtherwise, formatHeader, isError, runningToo } from './parts.js'

/** Whether base64 and resp2 were asked for together, and refused. */
const isRefusedBoth = (request: Request, { status }: Response, kv: Kv) =>
  status === 400 && kv.wantsBase64(request) && formatHeader(kv, request) === 'resp2'

const JSON_TYPE = 'kv.response-format.json-content-type'
const RAW = 'kv.response-format.resp2-raw-reply'
const UNKNOWN = 'kv.response-format.unknown-value'

export const responseFormatFaults: readonly KvFault[] = [
  replacing('format')(
    'a pipeline is answered in resp2 unless JSON is asked for',
    {
      breaks: ['kv.response-format.json-default', 'kv.pipeline.array-of-envelopes'],
      blocks: ['kv.pipeline.*'],
    },
    (original, kv) => (request) =>
      kv.endpoint(request) === 'pipeline' && formatHeader(kv, request) === undefined
        ? 'resp2'
        : original(request),
  ),
  replacing('responseFormat')(
    'json is no name of a format',
    { breaks: ['kv.response-format.json'], blocks: ['kv.response-format.json-default'] },
    (original, kv) => (request) => {
      if (formatHeader(kv, request) === 'json') throw new Refusal(400, 'ERR invalid format')
      return original(request)
    },
  ),
  fault('JSON is sent as text', [JSON_TYPE], {
    contentType: (original) => (format) =>
      format === 'resp2' ? original(format) : 'text/plain; charset=utf-8',
  }),
  fault('errors are sent as text', [JSON_TYPE], {
    answer: result((answer, reply, format) =>
      isError(reply) && format !== 'resp2'
        ? { ...answer, headers: { 'content-type': 'text/plain' } }
        : answer,
    ),
  }),
  ...each(replacing('resp2'), ['kv.response-format.resp2-status-reply'], {
    'a status under resp2 is a bulk reply': (original) => (reply) =>
      original(reply instanceof Status ? reply.text : reply),
    'lines of a status end in LF alone': (original) => (reply) =>
      reply instanceof Status ? `+${reply.text}\n` : original(reply),
  }),
  fault('the length of a bulk reply counts characters', ['kv.response-format.resp2-bulk-reply'], {
    resp2: (original) => (reply) =>
      typeof reply === 'string' ? `$${textOf(reply).length}\r\n${reply}\r\n` : original(reply),
  }),
  ...each(replacing('resp2'), [RAW], {
    'integers under resp2 are bulk replies': (original) => (reply) =>
      original(typeof reply === 'number' ? String(reply) : reply),
    'null under resp2 is an empty string': (original) => (reply) => original(reply ?? ''),
  }),
  fault('resp2 is sent as text', ['kv.response-format.resp2-content-type'], {
    contentType: (original) => (format) => (format === 'resp2' ? 'text/plain' : original(format)),
  }),
  fault('an unknown format is taken for JSON', [UNKNOWN], {
    responseFormat: (_, kv) => (request) =>
      formatHeader(kv, request) === 'resp2' ? 'resp2' : 'json',
  }),
  runningToo(
    'an unknown format is refused after the command ran',
    [UNKNOWN],
    (request, { status }, kv) =>
      status === 400 && !['json', 'resp2', undefined].includes(formatHeader(kv, request)),
    ({ headers }, kv) => ({ headers: { ...headers, [kv.headers.responseFormat.key]: 'json' } }),
  ),
  fault('an unknown format is not seen in a transaction', [UNKNOWN], {
    format: (original, kv) => (request) => {
      if (kv.endpoint(request) !== 'transaction') return original(request)
      return kv.wantsBase64(request) ? 'base64' : 'json'
    },
  }),
  fault('the format header is seen only in the spelling of the documents', [RAW], {
    responseFormat: (original, kv) => (request) =>
      request.rawHeaders.includes(`${kv.dialect.headerPrefix}Response-Format`)
        ? original(request)
        : 'json',
  }),
  runningToo(
    'base64 together with resp2 is refused after the command ran',
    ['kv.response-format.base64-with-resp2'],
    isRefusedBoth,
    ({ headers }, kv) => ({ headers: { ...headers, [kv.headers.encoding.key]: undefined } }),
  ),
  answeredOtherwise(
    'base64 together with resp2 is refused without an envelope',
    ['kv.envelope.error'],
    isRefusedBoth,
    { headers: { 'content-type': 'text/plain' }, body: 'Bad Request' },
  ),
  answeredOtherwise(
    'a 401 and a 405 are sent as text',
    [JSON_TYPE],
    (_, { status }) => status === 401 || status === 405,
    { headers: { 'content-type': 'text/plain' } },
  ),
  fault('resp2 wins over base64', ['kv.response-format.base64-with-resp2'], {
    format: (original, kv) => (request) =>
      kv.responseFormat(request) === 'resp2' ? 'resp2' : original(request),
  }),
]

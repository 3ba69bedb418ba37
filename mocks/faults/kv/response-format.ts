// Faults of the heading Response format.

import { each } from '../written.js'
import { distort, type Distortion, when, wrongAt } from './boundary.js'
import { bytes, contentType, distortions, headers, refused, runningToo } from './distortions.js'
import { breaking, faults } from './fault.js'
import { connectionOf } from './parts.js'
import { at, header, type Seen, where } from './where.js'

const JSON_TYPE = 'kv.response-format.json-content-type'
const RESP2_TYPE = 'kv.response-format.resp2-content-type'
const RAW = 'kv.response-format.resp2-raw-reply'
const STATUS = 'kv.response-format.resp2-status-reply'
const UNKNOWN = 'kv.response-format.unknown-value'
const BOTH = 'kv.response-format.base64-with-resp2'

const { json, base64, resp2 } = where.format
const isUnknown = (seen: Seen) =>
  !['json', 'resp2', undefined].includes(header(seen, 'responseFormat'))

/** Handles the request as if it had another format header. */
const formatHeader = (change: (value?: string) => string | undefined): Distortion =>
  headers((seen) => ({
    [seen.kv.headers.responseFormat.key]: change(header(seen, 'responseFormat')),
  }))

const withoutFormat = formatHeader(() => undefined)
const withoutEncoding = headers(({ kv }) => ({ [kv.headers.encoding.key]: undefined }))

export const responseFormatFaults = faults({
  'pipeline-resp2-by-default: pipeline: returns resp2, not JSON, by default': {
    breaks: ['kv.response-format.json-default', 'kv.pipeline.array-of-envelopes'],
    blocks: ['kv.pipeline.*', 'kv.commands.*', 'kv.authentication.*'],
    format: (original, kv) => (request, endpoint) =>
      endpoint === 'pipeline' && header({ kv, request }, 'responseFormat') === undefined
        ? 'resp2'
        : original(request, endpoint),
  },
  'format-json-refused: rejects requests with Svc-Response-Format "json"': {
    breaks: ['kv.response-format.json'],
    replace: () => when(json)(refused(400, 'ERR invalid format')),
  },
  'resp2-sticks-to-connection: resp2: applies to later responses of the connection': {
    breaks: ['kv.response-format.json-default'],
    replace: () =>
      distort({
        make: (sticky = new Set<string>()) => ({
          request(seen) {
            if (resp2(seen)) sticky.add(connectionOf(seen.request))
            const key = seen.kv.headers.responseFormat.key
            const isSticky = sticky.has(connectionOf(seen.request))
            return isSticky ? { headers: { ...seen.request.headers, [key]: 'resp2' } } : {}
          },
        }),
      }),
  },
  ...each(wrongAt(), [JSON_TYPE], {
    'json-as-plain-text: sends JSON responses with Content-Type text/plain': () =>
      contentType('text/plain', ({ headers }) => headers['content-type'] === 'application/json'),
    'errors-as-plain-text: sends command errors with Content-Type text/plain': () =>
      contentType('text/plain', ({ status, text }) => status === 400 && text.startsWith('{')),
    'refusals-as-plain-text: sends HTTP 401 and 405 with Content-Type text/plain': () =>
      contentType('text/plain', ({ status }) => status === 401 || status === 405),
  }),
  ...each(wrongAt(resp2), [STATUS], {
    'resp2-status-as-bulk: resp2: sends status replies such as +OK as bulk strings':
      distortions['returns a status as a text in resp2'],
    'resp2-status-lf: resp2: ends status replies with LF instead of CRLF': () =>
      bytes((text) => text.replace(/^(\+.*)\r\n$/, '$1\n')),
  }),
  ...each(wrongAt(resp2), ['kv.response-format.resp2-bulk-reply'], {
    'resp2-length-in-characters: resp2: gives bulk string lengths in characters, not bytes':
      distortions['counts characters in resp2'],
  }),
  ...each(wrongAt(resp2), [RAW], {
    'resp2-integers-as-bulk: resp2: sends integers as bulk strings':
      distortions['returns integers as texts in resp2'],
    'resp2-null-as-empty-string: resp2: sends null as an empty string': () =>
      bytes((text) => text.replaceAll('$-1\r\n', '$0\r\n\r\n')),
  }),
  ...each(wrongAt(resp2), [RESP2_TYPE], {
    'resp2-as-plain-text: resp2: sends Content-Type text/plain, not octet-stream': () =>
      contentType(
        'text/plain',
        ({ headers }) => headers['content-type'] === 'application/octet-stream',
      ),
    'resp2-other-types-as-plain-text: resp2: sends integers, null and arrays as text/plain': () =>
      contentType('text/plain', ({ text }) => /^([:*]|\$-1)/.test(text)),
  }),
  ...breaking([UNKNOWN], {
    'format-unknown-as-json: accepts an unknown Svc-Response-Format and returns JSON': () =>
      when(isUnknown)(withoutFormat),
    'format-unknown-runs-command: unknown response format: runs the command, then returns 400':
      () => when(isUnknown)(runningToo(withoutFormat)),
    'format-unknown-in-transaction: transaction: accepts an unknown Svc-Response-Format': () =>
      when(at('transaction'))(withoutFormat),
    'format-value-in-any-case: accepts Svc-Response-Format "JSON" and "RESP2"': () =>
      distort(formatHeader((value) => value?.toLowerCase())),
  }),
  'format-header-case-sensitive: matches the header name Svc-Response-Format case-sensitively': {
    breaks: [RAW],
    replace: () =>
      when(({ kv, request }) => !request.rawHeaders.includes(kv.headers.responseFormat.name))(
        withoutFormat,
      ),
  },
  ...each(wrongAt(base64, resp2), [BOTH], {
    'base64-resp2-runs-command: base64 and resp2 requested: runs command, then returns 400': () =>
      runningToo(withoutEncoding),
    'resp2-wins-over-base64: base64 and resp2 requested: returns resp2, not HTTP 400':
      withoutEncoding,
  }),
  ...each(wrongAt(base64, resp2), ['kv.envelope.error'], {
    'base64-resp2-refused-as-text: base64 and resp2 requested: returns a text error, not JSON': {
      response: () => ({ headers: { 'content-type': 'text/plain' }, body: 'Bad Request' }),
    },
  }),
})

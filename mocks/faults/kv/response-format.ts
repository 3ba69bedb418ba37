// Faults of the heading Response format.

import { each } from '../written.js'
import { distort, when, wrongAt } from './boundary.js'
import { contentType, distortions, headers, refused } from './distortions.js'
import { faults } from './fault.js'
import { connectionOf } from './parts.js'
import { header, where } from './where.js'

const { json, base64, resp2 } = where.format

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
  ...each(wrongAt(), ['kv.response-format.json-content-type'], {
    'json-as-plain-text: sends JSON responses with Content-Type text/plain': () =>
      contentType('text/plain', ({ headers }) => headers['content-type'] === 'application/json'),
    'refusals-as-plain-text: sends HTTP 401 and 405 with Content-Type text/plain': () =>
      contentType('text/plain', ({ status }) => status === 401 || status === 405),
  }),
  ...each(wrongAt(resp2), ['kv.response-format.resp2-status-reply'], {
    'resp2-status-as-bulk: resp2: sends status replies such as +OK as bulk strings':
      distortions['returns a status as a text in resp2'],
  }),
  ...each(wrongAt(resp2), ['kv.response-format.resp2-bulk-reply'], {
    'resp2-length-in-characters: resp2: gives bulk string lengths in characters, not bytes':
      distortions['counts characters in resp2'],
  }),
  ...each(wrongAt(resp2), ['kv.response-format.resp2-raw-reply'], {
    'resp2-integers-as-bulk: resp2: sends integers as bulk strings':
      distortions['returns integers as texts in resp2'],
  }),
  ...each(wrongAt(resp2), ['kv.response-format.resp2-content-type'], {
    'resp2-as-plain-text: resp2: sends Content-Type text/plain, not octet-stream': () =>
      contentType(
        'text/plain',
        ({ headers }) => headers['content-type'] === 'application/octet-stream',
      ),
  }),
  'format-unknown-as-json: accepts an unknown Svc-Response-Format and returns JSON': {
    breaks: ['kv.response-format.unknown-value'],
    replace: () =>
      when((seen) => !['json', 'resp2', undefined].includes(header(seen, 'responseFormat')))(
        headers(({ kv }) => ({ [kv.headers.responseFormat.key]: undefined })),
      ),
  },
  ...each(wrongAt(base64, resp2), ['kv.response-format.base64-with-resp2'], {
    'resp2-wins-over-base64: base64 and resp2 requested: returns resp2, not HTTP 400': headers(
      ({ kv }) => ({ [kv.headers.encoding.key]: undefined }),
    ),
  }),
})

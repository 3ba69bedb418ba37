// Faults of the heading Envelopes.

import { each } from '../written.js'
import { distort, type Distortion, type Json, parsedOr, when, wrongAt } from './boundary.js'
import { arrays, bytes, distortions, everyText } from './distortions.js'
import { faults } from './fault.js'
import { isBatch, where } from './where.js'

/** The rules of batches check envelopes too. */
const BATCHES = ['kv.pipeline.array-of-envelopes', 'kv.transaction.array-of-envelopes'] as const
const INTEGER = 'kv.envelope.result-integer'

const asText = where.format['by default']

/** Changes a result that is a text; not those in arrays. */
const text = (change: (text: string) => Json): Distortion => ({
  result: (value) => (typeof value === 'string' ? change(value) : value),
})

/** Changes integers beyond 2^53 in the JSON text. */
const bigIntegers = (change: (integer: string) => string): Distortion =>
  bytes((json) =>
    json.replace(/"(?:[^"\\]|\\.)*"|-?\d{16,}/g, (token) =>
      token.startsWith('"') ? token : change(token),
    ),
  )

export const envelopeFaults = faults({
  ...each(wrongAt(), ['kv.envelope.success', ...BATCHES], {
    'success-envelope-has-took: adds the field "took" to success envelopes': {
      envelope: (each) => ('error' in each ? each : { ...each, took: 0 }),
    },
    'json-cut-after-32-kib: cuts JSON responses after 32 KiB': () =>
      bytes((json) => json.slice(0, 2 ** 15)),
  }),
  ...each(wrongAt(), ['kv.envelope.error', ...BATCHES], {
    'error-envelope-has-code: adds the field "code" to error envelopes': {
      envelope: (each) => ('error' in each ? { code: 1, ...each } : each),
    },
    'error-envelope-has-result: adds "result": null to error envelopes': {
      envelope: (each) => ('error' in each ? { result: null, ...each } : each),
    },
  }),
  'error-envelope-holds-object: error envelope: sends "error" as an object, not a string': {
    breaks: ['kv.envelope.error', ...BATCHES],
    blocks: [
      'kv.errors.*',
      ...['kv.authentication.acl-unknown-user', 'kv.authentication.acl-wrong-password'],
      'kv.authentication.acl-error-text',
    ],
    replace: () => distort(distortions['answers errors as objects']),
  },
  ...each(wrongAt(), ['kv.envelope.result-null'], {
    'null-as-empty-string: returns a null result as an empty string':
      distortions['returns null as an empty text'],
  }),
  ...each(wrongAt(), [INTEGER], {
    'integers-truncated-to-32-bits: truncates integer results to 32 bits':
      distortions['cuts integers to 32 bits'],
    'negative-integers-as-strings: returns negative integer results as strings': {
      result: (value) => (typeof value === 'number' && value < 0 ? String(value) : value),
    },
    'integers-rounded-to-double: rounds integer results beyond 2^53 to a double': () =>
      bigIntegers((integer) => String(Number(integer))),
    'big-integers-as-strings: returns integer results beyond 2^53 as strings': () =>
      bigIntegers((integer) => `"${integer}"`),
  }),
  ...each(wrongAt(asText), ['kv.envelope.result-string'], {
    'stored-json-returned-parsed: parses string results that hold JSON ("[1]" becomes [1])': () =>
      text((json) => (parsedOr(json) ?? json) as Json),
    'empty-string-as-null: returns an empty string result as null': () =>
      text((each) => (each === '' ? null : each)),
    'text-null-as-null: returns the text "null" as JSON null': () =>
      everyText((each) => (each === 'null' ? null : each)),
    'line-breaks-normalized: returns CR LF in strings as LF': () =>
      everyText((each) => each.replaceAll('\r\n', '\n')),
  }),
  ...each(wrongAt(), ['kv.envelope.result-array'], {
    'empty-array-as-null: returns an empty array result as null':
      distortions['returns empty arrays as null'],
    'arrays-drop-nulls: drops null elements from array results':
      distortions['drops null in arrays'],
    'one-element-array-unwrapped: returns the element of an array that has only one': () =>
      arrays((list) => (list.length === 1 ? list[0]! : list)),
  }),
  'batch-own-media-type: pipeline/transaction: adds "status":200, wrong Content-Type': {
    breaks: ['kv.response-format.json-content-type', ...BATCHES],
    replace: () =>
      when(isBatch)({
        response: ({ headers, text }) =>
          text.startsWith('[')
            ? {
                headers: { ...headers, 'content-type': 'application/vnd.batch+json' },
                body: Buffer.from(text.replace(/\}(?=[,\]]\{?)/g, ',"status":200}'), 'latin1'),
              }
            : {},
      }),
  },
})

// Faults of the heading Envelopes.

import { each } from '../written.js'
import { distort, type Distortion, type Json, parsedOr, wrongAt } from './boundary.js'
import { bytes, distortions } from './distortions.js'
import { faults } from './fault.js'
import { where } from './where.js'

/** The rules of batches check envelopes too. */
const BATCHES = ['kv.pipeline.array-of-envelopes', 'kv.transaction.array-of-envelopes'] as const

const asText = where.format['by default']

/** Changes a result that is a text; not those in arrays. */
const text = (change: (text: string) => Json): Distortion => ({
  result: (value) => (typeof value === 'string' ? change(value) : value),
})

export const envelopeFaults = faults({
  ...each(wrongAt(), ['kv.envelope.success', ...BATCHES], {
    'success-envelope-has-took: adds the field "took" to success envelopes': {
      envelope: (each) => ('error' in each ? each : { ...each, took: 0 }),
    },
    'json-cut-after-32-kib: cuts JSON responses after 32 KiB': () =>
      bytes((json) => json.slice(0, 2 ** 15)),
  }),
  'error-envelope-holds-object: error envelope: sends "error" as an object, not a string': {
    breaks: ['kv.envelope.error', ...BATCHES],
    blocks: [
      'kv.errors.*',
      'kv.authentication.acl-unknown-user',
      'kv.authentication.acl-wrong-password',
      'kv.authentication.acl-error-text',
    ],
    replace: () => distort(distortions['answers errors as objects']),
  },
  ...each(wrongAt(), ['kv.envelope.result-null'], {
    'null-as-empty-string: returns a null result as an empty string':
      distortions['returns null as an empty text'],
  }),
  ...each(wrongAt(), ['kv.envelope.result-integer'], {
    'integers-truncated-to-32-bits: truncates integer results to 32 bits':
      distortions['cuts integers to 32 bits'],
    'integers-rounded-to-double: rounds integer results beyond 2^53 to a double': () =>
      bytes((json) =>
        json.replace(/"(?:[^"\\]|\\.)*"|-?\d{16,}/g, (token) =>
          token.startsWith('"') ? token : String(Number(token)),
        ),
      ),
  }),
  ...each(wrongAt(asText), ['kv.envelope.result-string'], {
    'stored-json-returned-parsed: parses string results that hold JSON ("[1]" becomes [1])': () =>
      text((json) => (parsedOr(json) ?? json) as Json),
    'empty-string-as-null: returns an empty string result as null': () =>
      text((each) => (each === '' ? null : each)),
  }),
  ...each(wrongAt(), ['kv.envelope.result-array'], {
    'empty-array-as-null: returns an empty array result as null':
      distortions['returns empty arrays as null'],
  }),
})

// Faults of the heading Base64.

import { each } from '../written.js'
import { distort, type Distortion, type Json, when, wrongAt } from './boundary.js'
import { arrays, distortions, everyText, headers } from './distortions.js'
import { breaking, faults } from './fault.js'
import { connectionOf } from './parts.js'
import { where } from './where.js'

const { base64 } = where.format

/** Decodes the strings of a result. */
const decoded = everyText((text) =>
  text === 'OK' ? text : Buffer.from(text, 'base64').toString(),
).result!

/** Returns the number of levels of arrays. */
const depthOf = (value: Json): number =>
  Array.isArray(value) ? 1 + Math.max(0, ...(value as readonly Json[]).map(depthOf)) : 0

/** Decodes the strings in the envelopes after the first error. */
const decodedAfterError: Distortion = {
  json(envelopes) {
    if (!Array.isArray(envelopes)) return envelopes
    const all = envelopes as readonly { readonly [name: string]: Json }[]
    const first = all.findIndex(({ error }) => error !== undefined)
    return all.map(({ result, ...error }, at) => {
      if (result === undefined) return error
      return { result: first >= 0 && at > first ? decoded(result) : result }
    })
  },
}

export const base64Faults = faults({
  ...each(wrongAt(base64), ['kv.base64.strings', 'kv.utf8.base64-keeps-bytes'], {
    'base64-url-alphabet: base64: encodes with the URL-safe alphabet (- and _)':
      distortions['encodes base64 for URLs'],
  }),
  ...breaking(['kv.base64.strings'], {
    'base64-header-case-sensitive: matches the header name Svc-Encoding case-sensitively': () =>
      when(({ kv, request }) => !request.rawHeaders.includes(kv.headers.encoding.name))(
        headers(({ kv }) => ({ [kv.headers.encoding.key]: undefined })),
      ),
    'base64-sticks-to-connection: base64: encodes later responses of the connection too': () =>
      distort({
        make: (sticky = new Set<string>()) => ({
          request(seen) {
            if (base64(seen)) sticky.add(connectionOf(seen.request))
            const isSticky = sticky.has(connectionOf(seen.request))
            const { key } = seen.kv.headers.encoding
            return isSticky ? { headers: { ...seen.request.headers, [key]: 'base64' } } : {}
          },
        }),
      }),
    'base64-not-after-error: base64: pipeline/transaction: does not encode after an error': () =>
      when(base64)(decodedAfterError),
  }),
  ...each(wrongAt(base64), ['kv.base64.strings-in-arrays'], {
    'base64-arrays-not-encoded: base64: does not encode strings inside arrays': arrays(decoded),
    'base64-deep-arrays-not-encoded: base64: does not encode strings of arrays in three levels':
      () => arrays((list) => (depthOf(list) > 2 ? decoded(list) : list)),
  }),
  ...each(wrongAt(base64), ['kv.base64.only-strings'], {
    'base64-integers-encoded: base64: encodes integers, not only strings': {
      result: (value) =>
        typeof value === 'number' ? Buffer.from(String(value)).toString('base64') : value,
    },
  }),
  ...each(wrongAt(base64), ['kv.base64.ok-status-plain'], {
    'base64-ok-encoded: base64: encodes the status OK, which must stay plain':
      distortions['encodes OK as base64'],
  }),
})

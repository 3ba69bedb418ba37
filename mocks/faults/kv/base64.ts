// Faults of the headings Base64 and Invalid UTF-8.

import { each } from '../written.js'
import { distort, wrongAt } from './boundary.js'
import { arrays, distortions, everyText } from './distortions.js'
import { breaking, faults } from './fault.js'
import { connectionOf } from './parts.js'
import { where } from './where.js'

const { base64 } = where.format

const REPLACEMENT = 'kv.utf8.replacement-character'

export const base64Faults = faults({
  ...each(wrongAt(base64), ['kv.base64.strings', 'kv.utf8.base64-keeps-bytes'], {
    'base64-url-alphabet: base64: encodes with the URL-safe alphabet (- and _)':
      distortions['encodes base64 for URLs'],
  }),
  ...breaking(['kv.base64.strings'], {
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
  }),
  ...each(wrongAt(base64), ['kv.base64.strings-in-arrays'], {
    'base64-arrays-not-encoded: base64: does not encode strings inside arrays': arrays(
      everyText((text) => (text === 'OK' ? text : Buffer.from(text, 'base64').toString())).result!,
    ),
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
  ...breaking([REPLACEMENT], {
    'invalid-utf8-dropped: drops invalid UTF-8 bytes instead of sending U+FFFD': () =>
      distort(everyText((text) => text.replaceAll('\ufffd', ''))),
  }),
  ...each(wrongAt(), [REPLACEMENT, 'kv.envelope.result-string'], {
    'byte-order-mark-dropped: drops a byte order mark at the start of a string result': () =>
      everyText((text) => text.replace(/^\ufeff/, '')),
  }),
  ...each(wrongAt(base64), ['kv.utf8.base64-keeps-bytes'], {
    'base64-of-replaced-text: base64: encodes U+FFFD in place of invalid UTF-8 bytes': () =>
      everyText((text) =>
        text === 'OK'
          ? text
          : Buffer.from(Buffer.from(text, 'base64').toString()).toString('base64'),
      ),
  }),
})

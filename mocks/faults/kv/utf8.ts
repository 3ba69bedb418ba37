// Faults of the heading Invalid UTF-8.

import type { Kv } from '../../kv/kv.js'
import { textOf } from '../../kv/reply.js'
import { each } from '../written.js'
import { distort, otherwise, wrongAt } from './boundary.js'
import { everyText } from './distortions.js'
import { breaking, faults } from './fault.js'
import { isBatch, where } from './where.js'

const REPLACEMENT = 'kv.utf8.replacement-character'
const { base64 } = where.format

/** Decodes a string as Latin-1 if it is no UTF-8. */
const asLatin1 =
  (original: Kv['string']): Kv['string'] =>
  (bytes, format) =>
    format !== 'base64' && textOf(bytes).includes('\ufffd') ? bytes : original(bytes, format)

export const utf8Faults = faults({
  ...breaking([REPLACEMENT], {
    'invalid-utf8-dropped: drops invalid UTF-8 bytes instead of sending U+FFFD': () =>
      distort(everyText((text) => text.replaceAll('\ufffd', ''))),
    'invalid-utf8-as-latin1: decodes strings with invalid UTF-8 as Latin-1': { string: asLatin1 },
    'invalid-utf8-as-latin1-in-batches: pipeline/transaction: decodes invalid UTF-8 as Latin-1':
      () => otherwise(isBatch, (kv) => ({ string: asLatin1(kv.string) })),
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

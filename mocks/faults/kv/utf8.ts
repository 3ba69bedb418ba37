// Faults of the heading Invalid UTF-8.

import { bytesOf, textOf } from '../../kv/reply.js'
import { each, given, result } from '../written.js'
import { faults, replacing } from './fault.js'

const REPLACEMENT = 'kv.utf8.replacement-character'

export const utf8Faults = faults({
  ...each(replacing('string'), [REPLACEMENT], {
    'invalid-utf8-dropped: drops invalid UTF-8 bytes instead of sending U+FFFD':
      (original) => (bytes, format) =>
        format === 'base64' ? original(bytes, format) : textOf(bytes).replaceAll('\ufffd', ''),
    'invalid-utf8-as-latin1: decodes strings with invalid UTF-8 as Latin-1':
      (original) => (bytes, format) =>
        format !== 'base64' && textOf(bytes).includes('\ufffd') ? bytes : original(bytes, format),
  }),
  'byte-order-mark-dropped: drops a byte order mark at the start of a string result': {
    breaks: [REPLACEMENT, 'kv.envelope.result-string'],
    string: result((text) => text.replace(/^\ufeff/, '')),
  },
  'invalid-utf8-as-latin1-in-batches: pipeline/transaction: decodes invalid UTF-8 as Latin-1': {
    breaks: [REPLACEMENT],
    answerBatch: given((replies, format) => [
      replies.map((reply) =>
        typeof reply === 'string' && format === 'json' && textOf(reply).includes('\ufffd')
          ? bytesOf(reply)
          : reply,
      ),
      format,
    ]),
  },
  'base64-of-replaced-text: base64: encodes U+FFFD in place of invalid UTF-8 bytes': {
    breaks: ['kv.utf8.base64-keeps-bytes'],
    string: given((bytes, format) => [bytesOf(textOf(bytes)), format]),
  },
})

// Mistakes under the heading: Invalid UTF-8.

import { bytesOf, textOf } from '../../kv/reply.js'
import { each, given, result } from '../written.js'
import { fault, replacing, type KvFault } from './fault.js'

const REPLACEMENT = 'kv.utf8.replacement-character'

export const utf8Faults: readonly KvFault[] = [
  ...each(replacing('string'), [REPLACEMENT], {
    'bytes that are no UTF-8 are dropped': (original) => (bytes, format) =>
      format === 'base64' ? original(bytes, format) : textOf(bytes).replaceAll('\ufffd', ''),
    'bytes that are no UTF-8 are read as Latin-1': (original) => (bytes, format) =>
      format !== 'base64' && textOf(bytes).includes('\ufffd') ? bytes : original(bytes, format),
  }),
  fault('bytes that are no UTF-8 are read as Latin-1 in batches', [REPLACEMENT], {
    answerBatch: given((replies, format) => [
      replies.map((reply) =>
        typeof reply === 'string' && format === 'json' && textOf(reply).includes('\ufffd')
          ? bytesOf(reply)
          : reply,
      ),
      format,
    ]),
  }),
  fault('a byte order mark is taken off', [REPLACEMENT], {
    string: result((text) => text.replace(/^\ufeff/, '')),
  }),
  fault(
    'base64 is made of text in which bytes are replaced already',
    ['kv.utf8.base64-keeps-bytes'],
    { string: given((bytes, format) => [bytesOf(textOf(bytes)), format]) },
  ),
]

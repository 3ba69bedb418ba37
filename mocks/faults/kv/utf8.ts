// Mistakes under the heading: Invalid UTF-8.

import type { Kv } from '../../kv/kv.js'
import { bytesOf, textOf } from '../../kv/reply.js'
import type { Fault } from '../fault.js'

export const utf8Faults: readonly Fault<Kv>[] = [
  {
    name: 'bytes that are no UTF-8 are dropped',
    breaks: ['kv.utf8.replacement-character'],
    apply: (kv) => ({
      ...kv,
      string: (bytes, format) =>
        format === 'base64' ? kv.string(bytes, format) : textOf(bytes).replaceAll('\ufffd', ''),
    }),
  },
  {
    name: 'bytes that are no UTF-8 are read as Latin-1',
    breaks: ['kv.utf8.replacement-character'],
    apply: (kv) => ({
      ...kv,
      string: (bytes, format) =>
        format !== 'base64' && textOf(bytes).includes('\ufffd') ? bytes : kv.string(bytes, format),
    }),
  },
  {
    name: 'bytes that are no UTF-8 are read as Latin-1 in batches',
    breaks: ['kv.utf8.replacement-character'],
    apply: (kv) => ({
      ...kv,
      answerBatch: (replies, format) =>
        kv.answerBatch(
          replies.map((reply) =>
            typeof reply === 'string' && format === 'json' && textOf(reply).includes('\ufffd')
              ? bytesOf(reply)
              : reply,
          ),
          format,
        ),
    }),
  },
  {
    name: 'a byte order mark is taken off',
    breaks: ['kv.utf8.replacement-character'],
    apply: (kv) => ({
      ...kv,
      string: (bytes, format) => kv.string(bytes, format).replace(/^\ufeff/, ''),
    }),
  },
  {
    name: 'base64 is made of text in which bytes are replaced already',
    breaks: ['kv.utf8.base64-keeps-bytes'],
    apply: (kv) => ({
      ...kv,
      string: (bytes, format) => kv.string(bytesOf(textOf(bytes)), format),
    }),
  },
]

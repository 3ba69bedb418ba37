// Mistakes under the heading: Base64.

import type { Kv } from '../../kv/kv.js'
import type { Fault } from '../fault.js'

export const base64Faults: readonly Fault<Kv>[] = [
  {
    name: 'base64 is written in the alphabet of URLs',
    breaks: ['kv.base64.strings'],
    blocks: ['kv.utf8.base64-keeps-bytes'],
    apply: (kv) => ({
      ...kv,
      string: (bytes, format) =>
        format === 'base64'
          ? kv.string(bytes, format).replaceAll('+', '-').replaceAll('/', '_')
          : kv.string(bytes, format),
    }),
  },
  {
    name: 'the encoding header is seen only in the spelling of the documents',
    breaks: ['kv.base64.strings'],
    apply: (kv) => ({
      ...kv,
      wantsBase64(request) {
        const name = `${kv.dialect.headerPrefix}Encoding`
        return request.rawHeaders.includes(name) && kv.wantsBase64(request)
      },
    }),
  },
  {
    name: 'strings in arrays are not encoded',
    breaks: ['kv.base64.strings-in-arrays'],
    apply: (kv) => ({
      ...kv,
      json: (reply, format, nested) =>
        kv.json(reply, Array.isArray(reply) ? 'json' : format, nested),
    }),
  },
  {
    name: 'integers are encoded too',
    breaks: ['kv.base64.only-strings'],
    apply: (kv) => ({
      ...kv,
      json: (reply, format, nested) =>
        kv.json(
          typeof reply === 'number' && format === 'base64' ? String(reply) : reply,
          format,
          nested,
        ),
    }),
  },
  {
    name: 'the status OK is encoded too',
    breaks: ['kv.base64.ok-status-plain'],
    apply: (kv) => ({ ...kv, isPlainStatus: () => false }),
  },
]

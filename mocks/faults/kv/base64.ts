// Mistakes under the heading: Base64.

import { given } from '../written.js'
import { fault, replacing, type KvFault } from './fault.js'

const STRINGS = 'kv.base64.strings'

export const base64Faults: readonly KvFault[] = [
  replacing('string')(
    'base64 is written in the alphabet of URLs',
    { breaks: [STRINGS], blocks: ['kv.utf8.base64-keeps-bytes'] },
    (original) => (bytes, format) =>
      format === 'base64'
        ? original(bytes, format).replaceAll('+', '-').replaceAll('/', '_')
        : original(bytes, format),
  ),
  fault('the encoding header is seen only in the spelling of the documents', [STRINGS], {
    wantsBase64: (original, kv) => (request) => {
      const name = `${kv.dialect.headerPrefix}Encoding`
      return request.rawHeaders.includes(name) && original(request)
    },
  }),
  fault('strings in arrays are not encoded', ['kv.base64.strings-in-arrays'], {
    json: given((reply, format, nested) => [reply, Array.isArray(reply) ? 'json' : format, nested]),
  }),
  fault('integers are encoded too', ['kv.base64.only-strings'], {
    json: given((reply, format, nested) => [
      typeof reply === 'number' && format === 'base64' ? String(reply) : reply,
      format,
      nested,
    ]),
  }),
  fault('the status OK is encoded too', ['kv.base64.ok-status-plain'], {
    isPlainStatus: () => () => false,
  }),
]

// What a run learns of a call to one of its addresses.

import type { Request } from '../../http/message.js'
import { headerLines, headerMap } from '../request/headers.js'
import { viewOf } from '../../http/message.js'

/** The call as JSON, its body in base64. */
export const hookEvent = ({ method, target, headers, rawHeaders, body }: Request): Uint8Array =>
  Buffer.from(
    JSON.stringify({
      method,
      header: Object.fromEntries(
        Object.entries(headerMap(headerLines(rawHeaders))).map(([name, values]) => [
          name,
          values.join(', '),
        ]),
      ),
      body: viewOf(body).toString('base64'),
      proto: 'http',
      host: headers.host ?? 'localhost',
      url: target,
    }),
  )

// CORS: answers preflight requests and adds the CORS headers to responses. CORS is off by default,
// because the contract answers OPTIONS with 405.

import type { Response } from '../http/message.js'
import type { Cors, Kv } from './decisions.js'

export const sharing: Cors & ThisType<Kv> = {
  preflight({ method, headers }) {
    const isQuestion = method === 'OPTIONS' && 'access-control-request-method' in headers
    if (!this.cors || !isQuestion) return undefined
    const own = Object.values(this.headers).map(({ name }) => name)
    return {
      status: 204,
      headers: {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, HEAD, POST, PUT',
        // Allows the headers that the browser announces, because clients send headers of their own,
        // such as their version.
        'access-control-allow-headers':
          headers['access-control-request-headers'] ??
          ['Authorization', 'Content-Type', 'Accept', ...own].join(', '),
        'access-control-max-age': '86400',
        vary: 'access-control-request-headers',
      },
    }
  },
}

/** Adds the headers that let web pages read the response, if CORS is on. */
export function readable({ cors, headers }: Kv, answer: Response): Response {
  if (!cors) return answer
  const added = {
    'access-control-allow-origin': '*',
    'access-control-expose-headers': headers.syncToken.name,
  }
  return { ...answer, headers: { ...answer.headers, ...added } }
}

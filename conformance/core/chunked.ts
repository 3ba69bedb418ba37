// Requests whose body is sent in chunks, as clients send a body of unknown length.

import type { Exchange, HeaderLines } from '../wire/exchange.js'
import { NotApplicable } from './judgement.js'

/** The header of a request without `Content-Length`. */
export const chunked: HeaderLines = [['Transfer-Encoding', 'chunked']]

/** Returns the response. HTTP allows a server to require a length with status 411. */
export function unlessLengthRequired(response: Exchange): Exchange {
  if (response.status !== 411) return response
  throw new NotApplicable('the target requires Content-Length (HTTP 411)')
}

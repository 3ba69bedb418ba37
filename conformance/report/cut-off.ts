// Describes the requests that were under way when a target went down. One of them may have stopped it.

import { cut, printable } from './clip.js'
import type { Report } from './report.js'

/** The longest request in the text, in characters. */
const longestRequest = 120

/** The most requests in the text. */
const mostRequests = 5

/** Returns a line for each request, with its scenario. */
export function cutOffInWords({ cutOff = [] }: Pick<Report, 'cutOff'>): readonly string[] {
  const requests = cutOff.slice(0, mostRequests).map(({ scenario, method, target, body = '' }) => {
    const sent = cut(printable(`${method} ${target} ${body}`.trimEnd()), longestRequest)
    return `Under way when it went down: ${sent} (${scenario})`
  })
  const more = cutOff.length - requests.length
  return more > 0 ? [...requests, `Under way when it went down: ${more} more requests`] : requests
}

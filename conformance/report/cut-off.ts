// Describes the requests that were under way when a target went down. One of them may have stopped it.

import { cut, printable } from './clip.js'
import type { Report } from './report.js'

/** The longest request in the text, in characters. */
const longestRequest = 120

/** The most requests in the text: as many as run in parallel by default. */
const mostRequests = 16

/** Returns a line for each request, with its scenario. */
export function cutOffInWords({ cutOff = [] }: Pick<Report, 'cutOff'>): readonly string[] {
  const requests = cutOff.slice(0, mostRequests).map(({ scenario, method, target, body = '' }) => {
    const sent = cut(printable(`${method} ${target} ${body}`.trimEnd()), longestRequest)
    return `Under way when it went down: ${sent} (${scenario})`
  })
  const more = cutOff.length - requests.length
  return [
    ...requests,
    ...(more > 0 ? [`Under way when it went down: ${more} more requests`] : []),
    ...(cutOff.length > 1 ? ['To find the request that stopped it, add --concurrency 1.'] : []),
  ]
}

// Describes the requests that were under way when a target went down. One of them may have stopped it.

import { printable } from '../core/printable.js'
import { cut } from './clip.js'
import type { Report } from './report.js'

/** The longest request in the text, in characters. */
const longestRequest = 120

/** The most requests in the text: as many as run in parallel by default. */
const mostRequests = 16

/** Returns a line for each request, with its scenario. Equal requests of a scenario have one line. */
export function cutOffInWords({ cutOff = [] }: Pick<Report, 'cutOff'>): readonly string[] {
  const counts = new Map<string, number>()
  for (const { scenario, method, target, body = '' } of cutOff) {
    const sent = cut(printable(`${method} ${target} ${body}`.trimEnd()), longestRequest)
    const request = `${sent} (${scenario})`
    counts.set(request, (counts.get(request) ?? 0) + 1)
  }
  const shown = [...counts].slice(0, mostRequests)
  const more = cutOff.length - shown.reduce((sum, [, count]) => sum + count, 0)
  return [
    ...shown.map(
      ([request, count]) =>
        `Under way when it went down: ${count > 1 ? `${count} × ` : ''}${request}`,
    ),
    ...(more > 0 ? [`Under way when it went down: ${more} more requests`] : []),
    ...(cutOff.length > 1 ? ['To find the request that stopped it, add --concurrency 1.'] : []),
  ]
}

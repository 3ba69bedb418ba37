// Finds the requests that were under way when a target went down. One of them may have stopped it.

import { cut, printable } from './clip.js'
import { isFailure, type RecordedExchange, type Report } from './report.js'

/** True for a connection that ended before the response. Node has several texts for it. */
const isCutOff = ({ failure = '' }: RecordedExchange): boolean =>
  /: (socket hang up|aborted|.*ECONNRESET.*|other side closed)$/.test(failure)

/** The longest request in the text, in characters. */
const longestRequest = 120

/** The most requests in the text. */
const mostRequests = 5

/**
 * Returns a line for each request whose connection ended without a response, with its scenario.
 * Returns an empty list if the target did not go down.
 */
export function cutOffInWords({
  gone,
  scenarios,
}: Pick<Report, 'scenarios'> & {
  readonly gone?: readonly string[] | undefined
}): readonly string[] {
  if (gone === undefined) return []
  const requests = scenarios
    .filter(({ verdict }) => isFailure(verdict))
    .flatMap(({ id, exchanges }) =>
      exchanges.filter(isCutOff).map(({ request: { method, target, body = '' } }) => {
        const sent = cut(printable(`${method} ${target} ${body}`.trimEnd()), longestRequest)
        return `Under way when it went down: ${sent} (${id})`
      }),
    )
  const more = requests.length - mostRequests
  return [
    ...requests.slice(0, mostRequests),
    ...(more > 0 ? [`Under way when it went down: ${more} more requests`] : []),
  ]
}

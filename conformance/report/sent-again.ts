// Describes the requests that were sent again because the target closed their connection.

import { counted } from './counted.js'
import type { Report } from './report.js'

/** The number of requests from which their share says something about the target. */
const some = 5

/** A target that closes idle connections causes a smaller share of such requests. */
const large = 1 / 5

/** Returns a sentence about the requests that were sent again, and a warning if they are many. */
export function sentAgainInWords({ sentAgain }: Pick<Report, 'sentAgain'>): readonly string[] {
  if (sentAgain === undefined) return []
  const { requests, of } = sentAgain
  const were = counted(requests, 'request was', 'requests were')
  const sentence = `Connections: ${were} sent again, because the target closed the connection before it responded.`
  // A target that closes each connection after its response answers no request on a used one.
  const isSuspicious = requests >= some && requests < of && requests / of >= large
  return isSuspicious
    ? [
        `${sentence} These are ${Math.round((100 * requests) / of)} % of the requests on used connections: the target may drop requests, or close connections without "Connection: close".`,
      ]
    : [sentence]
}

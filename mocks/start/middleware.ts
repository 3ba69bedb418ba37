// The functions that every request to a mock meets before the contract, in their order.

import { answerControlRoutes } from '../control.js'
import type { Request, Middleware } from '../http/message.js'
import type { Intercepts } from '../intercepts/intercept.js'
import { applyIntercepts } from '../intercepts/requests.js'
import { recordInJournal, type Recording } from '../journal/journal.js'
import { refuseForeignPages } from '../http/pages.js'
import type { Entrance } from '../running.js'

interface Met extends Entrance {
  /** Warns of headers that the mock ignores. */
  readonly warn: Middleware
  readonly recording: Recording
  readonly intercepts: Intercepts<Request>
  /** The functions of `explore` or of a tape, or none. */
  readonly controlSeam: readonly Middleware[]
  readonly seam: readonly Middleware[]
}

/**
 * Returns the functions that a request meets before those of the contract, which
 * `mocks/kv/server.ts` and `mocks/queue/server.ts` list. No function before `applyIntercepts` waits
 * for the request body, except for a control route.
 */
export const beforeContract = ({
  pages,
  control,
  warn,
  recording,
  intercepts,
  controlSeam,
  seam,
}: Met): Middleware[] => [
  refuseForeignPages(pages), // 403
  ...controlSeam,
  answerControlRoutes(control), // everything below /__mock
  warn,
  recordInJournal(recording),
  applyIntercepts(intercepts),
  ...seam,
]

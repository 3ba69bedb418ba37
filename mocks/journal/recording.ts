// Records each request that a handler receives, with its response.

import { stopwatch, type Clock } from '../clock.js'
import type { Response } from '../http/message.js'
import type { Middleware } from '../http/middleware.js'
import { rescued, whenThere } from '../soon.js'
import type { Interface, Journal } from './journal.js'

export interface Recording {
  readonly journal: Pick<Journal, 'recordRequest'>
  readonly kind: Interface
  readonly clock: Clock
}

/** Records requests with their responses in a journal. */
export const recordInJournal =
  ({ journal, kind, clock }: Recording): Middleware =>
  ({ request }, next) => {
    const at = clock.now()
    const start = stopwatch()

    const record = (response: Response): Response => {
      journal.recordRequest(kind, { request, response, at, durationMs: stopwatch() - start })
      return response
    }

    return rescued(
      () => whenThere(next(), record),
      (bug) => {
        // The response that the server sends after a bug.
        record({ status: 500, headers: {} })
        throw bug
      },
    )
  }

// Records each request that a handler receives, with its response.

import { stopwatch, type Clock } from '../clock.js'
import { admitTo, inTwoSteps, type Handler, type Request, type Response } from '../http/message.js'
import { rescued, whenThere } from '../soon.js'
import type { Interface, Journal } from './journal.js'

/** Returns a handler that records its requests in a journal. */
export const recorded = (
  handler: Handler,
  journal: Pick<Journal, 'recordRequest'>,
  { kind, clock }: { readonly kind: Interface; readonly clock: Clock },
): Handler =>
  inTwoSteps((head) => {
    const at = clock.now()
    const start = stopwatch()

    const noted = (request: Request, response: Response): Response => {
      journal.recordRequest(kind, { request, response, at, durationMs: stopwatch() - start })
      return response
    }

    /** Records the response of the server to a request that made the handler throw. */
    const failed = (request: Request) => (bug: unknown) => {
      noted(request, { status: 500, headers: {} })
      throw bug
    }

    return rescued(
      () =>
        whenThere(admitTo(handler, head), (admitted) =>
          typeof admitted === 'function'
            ? (request) =>
                rescued(
                  () => whenThere(admitted(request), (response) => noted(request, response)),
                  failed(request),
                )
            : noted(head, admitted),
        ),
      failed(head),
    )
  })

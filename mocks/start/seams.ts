// The places where `explore` or a tape takes part in a mock. Without them, a mock has none.

import {
  originForm,
  type Request,
  type Response,
  receiveBody,
  type Middleware,
} from '../http/message.js'
import type { Interface } from '../journal/journal.js'
import type { Sender } from '../queue/deliver/sender.js'

export interface Seams {
  /** Returns a sender that decides about each delivery, and uses the given one. */
  readonly sender: (sender: Sender) => Sender
  /** Sees each request to a control route. */
  readonly control?: (request: Request) => void
  /**
   * Responds to a request, with or without `next`, which performs it. `name` is the operation of the
   * queue, such as `publish`, or the commands, such as `INCR`. It is empty for a request without commands.
   */
  readonly request: (
    name: string,
    next: () => Promise<Response>,
    met: { readonly on: Interface; readonly request: Request },
  ) => Promise<Response>
}

/** Returns the function for the list that requests meet, or none. */
export const seamOf = (
  seams: Seams | undefined,
  on: Interface,
  nameOf: (request: Request) => string,
): readonly Middleware[] =>
  seams === undefined
    ? []
    : [
        (context, next) =>
          receiveBody(context, () => {
            const { request } = context
            return seams.request(nameOf(request), async () => next(), { on, request })
          }),
      ]

/** Returns the function that sees control routes, for the list that requests meet, or none. */
export const controlSeamOf = (seams: Seams | undefined): readonly Middleware[] =>
  seams?.control === undefined
    ? []
    : [
        ({ request }, next) => {
          if (originForm(request.target).startsWith('/__mock')) seams.control?.(request)
          return next()
        },
      ]

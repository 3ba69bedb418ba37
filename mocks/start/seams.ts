// The places where `explore` takes part in a mock. Without it, a mock has none.

import type { Request, Response } from '../http/message.js'
import { receiveBody, type Middleware } from '../http/middleware.js'
import type { Sender } from '../queue/deliver/sender.js'

export interface Seams {
  /** Returns a sender that decides about each delivery, and uses the given one. */
  readonly sender: (sender: Sender) => Sender
  /**
   * Responds to a request, with or without `next`, which performs it. `name` is the operation of the
   * queue, such as `publish`, or the commands, such as `INCR`. It is empty for a request without commands.
   */
  readonly request: (name: string, next: () => Promise<Response>) => Promise<Response>
}

/** Returns the function for the list that requests meet, or none. */
export const seamOf = (
  seams: Seams | undefined,
  nameOf: (request: Request) => string,
): readonly Middleware[] =>
  seams === undefined
    ? []
    : [
        (context, next) =>
          receiveBody(context, () => seams.request(nameOf(context.request), async () => next())),
      ]

// The list of functions that a request meets on its way to its response.

import type { Request, Response } from './message.js'
import type { Soon } from '../soon.js'

/** A request on its way. Interfaces add what their functions find out about it. */
export interface Context {
  readonly request: Request
}

/**
 * One function of the list. It responds to the request, or returns the response of `next`, which
 * is the rest of the list.
 */
export type Middleware<C extends Context = Context> = (
  context: C,
  next: () => Soon<Response>,
) => Soon<Response>

/**
 * Joins a list of functions. The first function meets a request first. The last one must not call
 * `next`.
 */
export function compose<C extends Context>(
  list: readonly Middleware<C>[],
): (context: C) => Soon<Response> {
  const meet = (at: number, context: C): Soon<Response> =>
    list[at]!(context, () => meet(at + 1, context))
  return (context) => meet(0, context)
}

/** Waits for the request body. Functions before it decide without the body. */
export const receiveBody: Middleware = ({ request }, next) =>
  request.receive === undefined ? next() : request.receive().then(next)

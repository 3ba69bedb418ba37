// Intercepts of requests: they act before the server receives the request.

import { STATUS_CODES } from 'node:http'
import { realClock } from '../clock.js'
import {
  splitTarget,
  type Request,
  type Response,
  receiveBody,
  type Middleware,
} from '../http/message.js'
import { whenThere, type Soon } from '../soon.js'
import type { ActingEffect, InterceptReply, Intercepts } from './intercept.js'
import { matcherOf, type RequestMatch, type Unmet } from './match.js'

/** Returns the conditions of an intercept as a function of requests. */
export function requestMatcher(match: RequestMatch): Unmet<Request> {
  const unmet = matcherOf('queue', match)
  return ({ method, target }) =>
    unmet((name) => [name === 'method' ? method : splitTarget(target).path])
}

/** Returns the name of a request for the list of intercepts. A path with arguments may be long. */
export const nameOfRequest = ({ method, target }: Request): string =>
  `${method} ${splitTarget(target).path.slice(0, 200)}`

/**
 * Applies intercepts, which may match the request body. Delays are real time, because clients measure
 * their timeouts in real time.
 */
export const applyIntercepts =
  (intercepts: Intercepts<Request>): Middleware =>
  (context, next) =>
    intercepts.isEmpty
      ? next()
      : receiveBody(context, () => {
          const effect = intercepts.take(context.request)
          if (effect !== undefined) return applied(effect, next)
          const nearMiss = intercepts.nearMiss(context.request)
          if (nearMiss === undefined) return next()
          return whenThere(next(), (response) => ({ ...response, nearMiss }))
        })

async function applied(
  { id: interceptedBy, delay, reply, cut }: ActingEffect,
  next: () => Soon<Response>,
): Promise<Response> {
  if (delay > 0) await waitFor(delay)
  const isSilent = cut === 'drop' || cut === 'reset'
  const mark = { interceptedBy, ...(cut && { cut }) }
  if (isSilent) return { status: 502, headers: {}, ...mark }
  return { ...(reply ? responseOf(withError(reply)) : await next()), ...mark }
}

function waitFor(milliseconds: number): Promise<void> {
  const clock = realClock({ background: true })
  return new Promise((resolve) => clock.alarm(resolve).set(clock.after(milliseconds)))
}

/** Gives a failure without a body the body of an error, because clients parse the body of each response. */
function withError({ body, ...reply }: InterceptReply): InterceptReply {
  if (body !== undefined || reply.status < 400) return { ...reply, body }
  return {
    ...reply,
    body: { error: `${STATUS_CODES[reply.status] ?? reply.status} (intercepted)` },
  }
}

/** Returns the response of a reply. An object becomes JSON. */
export function responseOf({ status, body = '', headers = {} }: InterceptReply): Response & {
  readonly body: string | Uint8Array
} {
  if (typeof body === 'string' || body instanceof Uint8Array) return { status, headers, body }
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }
}

// Reads the responses of a survey: whether a request was served, refused or is unknown to the target.

import { lacksEndpoint } from '../wire/operation.js'
import { memberOf, textOf, type Exchange } from '../wire/exchange.js'

/** True for a response with a status of success and without an error. */
export const isServed = (reply: Exchange): boolean =>
  reply.failure === undefined &&
  reply.status >= 200 &&
  reply.status < 300 &&
  memberOf(reply, 'error') === undefined

/** Statuses that say nothing about a feature: another token, a limit, a service that is down. */
const others: readonly number[] = [401, 403, 429, 502, 503, 504]

/** True for a request that the target refused, for another reason than its token, a limit or an outage. */
export const isRefused = (reply: Exchange): boolean =>
  reply.failure === undefined && !isServed(reply) && !others.includes(reply.status)

/**
 * True if the target does not know an endpoint. It says so by its status, or answers in the same way to a
 * request that differs only in the name `NOWHERE`.
 */
export const isUnknownTo = (reply: Exchange, name: string, toNowhere: Exchange): boolean =>
  isRefused(reply) &&
  (lacksEndpoint(reply.status) ||
    `${reply.status} ${without(name, reply)}` ===
      `${toNowhere.status} ${without(NOWHERE, toNowhere)}`)

/**
 * True if a response is that of an unknown route: by its status, or the same as that to a request with the
 * same method to an unknown path. The paths, numbers and ids in them may differ.
 */
export const isSameRoute = (reply: Exchange, toNowhere: Exchange): boolean =>
  isRefused(reply) &&
  (reply.status === 405 || reply.status === 501 || anonymous(reply) === anonymous(toNowhere))

const anonymous = (exchange: Exchange): string => {
  const [path = ''] = exchange.request.target.split('?')
  const text = textOf(exchange)
    .replaceAll('\\/', '/')
    .replaceAll(exchange.request.target, '')
    .replaceAll(path, '')
  return `${exchange.status} ${text.toLowerCase().replaceAll(/[\da-f-]{8,}|\d+/g, '')}`
}

/** An endpoint and a command that no target has. */
export const NOWHERE = 'no-such-endpoint'

const without = (name: string, reply: Exchange): string =>
  textOf(reply).toLowerCase().replaceAll(name.toLowerCase(), '')

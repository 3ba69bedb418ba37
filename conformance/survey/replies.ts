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

/** An endpoint and a command that no target has. */
export const NOWHERE = 'no-such-endpoint'

const without = (name: string, reply: Exchange): string =>
  textOf(reply).toLowerCase().replaceAll(name.toLowerCase(), '')

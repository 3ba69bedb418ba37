// Checks before a run that the target answers and accepts the token.

import { deadlineAfter } from '../wire/deadline.js'
import { headerOf, jsonOf, textOf, type Exchange } from '../wire/exchange.js'
import { redactorOf } from '../report/redact.js'
import { openTarget, type RequestSpec } from '../wire/target.js'
import type { Interface } from './interface.js'
import type { Endpoint } from './options.js'

/** Why an endpoint cannot be judged, as the library's `preflight` says. */
export async function preflight(
  of: Interface,
  endpoint: Endpoint,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const exchange = await asked(endpoint, probeOf(of, endpoint.token), timeoutMs, signal)
  return refusalIn(of, endpoint, exchange)
}

/** An answer in a few words. */
export const told = (exchange: Exchange): string =>
  exchange.failure ?? `status ${exchange.status}, ${JSON.stringify(jsonOf(exchange) ?? null)}`

/** Asks an endpoint once. Throws as `preflight` does. */
export async function asked(
  { url, target: given }: Endpoint,
  request: RequestSpec,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<Exchange> {
  const target = given ?? openTarget(url)
  const deadline = deadlineAfter(timeoutMs, signal)
  const exchange = await target.send(request, deadline.signal)
  deadline.clear()
  if (given === undefined) target.close()
  signal?.throwIfAborted()
  return exchange
}

/** A request that any token of full privilege is allowed. */
export function probeOf(
  { probe: { headers = [], ...probe } }: Interface,
  token: string,
): RequestSpec {
  return { ...probe, headers: [...headers, ['Authorization', `Bearer ${token}`] as const] }
}

/** Why an endpoint that answered its probe so cannot be judged; undefined where it can. */
export function refusalIn(
  of: Interface,
  { url, token }: Endpoint,
  exchange: Exchange,
): string | undefined {
  const { name } = of
  const { status, failure } = exchange
  if (failure !== undefined) return `${url} (${name}): ${explained(failure)}`
  if (isRefusal(exchange))
    return `${url} (${name}) refused the token with status ${status}; check --${name}-token`
  const strange = strangenessOf(of, exchange)
  const redact = redactorOf({ [`SVC_${name.toUpperCase()}_TOKEN`]: token })
  return strange && redact.text(`${url} (${name}) answered with status ${status}${strange}`)
}

export const isRefusal = ({ status }: Exchange): boolean => status === 401 || status === 403

/**
 * Describes an answer that came from something else than the service, such as a load balancer or a web
 * site, and says what to do. A wrong answer of the service itself is left to the scenarios.
 */
function strangenessOf({ name, isDown }: Interface, exchange: Exchange): string | undefined {
  const { status } = exchange
  const location = headerOf(exchange, 'location')
  if (status >= 300 && status < 400)
    return `${location === undefined ? '' : `, a redirection to ${location}`}; is --${name}-url the address of the service itself?`
  if (/^\s*<(!doctype\s+html|html)\b/i.test(textOf(exchange)))
    return ` and an HTML page; is --${name}-url the address of the service itself?`
  if (status === 429) return ', too many requests; try again later, and with --rps'
  return isDown(status) ? '; is the service behind it well?' : undefined
}

/** Adds the most likely cause to the message of a failed connection, and what to do. */
function explained(failure: string): string {
  if (/EPROTO|before secure TLS connection/.test(failure))
    return 'it answers no TLS; is it http://?'
  // A message of OpenSSL may have several lines; the first one names the problem.
  const [line = ''] = failure.split('\n')
  if (/certificate/.test(line))
    return `${line}; to trust its authority, name its file in NODE_EXTRA_CA_CERTS`
  return `${line}; is the service running there?`
}

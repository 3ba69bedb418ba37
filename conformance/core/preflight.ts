// Checks before a run that the target responds and accepts the token.

import { deadlineAfter } from '../wire/deadline.js'
import { headerOf, jsonOf, textOf, type Exchange } from '../wire/exchange.js'
import { redactorOf } from '../report/redact.js'
import { openTarget, type RequestSpec } from '../wire/target.js'
import type { TestedInterface } from './interface.js'
import type { TargetEndpoint } from './options.js'

/** Returns the reason why an endpoint cannot be tested, as `preflight` of the library does. */
export async function preflight(
  of: TestedInterface,
  endpoint: TargetEndpoint,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const exchange = await sendOnce(endpoint, probeOf(of, endpoint.token), timeoutMs, signal)
  return refusalIn(of, endpoint, exchange)
}

export const answerInWords = (exchange: Exchange): string =>
  exchange.failure ?? `status ${exchange.status}, ${JSON.stringify(jsonOf(exchange) ?? null)}`

/** Sends one request to an endpoint. If the signal is aborted, throws the reason of the signal. */
export async function sendOnce(
  { url, target: given }: Pick<TargetEndpoint, 'url' | 'target'>,
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

/** Returns a request that every token with full access may send, to test an endpoint. */
export function probeOf(
  { probe: { headers = [], ...probe } }: TestedInterface,
  token: string,
): RequestSpec {
  return { ...probe, headers: [...headers, ['Authorization', `Bearer ${token}`] as const] }
}

/**
 * Returns the reason why an endpoint with this response to its probe cannot be tested, or
 * undefined.
 */
export function refusalIn(
  of: TestedInterface,
  { url, token }: TargetEndpoint,
  exchange: Exchange,
): string | undefined {
  const { name } = of
  const { status, failure } = exchange
  if (failure !== undefined) return `${url} (${name}): ${connectionProblem(failure)}`
  if (isRefusal(exchange))
    return `${url} (${name}) refused the token with status ${status}; check --${name}-token`
  const problem = notTheService(of, exchange)
  const redact = redactorOf({ [`SVC_${name.toUpperCase()}_TOKEN`]: token })
  return problem && redact.text(`${url} (${name}) answered with status ${status}${problem}`)
}

export const isRefusal = ({ status }: Exchange): boolean => status === 401 || status === 403

/**
 * Describes a response that does not come from the service, but for example from a load balancer.
 * Ignores wrong responses of the service itself, because the scenarios check them.
 */
function notTheService({ name, isDown }: TestedInterface, exchange: Exchange): string | undefined {
  const { status } = exchange
  const location = headerOf(exchange, 'location')
  const isItself = `; is --${name}-url the address of the service itself?`
  if (status >= 300 && status < 400)
    return `${location === undefined ? '' : `, a redirection to ${location}`}${isItself}`
  if (/^\s*<(!doctype\s+html|html)\b/i.test(textOf(exchange))) return ` and an HTML page${isItself}`
  if (status === 429) return ', too many requests; try again later, and with --rps'
  return isDown(status) ? '; is the service behind it healthy?' : undefined
}

/** Adds the most likely cause of a failed connection and a suggestion to solve the problem. */
function connectionProblem(failure: string): string {
  if (/EPROTO|before secure TLS connection/.test(failure))
    return 'it does not speak TLS; should the URL begin with http://?'
  // The first line of an OpenSSL message contains the cause.
  const [line = ''] = failure.split('\n')
  if (/certificate/.test(line))
    return `${line}; to trust its authority, set NODE_EXTRA_CA_CERTS to its file`
  return `${line}; is the service running there?`
}

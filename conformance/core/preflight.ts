// Checks before a run that the target responds and accepts the token.

import { deadlineAfter } from '../wire/deadline.js'
import { headerOf, jsonOf, mediaTypeOf, textOf, type Exchange } from '../wire/exchange.js'
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
  const { refusal } = await firstContact(of, endpoint, timeoutMs, signal)
  return refusal
}

/**
 * Sends a first request to an endpoint. Returns the exchange and, if the endpoint cannot be tested,
 * the reason.
 */
export async function firstContact(
  of: TestedInterface,
  endpoint: TargetEndpoint,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<{ readonly exchange: Exchange; readonly refusal: string | undefined }> {
  const send: Send = (url, request) => sendOnce({ ...endpoint, url }, request, timeoutMs, signal)
  const exchange = await send(endpoint.url, probeOf(of, endpoint.token))
  const refusal =
    refusalIn(of, endpoint, exchange) ??
    (of.isAnswer(exchange) ? undefined : await absenceOf(of, endpoint, exchange, send))
  return { exchange, refusal }
}

type Send = (url: string, request: RequestSpec) => Promise<Exchange>

/**
 * Returns a reason if no route of the interface exists at an endpoint that did not accept the first
 * request. A target with a single broken route can be tested.
 */
async function absenceOf(
  of: TestedInterface,
  { url, token, target }: TargetEndpoint,
  first: Exchange,
  send: Send,
): Promise<string | undefined> {
  const { origin, pathname } = new URL(url)
  if (
    pathname !== '/' &&
    target === undefined &&
    of.isAnswer(await send(origin, probeOf(of, token)))
  )
    return `${url} (${of.name}) is not the interface, but ${origin} is; remove ${pathname} from --${of.name}-url`

  const exchanges = [first]
  for (const { withoutToken, ...probe } of of.otherProbes)
    exchanges.push(await send(url, withoutToken ? probe : probeOf({ probe }, token)))
  if (exchanges.some(isRouted)) return undefined
  const shown = exchanges.map(
    ({ request, status }) => `${request.method} ${request.target}: status ${status}`,
  )
  return `${url} (${of.name}) does not serve this interface (${shown.join(', ')}); is the service healthy, and is the path of --${of.name}-url right?`
}

const isRouted = ({ status }: Exchange) => status !== 404 && status !== 405 && status < 500

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
  { probe: { headers = [], ...probe } }: Pick<TestedInterface, 'probe'>,
  token: string,
): RequestSpec {
  return { ...probe, headers: [...headers, ['Authorization', `Bearer ${token}`] as const] }
}

/**
 * Returns the reason why an endpoint with this response to its probe cannot be tested, or
 * undefined.
 */
function refusalIn(
  of: TestedInterface,
  { url, token }: TargetEndpoint,
  exchange: Exchange,
): string | undefined {
  const { name } = of
  const { status, failure } = exchange
  if (failure !== undefined) return `${url} (${name}): ${connectionProblem(failure, url)}`
  if (isRefusal(exchange))
    return `${url} (${name}) refused the token with status ${status}; check --${name}-token, and --${name}-url: is this another service?`
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
  if (isPage(exchange)) return ` and an HTML page${isItself}`
  if (status === 429) return ', too many requests; try again later, and with --rps'
  return isDown(status) ? '; is the service behind it healthy?' : undefined
}

/**
 * Returns true for a page. With a status of success, any HTML is a page: the interface responds with
 * JSON. A text of another status may be an error of the service itself.
 */
function isPage(exchange: Exchange): boolean {
  const text = textOf(exchange).replace(/^\uFEFF/, '')
  if (/^\s*<(!doctype\s+html|html)\b/i.test(text)) return true
  const isOk = exchange.status >= 200 && exchange.status < 300
  const isHtml = mediaTypeOf(exchange) === 'text/html' && jsonOf(exchange) === undefined
  return isOk && (isHtml || /^\s*<[a-z!?]/i.test(text))
}

/** Adds the most likely cause of a failed connection and a suggestion to solve the problem. */
function connectionProblem(failure: string, url: string): string {
  if (/EPROTO|before secure TLS connection/.test(failure))
    return 'it does not speak TLS; should the URL begin with http://?'
  // The first line of an OpenSSL message contains the cause.
  const [line = ''] = failure.split('\n')
  if (/altnames/.test(line)) return `${line}; use a host name of the certificate in the URL`
  if (/certificate/.test(line))
    return `${line}; to trust its authority, set NODE_EXTRA_CA_CERTS to its file`
  // A TLS server closes the connection of a request without TLS.
  if (/socket hang up|ECONNRESET/.test(line) && new URL(url).protocol === 'http:')
    return `${line}; is the service running there, or should the URL begin with https://?`
  return `${line}; is the service running there?`
}

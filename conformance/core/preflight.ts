// Whether a run can judge anything at all: the target answers, and takes the token.

import type { Interface } from '#generated/rules.js'
import { deadlineAfter } from '../wire/deadline.js'
import { headerOf, jsonOf, textOf, type Exchange } from '../wire/exchange.js'
import { redactorOf } from '../report/redact.js'
import { openTarget, type RequestSpec } from '../wire/target.js'
import type { Endpoint } from './stage.js'

const probes: Readonly<Record<Interface, RequestSpec>> = {
  kv: {
    method: 'POST',
    target: '/',
    headers: [['Content-Type', 'application/json']],
    body: '["PING"]',
  },
  queue: { method: 'GET', target: '/v2/workflows/dlq?count=1' },
}

/**
 * Why an endpoint cannot be judged, in words that say what to do; undefined where it can. Throws a
 * TypeError for a URL that is none, and the reason of the signal once that is aborted.
 */
export async function preflight(
  of: Interface,
  endpoint: Endpoint,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const exchange = await asked(endpoint, probeOf(of, endpoint.token), timeoutMs, signal)
  return refusalIn(of, endpoint, exchange)
}

/**
 * Why what a Read Only token may do cannot be judged with this one, likewise. One that is taken and
 * may not read, or may write, is for the scenarios to judge.
 */
export async function readOnlyPreflight(
  kv: Endpoint,
  token: string,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const read = { ...probeOf('kv', token), body: '["GET","svc-contract"]' }
  const exchange = await asked(kv, read, timeoutMs, signal)
  if (!isRefusal(exchange)) return undefined
  const redact = redactorOf({ SVC_KV_READONLY_TOKEN: token })
  return `${kv.url} (kv): ${redact.text(mayNotRead(exchange))}`
}

/** What is wrong with a Read Only token whose GET was answered so; what was answered may have it in it. */
export const mayNotRead = (exchange: Exchange): string =>
  `the Read Only token may not read: ${told(exchange)}; check --kv-readonly-token`

/** An answer in a few words. */
export const told = (exchange: Exchange): string =>
  exchange.failure ?? `status ${exchange.status}, ${JSON.stringify(jsonOf(exchange) ?? null)}`

async function asked(
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
export function probeOf(of: Interface, token: string): RequestSpec {
  const { headers = [], ...probe } = probes[of]
  return { ...probe, headers: [...headers, ['Authorization', `Bearer ${token}`] as const] }
}

/** Why an endpoint that answered its probe so cannot be judged; undefined where it can. */
export function refusalIn(
  of: Interface,
  { url, token }: Endpoint,
  exchange: Exchange,
): string | undefined {
  const { status, failure } = exchange
  if (failure !== undefined) return `${url} (${of}): ${explained(failure)}`
  if (isRefusal(exchange))
    return `${url} (${of}) refused the token with status ${status}; check --${of}-token`
  const strange = strangenessOf(of, exchange)
  const redact = redactorOf({ [`SVC_${of.toUpperCase()}_TOKEN`]: token })
  return strange && redact.text(`${url} (${of}) answered with status ${status}${strange}`)
}

const isRefusal = ({ status }: Exchange): boolean => status === 401 || status === 403

/**
 * What of an answer is none of such a service's, but of what stands before it or in its place, and what
 * to do. Whatever a service of its own might answer, though wrongly, is for the scenarios to judge: a
 * queue may fail at the list it is asked for and deliver messages all the same.
 */
function strangenessOf(of: Interface, exchange: Exchange): string | undefined {
  const { status } = exchange
  const location = headerOf(exchange, 'location')
  if (status >= 300 && status < 400)
    return `${location === undefined ? '' : `, a redirection to ${location}`}; is --${of}-url the address of the service itself?`
  if (/^\s*<(!doctype\s+html|html)\b/i.test(textOf(exchange)))
    return ` and an HTML page; is --${of}-url the address of the service itself?`
  if (status === 429) return ', too many requests; try again later, and with --rps'
  const fails = of === 'kv' ? status >= 500 : status >= 502 && status <= 504
  return fails ? '; is the service behind it well?' : undefined
}

/** What a failure to answer comes of most often, for those whose own words do not say it. */
function explained(failure: string): string {
  if (/EPROTO|before secure TLS connection/.test(failure))
    return 'it answers no TLS; is it http://?'
  // What OpenSSL says may have several lines.
  const [line = ''] = failure.split('\n')
  if (/certificate/.test(line))
    return `${line}; to trust its authority, name its file in NODE_EXTRA_CA_CERTS`
  return `${line}; is the service running there?`
}

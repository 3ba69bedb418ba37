// Whether a run can judge anything at all: the target answers, and takes the token.

import type { Interface } from '#generated/rules.js'
import { deadlineAfter } from './deadline.js'
import type { Exchange } from './exchange.js'
import { openTarget, type RequestSpec } from './target.js'
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
  const target = openTarget(endpoint.url)
  const deadline = deadlineAfter(timeoutMs, signal)
  const exchange = await target.send(probeOf(of, endpoint.token), deadline.signal)
  deadline.clear()
  target.close()
  signal?.throwIfAborted()
  return refusalIn(of, endpoint, exchange)
}

/** A request that any token of full privilege is allowed. */
export function probeOf(of: Interface, token: string): RequestSpec {
  const { headers = [], ...probe } = probes[of]
  return { ...probe, headers: [...headers, ['Authorization', `Bearer ${token}`] as const] }
}

/** Why an endpoint that answered its probe so cannot be judged; undefined where it can. */
export function refusalIn(
  of: Interface,
  { url }: Endpoint,
  { status, failure }: Exchange,
): string | undefined {
  if (failure !== undefined) return `${url} (${of}): ${explained(failure)}`
  if (status === 401 || status === 403)
    return `${url} (${of}) refused the token with status ${status}; check --${of}-token`
  return undefined
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

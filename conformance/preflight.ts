// Whether a run can judge anything at all: the target answers, and takes the token.

import type { Interface } from '#generated/rules.js'
import { deadlineAfter } from './deadline.js'
import { openTarget, type RequestSpec } from './target.js'
import type { Endpoint } from './stage.js'

/** A request of each interface that any token of full privilege is allowed. */
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
  { url, token }: Endpoint,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const target = openTarget(url)
  const deadline = deadlineAfter(timeoutMs, signal)
  const probe = probes[of]
  const headers = [...(probe.headers ?? []), ['Authorization', `Bearer ${token}`] as const]
  const { status, failure } = await target.send({ ...probe, headers }, deadline.signal)
  deadline.clear()
  target.close()
  signal?.throwIfAborted()
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

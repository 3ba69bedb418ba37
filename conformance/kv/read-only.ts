// Checks before the run that the given Read Only token works.

import type { TargetEndpoint } from '../core/options.js'
import { answerInWords, isRefusal, probeOf, sendOnce } from '../core/preflight.js'
import { redactorOf } from '../report/redact.js'
import type { Exchange } from '../wire/exchange.js'
import { kv } from './interface.js'

/**
 * Returns the reason why the target refuses the Read Only token, or undefined if it accepts the token.
 * Scenarios check that an accepted token can read and cannot write.
 */
export async function readOnlyPreflight(
  endpoint: TargetEndpoint,
  token: string,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const read = { ...probeOf(kv, token), body: '["GET","svc-contract"]' }
  const exchange = await sendOnce(endpoint, read, timeoutMs, signal)
  if (!isRefusal(exchange)) return undefined
  const redact = redactorOf({ SVC_KV_READONLY_TOKEN: token })
  return `${endpoint.url} (kv): ${redact.text(mayNotRead(exchange))}`
}

/** Returns the problem of a Read Only token that may not read. The response may contain the token. */
export const mayNotRead = (exchange: Exchange): string =>
  `the Read Only token may not read: ${answerInWords(exchange)}; check --kv-readonly-token`

// Finds out that a target understands the header names of another dialect only.

import { dialects, type Dialect } from '#generated/dialects.js'
import type { TargetEndpoint } from '../core/options.js'
import { probeOf, sendOnce } from '../core/preflight.js'
import { kv as kvInterface } from '../kv/interface.js'
import { memberOf } from '../wire/exchange.js'

export const otherDialects = ({ headerPrefix }: Dialect): readonly Dialect[] =>
  Object.values<Dialect>(dialects).filter((other) => other.headerPrefix !== headerPrefix)

export const inWords = (dialect: Dialect, other: Dialect): string =>
  `the target ignores ${dialect.headerPrefix}* headers and understands ${other.headerPrefix}* headers; try --dialect ${other.name}`

/**
 * Returns a sentence if a key-value interface understands the headers of another dialect, and not
 * those of `dialect`. Sends one request to a target that understands `dialect`.
 */
export async function otherDialect(
  endpoint: TargetEndpoint,
  {
    dialect,
    timeoutMs,
    signal,
  }: {
    readonly dialect: Dialect
    readonly timeoutMs: number
    readonly signal: AbortSignal | undefined
  },
): Promise<string | undefined> {
  const understands = async ({ headerPrefix }: Dialect) => {
    const { headers = [], ...probe } = probeOf(kvInterface, endpoint.token)
    const encoded = [...headers, [`${headerPrefix}Encoding`, 'base64'] as const]
    const request = { ...probe, headers: encoded, body: '["ECHO","dialect"]' }
    const answer = await sendOnce(endpoint, request, timeoutMs, signal)
    return memberOf(answer, 'result') === Buffer.from('dialect').toString('base64')
  }
  if (await understands(dialect)) return undefined
  for (const other of otherDialects(dialect))
    if (await understands(other)) return inWords(dialect, other)
  return undefined
}

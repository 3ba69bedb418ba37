// Finds the reasons why a scenario cannot run, without sending a request.

import { declaring, type Ability, type Provider } from '../provider/provider.js'
import type { Scenario } from './scenario.js'

/** The missing abilities, or the scenario's wait in milliseconds if it is longer than allowed. */
export type Obstacle = { readonly missing: readonly Ability[] } | { readonly waits: number }

export interface Circumstances {
  readonly provider: Provider
  /** The longest wait of a scenario in real time, in milliseconds. */
  readonly maxWaitMs: number
}

export function obstacleTo(
  { needs, waits }: Pick<Scenario, 'needs' | 'waits'>,
  { provider, maxWaitMs }: Circumstances,
): Obstacle | undefined {
  const missing = needs.filter((ability) => provider[ability] === undefined)
  if (missing.length > 0) return { missing }
  return provider.clock === undefined && waits > maxWaitMs ? { waits } : undefined
}

const WAITS = 'it waits '

/**
 * Returns the seconds that a scenario waits, from the reason why it did not run. Returns undefined for
 * any other reason.
 */
export const waitIn = (reason = ''): number | undefined =>
  reason.startsWith(WAITS) ? Number.parseFloat(reason.slice(WAITS.length)) : undefined

export const obstacleInWords = (
  obstacle: Obstacle,
  { provider, maxWaitMs }: Circumstances,
): string =>
  'missing' in obstacle
    ? missingInWords(obstacle.missing, provider)
    : `${WAITS}${obstacle.waits / 1000} s in real time, longer than the ${maxWaitMs / 1000} s allowed`

/**
 * Describes the missing abilities. For an ability that the operator can declare, names the
 * command-line option instead.
 */
function missingInWords(missing: readonly Ability[], { name }: Provider): string {
  const declared = missing.flatMap((ability) => declaring[ability] ?? [])
  const arranged = missing.filter((ability) => declaring[ability] === undefined)
  return [
    arranged.length > 0 && `the provider (${name}) cannot arrange: ${arranged.join(', ')}`,
    declared.length > 0 && `not declared: pass ${declared.join(' and ')}`,
  ]
    .filter((part) => part !== false)
    .join('; ')
}

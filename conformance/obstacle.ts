// Why a scenario cannot be judged at a target, as far as that is known without asking it.

import type { Ability, Provider } from './provider.js'
import type { Scenario } from './scenario.js'

/** An ability that its provider lacks, or more real time than it may take; in milliseconds. */
export type Obstacle = { readonly missing: readonly Ability[] } | { readonly waits: number }

export interface Circumstances {
  readonly provider: Provider
  /** Milliseconds that a scenario may let pass in real time. */
  readonly maxWaitMs: number
}

/** What keeps a scenario from being judged, or nothing. */
export function obstacleTo(
  { needs, waits }: Pick<Scenario, 'needs' | 'waits'>,
  { provider, maxWaitMs }: Circumstances,
): Obstacle | undefined {
  const missing = needs.filter((ability) => provider[ability] === undefined)
  if (missing.length > 0) return { missing }
  return provider.clock === undefined && waits > maxWaitMs ? { waits } : undefined
}

export const obstacleInWords = (
  obstacle: Obstacle,
  { provider, maxWaitMs }: Circumstances,
): string =>
  'missing' in obstacle
    ? `the provider (${provider.name}) cannot arrange: ${obstacle.missing.join(', ')}`
    : `it waits ${obstacle.waits / 1000} s in real time, longer than the ${maxWaitMs / 1000} s allowed`

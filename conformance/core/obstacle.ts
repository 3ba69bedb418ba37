// Why a scenario cannot be judged at a target, as far as that is known without asking it.

import { declaring, type Ability, type Provider } from '../provider/provider.js'
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
    ? missingInWords(obstacle.missing, provider)
    : `it waits ${obstacle.waits / 1000} s in real time, longer than the ${maxWaitMs / 1000} s allowed`

/** Abilities that the operator declares are named by their options, the others by their names. */
function missingInWords(missing: readonly Ability[], { name }: Provider): string {
  const declared = missing.flatMap((ability) => declaring[ability] ?? [])
  const arranged = missing.filter((ability) => declaring[ability] === undefined)
  return [
    ...(arranged.length > 0
      ? [`the provider (${name}) cannot arrange: ${arranged.join(', ')}`]
      : []),
    ...(declared.length > 0 ? [`not declared: pass ${declared.join(' and ')}`] : []),
  ].join('; ')
}

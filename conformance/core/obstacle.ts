// Finds the reasons, known without a request, why a scenario cannot be judged.

import { declaring, type Ability, type Provider } from '../provider/provider.js'
import type { Scenario } from './scenario.js'

/** Missing abilities, or a longer wait in real time than allowed, in milliseconds. */
export type Obstacle = { readonly missing: readonly Ability[] } | { readonly waits: number }

export interface Circumstances {
  readonly provider: Provider
  /** The most milliseconds that a scenario may wait in real time. */
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

export const obstacleInWords = (
  obstacle: Obstacle,
  { provider, maxWaitMs }: Circumstances,
): string =>
  'missing' in obstacle
    ? missingInWords(obstacle.missing, provider)
    : `it waits ${obstacle.waits / 1000} s in real time, longer than the ${maxWaitMs / 1000} s allowed`

/** Names the option for abilities that the operator declares, and the ability itself for others. */
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

// Tests that verdicts are the same in every run: with scenarios in any order, and with a proxy that
// delays and cuts bytes.

import { expect, test } from 'vitest'
import { scenarios, type Scenario } from '../index.js'
import { Random } from './hostile/random.js'
import { failuresIn, judgeKv, judgeQueue } from './judge.js'
import { startRoughProxy } from './rough-proxy.js'

const seeds = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

export interface Runs {
  /** The number of runs in shuffled orders. */
  readonly shuffled: number
  /** The number of runs through a proxy that delays, cuts and reorders. */
  readonly rough: number
  /** The default is all scenarios. */
  readonly scenarios?: readonly Scenario[]
}

/** Tests that the scenarios pass in each run. */
export function testSteadiness({ shuffled, rough, scenarios: some = scenarios }: Runs): void {
  const chosen = new Set(some)
  const judges = (each: Scenario) => chosen.has(each)

  test.each([
    ...seeds(shuffled).map((seed) => ['in shuffled order', seed] as const),
    ...seeds(rough).map((seed) => ['over a rough connection', seed] as const),
  ])('every scenario passes %s (seed %d)', { timeout: 120_000 }, async (how, seed) => {
    const { next: random } = new Random(how, seed)
    const way = (url: string) => startRoughProxy(url, random)
    const options = how === 'in shuffled order' ? { random } : { random, way, patience: 3000 }
    for (const judge of [judgeKv, judgeQueue])
      expect(failuresIn(await judge({ ...options, judges }))).toBe('')
  })
}

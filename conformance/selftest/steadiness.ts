// The same verdicts every time: in any order of the scenarios, and over a wire that is rough.

import { expect, test } from 'vitest'
import { judgeKv, judgeQueue, told } from './judge.js'

const seeds = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** Tests runs in an order of their own each, and runs through a proxy that delays, cuts and reorders. */
export function testSteadiness({ shuffled, rough }: Record<'shuffled' | 'rough', number>): void {
  test.each(seeds(shuffled))(
    'in the shuffled order number %d all is as ever',
    async (seed) => {
      await expectNoFailure({ random: randomFrom(seed) })
    },
    120_000,
  )

  test.each(seeds(rough))(
    'over the rough wire number %d all is as ever',
    async (seed) => {
      await expectNoFailure({ random: randomFrom(1000 + seed), rough: true })
    },
    120_000,
  )
}

async function expectNoFailure(options: Parameters<typeof judgeKv>[0]): Promise<void> {
  const reports = [await judgeKv(options), await judgeQueue(options)]
  const failures = reports.map((report) => told(report, ['violated', 'blocked', 'harness-error']))
  expect(failures.join('\n')).toBe('\n')
}

/** Numbers that look random and are the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

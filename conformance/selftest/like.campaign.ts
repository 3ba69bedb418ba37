// Tests that the mock imitates mixtures of variants from the report of a run alone. The environment variable
// SEED chooses the mixtures, MIXTURES their number, and SIZE the number of variants in each.

import { expect, test, vi } from 'vitest'
import { imitation } from './observing.js'

/** Each test is 4 whole runs, which is slow on a busy machine. */
vi.setConfig({ testTimeout: 600_000 })

const { SEED: seed = '1', MIXTURES: count = '5', SIZE: size = '40' } = process.env

test.each(Array.from({ length: Number(count) }, (_, index) => `${seed}.${index}`))(
  'mixture %s',
  async (each) => {
    const { drawn, likeness, failures, share, unnamed } = await imitation(each, Number(size))
    console.log(
      `${each}: ${(share * 100).toFixed(1)} % equal; ${likeness.imitated.length} imitated with ` +
        `${likeness.variants.length} variants, ${likeness.missed.length} missed, ${unnamed.length} unnamed`,
    )
    expect(failures, drawn.join(' ')).toBe('')
    expect(share).toBeGreaterThanOrEqual(0.9)
    // Variants that change one response depend on their order, which a report does not tell.
    expect(unnamed.length).toBeLessThanOrEqual(5)
  },
)

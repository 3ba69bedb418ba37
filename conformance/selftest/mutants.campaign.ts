// Judges thousands of wrong servers that distortions make, and prints those that no law finds. The
// numbers and the seed come from the environment: MUTANTS=3000 PAIRS=3000 SEED=1.

import { expect, test } from 'vitest'
import { mutantsInWords, testMutants } from './mutants.js'
import { kvMutants } from './mutants.kv.js'
import { queueMutants } from './mutants.queue.js'

const number = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise)

test.each([
  ['key-value', kvMutants, 100],
  ['queue', queueMutants, 66],
])(
  'wrong %s servers are violated',
  async (of, mutants, most) => {
    const found = await testMutants(mutants, {
      singles: number('MUTANTS', 3_000),
      pairs: number('PAIRS', 3_000),
      seed: number('SEED', 1),
    })
    console.log(`${of}: ${mutantsInWords(found)}`)
    expect(found.blocked).toEqual([])
    expect(found.green.length).toBeLessThanOrEqual(found.violated / most)
  },
  14_400_000,
)

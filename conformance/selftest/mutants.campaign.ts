// Judges thousands of wrong servers that distortions make, and prints those that no law finds. The
// numbers and the seed come from the environment: MUTANTS=3000 PAIRS=3000 SEED=1.

import { expect, test } from 'vitest'
import { mutantsInWords, testMutants } from './mutants.js'

const number = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise)

test('wrong servers are violated', async () => {
  const found = await testMutants({
    singles: number('MUTANTS', 3_000),
    pairs: number('PAIRS', 3_000),
    seed: number('SEED', 1),
  })
  console.log(mutantsInWords(found))
  expect(found.blocked).toEqual([])
  expect(found.green.length).toBeLessThanOrEqual(found.violated / 100)
}, 14_400_000)

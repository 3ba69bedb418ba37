// Judges thousands of wrong servers that distortions make, and prints those that no law finds. The
// numbers and the seed come from the environment: MUTANTS=3000 PAIRS=3000 SEED=1. WRONG='sends POST'
// judges those with a text in their name, such as 'sends POST where method is PUT', and prints each.

import { expect, test } from 'vitest'
import { mutantsInWords, testMutants } from './mutants.js'
import { kvMutants } from './mutants.kv.js'
import { queueMutants } from './mutants.queue.js'

const number = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise)

const named = process.env['WRONG']

test.each([
  ['key-value', kvMutants, 100],
  ['queue', queueMutants, 66],
])(
  'wrong %s servers are violated',
  async (of, mutants, most) => {
    const drawing = {
      singles: number('MUTANTS', 3_000),
      pairs: number('PAIRS', 3_000),
      seed: number('SEED', 1),
    }
    const found = await testMutants(
      mutants,
      named === undefined ? drawing : { named },
      (name, { verdict, violated, shownBy }) => {
        if (named === undefined) return
        const shown = shownBy === undefined ? '' : `, shown by ${shownBy.join(', ') || 'nothing'}`
        console.log([`${name}: ${verdict}${shown}`, ...violated].join('\n  '))
      },
    )
    console.log(`${of}: ${mutantsInWords(found)}`)
    expect(found.blocked).toEqual([])
    expect(found.green.length).toBeLessThanOrEqual(found.violated / most)
  },
  14_400_000,
)

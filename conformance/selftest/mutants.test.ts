// Tests a slice of the wrong servers that distortions make. The campaign *mutants* tests thousands.

import { expect, test } from 'vitest'
import { where } from '../../mocks/faults/kv/where.js'
import { tables, testMutants } from './mutants.js'

test('each place is a value of a dimension', () => {
  const places = Object.entries(where).flatMap(([dimension, values]) =>
    Object.keys(values).map((value) => ({ dimension, value })),
  )
  const isKnown = ({ dimension, value }: (typeof places)[number]) =>
    tables[dimension]?.values[value] !== undefined || dimension === 'size'
  expect(places.filter((each) => !isKnown(each))).toEqual([])
})

test('a slice of the wrong servers is violated', async () => {
  const { green, blocked, violated, wrongRule } = await testMutants({
    singles: 200,
    pairs: 100,
    seed: 1,
  })

  expect(blocked).toEqual([])
  expect(green.length, green.join('\n')).toBeLessThanOrEqual(violated / 50)
  expect(wrongRule.length, wrongRule.join('\n')).toBeLessThanOrEqual(violated / 20)
}, 600_000)

// Tests that distortions apply at values of dimensions. The campaign *mutants* judges wrong servers.

import { expect, test } from 'vitest'
import { where } from '../../mocks/faults/kv/where.js'
import { tables } from './mutants.kv.js'

test('each place is a value of a dimension', () => {
  const places = Object.entries(where).flatMap(([dimension, values]) =>
    Object.keys(values).map((value) => ({ dimension, value })),
  )
  const isKnown = ({ dimension, value }: (typeof places)[number]) =>
    tables[dimension]?.values[value] !== undefined || dimension === 'size'
  expect(places.filter((each) => !isKnown(each))).toEqual([])
})

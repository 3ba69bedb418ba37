// Tests that the mock imitates a mixture of variants from the report of a run alone. The campaign `like` runs all
// scenarios on several mixtures.

import { expect, test } from 'vitest'
import { correct, variants } from '#generated/observed.js'
import { faults } from '../../mocks/faults/index.js'
import { imitation, isSingleVariant } from './observing.js'

test('every variant is measured: if not, run the campaign observed', () => {
  const ids = faults.filter(isSingleVariant).map(({ id }) => id)
  expect(Object.keys(variants)).toEqual(ids.toSorted())
})

test('a mock like a mixture of 40 variants has 90 % of its observations, and names the rest', async () => {
  const ids = new Set(Object.keys(correct.svc))
  const { failures, share, unnamed, likeness } = await imitation('test', 40, ids)

  expect(failures).toBe('')
  expect(share).toBeGreaterThanOrEqual(0.9)
  expect(unnamed).toEqual([])
  expect(likeness.imitated.length).toBeGreaterThan(20)
}, 60_000)

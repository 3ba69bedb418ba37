// Every rule of level `must` has a scenario that judges it and a fault that breaks it, or a written
// reason why it cannot have them.

import { expect, test } from 'vitest'
import { rules } from '#generated/rules.js'
import { faults } from '../../mocks/faults/index.js'
import { fits } from '../index.js'
import { judgedRules } from './judge.js'

/** Rules that are still to come, by what has to be there first. */
const toCome: readonly string[] = []

const broken = new Set(faults.flatMap(({ breaks }) => breaks))
const uncovered = rules
  .filter(({ level, untestable }) => level === 'must' && untestable === undefined)
  .filter(({ id }) => !judgedRules.has(id) || !broken.has(id))
  .map(({ id }) => id)

test('every rule has a scenario and a fault, or is still to come', () => {
  expect(uncovered.filter((id) => !toCome.some((pattern) => fits(pattern, id)))).toEqual([])
})

test('what is said to come has not come yet', () => {
  expect(toCome.filter((pattern) => !uncovered.some((id) => fits(pattern, id)))).toEqual([])
})

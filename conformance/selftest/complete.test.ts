// Tests that every rule of level `must` has a scenario and a fault, or a reason why it cannot have
// them.

import { expect, test } from 'vitest'
import { rules } from '#generated/rules.js'
import { faults } from '../../mocks/faults/index.js'
import { scenarios } from '../index.js'
import { judgedRules } from './judge.js'

const broken = new Set(faults.flatMap(({ breaks }) => breaks))
const required = rules
  .filter(({ level, untestable }) => level === 'must' && untestable === undefined)
  .map(({ id }) => id)

test('every rule has a scenario', () => {
  expect(required.filter((id) => !judgedRules.has(id))).toEqual([])
})

test('every rule has a fault', () => {
  expect(required.filter((id) => !broken.has(id))).toEqual([])
})

test('the ids of scenarios are unique', () => {
  expect(new Set(scenarios.map(({ id }) => id)).size).toBe(scenarios.length)
})

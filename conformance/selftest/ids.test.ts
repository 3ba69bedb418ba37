// Tests that ids and names do not change by accident, because users have them in lists and
// commands.

import { expect, test } from 'vitest'
import { faults } from '../../mocks/faults/index.js'
import { scenarios } from '../index.js'

test('scenario ids are unique and do not change', () => {
  const ids = scenarios.map(({ id }) => id)

  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.toSorted()).toMatchSnapshot()
})

test('fault ids do not change', () => {
  expect(faults.map((fault) => `${fault.interface}: ${fault.id}`).toSorted()).toMatchSnapshot()
})

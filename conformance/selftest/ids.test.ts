// Ids and names that users keep in their lists and commands do not change by accident.

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

// The names that users keep in their lists and commands: none is changed or taken away by accident.

import { expect, test } from 'vitest'
import { faults } from '../../mocks/faults/index.js'
import { scenarios } from '../index.js'

test('scenario ids are unique, and stay', () => {
  const ids = scenarios.map(({ id }) => id)

  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.toSorted()).toMatchSnapshot()
})

test('fault ids stay', () => {
  expect(faults.map((fault) => `${fault.interface}: ${fault.id}`).toSorted()).toMatchSnapshot()
})

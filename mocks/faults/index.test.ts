import { expect, test } from 'vitest'
import { faults } from './index.js'

test('ids are unique, in kebab-case and at most 40 characters long', () => {
  const ids = faults.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id) || id.length > 40)).toEqual([])
})

test('names are unique and at most 60 characters long', () => {
  const names = faults.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names.filter((name) => name === '' || name.length > 60)).toEqual([])
})

test('a fault names rules of its own interface, each once', () => {
  for (const { interface: of, breaks, blocks = [] } of faults) {
    const rules = [...breaks, ...blocks]
    expect(rules.filter((rule) => !rule.startsWith(`${of}.`))).toEqual([])
    expect(new Set(rules).size).toBe(rules.length)
  }
})

import { expect, test } from 'vitest'
import { faults } from './index.js'

test('every fault has a name of its own', () => {
  const names = faults.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

test('a fault names rules of its own interface, each once', () => {
  for (const { interface: of, breaks, blocks = [] } of faults) {
    const rules = [...breaks, ...blocks]
    expect(rules.filter((rule) => !rule.startsWith(`${of}.`))).toEqual([])
    expect(new Set(rules).size).toBe(rules.length)
  }
})

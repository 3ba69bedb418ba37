import { expect, test } from 'vitest'
import { Budget, bytesOfText } from './budget.js'

/**
 * Opens a share of the budget for each client. Records the clients that are disconnected and the
 * reasons.
 */
function clients(budget: Budget, names: string) {
  const cut: string[] = []
  const shares = Array.from(names, (name) => budget.open(({ message }) => cut.push(name + message)))
  return { cut, shares }
}

test('disconnects a client over its limit', () => {
  const budget = new Budget({ each: 10, all: 100 })
  const { cut, shares } = clients(budget, 'ab')
  shares[0]!.set(10)
  shares[1]!.set(10)
  expect(cut).toEqual([])

  shares[0]!.set(11)
  expect(cut).toEqual(['amore than 10 bytes wait for this client'])
  expect(budget.bytes).toBe(10)
  shares[0]!.set(99)
  expect([cut.length, budget.bytes]).toEqual([1, 10])
})

test('over the total limit: disconnects the clients with the most bytes', () => {
  const budget = new Budget({ each: 100, all: 100 })
  const { cut, shares } = clients(budget, 'abc')
  shares[0]!.set(30)
  shares[1]!.set(45)
  shares[2]!.set(25)
  expect(cut).toEqual([])

  shares[2]!.set(26)
  expect(cut).toEqual(['bmore than 100 bytes wait for all clients, and most for this one'])
  expect(budget.bytes).toBe(56)
})

test('measures the actual bytes before disconnecting', () => {
  const budget = new Budget({ each: 100, all: 100 })
  const { cut, shares } = clients(budget, 'a')
  let really = 90
  const read = budget.open(
    () => cut.push('read'),
    () => really,
  )
  read.set(90)
  really = 5
  shares[0]!.set(80)
  expect([cut, budget.bytes]).toEqual([[], 85])
})

test('a closed share takes no bytes', () => {
  const budget = new Budget({ each: 100, all: 100 })
  const { shares } = clients(budget, 'a')
  shares[0]!.set(50)
  shares[0]!.close()
  shares[0]!.close()
  expect(budget.bytes).toBe(0)
})

test.each([
  ['', 0],
  ['abc', 3],
  ['ab\u00e9', 6],
  ['ab\u20ac', 6],
  ['\u20ac\u20ac', 6],
  ['a'.repeat(1000) + '\u{1f600}', 2004],
])('%j takes %i bytes', (text, bytes) => {
  expect(bytesOfText(text)).toBe(bytes)
})

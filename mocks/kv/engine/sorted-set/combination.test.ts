import { expect, test } from 'vitest'
import { difference, intersection, intersectionSize, union } from './combination.js'

const scores = (members: Record<string, number>) => new Map(Object.entries(members))
const weighted = (members: Record<string, number>, weight = 1) => ({
  scores: scores(members),
  weight,
})

const a = { x: 1, y: 2, z: 3 }
const b = { y: 10, w: -1 }

test('a union has what any has', () => {
  expect(union([weighted(a), weighted(b, 2)], 'sum')).toEqual([
    ['w', -2],
    ['x', 1],
    ['z', 3],
    ['y', 22],
  ])
  expect(union([weighted(a), weighted(b)], 'min').at(1)).toEqual(['x', 1])
})

test('an intersection has what all have', () => {
  expect(intersection([weighted(a), weighted(b)], 'max')).toEqual([['y', 10]])
  expect(intersection([weighted(a), weighted({})], 'max')).toEqual([])
  expect(intersectionSize([scores(a), scores(a)], 2)).toBe(2)
  expect(intersectionSize([scores(a), scores(a)], Infinity)).toBe(3)
})

test('a difference has what none of the others has', () => {
  expect(difference([scores(a), scores(b)])).toEqual([
    ['x', 1],
    ['z', 3],
  ])
})

test('what is no number is zero', () => {
  const plus = { m: Infinity }
  const minus = { m: -Infinity }
  expect(union([weighted(plus), weighted(minus)], 'sum')).toEqual([['m', 0]])
  expect(union([weighted(plus, 0)], 'sum')).toEqual([['m', 0]])
})

test('sums are formed from the smallest input to the largest', () => {
  const inputs = [
    weighted({ m: 0.3, n: 0, o: 0 }),
    weighted({ m: 0.2, n: 0 }),
    weighted({ m: 0.1 }),
  ]
  expect(union(inputs, 'sum').at(-1)).toEqual(['m', 0.1 + 0.2 + 0.3])
  expect(0.1 + 0.2 + 0.3).not.toBe(0.3 + 0.2 + 0.1)
})

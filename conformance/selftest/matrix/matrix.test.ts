import { expect, test } from 'vitest'
import { cover, brokenRules, everyFault, formatMatrix, parseMatrix, type Matrix } from './matrix.js'

const matrix: Matrix = {
  requests: { 'kv.a/one': 1, 'kv.a/two': 3, 'kv.b/three': 1 },
  demands: { 'kv.b/three': 2 },
  rows: [
    {
      interface: 'kv',
      fault: 'both',
      caughtBy: ['kv.a/one', 'kv.a/two', 'kv.b/three'],
      shapes: {},
    },
    {
      interface: 'kv',
      fault: 'one alone',
      caughtBy: ['kv.a/one'],
      shapes: {},
    },
    {
      interface: 'kv',
      fault: 'variant',
      caughtBy: [],
      shapes: {},
    },
    {
      interface: 'kv',
      fault: 'wrong shape',
      caughtBy: [],
      shapes: { 'kv.c': ['kv.a/two'] },
    },
  ],
}

test('the file has a line for each scenario and fault, sorted, and is read unchanged', () => {
  expect(parseMatrix(formatMatrix(matrix))).toEqual(matrix)
  const { rows, ...rest } = matrix
  const text = formatMatrix({ ...rest, rows: rows.toReversed() })
  expect(text).toBe(formatMatrix(matrix))
  expect(text.split('\n')).toHaveLength(12)
})

test('a fault that breaks two rules has a goal for each', () => {
  expect(matrix.rows.flatMap(brokenRules).map(({ caughtBy }) => caughtBy)).toEqual([
    ['kv.a/one', 'kv.a/two'],
    ['kv.b/three'],
    ['kv.a/one'],
    ['kv.a/two'],
  ])
})

test('a cover catches every fault with few requests', () => {
  expect(cover(everyFault(matrix), matrix.requests)).toEqual(['kv.a/one', 'kv.a/two'])
  expect(cover(matrix.rows.flatMap(brokenRules), matrix.requests)).toEqual([
    'kv.a/one',
    'kv.a/two',
    'kv.b/three',
  ])
})

test('a goal has only the scenarios that demand least of a target', () => {
  const both = (demands: Matrix['demands']) => everyFault({ ...matrix, demands })[0]!.caughtBy

  expect(both({ 'kv.a/two': 1, 'kv.b/three': 2 })).toEqual(['kv.a/one'])
  expect(both({ 'kv.a/one': 2, 'kv.a/two': 1, 'kv.b/three': 1 })).toEqual([
    'kv.a/two',
    'kv.b/three',
  ])
})

test('a cover takes the cheaper of two scenarios that catch the same', () => {
  const goals = [{ caughtBy: ['kv.a/two', 'kv.a/one'] }]
  expect(cover(goals, matrix.requests)).toEqual(['kv.a/one'])
})

test('a cover drops a scenario that later ones make unnecessary', () => {
  const goals = [
    ['ab', 'a'],
    ['ab', 'b'],
    ['a', 'ac'],
    ['b', 'bd'],
  ].map((caughtBy) => ({ caughtBy }))
  expect(cover(goals, { ab: 0, a: 1, b: 1, ac: 9, bd: 9 })).toEqual(['a', 'b'])
})

import { expect, test } from 'vitest'
import { firstDifference } from './first-difference.js'

const [x60, x300] = ['x'.repeat(60), 'x'.repeat(300)]
const list = (...elements: unknown[]) => elements

test.each<[at: string, one: unknown, other: unknown, expected: unknown, actual: unknown]>([
  ['[1]', list(1, 2, 3), list(1, 5, 4), 2, 5],
  ['[1]', list('a', 'b'), list('a'), 'b', undefined],
  ['.list[0].id', { list: [{ id: 'a' }] }, { list: [{ id: 'b' }] }, 'a', 'b'],
  ['.b', { a: 1 }, { a: 1, b: [2] }, undefined, [2]],
  ['[0]', list(['a']), list({ 0: 'a' }), ['a'], { 0: 'a' }],
  ['character 10', 'one two three', 'one two thirty', '…three', '…thirty'],
  ['[0], character 4', list('a text'), list('a test'), '…text', '…test'],
  ['character 3', 'one two', 'one', 'one two', 'one'],
  ['character 300', `${x300}a${x300}`, `${x300}b`, `…${x60}a${x60.slice(1)}…`, `…${x60}b`],
])('two values differ first at %s', (at, one, other, expected, actual) => {
  expect(firstDifference(one, other)).toEqual({ at, expected, actual })
})

test.each([
  ['in the first character', '', 'a'],
  ['in their kinds', list(1), 1],
])('two values that differ %s have no first difference', (_, one, other) => {
  expect(firstDifference(one, other)).toBeUndefined()
})

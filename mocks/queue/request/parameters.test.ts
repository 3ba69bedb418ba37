import { expect, test } from 'vitest'
import { number, pageSize } from './parameters.js'

test.each([
  [undefined, undefined],
  ['0', 0],
  ['1700000000000', 1_700_000_000_000],
  ['1.5', 1.5],
])('%s is the number %s', (value, parsed) => {
  expect(number('fromDate', value)).toBe(parsed)
})

test.each(['', 'x', '1e3', 'NaN', ' 1'])('"%s" is no number', (value) => {
  expect(() => number('fromDate', value)).toThrow(`fromDate: expected a number, got "${value}"`)
})

test.each([
  [undefined, 100],
  ['1', 1],
  ['100', 100],
  ['101', 100],
])('a count of %s makes a page of %d', (value, size) => {
  expect(pageSize(value, 100)).toBe(size)
})

test.each(['0', '-1', '1.5', '', 'x'])('a count of "%s" is refused', (value) => {
  expect(() => pageSize(value, 100)).toThrow(expect.objectContaining({ status: 400 }))
})

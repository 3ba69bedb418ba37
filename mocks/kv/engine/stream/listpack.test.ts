import { expect, test } from 'vitest'
import { elementSize, integerSize } from './listpack.js'

test.each([
  ['', 2],
  ['abc', 5],
  ['x'.repeat(63), 65],
  ['x'.repeat(64), 67],
  ['x'.repeat(125), 128],
  ['x'.repeat(126), 130],
  ['x'.repeat(4095), 4099],
  ['x'.repeat(4096), 4103],
  ['x'.repeat(16_377), 16_384],
  ['x'.repeat(16_378), 16_386],
  ['0', 2],
  ['127', 2],
  ['128', 3],
  ['-4096', 3],
  ['-4097', 4],
  ['9223372036854775807', 10],
  ['9223372036854775808', 21],
  ['01', 4],
  ['-', 3],
])('an element takes so many bytes: %.10j, %i', (element, size) => {
  expect(elementSize(element)).toBe(size)
})

test.each([
  [0, 2],
  [-1, 3],
  [4095, 3],
  [4096, 4],
  [32_768, 5],
  [-(2 ** 23), 5],
  [2 ** 23, 6],
  [2 ** 31, 10],
  [-(2n ** 63n), 10],
])('an integer takes so many bytes: %s, %i', (integer, size) => {
  expect(integerSize(integer)).toBe(size)
})

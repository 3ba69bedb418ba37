import { expect, test } from 'vitest'
import { weightOf } from './weight.js'

test.each<[what: string, value: unknown, least: number, most: number]>([
  ['nothing', undefined, 0, 0],
  ['a number', 7, 0, 0],
  ['a text', 'x'.repeat(1000), 1000, 1100],
  ['bytes', new Uint8Array(1000), 1000, 1300],
  ['a part of bytes', new Uint8Array(1000).subarray(10, 20), 10, 310],
  ['a long name', { ['x'.repeat(1000)]: 1 }, 1000, 1100],
  ['headers', { 'X-A': ['x'.repeat(500), 'y'.repeat(500)] }, 1000, 1200],
  ['many small values', Array.from({ length: 1000 }, () => ({})), 30_000, 60_000],
])('%s', (_, value, least, most) => {
  expect(weightOf(value)).toBeGreaterThanOrEqual(least)
  expect(weightOf(value)).toBeLessThanOrEqual(most)
})

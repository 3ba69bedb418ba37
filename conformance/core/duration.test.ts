import { expect, test } from 'vitest'
import { durationText } from './duration.js'

test.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [1500, '1.5 s'],
  [90_000, '1 min 30 s'],
  [2_592_000_000, '30 d'],
  [2_592_000_001, '30 d 0.001 s'],
  [-60_000, '-1 min'],
])('%d ms is printed as %s', (milliseconds, text) => {
  expect(durationText(milliseconds)).toBe(text)
})

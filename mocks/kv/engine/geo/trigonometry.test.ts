import { expect, test } from 'vitest'
import { asin, cos, sin } from './trigonometry.js'

// The results were computed with 90 digits and rounded. The last digit of some differs in JavaScript
// engines.
test.each([
  [sin, 0, 0],
  [sin, 0.9779556609768321, 0.8293568928986487],
  [sin, 0.17773336450543667, 0.17679910040591346],
  [sin, 0.5512522491018315, 0.5237543918985453],
  [sin, -0.9120070939534243, -0.7907339940174064],
  [sin, Math.PI, 1.2246467991473532e-16],
  [cos, 0, 1],
  [cos, 0.7364384050179971, 0.7408654103781548],
  [cos, 1.2277697845586972, 0.33633884723571666],
  [cos, -0.4387873146374432, 0.9052675283815471],
  [cos, Math.PI / 2, 6.123233995736766e-17],
  [asin, 0, 0],
  [asin, 0.3566174177831201, 0.3646447428170658],
  [asin, 0.9050314029779405, 1.1314535450110774],
  [asin, 0.9702847315398694, 1.326404788195122],
  [asin, 0.9999999, 1.5703491131957876],
  [asin, 1, Math.PI / 2],
])('%o of %d is %d', (compute, value, result) => {
  expect(compute(value)).toBe(result)
})

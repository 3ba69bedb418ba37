import { expect, test } from 'vitest'
import { asin, cos, sin } from './trigonometry.js'

// The results were computed with 90 digits and rounded. The last digit of some differs in JavaScript
// engines.
test.each([
  [0, 0],
  [0.9779556609768321, 0.8293568928986487],
  [0.17773336450543667, 0.17679910040591346],
  [0.5512522491018315, 0.5237543918985453],
  [-0.9120070939534243, -0.7907339940174064],
  [Math.PI, 1.2246467991473532e-16],
])('the sine of %d is %d', (angle, sine) => {
  expect(sin(angle)).toBe(sine)
})

test.each([
  [0, 1],
  [0.7364384050179971, 0.7408654103781548],
  [1.2277697845586972, 0.33633884723571666],
  [-0.4387873146374432, 0.9052675283815471],
  [Math.PI / 2, 6.123233995736766e-17],
])('the cosine of %d is %d', (angle, cosine) => {
  expect(cos(angle)).toBe(cosine)
})

test.each([
  [0, 0],
  [0.3566174177831201, 0.3646447428170658],
  [0.9050314029779405, 1.1314535450110774],
  [0.9702847315398694, 1.326404788195122],
  [0.9999999, 1.5703491131957876],
  [1, Math.PI / 2],
])('the arcsine of %d is %d', (sine, angle) => {
  expect(asin(sine)).toBe(angle)
})

import { expect, test } from 'vitest'
import { addLongDoubles, formatLongDouble, parseLongDouble } from './long-double.js'

const sum = (a: string, b: string) =>
  formatLongDouble(addLongDoubles(parseLongDouble(a), parseLongDouble(b)))

test.each([
  ['0.1', '0.2', '0.3'],
  ['10.50', '0.1', '10.6'],
  ['3', '0', '3'],
  ['-1e-18', '0', '0'],
  ['1e17', '1e-17', '100000000000000000'],
  ['18446744073709551615', '0', '18446744073709551615'],
  ['18446744073709551617', '0', '18446744073709551616'],
  ['0x1p3', '.5', '8.5'],
])('%s + %s = %s', (a, b, c) => {
  expect(sum(a, b)).toBe(c)
})

test.each(['', '.', 'e1', '1e', ' 1', '1 ', 'nan', '1e5000', '1e-5000', '0x', '1_0'])(
  '%j is no number',
  (text) => {
    expect(() => parseLongDouble(text)).toThrow('ERR value is not a valid float')
  },
)

test('a sum that is not finite is refused', () => {
  expect(() => sum('inf', '-inf')).toThrow('ERR increment would produce NaN or Infinity')
  expect(() => sum('1.18e4932', '1.18e4932')).toThrow('NaN or Infinity')
})

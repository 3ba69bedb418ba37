import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  formatDouble,
  formatFixed,
  formatHuman,
  formatPacked,
  parseBound,
  parseDouble,
} from './double.js'

test.each([
  ['0.1', '0.10000000000000001'],
  ['3.0', '3'],
  ['-0', '-0'],
  ['-2.5e-3', '-0.0025000000000000001'],
  ['1e16', '10000000000000000'],
  ['1e17', '1e+17'],
  ['1e-5', '1.0000000000000001e-05'],
  ['0.0001', '0.0001'],
  ['5e-324', '4.9406564584124654e-324'],
  ['-INF', '-inf'],
  ['0x1.8p1', '3'],
  ['0x1p-1074', '4.9406564584124654e-324'],
  [`0x${'0'.repeat(5000)}.${'0'.repeat(5000)}8p20001`, '1'],
  [`0x10000000000000${'8'.padEnd(5000, '0')}p-20000`, '4503599627370496'],
  [`0x10000000000000${'8'.padEnd(5000, '0')}1p-20004`, '4503599627370497'],
  // In the middle of two: the even one.
  ['1125899906842624.25', '1125899906842624.2'],
  ['1125899906842624.75', '1125899906842624.8'],
  ['0x1fffffffffffff8', '1.4411518807585587e+17'],
])('%s is %s', (text, printed) => {
  expect(formatDouble(parseDouble(text))).toBe(printed)
})

test.each([
  '',
  ' 1',
  '1 ',
  '1\0',
  '.',
  '1e',
  '0x',
  'nan',
  '1e400',
  '1e-400',
  '0x1p-1076',
  '0x1p9999',
])('%j is no number', (text) => {
  expect(() => parseDouble(text)).toThrow('ERR value is not a valid float')
})

test.each([
  ['', 0],
  [' \t1', 1],
  ['2\0abc', 2],
  ['1e400', Infinity],
])('%j is a bound: %d', (text, bound) => {
  expect(parseBound(text, 'no')).toBe(bound)
})

test.each(['nan', ' ', '1 ', 'x'])('%j is no bound', (text) => {
  expect(() => parseBound(text, 'no')).toThrow('no')
})

test('any double is read as it was printed', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true }), (value) => {
      expect(parseDouble(formatDouble(value))).toBe(value)
    }),
    { seed: 1, numRuns: 2000 },
  )
})

test('a packed value has all digits of an integer', () => {
  expect(formatPacked(1e17)).toBe('100000000000000000')
  expect(formatPacked(2 ** 62)).toBe('4611686018427387904')
  expect(formatPacked(2 ** 63)).toBe('9.2233720368547758e+18')
  expect(formatPacked(0.1)).toBe('0.10000000000000001')
})

test.each([
  [0.125, 2, '0.12'],
  [0.375, 2, '0.38'],
  [-1.5, 6, '-1.500000'],
  [1e22, 1, '10000000000000000000000.0'],
  [-Infinity, 4, '-inf'],
])('%d with %d decimals is %s', (value, decimals, printed) => {
  expect(formatFixed(value, decimals)).toBe(printed)
})

test.each([
  [13.5, '13.5'],
  [100, '100'],
  [-1e-20, '0'],
  [2 ** -18, '0.00000381469726562'],
])('%d is for people %s', (value, printed) => {
  expect(formatHuman(value)).toBe(printed)
})

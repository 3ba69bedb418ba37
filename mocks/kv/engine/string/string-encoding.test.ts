import { expect, test } from 'vitest'
import { stringEncoding } from './string-encoding.js'

test.each([
  ['0', 'int'],
  ['-9223372036854775808', 'int'],
  ['9223372036854775808', 'embstr'],
  ['01', 'embstr'],
  ['', 'embstr'],
  ['x'.repeat(44), 'embstr'],
  ['x'.repeat(45), 'raw'],
])('%s: %s', (value, encoding) => {
  expect(stringEncoding(value)).toBe(encoding)
})

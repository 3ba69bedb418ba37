import { expect, test } from 'vitest'
import { INT64_MAX, INT64_MIN, isInt64, parseInt64, readInt64 } from './int64.js'

test.each([
  ['0', 0n],
  ['-1', -1n],
  ['9223372036854775807', INT64_MAX],
  ['-9223372036854775808', INT64_MIN],
])('%j is a number', (text, value) => {
  expect(readInt64(text)).toBe(value)
})

test.each(['', '-', '-0', '00', '01', '+1', ' 1', '1 ', '1\n', '1.0', '1e3', '0x1', 'a'])(
  '%j is none',
  (text) => {
    expect(readInt64(text)).toBeUndefined()
  },
)

test.each(['9223372036854775808', '-9223372036854775809', '10000000000000000000'])(
  '%s does not fit',
  (text) => {
    expect(readInt64(text)).toBeUndefined()
    expect(isInt64(BigInt(text))).toBe(false)
  },
)

test('what is no number is refused in the words of whoever asks', () => {
  expect(() => parseInt64('x')).toThrow('ERR value is not an integer or out of range')
  expect(() => parseInt64('x', 'ERR hash value is not an integer')).toThrow('hash value')
})

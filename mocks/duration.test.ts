import { expect, test } from 'vitest'
import { parseDuration } from './duration.js'

test.each([
  ['0s', 0],
  ['1.5m', 90_000],
  ['1d10h30m', 124_200_000],
  ['0.0004s', 0],
  ['1.0005s', 1001],
])('%s is %d milliseconds', (text, milliseconds) => {
  expect(parseDuration(text)).toBe(milliseconds)
})

test.each(['', 's', '5', '5 s', '5S', '-5s', '1e3s', '.5s', '5ms', '5w', ' 5s', '5s '])(
  'rejects "%s"',
  (text) => {
    expect(parseDuration(text)).toBeUndefined()
  },
)

test.each(['1', '9'])('rejects a duration of 400 digits %s', (digit) => {
  expect(parseDuration(`${digit.repeat(400)}s`)).toBeUndefined()
})

test('rejects units that are not allowed', () => {
  expect(parseDuration('2h', { units: 'smh' })).toBe(7_200_000)
  expect(parseDuration('2d', { units: 'smh' })).toBeUndefined()
})

test('rejects compounds that are not allowed', () => {
  expect(parseDuration('90m', { compound: false })).toBe(5_400_000)
  expect(parseDuration('1h30m', { compound: false })).toBeUndefined()
})

import { expect, test } from 'vitest'
import { ExpressionError, parseDelayExpression } from './delay-expression.js'

test.each([
  ['1e3', 0, 1000],
  ['.5e+2', 0, 50],
  ['1000 * (1 + retried)', 2, 3000],
  ['1 + 2 * 3', 0, 7],
  ['(1 + 2) * 3', 0, 9],
  ['2 * 7 % 4', 0, 2],
  ['-retried + 5', 2, 3],
  ['2 - -3', 0, 5],
  ['+-+2', 0, -2],
  ['round(2.5)', 0, 3],
  ['min(3, 1, 2) + max(1, retried, 2)', 7, 8],
  [' \tmax( 1 ,2 ) ', 0, 2],
  ['abs('.repeat(50) + '-1' + ')'.repeat(50), 0, 1],
])('%s after %d retries is %d', (text, retried, milliseconds) => {
  expect(parseDelayExpression(text)(retried)).toBe(milliseconds)
})

test.each([
  ['', 'column 1: expected a number, "retried", a function or "(", got the end'],
  ['(1', 'column 3: expected ")", got the end'],
  ['1 2', 'column 3: expected an operator or the end, got "2"'],
  ['2 ** 3', 'column 4: expected a number, "retried", a function or "(", got "*"'],
  ['retries', 'column 1: expected "retried" or one of pow, sqrt,'],
  ['pow(2)', 'column 6: expected ",", got ")"'],
  ['min(1)', 'column 6: expected ",", got ")"'],
  ['sqrt 4', 'column 6: expected "(", got "4"'],
  ['retried.constructor', 'column 8: expected an operator or the end, got "."'],
  ['('.repeat(100) + '1' + ')'.repeat(100), 'column 65: it is nested deeper than 64'],
  ['1'.repeat(257), 'it has 257 characters, at most 256 are allowed'],
])('rejects %s', (text, reason) => {
  expect(() => parseDelayExpression(text)).toThrow(ExpressionError)
  expect(() => parseDelayExpression(text)).toThrow(reason)
})

import { expect, test } from 'vitest'
import { ExpressionError, parseDelayExpression } from './delay-expression.js'

test.each([
  ['1000', 0, 1000],
  ['1e3', 0, 1000],
  ['.5e+2', 0, 50],
  ['retried', 3, 3],
  ['1000 * (1 + retried)', 2, 3000],
  ['1 + 2 * 3', 0, 7],
  ['(1 + 2) * 3', 0, 9],
  ['10 - 2 - 3', 0, 5],
  ['2 * 7 % 4', 0, 2],
  ['8 / 4 / 2', 0, 1],
  ['-retried + 5', 2, 3],
  ['2 - -3', 0, 5],
  ['+-+2', 0, -2],
  ['pow(2, retried)', 10, 1024],
  ['sqrt(16)', 0, 4],
  ['abs(-3)', 0, 3],
  ['exp(0)', 0, 1],
  ['floor(1.9)', 0, 1],
  ['ceil(1.1)', 0, 2],
  ['round(2.5)', 0, 3],
  ['min(3, max(1, 2))', 0, 2],
  ['min(3, 1, 2) + max(1, retried, 2)', 7, 8],
  ['min(86400, exp(2 * retried)) * 1000', 1, Math.exp(2) * 1000],
  [' \tmax( 1 ,2 ) ', 0, 2],
  ['abs('.repeat(50) + '-1' + ')'.repeat(50), 0, 1],
])('%s after %d retries is %d', (text, retried, milliseconds) => {
  expect(parseDelayExpression(text)(retried)).toBe(milliseconds)
})

test.each([
  ['', 'column 1: expected a number, "retried", a function or "(", got the end'],
  ['1 +', 'column 4: expected a number, "retried", a function or "(", got the end'],
  ['(1', 'column 3: expected ")", got the end'],
  ['1)', 'column 2: expected an operator or the end, got ")"'],
  ['1 2', 'column 3: expected an operator or the end, got "2"'],
  ['2 ** 3', 'column 4: expected a number, "retried", a function or "(", got "*"'],
  ['retries', 'column 1: expected "retried" or one of pow, sqrt,'],
  ['constructor(1)', 'column 1: expected "retried" or one of'],
  ['pow(2)', 'column 6: expected ",", got ")"'],
  ['pow(1, 2, 3)', 'column 9: expected ")", got ","'],
  ['min(1)', 'column 6: expected ",", got ")"'],
  ['sqrt(1, 2)', 'column 7: expected ")", got ","'],
  ['sqrt 4', 'column 6: expected "(", got "4"'],
  ['retried.constructor', 'column 8: expected an operator or the end, got "."'],
  ['process.exit()', 'column 1: expected "retried" or one of'],
  ['1;2', 'column 2: expected an operator or the end, got ";"'],
  ['('.repeat(100) + '1' + ')'.repeat(100), 'column 65: it is nested deeper than 64'],
  ['-'.repeat(200) + '1', 'column 65: it is nested deeper than 64'],
  ['1'.repeat(257), 'it has 257 characters, at most 256 are allowed'],
])('rejects %s', (text, reason) => {
  expect(() => parseDelayExpression(text)).toThrow(ExpressionError)
  expect(() => parseDelayExpression(text)).toThrow(reason)
})

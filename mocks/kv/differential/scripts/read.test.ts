import { expect, test } from 'vitest'
import { readScripts } from './index.js'

test('a script has the lines after its heading, blocks repeated', () => {
  const text =
    '# one\nSET k "a b"\neach $k: a | b\n  each $n: 1 | 2\n    SET $k $n\n  GET $k\n\n# two\nPING\n'
  expect(readScripts(text)).toEqual({
    one: ['SET k "a b"', 'SET a 1', 'SET a 2', 'GET a', 'SET b 1', 'SET b 2', 'GET b'],
    two: ['PING'],
  })
})

test.each([
  ['PING\n', 'line 1: a command before the first heading ("# title")'],
  ['# a\nPING\n\n# a\n', 'line 4: the title "a" is used twice'],
])('%j is refused', (text, message) => {
  expect(() => readScripts(text)).toThrow(message)
})

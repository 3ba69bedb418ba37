import { expect, test } from 'vitest'
import { readScripts } from './read.js'

test('each heading begins a script of the lines that follow', () => {
  const text = '# one\nSET k "a b"\nGET k\n\n# two\nPING\n'
  expect(readScripts(text)).toEqual({ one: ['SET k "a b"', 'GET k'], two: ['PING'] })
})

test.each([
  ['PING\n', 'line 1: a command before the first heading ("# title")'],
  ['# a\nPING\n\n# a\n', 'line 4: the title "a" is used twice'],
])('%j is refused', (text, message) => {
  expect(() => readScripts(text)).toThrow(message)
})

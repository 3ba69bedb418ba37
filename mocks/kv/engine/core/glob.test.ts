import { expect, test } from 'vitest'
import { matchesGlob } from './glob.js'

test.each([
  ['h?llo', 'hello', true],
  ['h?llo', 'hllo', false],
  ['h*llo', 'heeeello', true],
  ['h[ae]llo', 'hallo', true],
  ['h[^e]llo', 'hello', false],
  ['h[a-c]llo', 'hbllo', true],
  ['h[c-a]llo', 'hbllo', true],
  ['\\*', '*', true],
  ['\\*', 'a', false],
  ['[\\]]', ']', true],
  ['[ab', 'b', true],
  ['*', '', true],
  ['**', '', false],
  ['', '', true],
  ['\xff*', '\xff\0', true],
])('%j and %j: %s', (pattern, text, matches) => {
  expect(matchesGlob(pattern, text)).toBe(matches)
})

test('a pattern may have as many stars as it likes', () => {
  expect(matchesGlob('*a'.repeat(100_000), 'a'.repeat(100_000))).toBe(true)
})

test('many stars are tried in polynomial time', () => {
  expect(matchesGlob('a*'.repeat(30) + 'b', 'a'.repeat(1000))).toBe(false)
})

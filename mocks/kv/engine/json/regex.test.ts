import { expect, test } from 'vitest'
import { bytesOf } from '../../reply.js'
import { matchesRegex } from './regex.js'

const matches = (pattern: string, text: string) => matchesRegex(bytesOf(pattern), bytesOf(text))

test.each([
  ['b', 'abc', true],
  ['^b', 'abc', false],
  ['c$', 'abc', true],
  ['(?i)B', 'abc', true],
  ['(?s)a.c', 'a\nc', true],
  ['(?m)^c', 'a\nc', true],
  ['^.$', 'é', true],
  ['^.$', '😀', true],
  ['\\u00e9', 'é', true],
  ['^\\p{Lu}+$', 'ÀÉ', true],
  ['^(?:a|b){2,3}$', 'aba', true],
  ['\\bword\\b', 'a word.', true],
  ['', '', true],
])('%j in %j: %s', (pattern, text, want) => {
  expect(matches(pattern, text)).toBe(want)
})

test.each(['(', '[', 'a**', '(?=a)', '(?<!a)b', '(a)\\1', '\\p{Nothing}'])(
  '%j is no regular expression of RedisJSON, and matches nothing',
  (pattern) => {
    expect(matches(pattern, `a aa ${pattern}`)).toBe(false)
  },
)

test.each(['^(a+)+$', '^(a|a)*$', '^(a|aa)+$', '(.*a){25}$', '^(([a-z])+.)+[A-Z]([a-z])+$'])(
  '%j takes no longer for a long text than its length says',
  (pattern) => {
    expect(matches(pattern, `${'a'.repeat(20_000)}!`)).toBe(false)
  },
)

test.each([
  ['many words', 'a|'.repeat(20_000)],
  ['many repetitions', '(?:abcdefghij){1000}(?:abcdefghij){1000}'],
])('a pattern of %s is too large to compile', (_, pattern) => {
  expect(() => matches(pattern, '')).toThrow(
    'ERR regular expression is too large to compile: write less than 20000 characters',
  )
})

test('a pattern and a text that would take too long together are refused', () => {
  const pattern = `${'a?'.repeat(500)}b`
  expect(matches(pattern, 'a'.repeat(1000))).toBe(false)
  expect(() => matches(pattern, 'a'.repeat(1_000_000))).toThrow(
    'ERR regular expression is too large for a text of 1000000 bytes',
  )
})

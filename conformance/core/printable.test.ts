import { expect, test } from 'vitest'
import { printable, printableJson, printableLines } from './printable.js'

test.each([
  ['plain text, ü, 漢字 and 👩‍🚀', 'plain text, ü, 漢字 and 👩‍🚀'],
  ['a\0b\tc\rd\x1b[2J\x7f', String.raw`a\x00b\x09c\x0dd\x1b[2J\x7f`],
  ['\x85\x9b31m', String.raw`\x85\x9b31m`],
  [
    '\u061c\u200e\u200f\u202a\u202e\u2066\u2069',
    String.raw`\u061c\u200e\u200f\u202a\u202e\u2066\u2069`,
  ],
  ['\u200b\ufeff\u{e0041}', String.raw`\u200b\ufeff\u{e0041}`],
  ['\u2028\u2029', String.raw`\u2028\u2029`],
])('%j is shown as %j', (text, shown) => {
  expect(printable(text)).toBe(shown)
  expect(printableLines(text)).toBe(shown)
})

test('a line break is escaped in one line, and stays in several', () => {
  expect(printable('a\nb')).toBe('a\\nb')
  expect(printableLines('a\nb\r\n')).toBe('a\nb\\x0d\n')
})

test('JSON stays the same value', () => {
  const value = { a: '\x1b[2J\x9b \u202e \u{e0041} \n', b: ['\u2028'] }
  const shown = printableJson(JSON.stringify(value, null, 2))
  expect(shown).not.toMatch(/[\x80-\x9f\u202e\u2028\u{e0041}]/u)
  expect(JSON.parse(shown)).toEqual(value)
})

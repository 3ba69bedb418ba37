import { expect, test } from 'vitest'
import { parseJson } from './json-text.js'

const nested = (depth: number, inside = '') => '['.repeat(depth) + inside + ']'.repeat(depth)

test('parses JSON', () => {
  expect(parseJson('{"a":[1,"b",null]}')).toEqual({ a: [1, 'b', null] })
  expect(() => parseJson('{"a":')).toThrow(SyntaxError)
})

test('parses 1,000 levels, rejects 1,001', () => {
  expect(parseJson(nested(1000))).toEqual(JSON.parse(nested(1000)))
  expect(() => parseJson(nested(1001))).toThrow('it is nested deeper than 1000 levels')
  expect(() => parseJson(`${'{"a":'.repeat(1001)}1${'}'.repeat(1001)}`)).toThrow('nested deeper')
  expect(() => parseJson('['.repeat(10_000_000))).toThrow('nested deeper')
})

test('brackets side by side or in strings are no levels', () => {
  const side = `[${Array.from({ length: 5000 }, () => '[{}]').join()}]`
  expect(parseJson(side)).toHaveLength(5000)
  const strings = ['[['.repeat(2000), '\\', '\\"[[', '"]'].map((each) => each + '{'.repeat(600))
  expect(parseJson(JSON.stringify(strings))).toEqual(strings)
  expect(() => parseJson(nested(1001, JSON.stringify(strings).slice(1, -1)))).toThrow('deeper')
})

test('parses 1,000,000 arrays, rejects one more', () => {
  const many = (count: number) => `[${'[],'.repeat(count - 2)}[]]`
  expect(parseJson(many(1_000_000))).toHaveLength(999_999)
  expect(() => parseJson(many(1_000_001))).toThrow('it has more than 1000000 arrays and objects')
})

test('invalid JSON is a SyntaxError wherever it ends', () => {
  const text = `[${'{},'.repeat(2000)}"\\`
  expect(() => parseJson(text)).toThrow(SyntaxError)
  expect(() => parseJson(text)).not.toThrow('nested')
  expect(() => parseJson(`[{},${']'.repeat(3000)}`)).toThrow(SyntaxError)
})

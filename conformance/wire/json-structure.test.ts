import { expect, test } from 'vitest'
import { structureProblem } from './json-structure.js'

const nested = (levels: number) => Buffer.from('['.repeat(levels) + ']'.repeat(levels))
const array = (values: number) => Buffer.from(`[${'1,'.repeat(values - 1)}1]`)

test('JSON may be nested 500 levels deep', () => {
  expect(structureProblem(nested(500))).toBeUndefined()
  expect(structureProblem(nested(501))).toBe('nested deeper than 500 levels')
  expect(structureProblem(nested(100_000))).toBe('nested deeper than 500 levels')
})

test('JSON of up to 50,000 values is read', () => {
  expect(structureProblem(array(49_998))).toBeUndefined()
  expect(structureProblem(array(60_000))).toBe('more than 50000 values')
})

test.each(['[{,', '\\"[{,', '\\\\\\"[', '"'.repeat(2) + '['])(
  'brackets and commas in a string are not counted: %s',
  (part) => {
    const text = Buffer.from(JSON.stringify(part.repeat(30_000)))
    expect(structureProblem(text)).toBeUndefined()
  },
)

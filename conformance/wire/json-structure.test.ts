import { expect, test } from 'vitest'
import { depthProblem, structureProblem } from './json-structure.js'

const nested = (levels: number) => Buffer.from('['.repeat(levels) + ']'.repeat(levels))
const array = (values: number) => Buffer.from(`[${'1,'.repeat(values - 1)}1]`)

test('JSON of 500 levels is read, and no deeper one', () => {
  expect(depthProblem(nested(500))).toBeUndefined()
  expect(depthProblem(nested(501))).toBe('it is nested deeper than 500 levels')
  expect(structureProblem(nested(100_000))).toBe('it is nested deeper than 500 levels')
})

test('JSON of 50,000 values is checked, and no larger one', () => {
  expect(structureProblem(array(49_998))).toBeUndefined()
  expect(structureProblem(array(60_000))).toBe('it has more than 50000 values')
  expect(depthProblem(array(60_000))).toBeUndefined()
})

test.each(['[{,', '\\"[{,', '\\\\\\"[', '"'.repeat(2) + '['])(
  'a text has no structure, whatever is in it: %s',
  (part) => {
    const text = Buffer.from(JSON.stringify(part.repeat(30_000)))
    expect(structureProblem(text)).toBeUndefined()
  },
)

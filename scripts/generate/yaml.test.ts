import { expect, test } from 'vitest'
import { readYaml } from './yaml.js'

test('data comes with the line of each part', () => {
  const { data, lineOf, errors } = readYaml('list:\n  - a: 1\n    b: 2\n  - c\n')
  expect(data).toEqual({ list: [{ a: 1, b: 2 }, 'c'] })
  expect(errors).toEqual([])
  expect(lineOf(['list', 0, 'b'])).toBe(3)
  expect(lineOf(['list', 1])).toBe(4)
})

test('what is not there has the line of what is around it', () => {
  const { lineOf } = readYaml('a: 1\nlist:\n  - b\n')
  expect(lineOf(['list', 0, 'c'])).toBe(3)
  expect(lineOf(['d', 'e'])).toBe(1)
})

test('errors have a line, and then there are no data', () => {
  const { data, errors } = readYaml('a: 1\na: 2\n')
  expect(data).toEqual({})
  expect(errors).toEqual([{ line: 2, message: expect.stringContaining('unique') as string }])
})

import { expect, test } from 'vitest'
import { meant } from './nearest.js'

const verbs = ['test', 'mock', 'list', 'explain', 'doctor']

test.each([
  ['tset', 'test'],
  ['mocks', 'mock'],
  ['lst', 'list'],
  ['explian', 'explain'],
])('%s is near %s', (word, verb) => {
  expect(meant(word, verbs)).toBe(` (did you mean ${verb}?)`)
})

test.each(['x', 'serve', 'conformance', ''])('"%s" is near none', (word) => {
  expect(meant(word, verbs)).toBe('')
})

import { expect, test } from 'vitest'
import { longestCommonSubsequence } from './lcs.js'

test('finds the bytes that two strings have in common, in order', () => {
  expect(longestCommonSubsequence('ohmytext', 'mynewtext').text).toBe('mytext')
  expect(longestCommonSubsequence('', 'abc')).toEqual({ text: '', matches: [] })
})

test('tells where they are, the last run first', () => {
  expect(longestCommonSubsequence('ohmytext', 'mynewtext').matches).toEqual([
    { a: [4, 7], b: [5, 8], length: 4 },
    { a: [2, 3], b: [0, 1], length: 2 },
  ])
})

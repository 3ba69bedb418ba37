import { expect, test } from 'vitest'
import { createTail } from './tail.js'

test('entries are found by their numbers, and the oldest go first', () => {
  const tail = createTail<string>()
  for (let n = 1; n <= 1000; n++) {
    tail.add(String(n), n)
    if (n > 10) tail.dropFirst()
  }

  expect([tail.first, tail.last, tail.size]).toEqual([991, 1000, 10])
  expect(tail.bytes).toBe((991 + 1000) * 5)
  expect([990, 991, 1000, 1001].map((n) => tail.at(n))).toEqual([
    undefined,
    '991',
    '1000',
    undefined,
  ])
})

test('an empty log has no entry to drop, and counts on', () => {
  const tail = createTail<string>()
  tail.dropFirst()
  tail.add('a', 5)
  tail.clear()
  expect([tail.first, tail.last, tail.size, tail.bytes]).toEqual([2, 1, 0, 0])
  tail.dropFirst()
  tail.add('b', 7)
  expect([tail.first, tail.last, tail.bytes, tail.at(1), tail.at(2)]).toEqual([
    2,
    2,
    7,
    undefined,
    'b',
  ])
})

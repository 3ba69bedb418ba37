import { expect, test } from 'vitest'
import { createTail } from './tail.js'

test('entries keep their numbers while older ones are dropped', () => {
  const tail = createTail<string>()
  for (let number = 1; number <= 5000; number++) {
    tail.add(`entry ${number}`, number)
    if (tail.size > 3) tail.dropFirst()
  }
  expect([tail.first, tail.last, tail.size, tail.bytes]).toEqual([4998, 5000, 3, 3 * 4999])
  const found = [4997, 4998, 5000, 5001].map((number) => tail.at(number))
  expect(found).toEqual([undefined, 'entry 4998', 'entry 5000', undefined])
})

test('an empty log has nothing to drop, and counts on after it was cleared', () => {
  const tail = createTail<string>()
  tail.dropFirst()
  tail.add('a', 1)
  tail.clear()
  tail.dropFirst()
  expect([tail.first, tail.last, tail.size, tail.bytes]).toEqual([2, 1, 0, 0])
  tail.add('b', 2)
  expect([tail.at(1), tail.at(2), tail.bytes]).toEqual([undefined, 'b', 2])
})

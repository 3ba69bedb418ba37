import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createHeap, type Heap } from './heap.js'

function drained<T>(heap: Heap<T>): T[] {
  const items: T[] = []
  for (let item = heap.peek(); item !== undefined; item = heap.peek()) {
    items.push(item)
    heap.pop()
  }
  return items
}

const ascending = (a: number, b: number) => a - b

test('items come out in order, whatever order they went in', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), (items) => {
      const heap = createHeap(ascending)
      items.forEach((item) => heap.push(item))
      expect(drained(heap)).toEqual(items.toSorted(ascending))
    }),
  )
})

test('what is not retained does not come out', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), (items) => {
      const heap = createHeap(ascending)
      items.forEach((item) => heap.push(item))
      heap.retain((item) => item % 2 === 0)
      heap.push(7)
      const left = [...items.filter((item) => item % 2 === 0), 7]
      expect(drained(heap)).toEqual(left.toSorted(ascending))
    }),
  )
})

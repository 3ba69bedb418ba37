import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SortedList } from './sorted-list.js'

test('a sorted list equals a sorted array, whatever is added and removed', () => {
  const changes = fc.array(fc.tuple(fc.boolean(), fc.nat(3000)), { maxLength: 5000, size: 'max' })
  fc.assert(
    fc.property(changes, fc.nat(3000), (changes, wanted) => {
      const list = new SortedList<number>()
      const model = new Set<number>()
      for (const [adds, number] of changes) {
        const test = (item: number) => item >= number
        if (adds && !model.has(number)) list.insert(number, test)
        if (!adds && model.has(number)) list.remove(test)
        if (adds) model.add(number)
        else model.delete(number)
      }
      const array = [...model].sort((a, b) => a - b)
      const rank = array.filter((item) => item < wanted).length
      const test = (item: number) => item >= wanted
      expect([list.size, list.rank(test)]).toEqual([array.length, rank])
      expect(list.slice(0, list.size)).toEqual(array)
      expect(list.slice(rank, Math.min(rank + 600, list.size))).toEqual(
        array.slice(rank, rank + 600),
      )
      expect([...list.from(test)]).toEqual(array.slice(rank))
    }),
    { seed: 1, numRuns: 30 },
  )
})

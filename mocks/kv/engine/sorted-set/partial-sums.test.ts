import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PartialSums } from './partial-sums.js'

test('sums what is before an index, and finds the index that a position is in', () => {
  const counts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 40 })
  const changes = fc.array(fc.tuple(fc.nat(39), fc.nat(5)), { maxLength: 20 })
  fc.assert(
    fc.property(counts, changes, (counts, changes) => {
      const sums = new PartialSums(counts)
      for (const [at, change] of changes) {
        const index = at % counts.length
        sums.add(index, change)
        counts[index]! += change
      }
      let position = 0
      for (const [index, count] of counts.entries()) {
        expect(sums.before(index)).toBe(position)
        expect(sums.find(position)).toEqual({ index, offset: 0 })
        expect(sums.find(position + count - 1)).toEqual({ index, offset: count - 1 })
        position += count
      }
      expect(sums.before(counts.length)).toBe(position)
    }),
    { seed: 1, numRuns: 200 },
  )
})

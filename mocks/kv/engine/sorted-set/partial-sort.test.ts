import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortBefore } from './partial-sort.js'

test('sorts the items before an end, and keeps the others', () => {
  const numbers = fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 200, size: 'max' })
  fc.assert(
    fc.property(numbers, fc.nat(200), (numbers, end) => {
      const sorted = [...numbers]
      sortBefore(sorted, end, (a, b) => a - b)
      const whole = numbers.toSorted((a, b) => a - b)
      expect(sorted.slice(0, end)).toEqual(whole.slice(0, end))
      expect(sorted.toSorted((a, b) => a - b)).toEqual(whole)
    }),
    { seed: 1, numRuns: 300 },
  )
})

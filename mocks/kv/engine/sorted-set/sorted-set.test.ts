import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Scored } from './ranking.js'
import { SortedSet, type Interval } from './sorted-set.js'

const all = (set: SortedSet) => set.slice({ start: 0, end: set.size })

const scoresFrom = (min: number, max: number): Interval => ({
  begun: (score) => score >= min,
  notOver: (score) => score <= max,
})

const padded = (count: number): Scored[] =>
  Array.from({ length: count }, (_, index) => [`filler${index}`, 1000 + index])

test('is a map and a sorted array, small and large', () => {
  const member = fc.constantFrom('', 'a', 'b', '\x7f', '\x80', '\xff', 'aa')
  const score = fc.integer({ min: -2, max: 2 })
  const step = fc.oneof(fc.tuple(member, score), member)
  const steps = fc.array(step, { maxLength: 60 })
  fc.assert(
    fc.property(steps, fc.constantFrom(0, 200), score, score, (steps, fillers, min, max) => {
      const set = new SortedSet(padded(fillers))
      const model = new Map(padded(fillers))
      for (const step of steps) {
        if (typeof step === 'string') expect(set.delete(step)).toBe(model.delete(step))
        else {
          expect(set.set(...step)).toBe(!model.has(step[0]))
          model.set(...step)
        }
      }
      const array = [...model].sort(([a, x], [b, y]) => x - y || (a < b ? -1 : 1))
      expect(all(set)).toEqual(array)
      for (const [rank, [member, score]] of array.entries()) {
        expect([set.rankOf(member), set.get(member)]).toEqual([rank, score])
      }
      const between = array.filter(([, score]) => score >= min && score <= max)
      expect(set.slice(set.ranksIn(scoresFrom(min, max)))).toEqual(between)
      expect(set.slice(set.ranksIn(scoresFrom(min, max), 'end'))).toEqual(between)
    }),
    { seed: 1, numRuns: 200 },
  )
})

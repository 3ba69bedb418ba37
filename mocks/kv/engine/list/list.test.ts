import fc from 'fast-check'
import { expect, test } from 'vitest'
import { List } from './list.js'

test('a list equals an array, whatever is pushed and popped', () => {
  const end = fc.constantFrom('left' as const, 'right' as const)
  const step = fc.oneof(fc.record({ push: end }), fc.record({ pop: end }))
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const list = new List()
      const array: string[] = []
      for (const [count, step] of steps.entries()) {
        if ('push' in step) {
          list.push(step.push, String(count))
          if (step.push === 'left') array.unshift(String(count))
          else array.push(String(count))
        } else {
          expect(list.pop(step.pop)).toBe(step.pop === 'left' ? array.shift() : array.pop())
        }
        expect(list.size).toBe(array.length)
        expect([list.at(0), list.at(-1)]).toEqual([array[0], array.at(-1)])
      }
      expect([...list]).toEqual(array)
    }),
    { seed: 1, numRuns: 100 },
  )
})

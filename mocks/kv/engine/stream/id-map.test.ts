import fc from 'fast-check'
import { expect, test } from 'vitest'
import { IdMap } from './id-map.js'
import { ZERO_ID } from './stream-id.js'

const id = (ms: number) => ({ ms, seq: 0 })

test('whatever is put in and taken out in whatever order, it is as a sorted map', () => {
  const change = fc.tuple(fc.boolean(), fc.nat(1500))
  fc.assert(
    fc.property(
      fc.array(change, { maxLength: 3000, size: 'max' }),
      fc.nat(1500),
      (changes, from) => {
        const map = new IdMap<number>()
        const model = new Map<number, number>()
        for (const [index, [add, ms]] of changes.entries()) {
          if (add) {
            map.set(id(ms), index)
            model.set(ms, index)
          } else {
            expect(map.delete(id(ms))).toBe(model.delete(ms))
          }
        }
        const sorted = [...model].sort(([a], [b]) => a - b)

        expect(map.size).toBe(model.size)
        expect(Array.from(map.from(ZERO_ID), ([{ ms }, value]) => [ms, value])).toEqual(sorted)
        expect(map.first?.ms).toBe(sorted[0]?.[0])
        expect(map.last?.ms).toBe(sorted.at(-1)?.[0])
        expect(map.ceiling(id(from))?.[1]).toBe(sorted.find(([ms]) => ms >= from)?.[1])
        expect(map.get(id(from))).toBe(model.get(from))
      },
    ),
    { numRuns: 30 },
  )
})

test('what grows at its end and shrinks from its beginning stays small', () => {
  const map = new IdMap<number>()
  for (let ms = 0; ms < 2000; ms++) map.set(id(ms), ms)
  for (let ms = 0; ms < 1999; ms++) expect(map.delete(id(ms))).toBe(true)

  expect([...map.from(ZERO_ID)]).toEqual([[id(1999), 1999]])
})

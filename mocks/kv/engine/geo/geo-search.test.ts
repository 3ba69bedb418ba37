import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distance, distanceWithin, type Area } from './geo-area.js'
import { findWithin } from './geo-search.js'
import { decode, encode } from './geohash.js'
import { SortedSet } from '../sorted-set/sorted-set.js'

const position = fc.record({
  longitude: fc.double({ min: -12, max: 12, noNaN: true }),
  latitude: fc.double({ min: 40, max: 60, noNaN: true }),
})
const length = fc.double({ min: 0, max: 1500, noNaN: true })
const shape = fc.oneof(fc.record({ radius: length }), fc.record({ width: length, height: length }))

test('finds each member that is in the area, and no other', () => {
  const positions = fc.array(position, { maxLength: 60 })
  fc.assert(
    fc.property(positions, position, shape, (positions, centre, shape) => {
      const set = new SortedSet(positions.map((position, at) => [`m${at}`, encode(position)]))
      const area: Area = { centre, shape, unit: 1000 }
      const inside = [...set.entries()].filter(
        ([, score]) => distanceWithin(area, decode(score)) !== undefined,
      )
      const found = findWithin(set, area)
      expect(found.map(({ member }) => member).sort()).toEqual(inside.map(([name]) => name).sort())
      expect(findWithin(set, area, 2)).toEqual(found.slice(0, 2))
    }),
    { seed: 1, numRuns: 300 },
  )
})

test('measures along the surface', () => {
  const pole = { longitude: 0, latitude: 85 }
  const metresPerDegree = (6372797.560856 * Math.PI) / 180
  expect(distance(pole, { longitude: 0, latitude: 80 })).toBeCloseTo(5 * metresPerDegree, 6)
  expect(distance(pole, { longitude: 180, latitude: 85 })).toBeCloseTo(10 * metresPerDegree, 6)
  expect(distance(pole, pole)).toBe(0)
})

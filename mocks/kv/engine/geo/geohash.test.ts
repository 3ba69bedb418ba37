import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  boxOf,
  cellAt,
  decode,
  encode,
  geohash,
  neighbour,
  scoresOf,
  type Position,
} from './geohash.js'

const palermo: Position = { longitude: 13.361389, latitude: 38.115556 }

const position = fc.record({
  longitude: fc.double({ min: -180, max: 179.999, noNaN: true }),
  latitude: fc.double({ min: -85.05, max: 85.05, noNaN: true }),
})

test('a score is a position to within a metre', () => {
  expect(encode(palermo)).toBe(3479099956230698)
  fc.assert(
    fc.property(position, (position) => {
      const { longitude, latitude } = decode(encode(position))
      expect(Math.abs(longitude - position.longitude)).toBeLessThan(3e-6)
      expect(Math.abs(latitude - position.latitude)).toBeLessThan(2e-6)
      expect(encode({ longitude, latitude })).toBe(encode(position))
    }),
    { seed: 1 },
  )
})

test('a cell holds the positions and the scores of what is in it', () => {
  fc.assert(
    fc.property(position, fc.integer({ min: 1, max: 26 }), (anywhere, steps) => {
      // In the middle of the smallest cell, so that it is on the edge of none.
      const position = decode(encode(anywhere))
      const cell = cellAt(position, steps)
      const { longitude, latitude } = boxOf(cell)
      expect(longitude.min).toBeLessThanOrEqual(position.longitude)
      expect(longitude.max).toBeGreaterThan(position.longitude)
      expect(latitude.min).toBeLessThanOrEqual(position.latitude)
      expect(latitude.max).toBeGreaterThan(position.latitude)
      const { min, max } = scoresOf(cell)
      expect(encode(position)).toBeGreaterThanOrEqual(min)
      expect(encode(position)).toBeLessThan(max)
    }),
    { seed: 1 },
  )
})

test('beyond the last cell comes the first', () => {
  const last = cellAt({ longitude: 179, latitude: 85 }, 3)
  expect(last).toEqual({ column: 7, row: 7, steps: 3 })
  expect(neighbour(last, 1, 0)).toEqual({ column: 0, row: 7, steps: 3 })
  expect(neighbour(last, -1, 1)).toEqual({ column: 6, row: 0, steps: 3 })
})

test('a geohash is the one that everybody makes, but for its last character', () => {
  expect(geohash(decode(encode(palermo)))).toBe('sqc8b49rny0')
})

test.each([-1, 1.5, Infinity, -Infinity, 1e19, -1e30])('the score %d is somewhere', (score) => {
  const { longitude, latitude } = decode(score)
  expect(Math.abs(longitude)).toBeLessThanOrEqual(180)
  expect(Math.abs(latitude)).toBeLessThanOrEqual(85.05112878)
})

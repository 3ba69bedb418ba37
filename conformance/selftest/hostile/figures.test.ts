import { expect, test } from 'vitest'
import { added, lineOf, noFigures, type Figures } from './figures.js'

const one: Figures = {
  ...{ requests: 10, connections: 2, seconds: 1, stallMs: 5, waitMs: 90, peakBytes: 3 * 2 ** 20 },
  statuses: new Map([
    [400, 3],
    [200, 7],
  ]),
}

test('counts are added, and of stalls and memory the most is kept', () => {
  const statuses = new Map([[503, 1]])
  const other = { ...one, requests: 20, seconds: 3, stallMs: 7, waitMs: 8, statuses }

  expect(added(noFigures, one)).toEqual(one)
  expect(lineOf(added(one, other))).toBe(
    '30 requests on 4 connections in 4.0 s, 8/s, ' +
      'longest stall 7 ms of processor time (90 ms by the clock), peak 3 MB, ' +
      'answers 200×7 400×3 503×1',
  )
})

// Finds the members of a sorted set whose scores are positions in an area.

import type { Bytes } from '../../reply.js'
import { spend } from '../core/budget.js'
import { cellsOf, distanceWithin, type Area } from './geo-area.js'
import { decode, scoresOf, type Position } from './geohash.js'
import type { SortedSet } from '../sorted-set/sorted-set.js'

/** The cost of computing a distance, in steps of the time budget. */
const MEMBER_STEPS = 20

export interface Found {
  readonly member: Bytes
  readonly score: number
  readonly position: Position
  /** The distance from the centre of the area in metres. */
  readonly metres: number
}

/** Returns at most `limit` members in an area, cell by cell. */
export function findWithin(set: SortedSet, area: Area, limit = Infinity): Found[] {
  const found: Found[] = []
  for (const cell of cellsOf(area)) {
    const { min, max } = scoresOf(cell)
    const ranks = set.ranksIn({
      begun: ([, score]) => score >= min,
      notOver: ([, score]) => score < max,
    })
    for (const [member, score] of set.slice(ranks)) {
      spend(MEMBER_STEPS)
      const position = decode(score)
      const metres = distanceWithin(area, position)
      if (metres === undefined) continue
      found.push({ member, score, position, metres })
      if (found.length >= limit) return found
    }
  }
  return found
}

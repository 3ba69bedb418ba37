// Areas of the earth: distances, the map cells that cover an area, and the members of a sorted set in it.

import {
  boxOf,
  cellAt,
  MOST_STEPS,
  neighbour,
  type Cell,
  type Position,
  decode,
  scoresOf,
} from './geohash.js'
import { asin, cos, sin } from './trigonometry.js'
import type { Bytes } from '../../reply.js'
import { spend } from '../core/budget.js'
import type { SortedSet } from '../sorted-set/sorted-set.js'

/** An area around a centre. Its lengths are in units of `unit` metres. */
export interface Area {
  readonly centre: Position
  readonly shape: Circle | Rectangle
  readonly unit: number
}

export interface Circle {
  readonly radius: number
}

export interface Rectangle {
  readonly width: number
  readonly height: number
}

const EARTH_RADIUS = 6372797.560856
const HALF_EQUATOR = 20037726.37

const DEGREE = Math.PI / 180

/** Returns the distance in metres along the surface of a sphere, by the haversine formula. */
export function distance(a: Position, b: Position): number {
  const [latitudeA, latitudeB] = [a.latitude * DEGREE, b.latitude * DEGREE]
  const v = sin((b.longitude * DEGREE - a.longitude * DEGREE) / 2)
  if (v === 0) return EARTH_RADIUS * Math.abs(latitudeB - latitudeA)
  const u = sin((latitudeB - latitudeA) / 2)
  return 2 * EARTH_RADIUS * asin(Math.sqrt(u * u + cos(latitudeA) * cos(latitudeB) * v * v))
}

/** Returns the distance from the centre in metres, or undefined for a position outside of the area. */
function distanceWithin({ centre, shape, unit }: Area, to: Position): number | undefined {
  if ('radius' in shape) {
    const metres = distance(centre, to)
    return metres <= shape.radius * unit ? metres : undefined
  }
  const north = distance(to, { longitude: to.longitude, latitude: centre.latitude })
  const east = distance(to, { longitude: centre.longitude, latitude: to.latitude })
  const inside = east <= (shape.width * unit) / 2 && north <= (shape.height * unit) / 2
  return inside ? distance(centre, to) : undefined
}

/** Returns the cells that cover the area in Redis's order, which is the order of replies. */
function cellsOf(area: Area): Cell[] {
  const bounds = boundsOf(area)
  let steps = stepsFor(area)
  let cell = cellAt(area.centre, steps)
  if (steps > 1 && !isHeldAround(cell, bounds)) cell = cellAt(area.centre, --steps)

  const box = boxOf(cell)
  const isAway = (east: number, north: number) =>
    (north < 0 && box.latitude.min < bounds.latitude.min) ||
    (north > 0 && box.latitude.max > bounds.latitude.max) ||
    (east < 0 && box.longitude.min < bounds.longitude.min) ||
    (east > 0 && box.longitude.max > bounds.longitude.max)
  const cells = around
    .filter(([east, north]) => steps === 1 || !isAway(east, north))
    .map(([east, north]) => neighbour(cell, east, north))
  // Skips a cell that equals the previous one, because few large cells go around the earth. Like Redis,
  // keeps other repetitions.
  const found = [cell]
  for (const next of cells) {
    const last = found.length > 1 ? found.at(-1)! : undefined
    if (last?.column !== next.column || last.row !== next.row) found.push(next)
  }
  return found
}

/** The neighbours of a cell as offsets to the east and to the north. */
const around: readonly (readonly [east: number, north: number])[] = [
  [0, 1],
  [0, -1],
  [1, 0],
  [-1, 0],
  [1, 1],
  [-1, 1],
  [1, -1],
  [-1, -1],
]

/** Returns the number of steps that divide the map into cells of which nine cover the area. */
function stepsFor({ centre, shape, unit }: Area): number {
  const radius =
    'radius' in shape
      ? shape.radius
      : Math.sqrt((shape.width / 2) * (shape.width / 2) + (shape.height / 2) * (shape.height / 2))
  if (radius * unit === 0) return MOST_STEPS
  let steps = -1
  for (let metres = radius * unit; metres < HALF_EQUATOR; metres *= 2) steps++
  // Uses fewer steps, and so larger cells, near the poles, because a degree of longitude is shorter
  // there.
  const latitude = Math.abs(centre.latitude)
  if (latitude > 66) steps--
  if (latitude > 80) steps--
  return Math.min(Math.max(steps, 1), MOST_STEPS)
}

type Bounds = ReturnType<typeof boxOf>

function boundsOf({ centre: { longitude, latitude }, shape, unit }: Area): Bounds {
  const [east, north] =
    'radius' in shape ? [shape.radius, shape.radius] : [shape.width / 2, shape.height / 2]
  const height = (unit * north) / EARTH_RADIUS / DEGREE
  // The edge that is nearer to a pole spans more degrees of longitude.
  const edge = latitude < 0 ? latitude - height : latitude + height
  const width = (unit * east) / EARTH_RADIUS / Math.cos(edge * DEGREE) / DEGREE
  return {
    longitude: { min: longitude - width, max: longitude + width },
    latitude: { min: latitude - height, max: latitude + height },
  }
}

/** Returns true if a cell and its neighbours cover the bounds. */
function isHeldAround(cell: Cell, { longitude, latitude }: Bounds): boolean {
  const box = (east: number, north: number) => boxOf(neighbour(cell, east, north))
  return !(
    box(0, 1).latitude.max < latitude.max ||
    box(0, -1).latitude.min > latitude.min ||
    box(1, 0).longitude.max < longitude.max ||
    box(-1, 0).longitude.min > longitude.min
  )
}

/** The cost of computing a distance, in steps of the time budget. */
const MEMBER_STEPS = 20

export interface Found {
  readonly member: Bytes
  readonly score: number
  readonly position: Position
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

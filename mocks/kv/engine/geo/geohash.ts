// Converts positions to scores. The bits of longitude and latitude alternate in a score, so that a cell
// of the map is an interval of scores.

import type { Bytes } from '../../reply.js'

export interface Position {
  readonly longitude: number
  readonly latitude: number
}

/** A cell of a map that has `2 ** steps` columns from the west and as many rows from the south. */
export interface Cell {
  readonly column: number
  readonly row: number
  readonly steps: number
}

interface Span {
  readonly min: number
  readonly max: number
}

export interface Box {
  readonly longitude: Span
  readonly latitude: Span
}

/** The bounds of Redis's map. The latitudes are those at which a map in Mercator projection is square. */
export const world: Box = {
  longitude: { min: -180, max: 180 },
  latitude: { min: -85.05112878, max: 85.05112878 },
}

/** The bounds of the map of other geohashes. */
const globe: Box = { ...world, latitude: { min: -90, max: 90 } }

/** The number of steps of a score with 52 bits. */
export const MOST_STEPS = 26

export const encode = (position: Position): number => interleaved(cellAt(position, MOST_STEPS))

/** Returns the middle of the cell of a score. Any number is accepted as a score. */
export function decode(score: number): Position {
  const { longitude, latitude } = boxOf(deinterleaved(score))
  return {
    longitude: within(world.longitude, (longitude.min + longitude.max) / 2),
    latitude: within(world.latitude, (latitude.min + latitude.max) / 2),
  }
}

const within = ({ min, max }: Span, value: number) => Math.min(Math.max(value, min), max)

/** Returns the cell of a position. The eastern and northern edges of the map have cells of their own. */
export function cellAt({ longitude, latitude }: Position, steps: number, map = world): Cell {
  const place = ({ min, max }: Span, value: number) =>
    Math.floor(((value - min) / (max - min)) * 2 ** steps)
  return { column: place(map.longitude, longitude), row: place(map.latitude, latitude), steps }
}

export function boxOf({ column, row, steps }: Cell): Box {
  const edge = ({ min, max }: Span, place: number) =>
    min + ((place >>> 0) / 2 ** steps) * (max - min)
  const span = (all: Span, place: number): Span => ({
    min: edge(all, place),
    max: edge(all, place + 1),
  })
  return { longitude: span(world.longitude, column), latitude: span(world.latitude, row) }
}

/** Returns the cell at an offset. The map wraps around at its edges. */
export function neighbour({ column, row, steps }: Cell, east: number, north: number): Cell {
  const moved = (place: number, by: number) => (by === 0 ? place : (place + by) & (2 ** steps - 1))
  return { column: moved(column, east), row: moved(row, north), steps }
}

/** Returns the scores in a cell, from `min` to before `max`. */
export function scoresOf(cell: Cell): Span {
  const size = 4 ** (MOST_STEPS - cell.steps)
  const bits = interleaved(cell)
  return { min: bits * size, max: (bits + 1) * size }
}

const ALPHABET = '0123456789bcdefghjkmnpqrstuvwxyz'

/** Returns a geohash of 11 characters. The 52 bits of a score fill only ten of them. */
export function geohash(position: Position): Bytes {
  const bits = interleaved(cellAt(position, MOST_STEPS, globe))
  const digit = (index: number) => Math.floor(bits / 2 ** (47 - 5 * index)) % 32
  return Array.from({ length: 10 }, (_, index) => ALPHABET[digit(index)]).join('') + ALPHABET[0]
}

const HALF = 2 ** 32

/** Combines the bits of the row at even positions with the bits of the column at odd positions. */
const interleaved = ({ column, row }: Cell): number =>
  (spread(row >>> 16) + 2 * spread(column >>> 16)) * HALF +
  (spread(row & 0xffff) + 2 * spread(column & 0xffff))

/** Truncates a score to a 64-bit integer as processors do, and separates the bits of row and column. */
function deinterleaved(score: number): Cell {
  const [high, low] =
    score >= 0 && score < 2 ** 63
      ? [Math.floor(score / HALF), Math.floor(score) % HALF]
      : halves(integerOf(score))
  return {
    column: gathered(high >>> 1) * 0x10000 + gathered(low >>> 1),
    row: gathered(high) * 0x10000 + gathered(low),
    steps: MOST_STEPS,
  }
}

const halves = (bits: bigint): [number, number] => [
  Number(bits >> 32n),
  Number(bits & 0xffff_ffffn),
]

/** Casts a number to an integer as x86-64 does. Numbers out of range become 0 or 2^63. */
function integerOf(score: number): bigint {
  if (score >= 2 ** 64) return 0n
  if (score < -(2 ** 63)) return 2n ** 63n
  return BigInt.asUintN(64, BigInt(Math.trunc(score)))
}

/** Puts a 0 bit before each of 16 bits. */
function spread(bits: number): number {
  let spread = (bits | (bits << 8)) & 0x00ff00ff
  spread = (spread | (spread << 4)) & 0x0f0f0f0f
  spread = (spread | (spread << 2)) & 0x33333333
  return (spread | (spread << 1)) & 0x55555555
}

/** Returns the 16 bits at even positions. */
function gathered(bits: number): number {
  let gathered = bits & 0x55555555
  gathered = (gathered | (gathered >>> 1)) & 0x33333333
  gathered = (gathered | (gathered >>> 2)) & 0x0f0f0f0f
  gathered = (gathered | (gathered >>> 4)) & 0x00ff00ff
  return (gathered | (gathered >>> 8)) & 0x0000ffff
}

// Unions, intersections and differences of sorted sets.

import type { Bytes } from '../../reply.js'
import { spend } from '../core/budget.js'
import type { Scored } from './sorted-set.js'

/** Members with scores, for example a sorted set or a map. */
export interface Scores {
  readonly size: number
  get(member: Bytes): number | undefined
  entries(): Iterable<Scored>
}

export interface Weighted {
  readonly scores: Scores
  readonly weight: number
}

type Aggregate = 'sum' | 'min' | 'max'

const aggregates: { readonly [A in Aggregate]: (a: number, b: number) => number } = {
  // Infinity minus infinity counts as 0.
  sum: (a, b) => zeroForNaN(a + b),
  min: (a, b) => (b < a ? b : a),
  max: (a, b) => (b > a ? b : a),
}

export function union(inputs: readonly Weighted[], aggregate: Aggregate): Scored[] {
  const all = new Map<Bytes, number>()
  for (const { scores, weight } of smallestFirst(inputs)) {
    for (const [member, score] of scores.entries()) {
      spend()
      const before = all.get(member)
      const weighted = zeroForNaN(weight * score)
      all.set(member, before === undefined ? weighted : aggregates[aggregate](before, weighted))
    }
  }
  return ordered(all)
}

export function intersection(inputs: readonly Weighted[], aggregate: Aggregate): Scored[] {
  const common = new Map<Bytes, number>()
  const [smallest, ...others] = smallestFirst(inputs)
  for (const member of membersOfAll([smallest!.scores, ...others.map(({ scores }) => scores)])) {
    const first = zeroForNaN(smallest!.weight * smallest!.scores.get(member)!)
    common.set(
      member,
      others.reduce(
        (score, { scores, weight }) => aggregates[aggregate](score, weight * scores.get(member)!),
        first,
      ),
    )
  }
  return ordered(common)
}

/** Returns the number of members that all inputs have. Stops counting at `limit`. */
export function intersectionSize(inputs: readonly Scores[], limit: number): number {
  const members = membersOfAll(inputs.toSorted((a, b) => a.size - b.size))
  let size = 0
  while (size < limit && !members.next().done) size++
  return size
}

export function difference([first, ...others]: readonly Scores[]): Scored[] {
  const rest = new Map<Bytes, number>()
  for (const [member, score] of first!.entries()) {
    spend(1 + others.length)
    if (others.every((other) => other.get(member) === undefined)) rest.set(member, score)
  }
  return ordered(rest)
}

/** Orders the inputs by size, because Redis adds and rounds scores in this order. */
const smallestFirst = (inputs: readonly Weighted[]): Weighted[] =>
  inputs.toSorted((a, b) => a.scores.size - b.scores.size)

function* membersOfAll([first, ...others]: readonly Scores[]): Generator<Bytes> {
  for (const [member] of first!.entries()) {
    spend(1 + others.length)
    if (others.every((other) => other.get(member) !== undefined)) yield member
  }
}

const zeroForNaN = (value: number): number => (Number.isNaN(value) ? 0 : value)

const ordered = (scores: Map<Bytes, number>): Scored[] =>
  [...scores].sort(([a, x], [b, y]) => {
    spend()
    return x === y ? (a < b ? -1 : 1) : x - y
  })

// Ranges of sorted sets: by rank, by score or by name.

import { parseBound } from '../engine/core/double.js'
import { parseInt64 } from '../engine/core/int64.js'
import type { Interval, Ranks, Scored, SortedSet } from '../engine/sorted-set/sorted-set.js'
import { ReplyError, type Bytes } from '../reply.js'

export type By = 'rank' | 'score' | 'name'

export interface RangeSelection {
  readonly by: By
  /** True to return members from the end to the start. Then `first` is the greater bound. */
  readonly reverse?: boolean | undefined
  readonly first: Bytes
  readonly last: Bytes
  /** The number of members to skip, and the number to return. A negative count returns all. */
  readonly limit?: readonly [offset: number, count: number] | undefined
}

/** Parses the bounds and returns a function that finds the members. Throws if a bound is invalid. */
export function selection(selection: RangeSelection): (set: SortedSet) => Scored[] {
  const { reverse = false, limit = [0, -1] } = selection
  const ranksOf = bounded(selection)
  return (set) => {
    const ranks = ranksOf(set)
    const found = set.slice(reverse ? limitedFromEnd(ranks, limit) : limited(ranks, limit))
    return reverse ? found.reverse() : found
  }
}

function bounded({ by, reverse, first, last }: RangeSelection): (set: SortedSet) => Ranks {
  if (by === 'rank') {
    const [from, to] = [Number(parseInt64(first)), Number(parseInt64(last))]
    return (set) => {
      if (!reverse) return set.ranksBetween(from, to)
      const { start, end } = set.ranksBetween(from, to)
      return { start: set.size - end, end: set.size - start }
    }
  }
  const wanted = reverse ? interval(by, last, first) : interval(by, first, last)
  return (set) => set.ranksIn(wanted, reverse ? 'end' : 'start')
}

type Limit = readonly [offset: number, count: number]

/** A negative count means no limit. */
const endless = (count: number) => (count < 0 ? Infinity : count)

function limited({ start, end }: Ranks, [offset, count]: Limit): Ranks {
  const from = start + endless(offset)
  return { start: from, end: Math.min(end, from + endless(count)) }
}

function limitedFromEnd({ start, end }: Ranks, [offset, count]: Limit): Ranks {
  const to = end - endless(offset)
  return { start: Math.max(start, to - endless(count)), end: to }
}

/** Compares a member with a bound: negative below the bound, 0 on it, positive above it. */
interface Bound {
  readonly order: (scored: Scored) => number
  readonly exclusive: boolean
}

export function interval(by: 'score' | 'name', min: Bytes, max: Bytes): Interval {
  const bound = by === 'score' ? scoreBound : nameBound
  const [least, most] = [bound(min), bound(max)]
  return {
    begun: (scored) => least.order(scored) >= (least.exclusive ? 1 : 0),
    notOver: (scored) => most.order(scored) <= (most.exclusive ? -1 : 0),
  }
}

function scoreBound(text: Bytes): Bound {
  const exclusive = text.startsWith('(')
  const bound = parseBound(exclusive ? text.slice(1) : text, 'ERR min or max is not a float')
  return { exclusive, order: ([, score]) => compared(score, bound) }
}

function nameBound(text: Bytes): Bound {
  if (/^-(?:\0|$)/.test(text)) return { exclusive: false, order: () => 1 }
  if (/^\+(?:\0|$)/.test(text)) return { exclusive: false, order: () => -1 }
  if (!/^[[(]/.test(text)) throw new ReplyError('ERR min or max not valid string range item')
  const bound = text.slice(1)
  return { exclusive: text.startsWith('('), order: ([member]) => compared(member, bound) }
}

export const compared = <T>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0)

// A sorted set: the scores of its members, their order, and its encoding.

import type { Bytes } from '../../reply.js'
import { DEFAULT_SIZES, type Sizes } from '../core/sizes.js'
import { type ScanStep, Dictionary } from '../core/slots.js'
import { SortedList, type Test } from '../core/sorted-list.js'

export type Scored = readonly [member: Bytes, score: number]

/** `begun` holds from the first member of an interval on, `notOver` up to its last one. */
export interface Interval {
  readonly begun: Test<Scored>
  readonly notOver: Test<Scored>
}

/** The ranks from `start` to before `end`. */
export interface Ranks {
  readonly start: number
  readonly end: number
}

const NO_RANKS: Ranks = { start: 0, end: 0 }

export class SortedSet extends Dictionary<number> {
  /** True once the sorted set has been large. A large sorted set keeps its encoding when it shrinks. */
  #large = false
  /** The members by score. Members with equal scores are in byte order. */
  readonly #order = new SortedList<Scored>()

  readonly #sizes: Readonly<Sizes>

  constructor(members: readonly Scored[] = [], sizes: Readonly<Sizes> = DEFAULT_SIZES) {
    super()
    this.#sizes = sizes
    this.#large = members.length > sizes.sortedSetMembers
    for (const [member, score] of members) this.set(member, score)
  }

  get encoding(): string {
    return this.#large ? 'skiplist' : 'listpack'
  }

  /** Converts the sorted set to its large encoding. */
  unpack(): void {
    this.#large = true
  }

  override set(member: Bytes, score: number): boolean {
    const before = this.get(member)
    if (before === score) return false
    const { sortedSetBytes, sortedSetMembers } = this.#sizes
    this.#large ||=
      before === undefined && (member.length > sortedSetBytes || this.size >= sortedSetMembers)
    if (before !== undefined) this.#order.remove(notBefore(member, before))
    // A small sorted set stores scores as digits, which cannot express a negative zero.
    const kept = this.#large ? score : score + 0
    this.#order.insert([member, kept], notBefore(member, kept))
    return super.set(member, kept)
  }

  override delete(member: Bytes): boolean {
    const score = this.get(member)
    if (score === undefined) return false
    this.#order.remove(notBefore(member, score))
    return super.delete(member)
  }

  rankOf(member: Bytes): number | undefined {
    const score = this.get(member)
    return score === undefined ? undefined : this.#order.rank(notBefore(member, score))
  }

  /** Returns the members with the ranks from `start` to before `end`, in order. */
  slice({ start, end }: Ranks): Scored[] {
    return start < end ? this.#order.slice(start, end) : []
  }

  /** Converts two indices to ranks. Both indices are included, and negative ones count from the end. */
  ranksBetween(first: number, last: number): Ranks {
    const rank = (index: number) => (index < 0 ? index + this.size : index)
    const start = Math.max(rank(first), 0)
    const end = Math.min(rank(last), this.size - 1) + 1
    return start < end ? { start, end } : NO_RANKS
  }

  /**
   * Returns the ranks of the members in an interval. For an interval of names, the result is undefined
   * if the scores differ. Then a small set is searched from one end, to return the members that Redis
   * returns.
   */
  ranksIn(interval: Interval, from: 'start' | 'end' = 'start'): Ranks {
    const { begun, notOver } = interval
    const [first] = this.slice({ start: 0, end: 1 })
    const [last] = this.slice({ start: this.size - 1, end: this.size })
    if (!first || !last || !notOver(first) || !begun(last)) return NO_RANKS
    const { start, end } = this.#large
      ? {
          start: this.#order.rank(begun),
          end: this.#order.rank((scored) => !notOver(scored)),
        }
      : searched(this.slice({ start: 0, end: this.size }), interval, from)
    return start < end ? { start, end } : NO_RANKS
  }

  /** Scans the sorted set. A small one is returned whole and in order. */
  override scan(cursor: number, count: number): ScanStep {
    if (this.#large) return super.scan(cursor, count)
    return { cursor: 0, keys: this.slice({ start: 0, end: this.size }).map(([member]) => member) }
  }

  clone(): SortedSet {
    const copy = new SortedSet(this.slice({ start: 0, end: this.size }), this.#sizes)
    copy.#large = this.#large
    return copy
  }
}

/** Finds the ranks by examining all members, beginning at one end. */
function searched(
  members: readonly Scored[],
  { begun, notOver }: Interval,
  from: 'start' | 'end',
): Ranks {
  if (from === 'end') {
    const end = members.findLastIndex(notOver) + 1
    const start = members.findLastIndex((member, rank) => rank < end && !begun(member)) + 1
    return { start, end }
  }
  const start = members.findIndex(begun)
  const over = members.findIndex((member, rank) => rank >= start && !notOver(member))
  return { start, end: over < 0 ? members.length : over }
}

const notBefore =
  (member: Bytes, score: number): Test<Scored> =>
  ([other, otherScore]) =>
    otherScore > score || (otherScore === score && other >= member)

// How many of many moments lie ahead, without looking at each of them.

import { createHeap } from '../structures/heap.js'

export interface Moments {
  add(moment: number): void
  /** Takes one off that was added before; one that has passed is gone already. */
  remove(moment: number): void
  /** How many are later than `now`, which never goes back. */
  ahead(now: number): number
  clear(): void
}

export function createMoments(): Moments {
  const counts = new Map<number, number>()
  /** The keys of `counts`: a moment stays until it has passed, be there none of it any more. */
  const heap = createHeap<number>((a, b) => a - b)
  let passed = -Infinity
  let total = 0
  /** How many of the keys have been left by all, at most. */
  let left = 0

  function change(moment: number, by: 1 | -1): void {
    if (moment <= passed) return
    const count = counts.get(moment)
    if (count === undefined) heap.push(moment)
    counts.set(moment, (count ?? 0) + by)
    total += by
    if (count === -by) tidy()
  }

  /** Forgets moments of which none is left, when they have become many. */
  function tidy(): void {
    if (++left < 1000 || left * 2 < heap.size) return
    heap.retain((moment) => counts.get(moment) !== 0 || !counts.delete(moment))
    left = 0
  }

  return {
    add: (moment) => change(moment, 1),
    remove: (moment) => change(moment, -1),

    ahead(now) {
      for (let moment = heap.peek(); moment !== undefined && moment <= now; moment = heap.peek()) {
        heap.pop()
        total -= counts.get(moment)!
        counts.delete(moment)
      }
      passed = Math.max(passed, now)
      return total
    },

    clear() {
      counts.clear()
      heap.retain(() => false)
      passed = -Infinity
      total = 0
      left = 0
    },
  }
}

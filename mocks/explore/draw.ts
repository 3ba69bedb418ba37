// Draws the decisions of the next run from a seed, and from the places that earlier runs have met.

import { kindOf, planText, type Choice, type Decision, type Kind, type Place } from './decision.js'

/** The number of decisions of consecutive runs. */
const SIZES = [1, 2, 1, 2, 3, 2]

/** The draws that may repeat an earlier run, before there is nothing new to draw. */
const MOST_REPEATS = 200

export type Drawing = ReturnType<typeof createDrawing>

export function createDrawing(seed: number, mostDecisions: number) {
  const random = randomOf(seed)
  const candidates = new Map<string, { readonly decision: Decision; drawn: number }>()
  const ofKinds = new Map<Kind, number>()
  /** The number of runs that took both kinds of a pair. */
  const pairs = new Map<string, number>()
  const plans = new Set<string>([''])
  let runs = 0

  const pairOf = (a: Kind, b: Kind) => [a, b].sort().join('+')

  /** Returns one of the items with the least cost. */
  function least<T>(items: readonly T[], cost: (item: T) => number): T | undefined {
    const lowest = Math.min(...items.map(cost))
    const cheapest = items.filter((item) => cost(item) === lowest)
    return cheapest[Math.floor(random() * cheapest.length)]
  }

  function drawOne(plan: readonly Decision[]): Decision | undefined {
    const taken = new Set(plan.map(({ place }) => place))
    const free = Array.from(candidates.values()).filter(
      ({ decision }) => !taken.has(decision.place),
    )
    const kinds = [...new Set(free.map(({ decision }) => kindOf(decision.choice)))]
    const cost = (kind: Kind) =>
      plan.reduce(
        (sum, { choice }) => sum + 1000 * (pairs.get(pairOf(kindOf(choice), kind)) ?? 0),
        ofKinds.get(kind) ?? 0,
      )
    const kind = least(kinds, cost)
    const found = least(
      free.filter(({ decision }) => kindOf(decision.choice) === kind),
      ({ drawn }) => drawn,
    )
    if (found === undefined || kind === undefined) return undefined
    found.drawn++
    ofKinds.set(kind, (ofKinds.get(kind) ?? 0) + 1)
    return found.decision
  }

  return {
    /** Adds what may happen at a place. A later call does not change it. */
    learn(place: Place, choices: readonly Choice[]): void {
      for (const choice of choices) {
        const key = `${choice}: ${place}`
        if (!candidates.has(key)) candidates.set(key, { decision: { choice, place }, drawn: 0 })
      }
    },

    /** Removes a decision, so that it is not drawn any more. */
    ban: ({ choice, place }: Decision): void => void candidates.delete(`${choice}: ${place}`),

    /** Counts the pairs of kinds that one run has taken. */
    took(decisions: readonly Decision[]): void {
      const kinds = [...new Set(decisions.map(({ choice }) => kindOf(choice)))]
      for (const [at, a] of kinds.entries())
        for (const b of kinds.slice(at + 1))
          pairs.set(pairOf(a, b), (pairs.get(pairOf(a, b)) ?? 0) + 1)
    },

    get pairs(): number {
      return pairs.size
    },

    /** Returns decisions that no run had before, or undefined if there are none left. */
    next(): readonly Decision[] | undefined {
      const size = Math.min(SIZES[runs++ % SIZES.length]!, mostDecisions)
      for (let tries = 0; tries < MOST_REPEATS; tries++) {
        const wanted = Math.min(size + Math.floor(tries / 40), mostDecisions)
        const plan: Decision[] = []
        while (plan.length < wanted) {
          const decision = drawOne(plan)
          if (decision === undefined) break
          plan.push(decision)
        }
        const text = planText(plan.toSorted((a, b) => (planText([a]) < planText([b]) ? -1 : 1)))
        if (plans.has(text)) continue
        plans.add(text)
        return plan
      }
      return undefined
    },
  }
}

/** Creates a generator of numbers from 0 to 1 (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

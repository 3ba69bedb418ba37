// Draws the decisions of the next run from a seed, and from the places that earlier runs have met.

import { randomOf } from '../intercepts/match.js'
import { kindOf, planText, type Choice, type Decision, type Kind, type Place } from './decision.js'

/** The least number of decisions of consecutive runs. */
const SIZES = [1, 2, 1, 1, 3, 1]

/** The draws that may repeat an earlier run, before there is nothing new to draw. */
const MOST_REPEATS = 200

export type Drawing = ReturnType<typeof createDrawing>

interface Candidate {
  readonly decision: Decision
  /** The decisions of the run that met the place first. Without them, it may not be met. */
  readonly lead: readonly Decision[]
  drawn: number
}

export interface DrawingOptions {
  readonly seed: number
  /** The maximum number of decisions of a run. */
  readonly decisions: number
  /** The maximum number of runs, of which the first has no decisions. */
  readonly runs: number
}

export function createDrawing({ seed, decisions: mostDecisions, runs: mostRuns }: DrawingOptions) {
  const random = randomOf(seed)
  const candidates = new Map<string, Candidate>()
  const ofKinds = new Map<Kind, number>()
  /** The pairs of kinds that some run took, and the number of times that each pair was drawn. */
  const pairs = new Set<string>()
  const drawnPairs = new Map<string, number>()
  const plans = new Set<string>([''])
  const banned = new Set<string>()
  let runs = 0

  const pairOf = (a: Kind, b: Kind) => [a, b].sort().join('+')

  /** Returns one of the items with the least cost. */
  function least<T>(items: readonly T[], cost: (item: T) => number): T | undefined {
    const lowest = Math.min(...items.map(cost))
    const cheapest = items.filter((item) => cost(item) === lowest)
    return cheapest[Math.floor(random() * cheapest.length)]
  }

  /** Returns a decision after those that lead to it, or nothing if none fits into the plan. */
  function drawOne(plan: readonly Decision[]): readonly Decision[] {
    const taken = new Map(plan.map(({ place, choice }) => [place, choice]))
    const missing = ({ lead }: Candidate) => lead.filter(({ place }) => !taken.has(place))
    const free = Array.from(candidates.values()).filter(
      (candidate) =>
        !taken.has(candidate.decision.place) &&
        candidate.lead.every(({ place, choice }) => (taken.get(place) ?? choice) === choice) &&
        plan.length + missing(candidate).length < mostDecisions,
    )
    /** The kinds, with the number of times that their least drawn decision was drawn. */
    const drawnOf = new Map<Kind, number>()
    for (const { decision, drawn } of free) {
      const kind = kindOf(decision.choice)
      drawnOf.set(kind, Math.min(drawn, drawnOf.get(kind) ?? Infinity))
    }
    const kinds = [...drawnOf.keys()]
    const covered = (kind: Kind) =>
      plan.reduce((sum, { choice }) => sum + (drawnPairs.get(pairOf(kindOf(choice), kind)) ?? 0), 0)
    // A pair that is not covered comes first, then a decision that was not drawn, then a rare kind.
    const cost = (kind: Kind) =>
      (covered(kind) * 1000 + drawnOf.get(kind)!) * 1000 + (ofKinds.get(kind) ?? 0)
    const kind = least(kinds, cost)
    const found = least(
      free.filter(({ decision }) => kindOf(decision.choice) === kind),
      ({ drawn }) => drawn,
    )
    if (found === undefined || kind === undefined) return []
    found.drawn++
    for (const { choice } of plan) {
      const pair = pairOf(kindOf(choice), kind)
      drawnPairs.set(pair, (drawnPairs.get(pair) ?? 0) + 1)
    }
    ofKinds.set(kind, (ofKinds.get(kind) ?? 0) + 1)
    return [...missing(found), found.decision]
  }

  return {
    /**
     * Adds the choices at a place that a run with these decisions met. A later call does not change them. A
     * place that only decisions lead to comes after the others, and is drawn together with them.
     */
    learn(place: Place, choices: readonly Choice[], lead: readonly Decision[]): void {
      const lowest = Math.min(...Array.from(candidates.values(), (each) => each.drawn))
      const drawn = runs === 0 ? 0 : Math.max(1, lowest)
      for (const choice of choices) {
        const key = `${choice}: ${place}`
        if (!candidates.has(key) && !banned.has(key))
          candidates.set(key, { decision: { choice, place }, lead, drawn })
      }
    },

    /** Removes a decision, so that it is not drawn any more. */
    ban({ choice, place }: Decision): void {
      candidates.delete(`${choice}: ${place}`)
      banned.add(`${choice}: ${place}`)
    },

    /**
     * Counts the pairs of kinds that one run has taken. A decision of its plan that it did not take counts
     * as half drawn, because another one kept the application from its place.
     */
    took(decisions: readonly Decision[], plan: readonly Decision[]): void {
      for (const decision of plan) {
        const candidate = candidates.get(planText([decision]))
        if (candidate && !decisions.some(({ place }) => place === decision.place))
          candidate.drawn -= 0.5
      }
      const kinds = [...new Set(decisions.map(({ choice }) => kindOf(choice)))]
      for (const [at, a] of kinds.entries())
        for (const b of kinds.slice(at + 1)) pairs.add(pairOf(a, b))
    },

    get pairs(): number {
      return pairs.size
    },

    /** Returns decisions that no run had before, or undefined if there are none left. */
    next(): readonly Decision[] | undefined {
      // More at once if the runs that are left are too few for one decision each.
      const open = Array.from(candidates.values()).filter(({ drawn }) => drawn === 0).length
      const needed = Math.ceil(open / Math.max(1, mostRuns - 1 - runs))
      const size = Math.min(Math.max(SIZES[runs++ % SIZES.length]!, needed), mostDecisions)
      for (let tries = 0; tries < MOST_REPEATS; tries++) {
        const wanted = Math.min(size + Math.floor(tries / 8), mostDecisions)
        const plan: Decision[] = []
        while (plan.length < wanted) {
          const drawn = drawOne(plan)
          if (drawn.length === 0) break
          plan.push(...drawn)
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

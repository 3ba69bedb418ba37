// Wrong servers made of distortions and places: every distortion at every value of a dimension, and at
// pairs of values. The laws must find them violated, by the right rule.

import type { RuleId } from '#generated/rules.js'
import { randomFrom } from '../core/cases.js'

/** A value of a dimension. */
export interface Place {
  readonly dimension: string
  readonly value: string
}

export interface Mutant {
  readonly distortion: string
  readonly places: readonly Place[]
}

/** Distortions of one kind, and the places where they can apply. */
interface Kind {
  readonly distortions: readonly string[]
  readonly places: readonly Place[]
  /** Returns true if the distortion can show at these places. By default, it can. */
  readonly fits?: (distortion: string, places: readonly Place[]) => boolean
}

/** The wrong servers of an interface. */
export interface Mutants {
  readonly kinds: readonly Kind[]
  readonly judge: (mutant: Mutant) => Promise<Judged>
}

export interface Judged {
  readonly verdict: 'violated' | 'blocked' | 'green' | 'unreached'
  /** The place of the first right rule among those violated, from 1, or 0. */
  readonly rank: number
  readonly violated: readonly RuleId[]
  /** The laws and scenarios in whose requests the distortion changes something, if that is known. */
  readonly shownBy?: readonly string[]
}

/** Returns every distortion at every place. */
const singleMutants = ({ distortions, places, fits = () => true }: Kind): readonly Mutant[] =>
  distortions.flatMap((distortion) =>
    places
      .filter((place) => fits(distortion, [place]))
      .map((place) => ({ distortion, places: [place] })),
  )

/** Returns distortions at pairs of places, drawn at random. */
function pairMutants(kinds: readonly Kind[], count: number, seed: number): readonly Mutant[] {
  const random = randomFrom(seed)
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!
  const all = kinds.flatMap((kind) => kind.distortions.map((distortion) => ({ kind, distortion })))
  const found: Mutant[] = []
  while (found.length < count) {
    const { kind, distortion } = pick(all)
    const [one, other] = [pick(kind.places), pick(kind.places)]
    if (one.dimension !== other.dimension && (kind.fits?.(distortion, [one, other]) ?? true))
      found.push({ distortion, places: [one, other] })
  }
  return found
}

const nameOf = ({ distortion, places }: Mutant): string =>
  `${distortion} where ${places.map(({ dimension, value }) => `${dimension} is ${value}`).join(' and ')}`

export interface Found {
  readonly violated: number
  /** Wrong servers that no law finds, or that only block. */
  readonly green: readonly string[]
  readonly blocked: readonly string[]
  /** Wrong servers of which no request of the laws shows anything. */
  readonly unreached: readonly string[]
  /** Violated servers whose rule is not among the first three. */
  readonly wrongRule: readonly string[]
}

/** The wrong servers to judge: numbers of them, drawn with a seed, or all single ones with a text in the name. */
type Drawing =
  | { readonly singles: number; readonly pairs: number; readonly seed: number }
  | { readonly named: string }

/** Returns the wrong servers to judge. Throws if none has the name. */
function drawn(kinds: readonly Kind[], drawing: Drawing): readonly Mutant[] {
  const all = kinds.flatMap(singleMutants)
  if ('named' in drawing) {
    const found = all.filter((mutant) => nameOf(mutant).includes(drawing.named))
    if (found.length > 0) return found
    throw new Error(
      `no wrong server is named '${drawing.named}', as in '${nameOf(all[0]!)}'; see mocks/faults`,
    )
  }
  const { singles, pairs, seed } = drawing
  const random = randomFrom(seed)
  const some = all
    .map((mutant) => ({ mutant, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .slice(0, singles)
    .map(({ mutant }) => mutant)
  return [...some, ...pairMutants(kinds, pairs, seed)]
}

/** Judges wrong servers. Calls `onJudged` with each. */
export async function testMutants(
  { kinds, judge }: Mutants,
  drawing: Drawing,
  onJudged: (name: string, judged: Judged) => void = () => {},
): Promise<Found> {
  const found = {
    violated: 0,
    green: [] as string[],
    blocked: [] as string[],
    unreached: [] as string[],
    wrongRule: [] as string[],
  }
  for (const mutant of drawn(kinds, drawing)) {
    const judged = await judge(mutant)
    const { verdict, rank, violated } = judged
    onJudged(nameOf(mutant), judged)
    if (verdict !== 'violated') found[verdict].push(nameOf(mutant))
    else {
      found.violated += 1
      if (rank === 0 || rank > 3)
        found.wrongRule.push(`${nameOf(mutant)}: ${violated.slice(0, 3).join(', ')}`)
    }
  }
  return found
}

export const mutantsInWords = ({ violated, green, blocked, unreached, wrongRule }: Found): string =>
  [
    `${violated} violated, ${blocked.length} only blocked, ${green.length} not found, ${unreached.length} without an effect on any request of the laws`,
    `${violated - wrongRule.length} of ${violated} with the right rule among the first three`,
    ...green.map((name) => `not found: ${name}`),
    ...blocked.map((name) => `blocked: ${name}`),
    ...wrongRule.map((name) => `other rule: ${name}`),
  ].join('\n')

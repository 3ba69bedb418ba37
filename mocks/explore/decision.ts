// Decisions: one thing that happens to one delivery or request, as the contract allows it. Those of a
// failure are shrunk to the fewest that still fail.

import { didYouMean } from '../did-you-mean.js'
import { parseMilliseconds } from '../duration.js'

/** The kinds of decisions, with the words of a story. */
export const KINDS = {
  lost: 'it takes effect, and its answer is lost',
  refused: '503, before any effect',
  cut: 'the connection ends before any effect',
  late: 'it arrives late',
  order: 'it gives way to the others that are due',
  held: 'it is held until everything else stands still',
  overlap: 'it is held until its attempt has timed out and a later attempt has ended',
} as const

export type Kind = keyof typeof KINDS

/** A kind with its duration, such as `lost` or `late 20s`. */
export type Choice = Kind | `late ${string}`

/** A delivery or a request by its name and number, such as `POST /mail #1`, `INCR #2` or `publish #1`. */
export type Place = string

export interface Decision {
  readonly choice: Choice
  readonly place: Place
}

/** The choices for a delivery, for a request while a delivery is made, and for any other request. */
export const CHOICES = {
  delivery: ['lost', 'refused', 'cut', 'order', 'late 10s', 'late 10m'],
  handling: ['lost', 'refused', 'cut', 'held', 'overlap', 'late 1m'],
  foreground: ['lost', 'refused', 'cut', 'held', 'late 1m'],
} as const satisfies Readonly<Record<string, readonly Choice[]>>

export type Situation = keyof typeof CHOICES

export const kindOf = (choice: Choice): Kind => choice.split(' ')[0] as Kind

/** Returns the delay of a choice in milliseconds. */
export const delayOf = (choice: Choice): number =>
  parseMilliseconds(choice.split(' ')[1] ?? '') ?? 0

const textOf = ({ choice, place }: Decision): string => `${choice}: ${place}`

/** Returns the text of decisions that `parsePlan` reads. */
export const planText = (plan: readonly Decision[]): string => plan.map(textOf).join('; ')

/** Parses decisions, such as `lost: POST /mail #1; late 1m: INCR #2`. Throws a RangeError for others. */
export function parsePlan(text: string): readonly Decision[] {
  if (text.trim() === '') return []
  return text.split(';').map((part) => {
    const [, choice = '', place = ''] = /^\s*([a-z]+(?: \w+)?): (.+ #\d+)\s*$/.exec(part) ?? []
    const [kind = '', delay] = choice.split(' ')
    const isChoice =
      Object.hasOwn(KINDS, kind) &&
      (kind === 'late') === (delay !== undefined && parseMilliseconds(delay) !== undefined)
    if (isChoice) return { choice: choice as Choice, place }
    throw new RangeError(
      `replay: expected decisions such as "lost: POST /mail #1; late 1m: INCR #2", got "${part.trim()}"` +
        didYouMean(kind, Object.keys(KINDS)),
    )
  })
}

/** The delay to try in place of a longer one. */
const SHORTEST = 'late 1s'

/**
 * Returns decisions of which none can be left out. `fails` runs the test with some of them.
 */
export async function shrink(
  plan: readonly Decision[],
  fails: (plan: readonly Decision[]) => Promise<boolean>,
): Promise<readonly Decision[]> {
  let smallest = plan
  for (let at = 0; at < smallest.length;) {
    const without = smallest.toSpliced(at, 1)
    const earlier = without.map((decision) => afterOneLess(decision, smallest[at]!))
    if (await fails(without)) [smallest, at] = [without, 0]
    else if (earlier.some((each, n) => each !== without[n]) && (await fails(earlier)))
      [smallest, at] = [earlier, 0]
    else at++
  }
  for (const [at, { choice, place }] of smallest.entries()) {
    if (kindOf(choice) !== 'late' || choice === SHORTEST) continue
    const shorter = smallest.with(at, { choice: SHORTEST, place })
    if (await fails(shorter)) smallest = shorter
  }
  return smallest
}

/**
 * Returns a decision with the number that its place has if `left` is left out: a client that does not fail
 * sends its request once less.
 */
function afterOneLess(decision: Decision, left: Decision): Decision {
  const [name, number] = partsOf(decision)
  const [leftName, leftNumber] = partsOf(left)
  if (name !== leftName || number <= leftNumber) return decision
  return { ...decision, place: `${name} #${number - 1}` }
}

function partsOf({ place }: Decision): readonly [name: string, number: number] {
  const [name = '', number] = place.split(' #')
  return [name, Number(number)]
}

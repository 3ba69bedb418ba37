// Shrinks the decisions of a failure to the fewest that still fail.

import { kindOf, type Decision } from './decision.js'

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

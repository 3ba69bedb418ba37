// Finds the cause of a failed case: the values without which it does not fail.

import { isAllowed, plainOf, type Choice, type Space } from './cases.js'

/** The smallest case that fails, and the values that make it fail. */
export interface Cause {
  readonly choice: Choice
  /** The values that matter. */
  readonly because: Choice
  /** For each of these dimensions, a value with which the case does not fail. */
  readonly instead: Choice
}

/** Makes a size between two sizes of a dimension, or returns undefined for another dimension. */
export type Between = (name: string, size: number) => string | undefined

/**
 * Moves each dimension back to its plain value while the case still fails, and bisects sizes.
 * `fails` runs a case, or returns what is known of it.
 */
export async function causeOf(
  space: Space,
  failed: Choice,
  fails: (choice: Choice) => Promise<boolean>,
  between: Between = () => undefined,
): Promise<Cause> {
  const plain = plainOf(space)
  const stillFails = async (choice: Choice) => isAllowed(space, choice) && fails(choice)
  const odd = (choice: Choice) => Object.keys(choice).filter((name) => choice[name] !== plain[name])

  let choice = await alone()
  const because: Record<string, string> = {}
  const instead: Record<string, string> = {}
  /** Dimensions that do not matter, but cannot move back to their plain value. */
  const free = new Set<string>()
  /** Dimensions of which only one value is allowed beside the others. */
  const implied: string[] = []
  for (const name of odd(choice).toReversed()) await examine(name)
  if (Object.keys(because).length === 0)
    for (const name of implied.slice(0, 1)) keep(name, plain[name]!)
  for (const name of Object.keys(because)) {
    const passing = await bisected(name)
    if (passing !== undefined) keep(name, passing)
  }
  for (const [name, values] of Object.entries(space.values)) {
    if (choice[name] !== plain[name]) continue
    const other = values.slice(1).find((value) => isAllowed(space, { ...choice, [name]: value }))
    if (other !== undefined && !(await fails({ ...choice, [name]: other }))) keep(name, other)
  }
  return { choice, because: inOrder(because), instead }

  /** Moves a dimension back to its plain value if the case still fails. Otherwise it matters. */
  async function examine(name: string): Promise<void> {
    const back = { ...choice, [name]: plain[name]! }
    for (const each of free) back[each] = plain[each]!
    const simpler = isAllowed(space, { ...choice, [name]: plain[name]! })
      ? { ...choice, [name]: plain[name]! }
      : back
    if (isAllowed(space, simpler)) {
      if (await fails(simpler)) choice = simpler
      else keep(name, plain[name]!)
      return
    }
    const other = space.values[name]!.find(
      (value) => value !== choice[name] && isAllowed(space, { ...choice, [name]: value }),
    )
    const moved = other === undefined ? withAnother(name) : { ...choice, [name]: other }
    if (moved === undefined) implied.push(name)
    else if (await fails(moved)) free.add(name)
    else keep(name, moved[name]!)
  }

  /** Returns the case with another value of a dimension, and of a second one if it needs that. */
  function withAnother(name: string): Choice | undefined {
    for (const value of space.values[name]!) {
      if (value === choice[name]) continue
      for (const [second, values] of Object.entries(space.values)) {
        if (second === name || because[second] !== undefined) continue
        for (const each of values) {
          const moved = { ...choice, [name]: value, [second]: each }
          if (isAllowed(space, moved)) return moved
        }
      }
    }
    return undefined
  }

  function keep(name: string, passing: string): void {
    because[name] = choice[name]!
    instead[name] = passing
  }

  /** Returns the values in the order of the dimensions. */
  function inOrder(values: Choice): Choice {
    const names = Object.keys(space.values).filter((name) => values[name] !== undefined)
    return Object.fromEntries(names.map((name) => [name, values[name]!]))
  }

  /** Returns the case with one odd value only, if one of them is enough. */
  async function alone(): Promise<Choice> {
    const names = odd(failed)
    for (const name of names) {
      const single = { ...plain, [name]: failed[name]! }
      if (names.length > 1 && (await stillFails(single))) return single
    }
    return failed
  }

  /** Moves a size to the smallest one that fails, and returns the largest one that does not. */
  async function bisected(name: string): Promise<string | undefined> {
    let [high, low] = [Number(choice[name]), undefined as number | undefined]
    if (between(name, high) === undefined) return undefined
    for (const value of space.values[name]!.map(Number).toSorted((a, b) => b - a)) {
      const smaller = { ...choice, [name]: String(value) }
      if (value >= high || !isAllowed(space, smaller)) continue
      if (!(await fails(smaller))) {
        low = value
        break
      }
      high = value
    }
    if (low === undefined) return undefined
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (await stillFails({ ...choice, [name]: String(middle) })) high = middle
      else low = middle
    }
    choice = { ...choice, [name]: String(high) }
    return String(low)
  }
}

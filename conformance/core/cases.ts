// Draws the cases of a law from its dimensions: pairs of values, values in turn, or random values.

/** One value of each dimension, by name. */
export type Choice = Readonly<Record<string, string>>

/** Values of some dimensions. `*` stands for every value, a list for each of its values. */
export type Pattern = Readonly<Record<string, string | readonly string[]>>

export interface Space {
  /** The values of each dimension. The first one is the plain value. */
  readonly values: Readonly<Record<string, readonly string[]>>
  /** Values that no case has together. */
  readonly never: readonly Pattern[]
}

/** Returns true if a choice has the values of a pattern. */
export const matches = (pattern: Pattern, choice: Partial<Choice>): boolean =>
  Object.entries(pattern).every(([name, wanted]) => {
    const value = choice[name]
    return value !== undefined && (wanted === '*' || [wanted].flat().includes(value))
  })

export const plainOf = ({ values }: Space): Choice =>
  Object.fromEntries(Object.entries(values).map(([name, [plain = '']]) => [name, plain]))

export const isAllowed = ({ never }: Space, choice: Partial<Choice>): boolean =>
  !never.some((pattern) => matches(pattern, choice))

export const keyOf = (choice: Choice): string => JSON.stringify(choice)

/** Returns numbers from 0 to less than 1, the same ones for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Returns the plain case, then the cases that differ from it in one value. */
export function singles(space: Space): readonly Choice[] {
  const plain = plainOf(space)
  const others = Object.entries(space.values).flatMap(([name, values]) =>
    values.slice(1).map((value) => ({ ...plain, [name]: value })),
  )
  return [plain, ...others.filter((choice) => isAllowed(space, choice))]
}

/** Returns the plain case, and cases in which each value occurs at least once. */
export function inTurn(space: Space, random: () => number): readonly Choice[] {
  const goals = Object.entries(space.values).flatMap(([name, values]) =>
    values.map((value) => ({ [name]: value })),
  )
  return covering(space, goals, [plainOf(space)], random)
}

/** Returns the singles, and cases in which each pair of values occurs at least once. */
export function inPairs(space: Space, random: () => number): readonly Choice[] {
  const names = Object.keys(space.values)
  const goals = names.flatMap((one, index) =>
    names
      .slice(index + 1)
      .flatMap((other) =>
        space.values[one]!.flatMap((a) =>
          space.values[other]!.map((b): Choice => ({ [one]: a, [other]: b })),
        ),
      ),
  )
  return covering(space, goals, singles(space), random)
}

/** Returns cases drawn at random. */
export const drawn = (space: Space, count: number, random: () => number): readonly Choice[] =>
  Array.from({ length: count }, () => completed(space, {}, () => 0, random)).filter(
    (choice) => choice !== undefined,
  )

/** Adds cases to `cases` until each goal occurs in one. Leaves out goals that no case may have. */
function covering(
  space: Space,
  goals: readonly Choice[],
  cases: readonly Choice[],
  random: () => number,
): readonly Choice[] {
  const open = openPairs(space, goals)
  for (const each of cases) open.close(each)
  const found = [...cases]
  for (const goal of goals) {
    if (!open.has(goal)) continue
    const choice = completed(space, goal, (...given) => open.worth(...given), random)
    open.close(choice ?? goal)
    if (choice !== undefined) found.push(choice)
  }
  return found
}

/** Keeps the values and pairs of values that no case has yet. */
function openPairs(space: Space, goals: readonly Choice[]) {
  const numbers = new Map<string, Map<string, number>>()
  let count = 0
  for (const [name, values] of Object.entries(space.values))
    numbers.set(name, new Map(values.map((value) => [value, count++])))
  const numbersOf = (choice: Partial<Choice>) =>
    Object.entries(choice).map(([name, value]) => numbers.get(name)!.get(value!)!)
  /** A single value is a pair with itself. */
  const open = new Uint8Array(count * count)
  const set = (one: number, other: number, is: 0 | 1) => {
    open[one * count + other] = is
    open[other * count + one] = is
  }
  for (const goal of goals) {
    const [one, other = one] = numbersOf(goal)
    set(one!, other!, 1)
  }
  return {
    has(goal: Choice) {
      const [one, other = one] = numbersOf(goal)
      return open[one! * count + other!] === 1
    },
    close(choice: Choice) {
      const all = numbersOf(choice)
      for (const one of all) for (const other of all) set(one, other, 0)
    },
    /** Returns the number of open pairs of a value with the values chosen so far. */
    worth(partial: Partial<Choice>, name: string, value: string) {
      const own = numbers.get(name)!.get(value)!
      let worth = open[own * count + own]!
      for (const other of numbersOf(partial)) worth += open[own * count + other]!
      return worth
    },
  }
}

/** Completes some values to a case. Prefers values of the greatest worth, and the plain value to a tie. */
function completed(
  space: Space,
  given: Choice,
  worth: (partial: Partial<Choice>, name: string, value: string) => number,
  random: () => number,
): Choice | undefined {
  if (!isAllowed(space, given)) return undefined
  for (let attempt = 0; attempt < 8; attempt++) {
    const partial: Record<string, string> = { ...given }
    const rest = Object.keys(space.values).filter((name) => given[name] === undefined)
    for (const name of shuffled(rest, random)) {
      const never = space.never.filter((pattern) => pattern[name] !== undefined)
      const allowed = space.values[name]!.filter((value) =>
        isAllowed({ ...space, never }, { ...partial, [name]: value }),
      )
      const ranked = allowed.map((value) => ({ value, worth: worth(partial, name, value) }))
      const most = Math.max(...ranked.map((each) => each.worth))
      const best = ranked.filter((each) => each.worth === most)
      const chosen = best[Math.floor(random() * best.length)]
      if (chosen === undefined) break
      partial[name] = chosen.value
    }
    const names = Object.keys(space.values)
    // The order of the dimensions is that of the table, so that equal choices have equal keys.
    if (names.every((name) => partial[name] !== undefined))
      return Object.fromEntries(names.map((name) => [name, partial[name]!]))
  }
  return undefined
}

function shuffled<T>(items: readonly T[], random: () => number): readonly T[] {
  const left = [...items]
  return items.map(() => left.splice(Math.floor(random() * left.length), 1)[0]!)
}

/** The ways in which the cases of a run are drawn. */
export interface Draw {
  /** Each value in turn, not each pair. */
  readonly quick: boolean
  /** The number of further cases of each law, drawn at random. */
  readonly thorough: number
  readonly seed: number
}

export const usualDraw: Draw = { quick: false, thorough: 0, seed: 1 }

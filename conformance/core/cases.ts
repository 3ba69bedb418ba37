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
  /** Three dimensions of which each three values meet, not only each pair. */
  readonly triples?: readonly [string, string, string] | undefined
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
export const inTurn = (space: Space, random: () => number): readonly Choice[] =>
  covering(space, 1, random)

/** Returns the singles, and cases in which each pair of values occurs at least once. */
export const inPairs = (space: Space, random: () => number): readonly Choice[] =>
  covering(space, 2, random)

/** Returns cases drawn at random. */
export function drawn(space: Space, count: number, random: () => number): readonly Choice[] {
  const { completed, choiceOf } = compiled(space, random)
  return Array.from({ length: count }, () => completed([], () => 0)).flatMap((row) =>
    row === undefined ? [] : [choiceOf(row)],
  )
}

/** The values of a case as numbers, by dimension. -1 stands for a value that is not chosen yet. */
type Row = Int16Array<ArrayBuffer>

/** A value of a dimension, as numbers. */
type Place = readonly [dimension: number, value: number]

/** The number of cases for a pair, of which the one with most other new pairs is taken. */
const candidates = 4

/** The number of orders of dimensions in which a pair is completed to a case. */
const attempts = 12

/**
 * Returns the plain case or the singles, and cases in which each value, or each pair of values, occurs.
 * Leaves out those that no case may have.
 */
function covering(space: Space, strength: 1 | 2, random: () => number): readonly Choice[] {
  const { sizes, completed, choiceOf, rowOf } = compiled(space, random)
  const offsets = sizes.map((_, index) =>
    sizes.slice(0, index).reduce((sum, each) => sum + each, 0),
  )
  const count = sizes.reduce((sum, each) => sum + each, 0)
  /** 1 for each pair that no case has yet. A single value is a pair with itself. */
  const open = new Uint8Array(count * count)
  const goals = sizes.flatMap((size, one) =>
    sizes
      .slice(strength === 1 ? one : one + 1, strength === 1 ? one + 1 : undefined)
      .flatMap((otherSize, index) => {
        const other = strength === 1 ? one : one + 1 + index
        return Array.from({ length: size }, (_, a) =>
          Array.from({ length: strength === 1 ? 1 : otherSize }, (_, b): readonly Place[] =>
            strength === 1
              ? [[one, a]]
              : [
                  [one, a],
                  [other, b],
                ],
          ),
        ).flat()
      }),
  )
  const numberOf = ([dimension, value]: Place) => offsets[dimension]! + value
  const cellsOf = (one: number, other: number) => [one * count + other, other * count + one]
  const cellOf = ([one, other = one]: readonly Place[]) => cellsOf(numberOf(one!), numberOf(other!))
  for (const goal of goals) for (const cell of cellOf(goal)) open[cell] = 1
  const numbers = (row: Row) => Array.from(row, (value, index) => offsets[index]! + value)
  const newIn = (row: Row) => {
    const all = numbers(row)
    return all.reduce(
      (sum, one, index) =>
        sum + all.slice(index).reduce((own, other) => own + open[one * count + other]!, 0),
      0,
    )
  }
  const close = (row: Row) => {
    const all = numbers(row)
    for (const one of all) for (const other of all) open[one * count + other] = 0
  }
  const worth = (row: Row, dimension: number, value: number) => {
    const own = numberOf([dimension, value])
    let sum = open[own * count + own]!
    for (let other = 0; other < row.length; other++)
      if (row[other]! >= 0) sum += open[own * count + offsets[other]! + row[other]!]!
    return sum
  }

  const first = strength === 1 ? [plainOf(space)] : singles(space)
  const rows = first.map(rowOf)
  rows.forEach(close)
  for (const goal of goals) {
    if (open[cellOf(goal)[0]!] === 0) continue
    const found = Array.from({ length: candidates }, () => completed(goal, worth)).filter(
      (row) => row !== undefined,
    )
    const [best] = found.toSorted((one, other) => newIn(other) - newIn(one))
    if (best === undefined) continue
    close(best)
    rows.push(best)
  }
  for (const goal of strength === 1 ? [] : triplesOf(space)) {
    const isCovered = (row: Row) => goal.every(([dimension, value]) => row[dimension] === value)
    const row = rows.some(isCovered) ? undefined : completed(goal, worth)
    if (row !== undefined) rows.push(row)
  }
  return rows.map(choiceOf)
}

/** Returns the values of three dimensions in each combination. */
function triplesOf({ values, triples = undefined }: Space): readonly (readonly Place[])[] {
  const names = Object.keys(values)
  return (triples ?? []).reduce<readonly (readonly Place[])[]>(
    (goals, name, index) =>
      (index === 0 ? [[]] : goals).flatMap((goal) =>
        values[name]!.map((_, value) => [...goal, [names.indexOf(name), value] as const]),
      ),
    [],
  )
}

/** Prepares a space, so that many cases of it are made fast. */
function compiled({ values, never }: Space, random: () => number) {
  const names = Object.keys(values)
  const sizes = names.map((name) => values[name]!.length)
  const isIn = (pattern: Pattern, name: string, value: string) =>
    pattern[name] === '*' || [pattern[name] ?? []].flat().includes(value)
  /** The numbers of the patterns that a value is in, by dimension and value. */
  const patternsOf = names.map((name) =>
    values[name]!.map((value) =>
      never.flatMap((pattern, number) => (isIn(pattern, name, value) ? number : [])),
    ),
  )
  const lengths = Int16Array.from(
    never,
    (pattern) => names.filter((name) => pattern[name] !== undefined).length,
  )

  return {
    sizes,
    choiceOf: (row: Row): Choice =>
      Object.fromEntries(names.map((name, index) => [name, values[name]![row[index]!]!])),

    rowOf: (choice: Choice): Row =>
      Int16Array.from(names, (name) => values[name]!.indexOf(choice[name]!)),

    /** Completes some values to a case. Prefers values of the greatest worth. */
    completed(
      this: void,
      given: readonly Place[],
      worth: (row: Row, dimension: number, value: number) => number,
    ): Row | undefined {
      const rest = names.flatMap((_, dimension) =>
        given.some(([own]) => own === dimension) ? [] : dimension,
      )
      let order = shuffled(rest, random)
      for (let attempt = 0; attempt < attempts; attempt++) {
        const row = new Int16Array(names.length).fill(-1)
        /** The number of values that each pattern still lacks. */
        const lacking = lengths.slice()
        const isFree = (at: number, value: number) =>
          !patternsOf[at]![value]!.some((pattern) => lacking[pattern] === 1)
        const choose = (at: number, value: number) => {
          row[at] = value
          for (const pattern of patternsOf[at]![value]!) lacking[pattern]! -= 1
        }
        const isPossible = given.every(([dimension, value]) => {
          const isAllowed = isFree(dimension, value)
          choose(dimension, value)
          return isAllowed
        })
        if (!isPossible) return undefined
        const stuck = order.find((dimension) => {
          let [most, chosen, ties] = [-1, -1, 0]
          for (let value = 0; value < sizes[dimension]!; value++) {
            if (!isFree(dimension, value)) continue
            const own = worth(row, dimension, value)
            if (own > most) [most, chosen, ties] = [own, value, 1]
            else if (own === most && random() * ++ties < 1) chosen = value
          }
          if (chosen >= 0) choose(dimension, chosen)
          return chosen < 0
        })
        if (stuck === undefined) return row
        // The dimension for which no value was left chooses first.
        order = [stuck, ...order.filter((dimension) => dimension !== stuck)]
      }
      return undefined
    },
  }
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

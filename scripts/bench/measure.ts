// Calculates rates from the processor time of this process, because other processes affect it
// least. The measurement excludes the creation of the items and the first runs, in which code is
// compiled.

const LARGEST_BATCH = 8192
const WARM_UP = 0.3

/**
 * Returns the number of items that `run` processes per second of processor time. Measures for about
 * `milliseconds`.
 */
export async function rate<T>(
  make: (index: number) => T,
  run: (items: readonly T[]) => void | Promise<void>,
  milliseconds = 150,
): Promise<number> {
  let total = 0
  let counted = 0
  let spent = 0
  for (let index = 0, size = 1; ;) {
    const items = Array.from({ length: size }, (_, i) => make(index + i))
    const begin = process.cpuUsage()
    await run(items)
    const { user, system } = process.cpuUsage(begin)
    const time = (user + system) / 1000
    if (total >= WARM_UP * milliseconds) {
      counted += size
      spent += time
    }
    total += time
    if (total >= milliseconds && counted > 0) return (counted / spent) * 1000
    index += size
    if (time < 1 && size < LARGEST_BATCH) size *= 2
  }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? NaN
}

/** Measures several things alternately, so that a busy moment of the machine affects all of them. */
export async function inTurns<K extends string>(
  rounds: number,
  measures: Readonly<Record<K, () => Promise<number>>>,
): Promise<Record<K, number[]>> {
  const names = Object.keys(measures) as K[]
  const results = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<
    K,
    number[]
  >
  for (let round = 0; round < rounds; round++) {
    for (const name of names) results[name].push(await measures[name]())
  }
  return results
}

/** Returns the median of the ratios of all rounds. */
export const ratio = (one: readonly number[], other: readonly number[]): number =>
  median(one.map((value, round) => value / (other[round] ?? NaN)))

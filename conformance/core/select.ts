// Selects the scenarios of a run.

import { quickScenarios } from '#generated/quick.js'
import type { Interface } from '#generated/rules.js'
import type { Scenario } from './scenario.js'
import { didYouMeanPattern } from './did-you-mean.js'
import { UsageError } from './usage-error.js'

/**
 * Returns true if `pattern` matches `id`. `*` stands for any characters. A pattern without `*` also
 * matches all ids below it, so a rule id selects the scenarios of the rule.
 */
export function fits(pattern: string, id: string): boolean {
  if (!pattern.includes('*'))
    return id === pattern || id.startsWith(`${pattern}/`) || id.startsWith(`${pattern}.`)
  let [at, place, star, from] = [0, 0, -1, 0]
  while (place < id.length) {
    if (pattern[at] === '*') [star, from, at] = [at, place, at + 1]
    else if (pattern[at] === id[place]) [at, place] = [at + 1, place + 1]
    else if (star < 0) return false
    // The last `*` stands for one character more. Earlier ones need not change.
    else [at, place, from] = [star + 1, from + 1, from + 1]
  }
  while (pattern[at] === '*') at++
  return at === pattern.length
}

/** One of `of` parts of a run. `index` starts at 1. */
export interface Shard {
  readonly index: number
  readonly of: number
}

export interface ScenarioSelection {
  /** The interfaces of the target, all by default. */
  readonly interfaces?: readonly Interface[] | undefined
  readonly only?: readonly string[]
  readonly skip?: readonly string[]
  readonly level?: 'must' | 'open' | undefined
  /** Selects the laws, and of the other scenarios the few that together detect every fault of the mock. */
  readonly quick?: boolean | undefined
  /** Selects only these, for example those that failed in an earlier run. */
  readonly ids?: ReadonlySet<string> | undefined
  readonly shard?: Shard | undefined
}

/** Describes the selected scenarios without the shard, for example `kv.path.* --level must`. */
export const selectionInWords = ({
  only = [],
  skip = [],
  level,
  quick,
  ids,
}: ScenarioSelection): string =>
  [
    ...(only.length === 0 ? ['*'] : only.toSorted()),
    ...skip.toSorted().map((pattern) => `--skip ${pattern}`),
    ...(level === undefined ? [] : [`--level ${level}`]),
    ...(quick === true ? ['--quick'] : []),
    ...(ids === undefined ? [] : ['--last-failed']),
  ].join(' ')

/** Returns the selected scenarios. Throws a `UsageError` if a pattern matches nothing. */
export function select<S extends Pick<Scenario, 'id' | 'interface' | 'level' | 'law'>>(
  scenarios: readonly S[],
  { interfaces, only = [], skip = [], level, quick, ids, shard }: ScenarioSelection,
): readonly S[] {
  const given = scenarios.filter(
    (each) => interfaces === undefined || interfaces.includes(each.interface),
  )
  const fitsAny = (pattern: string, among: readonly S[]) =>
    among.some(({ id }) => fits(pattern, id))
  for (const pattern of [...only, ...skip]) {
    if (fitsAny(pattern, given)) continue
    const hint = didYouMeanPattern(
      pattern,
      given.map(({ id }) => id),
    )
    const why = fitsAny(pattern, scenarios)
      ? `scenario of ${interfaces?.join(' or ')}, the only interface given`
      : `scenario${hint}; "svc-contract list scenarios" prints their ids`
    throw new UsageError(`the pattern "${pattern}" matches no ${why}`)
  }
  return given
    .filter(({ id }) => only.length === 0 || only.some((pattern) => fits(pattern, id)))
    .filter(({ id }) => !skip.some((pattern) => fits(pattern, id)))
    .filter((each) => level === undefined || each.level === level)
    .filter(({ id, law }) => quick !== true || law !== undefined || quickScenarios.has(id))
    .filter(({ id }) => ids === undefined || ids.has(id))
    .filter((_, index) => shard === undefined || index % shard.of === shard.index - 1)
}

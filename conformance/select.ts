// Which scenarios a run judges: patterns over ids, level and shard.

import type { Scenario } from './scenario.js'

/** A mistake in how a run was asked for; its message says what, where and what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/**
 * True when `pattern` fits `id`. `*` stands for any characters; a pattern without one also fits
 * everything below it, so that a rule's id selects its scenarios.
 */
export function fits(pattern: string, id: string): boolean {
  if (!pattern.includes('*'))
    return id === pattern || id.startsWith(`${pattern}/`) || id.startsWith(`${pattern}.`)
  const source = pattern
    .split('*')
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*')
  return new RegExp(`^${source}$`).test(id)
}

export interface Selection {
  readonly only?: readonly string[]
  readonly skip?: readonly string[]
  readonly level?: 'must' | 'open' | undefined
  /** One-based part of so many. */
  readonly shard?: { readonly index: number; readonly of: number } | undefined
}

/** The scenarios a selection leaves, in their order. Throws a `UsageError` for a pattern that fits none. */
export function select<S extends Pick<Scenario, 'id' | 'level'>>(
  scenarios: readonly S[],
  { only = [], skip = [], level, shard }: Selection,
): readonly S[] {
  for (const pattern of [...only, ...skip])
    if (!scenarios.some(({ id }) => fits(pattern, id)))
      throw new UsageError(
        `the pattern "${pattern}" matches no scenario; "svc-contract list scenarios" prints their ids`,
      )
  return scenarios
    .filter(({ id }) => only.length === 0 || only.some((pattern) => fits(pattern, id)))
    .filter(({ id }) => !skip.some((pattern) => fits(pattern, id)))
    .filter((each) => level === undefined || each.level === level)
    .filter((_, index) => shard === undefined || index % shard.of === shard.index - 1)
}

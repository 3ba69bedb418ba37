// What a fault is: a plausible mistake, and what must come to light because of it.

import type { RuleId } from '#generated/rules.js'

/** A mistake in a server of `Parts`; one that breaks nothing is a variant, as correct as ours. */
export interface Fault<Parts> {
  /** A sentence in the present tense: what the server does. */
  readonly name: string
  /** Exactly the rules that turn red. */
  readonly breaks: readonly RuleId[]
  /** Patterns of rules that can no longer be judged, because what they build on is broken. */
  readonly blocks?: readonly string[]
  /** The same server with a part replaced. */
  readonly apply: (parts: Parts) => Parts
}

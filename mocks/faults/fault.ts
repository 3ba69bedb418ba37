// Fault: a plausible bug of a server, and the rules that must fail because of it.

import type { RuleId } from '#generated/rules.js'

/**
 * A bug in a server made of `Parts`. One that breaks no rule is a variant: a correct server that differs
 * from the mock where the contract is silent.
 */
export interface Fault<Parts> {
  /** In kebab-case, unique over both interfaces: what `--fault` takes. Stays, whatever the name becomes. */
  readonly id: string
  /** A short statement of the bug: "pipeline: runs no command after the first error". */
  readonly name: string
  /**
   * The rules that the bug breaks. No rule with scenarios of its own may fail beside them, and each such rule here
   * must fail. Of the rules that only laws judge, a run may name another one: a law names one rule for all cases of
   * one cause. The matrix has the rules that were measured.
   */
  readonly breaks: readonly RuleId[]
  /** Patterns of exactly the rules that cannot be checked any more, because their setup fails. */
  readonly blocks?: readonly string[]
  /** Returns the same server with a part replaced. */
  readonly apply: (parts: Parts) => Parts
  /** Returns the variant with another status of the same class. A status is at the end of its id. */
  readonly withStatus?: (status: number) => Fault<Parts>
}

// The facts about a command that every backend knows without running it.

export interface CommandInfo {
  /** The name in lower case, as Redis spells it; a subcommand's is `config|set`. */
  readonly name: string
  /** Redis's arity: the number of words with the name; negative: at least so many. */
  readonly arity: number
  /** True when it may change the data set. */
  readonly write: boolean
  /** Where its keys are among the words; the last may be counted from the end. 0: nowhere fixed. */
  readonly keys: { readonly first: number; readonly last: number; readonly step: number }
}

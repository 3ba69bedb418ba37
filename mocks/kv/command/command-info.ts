// The facts about a command that do not depend on the backend.

export interface CommandInfo {
  /** The name in lower case, as Redis spells it; a subcommand's is `config|set`. */
  readonly name: string
  /** Redis's arity: the number of words with the name; negative for at least that many. */
  readonly arity: number
  readonly write: boolean
  /** The positions of its keys, the last one maybe from the end; 0 without fixed ones. */
  readonly keys: { readonly first: number; readonly last: number; readonly step: number }
}

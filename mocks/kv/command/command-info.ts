// The facts about a command that are equal for every backend.

import type { Bytes, Command } from '../reply.js'
import type { Shape } from './resp3.js'

export interface CommandInfo {
  /** The name in lower case. The name of a subcommand includes its command: `config|set`. */
  readonly name: string
  /** The number of words including the name, as in Redis. -3 means 3 or more. */
  readonly arity: number
  readonly write: boolean
  /** The positions of the keys. A negative `last` counts from the end. 0 means no fixed positions. */
  readonly keys: { readonly first: number; readonly last: number; readonly step: number }
  /** Returns all keys of a command. Absent if none of them is at a position that depends on arguments. */
  readonly allKeys?: ((command: Command) => readonly Bytes[]) | undefined
  /** Gives a reply its types of RESP3. Absent if the reply has none. */
  readonly shape?: Shape | undefined
}

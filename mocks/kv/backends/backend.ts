// What the HTTP layer needs of a database: the one interface that memory and redis both have.

import type { Command, Reply, ReplyError } from '../reply.js'

/** What is known of a command without running it. */
export interface CommandInfo {
  /** The name in lower case, as Redis spells it; a subcommand's is `config|set`. */
  readonly name: string
  /** Redis's arity: the number of words with the name; negative: at least so many. */
  readonly arity: number
  /** True when it may change the data set. */
  readonly write: boolean
}

/** The database is out of reach; whether a command that was under way has run is not known. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable'
}

/**
 * Knows of no user: who may run what is decided above, by the command. What a script calls is
 * decided nowhere.
 */
export interface Backend {
  /** The command or subcommand that the words ask for, in any case; or Redis's refusal of an unknown one. */
  lookup(command: Command): CommandInfo | ReplyError

  /**
   * Runs one command that has as many words as `lookup` says it needs. Its refusal is a
   * `ReplyError` in the answer, not a rejection.
   */
  execute(command: Command): Reply | Promise<Reply>

  /** Runs commands in order; other clients may come in between. One reply a command. */
  pipeline(commands: readonly Command[]): Promise<Reply[]>

  /**
   * Runs commands in order, all at once for everybody else. One reply a command; a rejection with
   * a `ReplyError` when the transaction is discarded and none has run.
   */
  transaction(commands: readonly Command[]): Reply[] | Promise<Reply[]>

  /** Forgets every key, for a clean start. */
  reset(): Promise<void>
  close(): Promise<void>
}

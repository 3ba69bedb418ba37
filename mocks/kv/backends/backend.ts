// What the HTTP layer needs of a database: the one interface that memory and redis both have.

import type { Bytes, Command, Reply } from '../reply.js'

/** What is known of a command without running it. */
export interface CommandInfo {
  /** The name in lower case, as Redis spells it. */
  readonly name: string
  /** Redis's arity: the number of words with the name; negative: at least so many. */
  readonly arity: number
  /** True when it may change the data set. */
  readonly write: boolean
}

/** On whose behalf a command runs; scripts are held to it inside the backend too. */
export interface Session {
  readonly readOnly: boolean
}

/** The database is out of reach; whether a command that was under way has run is not known. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable'
}

export interface Backend {
  /** Looks a command up by name, any case; absent: Redis does not know it. */
  lookup(name: Bytes): CommandInfo | undefined

  /** Runs one command. Its refusal is a `ReplyError` in the answer, not a rejection. */
  execute(command: Command, session: Session): Reply | Promise<Reply>

  /** Runs commands in order; other clients may come in between. One reply a command. */
  pipeline(commands: readonly Command[], session: Session): Promise<Reply[]>

  /**
   * Runs commands in order, all at once for everybody else. One reply a command; a rejection with
   * a `ReplyError` when the transaction is discarded and none has run.
   */
  transaction(commands: readonly Command[], session: Session): Reply[] | Promise<Reply[]>

  /** Forgets every key, for a clean start. */
  reset(): Promise<void>
  close(): Promise<void>
}

// The interface of a database, in memory or in Redis, to the HTTP layer.

import type { CommandInfo } from '../command/command-info.js'
import type { Bytes, Command, Reply, ReplyError } from '../reply.js'
import type { RequestTime } from './turn.js'

/** The database cannot be reached. A command that was sent may have run. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable'
}

/** The name of an ACL user, and a password to check. */
export interface Login {
  readonly name: Bytes
  readonly password: Bytes
}

/** The sender of commands. */
export interface Sender {
  /** The ACL user with their permissions; without it the backend's own user, who has all. */
  readonly login?: Login
  /** The client that the monitor shows; without it nothing is shown. Redis shows its connection. */
  readonly client?: string
  /** Returns true for a command that a script of this sender may not call. */
  readonly denies?: (info: CommandInfo) => boolean
  /** The time that the request has used; without it each command is a request. */
  readonly request?: RequestTime
}

export interface Message {
  readonly channel: Bytes
  readonly payload: Bytes
}

/** A command that ran or failed. */
export interface Executed {
  /** Unix microseconds. */
  readonly at: number
  /** Host and port of the sender; `lua` for the call of a script. */
  readonly client: string
  readonly command: Command
}

/** Receives the events of a stream. Nobody waits for it: it buffers what it cannot pass on. */
export interface Follower<T> {
  readonly next: (event: T) => void
  /** Called when the database is lost. */
  readonly end: () => void
}

/** Ends a stream. No event follows. */
export type Stop = () => void

/** Runs commands with the permissions of their sender. */
export interface Backend {
  /** True if the calls of a script are checked with `denies`. */
  readonly judgesCalls: boolean

  /** The database's user for commands without a login. */
  readonly user: Bytes

  /** Returns true if the user exists, is on and has the password. */
  verify(login: Login): boolean | Promise<boolean>

  /** Returns a command or subcommand by its name in any case, or Redis's refusal of an unknown one. */
  lookup(command: Command): CommandInfo | ReplyError

  /** Runs a command whose arity has been checked. A refusal is a `ReplyError` that is returned. */
  execute(command: Command, sender?: Sender): Reply | Promise<Reply>

  /** Runs commands in order, and returns one reply for each. Other clients may run in between. */
  pipeline(commands: readonly Command[], sender?: Sender): Promise<Reply[]>

  /**
   * Runs commands in order, atomically, and returns one reply for each. Throws a `ReplyError` when
   * the transaction is discarded and no command has run.
   */
  transaction(commands: readonly Command[], sender?: Sender): Reply[] | Promise<Reply[]>

  /**
   * Follows the messages of a channel from its return on. Throws a `ReplyError` for a sender without
   * the permission, as the next two do.
   */
  subscribe(channel: Bytes, follower: Follower<Message>, sender?: Sender): Stop | Promise<Stop>

  psubscribe(pattern: Bytes, follower: Follower<Message>, sender?: Sender): Stop | Promise<Stop>

  /** Follows the commands of all senders. */
  monitor(follower: Follower<Executed>, sender?: Sender): Stop | Promise<Stop>

  /** Deletes all keys. */
  reset(): Promise<void>
  close(): Promise<void>
}

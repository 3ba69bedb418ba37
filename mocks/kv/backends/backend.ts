// The interface between the HTTP layer and a database, which is in memory or in Redis.

import type { CommandInfo } from '../command/table.js'
import type { Bytes, Command, Reply, ReplyError } from '../reply.js'
import type { RequestTime } from './turn.js'

/** Thrown when the database cannot be reached. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable'
  readonly reason: string
  /** True if the command was sent and its reply did not arrive. */
  readonly mayHaveRun: boolean

  constructor(
    reason: string,
    { mayHaveRun = false, ...options }: ErrorOptions & { readonly mayHaveRun?: boolean } = {},
  ) {
    super(mayHaveRun ? `${reason}; a command that was under way may have run` : reason, options)
    this.reason = reason
    this.mayHaveRun = mayHaveRun
  }
}

/** The name of an ACL user, and a password to check. */
export interface Login {
  readonly name: Bytes
  readonly password: Bytes
}

/** The sender of commands, with the permissions and limits of this sender. */
export interface Sender {
  /**
   * The ACL user whose permissions are checked. If absent, the commands run as the backend's own user,
   * who has all permissions.
   */
  readonly login?: Login
  /**
   * The client that the monitor shows. If absent, the monitor does not show the commands. A Redis
   * server shows its own connection instead.
   */
  readonly client?: string
  /** Returns true for a command that a script of this sender may not call. */
  readonly denies?: (info: CommandInfo) => boolean
  /** True for a command that is part of another command, which is counted and shown instead. */
  readonly isPart?: boolean
  /** The time that the request has used. If absent, each command counts as a request of its own. */
  readonly request?: RequestTime
}

export interface ChannelMessage {
  readonly channel: Bytes
  readonly payload: Bytes
}

/** A command that ran or failed, for monitors. */
export interface Executed {
  /** The time in microseconds since 1970. */
  readonly at: number
  /** Host and port of the sender, or `lua` for a command that a script called. */
  readonly client: string
  readonly command: Command
}

/** Receives the events of a stream. Must not block, and buffers events that it cannot pass on yet. */
export interface Follower<T> {
  readonly next: (event: T) => void
  /** Called when the connection to the database is lost. */
  readonly end: () => void
}

/** Ends a stream. No event follows the call. */
export type Stop = () => void

/** Runs commands with the permissions of their sender. */
export interface Backend {
  /** True if the backend checks each command that a script calls with `denies`. */
  readonly judgesCalls: boolean

  /** The user of the database that runs commands without a login. */
  readonly user: Bytes

  /** Returns true if the user exists, is enabled and has this password. */
  verify(login: Login): boolean | Promise<boolean>

  /**
   * Returns a command or subcommand by its name in any case. For an unknown name, returns the error of
   * Redis.
   */
  lookup(command: Command): CommandInfo | ReplyError

  /** Runs a command whose arity has been checked. Returns a `ReplyError` for a refused command. */
  execute(command: Command, sender?: Sender): Reply | Promise<Reply>

  /**
   * Runs commands in order and returns one reply for each. Commands of other clients may run in
   * between.
   */
  pipeline(commands: readonly Command[], sender?: Sender): Promise<Reply[]>

  /**
   * Runs commands in order, atomically, and returns one reply for each. Throws a `ReplyError` when the
   * transaction is discarded. Then no command has run.
   */
  transaction(commands: readonly Command[], sender?: Sender): Reply[] | Promise<Reply[]>

  /**
   * Follows the messages of a channel. Messages count from the moment this method returns. Throws a
   * `ReplyError` if the sender lacks the permission. `psubscribe` and `monitor` throw the same error.
   */
  subscribe(
    channel: Bytes,
    follower: Follower<ChannelMessage>,
    sender?: Sender,
  ): Stop | Promise<Stop>

  psubscribe(
    pattern: Bytes,
    follower: Follower<ChannelMessage>,
    sender?: Sender,
  ): Stop | Promise<Stop>

  /** Follows the commands of all senders, for the monitor. */
  monitor(follower: Follower<Executed>, sender?: Sender): Stop | Promise<Stop>

  /** Deletes all keys. */
  reset(): Promise<void>
  close(): Promise<void>
}

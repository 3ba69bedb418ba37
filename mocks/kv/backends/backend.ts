// What the HTTP layer needs of a database: the one interface that memory and redis both have.

import type { CommandInfo } from '../command/command-info.js'
import type { Bytes, Command, Reply, ReplyError } from '../reply.js'
import type { RequestTime } from './turn.js'

/** The database is out of reach; whether a command that was under way has run is not known. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable'
}

/** An ACL user of the database, and a password that is to be theirs. */
export interface Login {
  readonly name: Bytes
  readonly password: Bytes
}

/** Who sends commands. */
export interface Sender {
  /** The ACL user, held to what they may; without one the backend's own user, who may everything. */
  readonly login?: Login
  /** Whom the monitor shows; without it shows nothing. A Redis shows the connection to it. */
  readonly client?: string
  /** What it may not run, where a script calls it: of the commands it sends itself that is known. */
  readonly denies?: (info: CommandInfo) => boolean
  /** What the commands of the same request have taken of its time; each is a request without it. */
  readonly request?: RequestTime
}

/** A message on its way to a subscriber. */
export interface Message {
  readonly channel: Bytes
  readonly payload: Bytes
}

/** A command that was executed, whatever came of it. */
export interface Executed {
  /** Unix microseconds. */
  readonly at: number
  /** Host and port of whoever sent it; `lua` for what a script called. */
  readonly client: string
  readonly command: Command
}

/** Who is told of each event of a stream. It keeps what it cannot pass on: nobody waits for it. */
export interface Follower<T> {
  readonly next: (event: T) => void
  /** There will be no more: the database is lost. */
  readonly end: () => void
}

/** Ends a stream; nothing is heard afterwards. */
export type Stop = () => void

/** Runs commands on behalf of whoever sends them, what a script calls too. */
export interface Backend {
  /** Whether it holds what a script calls to what its sender `denies`. */
  readonly judgesCalls: boolean

  /** The user it is to the database where nobody has logged in. */
  readonly user: Bytes

  /** Whether there is such a user, who is on and has that password. */
  verify(login: Login): boolean | Promise<boolean>

  /** The command or subcommand that the words ask for, in any case; or Redis's refusal of an unknown one. */
  lookup(command: Command): CommandInfo | ReplyError

  /**
   * Runs one command that has as many words as `lookup` says it needs. Its refusal is a
   * `ReplyError` in the answer, not a rejection.
   */
  execute(command: Command, sender?: Sender): Reply | Promise<Reply>

  /** Runs commands in order; other clients may come in between. One reply a command. */
  pipeline(commands: readonly Command[], sender?: Sender): Promise<Reply[]>

  /**
   * Runs commands in order, all at once for everybody else. One reply a command; a rejection with
   * a `ReplyError` when the transaction is discarded and none has run.
   */
  transaction(commands: readonly Command[], sender?: Sender): Reply[] | Promise<Reply[]>

  /**
   * Follows the messages of a channel; they reach the follower from when this has returned. Here and
   * below, a sender who may not do so is refused with a `ReplyError` that is thrown.
   */
  subscribe(channel: Bytes, follower: Follower<Message>, sender?: Sender): Stop | Promise<Stop>

  /** Follows the messages of all channels whose names match a pattern. */
  psubscribe(pattern: Bytes, follower: Follower<Message>, sender?: Sender): Stop | Promise<Stop>

  /** Follows the commands that are executed, whoever sent them. */
  monitor(follower: Follower<Executed>, sender?: Sender): Stop | Promise<Stop>

  /** Forgets every key, for a clean start. */
  reset(): Promise<void>
  close(): Promise<void>
}

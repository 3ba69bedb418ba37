// Lists the decisions that a server makes about the contract and that a fault may replace, with the rule
// of each. They are called through one record, so replacing one makes a server that differs in this
// decision only. All other faults change requests and responses at the boundary.

import type { Dialect } from '#generated/dialects.js'
import type { Budget } from '../http/budget.js'
import type { Handler, Request, Response } from '../http/message.js'
import type { Safety } from '../safety.js'
import type { Soon } from '../soon.js'
import type {
  Backend,
  ChannelMessage,
  Executed,
  Follower,
  Login,
  Sender,
  Stop,
} from './backends/backend.js'
import type { CommandInfo } from './command/table.js'
import type { LimitBook } from './limits.js'
import type { LargeReplies } from './large-replies.js'
import type { Bytes, Command, Reply, ReplyError, Status } from './reply.js'

/**
 * A server: its resources, such as the backend, and its decisions about the contract. A server with a
 * fault is a copy with one function replaced: `{ ...kv, transaction: kv.pipeline }`.
 */
export interface Kv
  extends Access, RestTokens, Reading, Execution, Limiting, Encoding, Streams, Cors {
  readonly backend: Backend
  readonly tokens: Tokens
  readonly dialect: Dialect
  /** The names of the headers that only this interface has, in the current dialect. */
  readonly headers: Headers
  readonly limits: LimitBook
  readonly safety: Safety
  /**
   * The memory for events and replies that clients have not read yet: readers of event streams and
   * clients of the RESP port.
   */
  readonly backlogs: Budget
  /** The open event streams. `end` closes a stream. */
  readonly openStreams: Set<{ end(): void }>
  readonly syncTokens: SyncTokens
  readonly largeReplies: LargeReplies
  /** True if web pages of any origin may send requests (CORS). */
  readonly cors: boolean
}

export interface Header {
  /** The name of the header in a response. */
  readonly name: string
  /** The key of the header in a parsed request. */
  readonly key: string
}

export type Headers = Readonly<Record<'encoding' | 'responseFormat' | 'syncToken', Header>>

/** The two tokens of the database, valid until the password is reset (`kv.resources.connection-values`). */
export interface Tokens {
  standard: string
  readOnly: string
}

/** The user for whom a command runs: the holder of one of the two tokens, or an ACL user. */
export interface Session extends Sender {
  /** True for the holder of the Read Only token. */
  readonly readOnly: boolean
}

export interface Access {
  /**
   * Replaces both tokens by the given ones or by random ones. This revokes the old tokens and the
   * tokens of all ACL users (`kv.authentication.password-reset-revokes`).
   */
  readonly resetPassword: (wanted?: Partial<Tokens>) => Readonly<Tokens>

  /** Returns true if the Read Only token may not run the command (`kv.authentication.read-only-reads`). */
  readonly isDeniedToReadOnly: (info: CommandInfo) => boolean
}

export interface RestTokens {
  /** Returns the reply to `ACL RESTTOKEN` (`kv.authentication.acl-*`). */
  readonly restToken: (login: Login) => Promise<Reply>
}

/**
 * The endpoints of the contract, and `psubscribe`, which existing clients also use. The last three
 * respond with event streams.
 */
export type Endpoint =
  'path' | 'body' | 'pipeline' | 'transaction' | 'monitor' | 'subscribe' | 'psubscribe'

/** The format of a response. `base64` is JSON with strings in base64. */
export type Format = 'json' | 'base64' | 'resp2'

export interface Reading {
  /**
   * Returns the format that the two format headers request together, which some endpoints ignore
   * (`kv.response-format.*`, `kv.transaction.always-json`). Refuses base64 with resp2, and unknown
   * formats; other encodings are ignored (`kv.base64.other-encodings`).
   */
  readonly format: (request: Request, endpoint: Endpoint) => Format

  /** Returns the command of endpoint 1: the path arguments, then the body, then the query options. */
  readonly commandInPath: (request: Request) => Command

  /** Returns the command of endpoint 2: a JSON array (`kv.body.command-array`). */
  readonly commandInBody: (request: Request) => Command

  /**
   * Returns the commands of endpoints 3 and 4: a JSON array of commands
   * (`kv.pipeline.array-of-commands`).
   */
  readonly batchInBody: (request: Request, batch: 'pipeline' | 'transaction') => Command[]
}

export interface Execution {
  /** Runs one command. The reply to a failed command is a `ReplyError`. */
  readonly command: (command: Command, session: Session) => Reply | Promise<Reply>

  /** Runs commands in order, and continues after a failed command (`kv.pipeline.*`). */
  readonly pipeline: (commands: readonly Command[], session: Session) => Promise<Reply[]>

  /** Runs commands atomically. Throws one error if the transaction is discarded (`kv.transaction.*`). */
  readonly transaction: (commands: readonly Command[], session: Session) => Promise<Reply[]>

  /**
   * Returns a command or subcommand, or the refusal of a command that the interface does not have
   * (`kv.errors.invalid-command`).
   */
  readonly lookup: (command: Command) => CommandInfo | ReplyError
}

export interface Limiting {
  /** Returns true if a command is larger than the limit (`kv.limits.request-size`). */
  readonly isTooLarge: (command: Command) => boolean

  /** Counts a command. Returns true if the command exceeds the daily limit (`kv.limits.daily-requests`). */
  readonly exceedsDailyLimit: () => boolean
}

export interface Encoding {
  /** Returns a string as text for the JSON response (`kv.base64.strings`, `kv.utf8.*`). */
  readonly string: (bytes: Bytes, format: Format) => string

  /**
   * Returns true for a status that is not encoded in base64 (`kv.base64.ok-status-plain`,
   * `kv.base64.ok-in-array`).
   */
  readonly isPlainStatus: (status: Status, nested: boolean) => boolean
}

export interface Streams {
  /**
   * Returns true if the monitor shows the command (`kv.monitor.own-requests`, `kv.monitor.transactions`).
   */
  readonly isShown: (executed: Executed) => boolean

  /** Starts to follow the messages of a channel (`kv.publish.only-its-channel`). */
  readonly listen: (
    channel: Bytes,
    follower: Follower<ChannelMessage>,
    sender?: Sender,
  ) => Stop | Promise<Stop>
}

/** A token that changes after each write. */
export interface SyncTokens {
  renew(): void
  /** Returns the headers of a response with the token. */
  addTo(headers: Response['headers'], name: string): Response['headers']
}

export interface Cors {
  /**
   * Returns the response to a CORS preflight request, or undefined for any other request. It is called
   * before the request body arrives. A fault may return a function that responds to the whole request.
   */
  readonly preflight: (head: Request) => Soon<Response> | Handler | undefined
}

// Lists every decision that a server makes about the contract, with the rule of each decision. The
// functions call each other through one record. So replacing one function in the record makes a server
// that differs in this function only.

import type { Dialect } from '#generated/dialects.js'
import type { Budget } from '../http/budget.js'
import type { BodyHandler, Request, Response } from '../http/message.js'
import type { Refusal } from '../http/refusal.js'
import type { Safety } from '../safety.js'
import type { Soon } from '../soon.js'
import type {
  Backend,
  Executed,
  Follower,
  Login,
  ChannelMessage,
  Sender,
  Stop,
} from './backends/backend.js'
import type { CommandInfo } from './command/command-info.js'
import type { LimitBook } from './limits.js'
import type { LargeReplies } from './large-replies.js'
import type { Bytes, Command, Reply, ReplyError, Status } from './reply.js'

/**
 * A server: its resources, such as the backend, and its decisions about the contract. A server with a
 * fault is a copy with one function replaced: `{ ...kv, transaction: kv.pipeline }`.
 */
export interface Kv
  extends Access, RestTokens, Reading, Execution, Limiting, Encoding, Streams, Syncing, Cors {
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
  /** Refuses every method except GET, HEAD, POST and PUT with HTTP 405 (`kv.methods.others-refused`). */
  readonly checkMethod: (request: Request) => Soon<void>

  /**
   * Returns the session of a request, or refuses the request with HTTP 401
   * (`kv.authentication.missing-token`).
   */
  readonly authenticate: (request: Request) => Soon<Session>

  /**
   * Returns the token of a request. Decides between header and query if both have a token
   * (`kv.authentication.both-tokens`).
   */
  readonly token: (request: Request) => string | undefined

  /** Returns the token of `Authorization: Bearer <TOKEN>` (`kv.authentication.bearer-header`). */
  readonly headerToken: (request: Request) => string | undefined

  /** Returns the token of `?_token=<TOKEN>` (`kv.authentication.query-token`). */
  readonly queryToken: (request: Request) => string | undefined

  /**
   * Returns the session of a token's holder, or undefined for an invalid token
   * (`kv.authentication.invalid-token`).
   */
  readonly sessionOf: (token: string) => Soon<Session | undefined>

  /** Returns true if the token in the request equals the token of the database. */
  readonly isSameToken: (sent: string, issued: string) => boolean

  /**
   * Replaces both tokens by the given ones or by random ones. This revokes the old tokens and the
   * tokens of all ACL users (`kv.authentication.password-reset-revokes`).
   */
  readonly resetPassword: (wanted?: Partial<Tokens>) => Readonly<Tokens>

  /** Returns host and port of a client in the notation of Redis (`kv.monitor.event-client`). */
  readonly clientAddress: (request: Request) => string

  /** Returns true if the Read Only token may not run the command (`kv.authentication.read-only-reads`). */
  readonly isDeniedToReadOnly: (info: CommandInfo) => boolean
}

export interface RestTokens {
  /** Returns the reply to `ACL RESTTOKEN` (`kv.authentication.acl-*`). */
  readonly restToken: (login: Login) => Promise<Reply>

  /** Returns true if an ACL user with this name and password exists and may have a token. */
  readonly verify: (login: Login) => boolean | Promise<boolean>

  /** Returns the token of an ACL user. Equal logins have equal tokens. */
  readonly seal: (login: Login) => string

  /** Returns the login that a token contains, or undefined if this database did not issue the token. */
  readonly unseal: (token: string) => Login | undefined
}

/** The endpoints of the contract, and `psubscribe`, which existing clients also use. */
export type Endpoint = 'path' | 'body' | 'pipeline' | 'transaction' | StreamEndpoint

/** The endpoints whose response is an event stream. */
export type StreamEndpoint = 'monitor' | 'subscribe' | 'psubscribe'

/** The format of a response. `base64` is JSON with strings in base64. */
export type Format = 'json' | 'base64' | 'resp2'

export interface Reading {
  /**
   * Returns the format that the two format headers request together
   * (`kv.response-format.base64-with-resp2`).
   */
  readonly format: (request: Request) => Format

  /**
   * Returns the format in `Svc-Response-Format`, or `json` without this header
   * (`kv.response-format.*`).
   */
  readonly responseFormat: (request: Request) => 'json' | 'resp2'

  /**
   * Returns true if `Svc-Encoding` requests base64. Other values are ignored
   * (`kv.base64.other-encodings`).
   */
  readonly wantsBase64: (request: Request) => boolean

  /** Returns the endpoint of a request (`kv.path.endpoint-names-with-other-methods`). */
  readonly endpoint: (request: Request) => Endpoint

  /** Returns the command of endpoint 1: the path arguments, then the body, then the query options. */
  readonly commandInPath: (request: Request) => Command

  /** Returns the path segments, percent-decoded byte by byte (`kv.path.command-and-arguments`). */
  readonly pathArguments: (request: Request) => Bytes[]

  /**
   * Returns the body of a POST or PUT as one argument, or no argument without a body
   * (`kv.path.*-body-is-last-argument`).
   */
  readonly bodyArguments: (request: Request) => Bytes[]

  /**
   * Returns the query parameters without the token, in the order of the query
   * (`kv.path.query-options-follow-body`).
   */
  readonly queryArguments: (request: Request) => Bytes[]

  /** Returns the command of endpoint 2: a JSON array (`kv.body.command-array`). */
  readonly commandInBody: (request: Request) => Command

  /**
   * Returns the commands of endpoints 3 and 4: a JSON array of commands
   * (`kv.pipeline.array-of-commands`).
   */
  readonly batchInBody: (request: Request, batch: 'pipeline' | 'transaction') => Command[]

  /**
   * Converts the JSON text of a number, boolean or null in a body to an argument
   * (`kv.body.number-text`).
   */
  readonly scalarText: (json: string) => string
}

export interface Execution {
  /** Runs one command. The reply to a failed command is a `ReplyError`. */
  readonly command: (command: Command, session: Session) => Reply | Promise<Reply>

  /** Runs commands in order, and continues after a failed command (`kv.pipeline.*`). */
  readonly pipeline: (commands: readonly Command[], session: Session) => Promise<Reply[]>

  /** Runs commands atomically. Throws one error if the transaction is discarded (`kv.transaction.*`). */
  readonly transaction: (commands: readonly Command[], session: Session) => Promise<Reply[]>

  /**
   * Returns the error of a transaction that is discarded `because` of the error of one command
   * (`kv.transaction.discard-is-one-error-envelope`).
   */
  readonly discarded: (because: ReplyError) => ReplyError

  /**
   * Returns the sender of a session for the backend, with the commands that a script of this sender may
   * not call.
   */
  readonly sender: (session: Session) => Sender

  /** Checks a command without running it. Returns the refusal, or undefined if the command may run. */
  readonly check: (command: Command, session: Session) => ReplyError | undefined

  /**
   * Returns a command or subcommand, or the refusal of a command that the interface does not have
   * (`kv.errors.invalid-command`).
   */
  readonly lookup: (command: Command) => CommandInfo | ReplyError

  /** Returns true for a Redis command that the interface excludes (`kv.commands.*-excluded`). */
  readonly isExcluded: (command: Command) => boolean

  /**
   * Returns true if a command would change or delete the user of the backend itself. The Standard token
   * would stop working without this user.
   */
  readonly locksOut: (command: Command, info: CommandInfo) => boolean

  /** Returns true if the number of words fits the command (`kv.errors.wrong-argument-count`). */
  readonly hasArity: (command: Command, info: CommandInfo) => boolean
}

export interface Limiting {
  /**
   * Checks a command against all limits. Returns the error of the first limit that refuses the command.
   * A command that none refuses counts towards the daily limit (`kv.limits.refusals`).
   */
  readonly checkLimits: (command: Command, info: CommandInfo) => ReplyError | undefined

  /** Returns true if a command is larger than the limit (`kv.limits.request-size`). */
  readonly isTooLarge: (command: Command) => boolean

  /** Returns true if a key of the command is larger than the limit. */
  readonly hasTooLargeKey: (command: Command, info: CommandInfo) => boolean

  /** Returns true if an argument of the command is larger than a value may be. */
  readonly hasTooLargeValue: (command: Command) => boolean

  /** Counts a command. Returns true if the command exceeds the daily limit (`kv.limits.daily-requests`). */
  readonly exceedsDailyLimit: () => boolean
}

export interface Encoding {
  /**
   * Returns the format of an endpoint's response. Some endpoints ignore the requested format
   * (`kv.transaction.always-json`, `kv.response-format.event-streams`).
   */
  readonly formatAt: (endpoint: Endpoint, asked: Format) => Format

  /** Returns the response to one command. */
  readonly answer: (reply: Reply, format: Format) => Response

  /** Returns the response to a pipeline or a transaction (`kv.pipeline.array-of-envelopes`). */
  readonly answerBatch: (replies: readonly Reply[], format: Format) => Response

  /** Returns the response to a request that is refused as a whole. */
  readonly answerRefusal: (refusal: Refusal | ReplyError, format: Format) => Response

  /**
   * Returns HTTP 200, or 400 for a failed command (`kv.errors.executed`,
   * `kv.errors.execution-failure`).
   */
  readonly statusOf: (reply: Reply) => number

  /** Returns `{"result": …}` or `{"error": …}` (`kv.envelope.success`, `kv.envelope.error`). */
  readonly envelope: (reply: Reply, format: Format) => string

  /** Returns a reply as JSON text. `nested` is true inside an array (`kv.envelope.result-*`). */
  readonly json: (reply: Reply, format: Format, nested: boolean) => string

  /** Returns a string as text for the JSON response (`kv.base64.strings`, `kv.utf8.*`). */
  readonly string: (bytes: Bytes, format: Format) => string

  /**
   * Returns true for a status that is not encoded in base64 (`kv.base64.ok-status-plain`,
   * `kv.base64.ok-in-array`).
   */
  readonly isPlainStatus: (status: Status, nested: boolean) => boolean

  /** Returns a reply in RESP2, the wire format of Redis (`kv.response-format.resp2-*`). */
  readonly resp2: (reply: Reply) => Bytes

  /** Returns a reply in RESP3, which clients of the RESP port may choose. */
  readonly resp3: (reply: Reply) => Bytes

  /**
   * Returns the text of an error, beginning with its class, such as `ERR` (`kv.errors.class-word`,
   * `kv.errors.texts`).
   */
  readonly wording: (error: Bytes) => Bytes

  /**
   * Returns the content type of a format (`kv.response-format.json-content-type`,
   * `kv.response-format.resp2-content-type`).
   */
  readonly contentType: (format: Format) => string
}

export interface Streams {
  /** Endpoint 5: streams an event for each executed command (`kv.monitor.each-executed-command`). */
  readonly monitor: (request: Request, session: Session) => Promise<Response>

  /** Endpoint 6: streams an event for each message of a channel (`kv.subscribe.message-event`). */
  readonly subscribe: (request: Request, session: Session) => Promise<Response>

  /**
   * Streams the messages of all channels that match a pattern. Existing clients use this endpoint,
   * although the contract does not have it (`kv.subscribe.event-stream`).
   */
  readonly psubscribe: (request: Request, session: Session) => Promise<Response>

  /**
   * Refuses a request whose `Accept` excludes event streams with HTTP 400
   * (`kv.monitor.accept-missing`).
   */
  readonly checkAccept: (request: Request) => void

  /** Returns true if the `Accept` header allows an event stream (`kv.subscribe.accept-missing`). */
  readonly acceptsEvents: (request: Request) => boolean

  /** Returns the only path segment after the endpoint's name: a channel or a pattern. */
  readonly channelInPath: (request: Request) => Bytes

  /** Starts to follow the messages of a channel (`kv.publish.only-its-channel`). */
  readonly listen: (
    channel: Bytes,
    follower: Follower<ChannelMessage>,
    sender?: Sender,
  ) => Stop | Promise<Stop>

  /** Starts to follow the messages of the channels that match a pattern. */
  readonly listenToPattern: (
    pattern: Bytes,
    follower: Follower<ChannelMessage>,
    sender?: Sender,
  ) => Stop | Promise<Stop>

  /** Starts to follow the executed commands. */
  readonly watch: (follower: Follower<Executed>, sender?: Sender) => Stop | Promise<Stop>

  /** Returns the first event of the monitor (`kv.monitor.first-event`). */
  readonly firstMonitorEvent: () => Bytes

  /** Returns the first event of a subscription (`kv.subscribe.first-event`). */
  readonly firstSubscribeEvent: (channel: Bytes) => Bytes

  readonly firstPatternEvent: (pattern: Bytes) => Bytes

  /**
   * Returns true if the monitor shows the command (`kv.monitor.own-requests`,
   * `kv.monitor.transactions`).
   */
  readonly isShown: (executed: Executed) => boolean

  /** Returns the event of the monitor for an executed command (`kv.monitor.event-*`). */
  readonly monitorEvent: (executed: Executed) => Bytes

  /** Converts microseconds since 1970 to seconds with six decimal digits (`kv.monitor.event-time`). */
  readonly eventTime: (microseconds: number) => string

  /** Returns a word of a command in quotes, with escapes (`kv.monitor.argument-escapes`). */
  readonly quoted: (word: Bytes) => string

  /** Returns the event of a message for a subscriber of the channel (`kv.subscribe.message-event`). */
  readonly messageEvent: (message: ChannelMessage) => Bytes

  readonly patternMessageEvent: (pattern: Bytes, message: ChannelMessage) => Bytes

  /** Returns an event in the wire format of event streams (`kv.events.data-prefix`, `kv.events.line-*`). */
  readonly eventLines: (event: Bytes) => string

  /** Returns a response that streams a first event, then the events of `follow`. */
  readonly eventStream: (first: Bytes, follow: Follow) => Promise<Response>

  /**
   * Returns the response whose body is an event stream (`kv.monitor.event-stream`,
   * `kv.subscribe.event-stream`).
   */
  readonly answerEvents: (events: AsyncIterable<string>) => Response
}

/** Sends events to a follower until the returned function is called. */
export type Follow = (follower: Follower<Bytes>) => Stop | Promise<Stop>

/** A token that changes after each write. */
export interface SyncTokens {
  renew(): void
  /** Returns the headers of a response with the token. */
  addTo(headers: Response['headers'], name: string): Response['headers']
}

export interface Syncing {
  /** Renews the token if one of the executed commands may have written. */
  readonly noteWrites: (commands: readonly Command[]) => void

  /** Adds the token to the response of executed commands. The token stands for all writes so far. */
  readonly synced: (answer: Response, commands: readonly Command[]) => Response

  /** Returns true if a command, or the script that the command runs, may change the data. */
  readonly mayWrite: (command: Command) => boolean
}

export interface Cors {
  /**
   * Returns the response to a CORS preflight request, or undefined for any other request. It is called
   * before the request body arrives. A fault may return a function that responds to the whole request.
   */
  readonly preflight: (head: Request) => Soon<Response> | BodyHandler | undefined

  /** Adds the headers that let web pages read the response, if CORS is on. */
  readonly readable: (answer: Response) => Response
}

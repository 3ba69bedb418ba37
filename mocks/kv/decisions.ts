// Every decision of the contract that a server takes, each with its rule. The parts that take them call
// each other through one record, so that replacing one of them, and nothing else, makes a different
// server.

import type { Dialect } from '#generated/dialects.js'
import type { Budget } from '../http/budget.js'
import type { Request, Response } from '../http/message.js'
import type { Refusal } from '../http/refusal.js'
import type { Safety } from '../safety.js'
import type { Soon } from '../soon.js'
import type {
  Backend,
  Executed,
  Follower,
  Login,
  Message,
  Sender,
  Stop,
} from './backends/backend.js'
import type { CommandInfo } from './command/command-info.js'
import type { Headers } from './headers.js'
import type { LimitBook } from './limits.js'
import type { Bytes, Command, Reply, ReplyError, Status } from './reply.js'

/**
 * What a server is made of, and every decision of the contract. A faulty server is a copy with one
 * part replaced: `{ ...kv, transaction: kv.pipeline }`.
 */
export interface Kv
  extends Access, RestTokens, Reading, Execution, Limiting, Encoding, Streams, Syncing, Cors {
  readonly backend: Backend
  readonly tokens: Tokens
  readonly dialect: Dialect
  /** The interface's own, as the dialect names them. */
  readonly headers: Headers
  readonly limits: LimitBook
  readonly safety: Safety
  /** What waits for the readers of event streams, and for the clients of the RESP port. */
  readonly backlogs: Budget
  /** The event streams that are open; each has its end. */
  readonly openStreams: Set<{ end(): void }>
  readonly syncTokens: SyncTokens
  /** Whether web pages of any origin may ask. */
  readonly cors: boolean
}

/** The two tokens of the database, until its password is reset (`kv.resources.connection-values`). */
export interface Tokens {
  standard: string
  readOnly: string
}

/** On whose behalf a command runs: the holder of one of the two tokens, or an ACL user. */
export interface Session extends Sender {
  /** Whether it may only read, as the holder of the Read Only token. */
  readonly readOnly: boolean
}

export interface Access {
  /** Refuses every method but GET, HEAD, POST and PUT: 405 (`kv.methods.others-refused`). */
  readonly checkMethod: (request: Request) => Soon<void>

  /** Says on whose behalf a request acts, or refuses it: 401 (`kv.authentication.missing-token`). */
  readonly authenticate: (request: Request) => Soon<Session>

  /** The token that counts when there are two (`kv.authentication.both-tokens`). */
  readonly token: (request: Request) => string | undefined

  /** The token of `Authorization: Bearer <TOKEN>` (`kv.authentication.bearer-header`). */
  readonly headerToken: (request: Request) => string | undefined

  /** The token of `?_token=<TOKEN>` (`kv.authentication.query-token`). */
  readonly queryToken: (request: Request) => string | undefined

  /** What the holder of a token may do; absent: nobody holds it (`kv.authentication.invalid-token`). */
  readonly sessionOf: (token: string) => Soon<Session | undefined>

  /** Whether the token that was sent is the one that was issued. */
  readonly isSameToken: (sent: string, issued: string) => boolean

  /**
   * Replaces both tokens, by these or by new ones, which revokes the old ones and with them those of
   * all ACL users (`kv.authentication.password-reset-revokes`).
   */
  readonly resetPassword: (wanted?: Partial<Tokens>) => Readonly<Tokens>

  /** Host and port of a client, as Redis writes them (`kv.monitor.event-client`). */
  readonly clientAddress: (request: Request) => string

  /** Whether the Read Only token may not run a command (`kv.authentication.read-only-reads`). */
  readonly isDeniedToReadOnly: (info: CommandInfo) => boolean
}

export interface RestTokens {
  /** What `ACL RESTTOKEN` answers (`kv.authentication.acl-*`). */
  readonly restToken: (login: Login) => Promise<Reply>

  /** Whether there is such a user with that password, for whom there may be a token. */
  readonly verify: (login: Login) => boolean | Promise<boolean>

  /** The token of a user, the same each time. */
  readonly seal: (login: Login) => string

  /** Whose token it is; absent: it is none of this database. */
  readonly unseal: (token: string) => Login | undefined
}

/** The endpoints of the contract, and `psubscribe`, which existing clients use too. */
export type Endpoint = 'path' | 'body' | 'pipeline' | 'transaction' | StreamEndpoint

/** The endpoints that answer with an event stream. */
export type StreamEndpoint = 'monitor' | 'subscribe' | 'psubscribe'

/** How an answer is written; base64 is JSON too. */
export type Format = 'json' | 'base64' | 'resp2'

export interface Reading {
  /** Reads the two format headers together (`kv.response-format.base64-with-resp2`). */
  readonly format: (request: Request) => Format

  /** `Svc-Response-Format`, `json` without it (`kv.response-format.*`). */
  readonly responseFormat: (request: Request) => 'json' | 'resp2'

  /** Whether `Svc-Encoding` asks for base64; other values are ignored (`kv.base64.other-encodings`). */
  readonly wantsBase64: (request: Request) => boolean

  /** Which endpoint a request is for (`kv.path.endpoint-names-with-other-methods`). */
  readonly endpoint: (request: Request) => Endpoint

  /** Endpoint 1: path arguments, then the body, then the query options. */
  readonly commandInPath: (request: Request) => Command

  /** The path segments, bytewise percent-decoded (`kv.path.command-and-arguments`). */
  readonly pathArguments: (request: Request) => Bytes[]

  /** The body of a POST or PUT as one argument, or none (`kv.path.*-body-is-last-argument`). */
  readonly bodyArguments: (request: Request) => Bytes[]

  /** The query but for the token, in its order (`kv.path.query-options-follow-body`). */
  readonly queryArguments: (request: Request) => Bytes[]

  /** Endpoint 2: one command as a JSON array (`kv.body.command-array`). */
  readonly commandInBody: (request: Request) => Command

  /** Endpoints 3 and 4: a JSON array of commands (`kv.pipeline.array-of-commands`). */
  readonly batchInBody: (request: Request, batch: 'pipeline' | 'transaction') => Command[]

  /** A number, boolean or null of a body as an argument, from its JSON text (`kv.body.number-text`). */
  readonly scalarText: (json: string) => string
}

export interface Execution {
  /** Runs one command; its failure is a `ReplyError` in the answer. */
  readonly command: (command: Command, session: Session) => Reply | Promise<Reply>

  /** Runs commands in order, going on after a failing one (`kv.pipeline.*`). */
  readonly pipeline: (commands: readonly Command[], session: Session) => Promise<Reply[]>

  /** Runs commands as one, or throws the one error it is discarded with (`kv.transaction.*`). */
  readonly transaction: (commands: readonly Command[], session: Session) => Promise<Reply[]>

  /** The error that discards a transaction because of another (`kv.transaction.discard-is-one-error-envelope`). */
  readonly discarded: (because: ReplyError) => ReplyError

  /** Whoever a session is to the backend, with what a script of theirs may not call. */
  readonly sender: (session: Session) => Sender

  /** Why a command may not run, found without running it; absent: it may. */
  readonly check: (command: Command, session: Session) => ReplyError | undefined

  /** The command or subcommand, or the refusal of one that the interface has not (`kv.errors.invalid-command`). */
  readonly lookup: (command: Command) => CommandInfo | ReplyError

  /** Whether the interface leaves a command of Redis out (`kv.commands.*-excluded`). */
  readonly isExcluded: (command: Command) => boolean

  /**
   * Whether a command would change or delete the user that the backend itself is, and so lock out
   * the Standard token.
   */
  readonly locksOut: (command: Command, info: CommandInfo) => boolean

  /** Whether a command has as many words as it needs (`kv.errors.wrong-argument-count`). */
  readonly hasArity: (command: Command, info: CommandInfo) => boolean
}

export interface Limiting {
  /** Why a command is beyond a limit; absent: it is not, and has been counted (`kv.limits.refusals`). */
  readonly checkLimits: (command: Command, info: CommandInfo) => ReplyError | undefined

  /** Whether a command is larger than the limit (`kv.limits.request-size`). */
  readonly isTooLarge: (command: Command) => boolean

  /** Whether a key of a command is larger than the limit. */
  readonly hasTooLargeKey: (command: Command, info: CommandInfo) => boolean

  /** Whether a command brings a value that no record can hold. */
  readonly hasTooLargeValue: (command: Command) => boolean

  /** Counts a command, and says whether it is one too many today (`kv.limits.daily-requests`). */
  readonly exceedsDailyLimit: () => boolean
}

export interface Encoding {
  /**
   * The format an endpoint answers in when another was asked for (`kv.transaction.always-json`,
   * `kv.response-format.event-streams`).
   */
  readonly formatAt: (endpoint: Endpoint, asked: Format) => Format

  /** The answer to one command. */
  readonly answer: (reply: Reply, format: Format) => Response

  /** The answer to a pipeline or a transaction (`kv.pipeline.array-of-envelopes`). */
  readonly answerBatch: (replies: readonly Reply[], format: Format) => Response

  /** The answer to a request that was refused as a whole. */
  readonly answerRefusal: (refusal: Refusal | ReplyError, format: Format) => Response

  /** 200, or 400 for a command that failed (`kv.errors.executed`, `kv.errors.execution-failure`). */
  readonly statusOf: (reply: Reply) => number

  /** `{"result": …}` or `{"error": …}` (`kv.envelope.success`, `kv.envelope.error`). */
  readonly envelope: (reply: Reply, format: Format) => string

  /** A reply as JSON text; `nested` in an array (`kv.envelope.result-*`). */
  readonly json: (reply: Reply, format: Format, nested: boolean) => string

  /** A string as the text that stands in the JSON (`kv.base64.strings`, `kv.utf8.*`). */
  readonly string: (bytes: Bytes, format: Format) => string

  /** Whether a status is left alone by base64 (`kv.base64.ok-status-plain`, `kv.base64.ok-in-array`). */
  readonly isPlainStatus: (status: Status, nested: boolean) => boolean

  /** A reply as it is on the wire of Redis (`kv.response-format.resp2-*`). */
  readonly resp2: (reply: Reply) => Bytes

  /** What is said of an error, class word first (`kv.errors.class-word`, `kv.errors.texts`). */
  readonly wording: (error: Bytes) => Bytes

  /** `kv.response-format.json-content-type`, `kv.response-format.resp2-content-type` */
  readonly contentType: (format: Format) => string
}

export interface Streams {
  /** Endpoint 5: an event for each command that is executed (`kv.monitor.each-executed-command`). */
  readonly monitor: (request: Request, session: Session) => Promise<Response>

  /** Endpoint 6: an event for each message of a channel (`kv.subscribe.message-event`). */
  readonly subscribe: (request: Request, session: Session) => Promise<Response>

  /** Outside the document, for existing clients: the channels that match (`kv.subscribe.event-stream`). */
  readonly psubscribe: (request: Request, session: Session) => Promise<Response>

  /** Refuses who did not ask for a stream: 400 (`kv.monitor.accept-missing`). */
  readonly checkAccept: (request: Request) => void

  /** Whether a client takes an event stream, by its `Accept` (`kv.subscribe.accept-missing`). */
  readonly acceptsEvents: (request: Request) => boolean

  /** The one segment behind the endpoint's name: a channel or a pattern. */
  readonly channelInPath: (request: Request) => Bytes

  /** Begins to listen to a channel (`kv.publish.only-its-channel`). */
  readonly listen: (
    channel: Bytes,
    follower: Follower<Message>,
    sender?: Sender,
  ) => Stop | Promise<Stop>

  /** Begins to listen to the channels that match. */
  readonly listenToPattern: (
    pattern: Bytes,
    follower: Follower<Message>,
    sender?: Sender,
  ) => Stop | Promise<Stop>

  /** Begins to watch what is executed. */
  readonly watch: (follower: Follower<Executed>, sender?: Sender) => Stop | Promise<Stop>

  /** `kv.monitor.first-event` */
  readonly firstMonitorEvent: () => Bytes

  /** `kv.subscribe.first-event` */
  readonly firstSubscribeEvent: (channel: Bytes) => Bytes

  readonly firstPatternEvent: (pattern: Bytes) => Bytes

  /** Whether the monitor shows a command (`kv.monitor.own-requests`, `kv.monitor.transactions`). */
  readonly isShown: (executed: Executed) => boolean

  /** An executed command as the monitor shows it (`kv.monitor.event-*`). */
  readonly monitorEvent: (executed: Executed) => Bytes

  /** Unix microseconds as seconds with six digits behind the point (`kv.monitor.event-time`). */
  readonly eventTime: (microseconds: number) => string

  /** A word of a command between quotes (`kv.monitor.argument-escapes`). */
  readonly quoted: (word: Bytes) => string

  /** A message as a subscriber of its channel sees it (`kv.subscribe.message-event`). */
  readonly messageEvent: (message: Message) => Bytes

  readonly patternMessageEvent: (pattern: Bytes, message: Message) => Bytes

  /** An event as it is on the wire (`kv.events.data-prefix`, `kv.events.line-*`). */
  readonly eventLines: (event: Bytes) => string

  /** A stream of a first event and of what follows. */
  readonly eventStream: (first: Bytes, follow: Follow) => Promise<Response>

  /** The answer that a stream is (`kv.monitor.event-stream`, `kv.subscribe.event-stream`). */
  readonly answerEvents: (events: AsyncIterable<string>) => Response
}

/** Makes events for a follower, until it is stopped. */
export type Follow = (follower: Follower<Bytes>) => Stop | Promise<Stop>

/** A token that is another one after each write. */
export interface SyncTokens {
  readonly current: string
  renew(): void
}

export interface Syncing {
  /** Takes note of commands that were run. */
  readonly noteWrites: (commands: readonly Command[]) => void

  /** The answer to such commands, with the token that stands for all that has been written. */
  readonly synced: (answer: Response, commands: readonly Command[]) => Response

  /** Whether a command may change the data set, itself or by what it runs. */
  readonly mayWrite: (command: Command) => boolean
}

export interface Cors {
  /** The answer to a browser that asks what a page may send; absent: the request is no such question. */
  readonly preflight: (request: Request) => Soon<Response> | undefined

  /** An answer that a page may read, where pages may ask at all. */
  readonly readable: (answer: Response) => Response
}

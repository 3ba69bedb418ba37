// A database in a real Redis or Valkey: how commands reach it, and how its replies keep their types.

import { createClient, ErrorReply, RESP_TYPES } from 'redis'
import { discarded } from '../commands/refusals.js'
import { CommandTable } from '../commands/table.js'
import { connectToRedis, type RedisConnection } from '../redis-connection.js'
import {
  type Bytes,
  bytesOf,
  type Command,
  isAscii,
  NIL_ARRAY,
  type Reply,
  ReplyError,
  Status,
} from '../reply.js'
import {
  type Backend,
  type CommandInfo,
  type Executed,
  type Follower,
  type Message,
  type Sender,
  type Stop,
  Unavailable,
} from './backend.js'
import { ClusterConnection, Topology, type Known } from './redis-cluster.js'
import { type Connection, type Transact, UserConnections } from './redis-users.js'

/**
 * Connects to a server, or to the cluster that it is of, and learns from it which commands there
 * are. Rejects when it cannot be reached; one that is lost later is connected to again, and meanwhile
 * every request that needs it is refused with 503.
 *
 * @param url `redis[s]://[[user][:password]@]host[:port][/database]`; of a cluster any one server
 */
export async function connectRedis(url: string): Promise<Backend> {
  const server = await openServer(url)
  const { own, known, urls } = server
  const users = new UserConnections(server.openForUser)

  /** Asks on the sender's connection; when they are refused, that is the answer to each command. */
  async function as<T>(
    sender: Sender | undefined,
    ask: (connection: Connection) => Promise<T>,
  ): Promise<T> {
    if (sender?.login === undefined) return ask(own)
    const connection = await users.of(sender.login)
    return ask(connection instanceof ReplyError ? refusing(connection) : connection)
  }

  /** A connection of its own for each stream: node-redis takes channels that are no text for others. */
  const streams = new Set<Stop>()

  async function follow<T>(
    url: string,
    command: readonly Bytes[],
    follower: Follower<T>,
    eventOf: (sent: Reply) => T | undefined,
    sender: Sender | undefined,
  ): Promise<Stop> {
    const connection = await connectToRedis(url).catch((error: unknown) => {
      throw error instanceof ReplyError ? error : unavailable(url)
    })
    const { login } = sender ?? {}
    const first = login ? [['AUTH', login.name, login.password], command] : [command]
    for (const each of first) {
      const [begun] = await connection.send([each]).catch(() => [unavailable(url)])
      if (!(begun instanceof Error)) continue
      connection.close()
      throw begun
    }
    const stop = () => {
      streams.delete(stop)
      connection.close()
    }
    streams.add(stop)
    void passOn(connection, follower, eventOf).finally(stop)
    return stop
  }

  /** Follows what every server of a cluster tells alike, on the first that can be reached. */
  async function followAny(
    command: readonly Bytes[],
    follower: Follower<Message>,
    sender: Sender | undefined,
  ): Promise<Stop> {
    const [last = url, ...others] = urls().toReversed()
    for (const each of others.toReversed()) {
      const stop = await follow(each, command, follower, messageOf, sender).catch(
        (error: unknown) => {
          if (!(error instanceof Unavailable)) throw error
        },
      )
      if (stop) return stop
    }
    return follow(last, command, follower, messageOf, sender)
  }

  return {
    // Redis looks at no call of a script again.
    judgesCalls: false,
    user: new URL(url).username || 'default',
    verify: (login) => users.verify(login),
    lookup: (command) => known.lookup(command),

    execute: (command, sender) => as(sender, ({ send }) => send(command)),

    pipeline: (commands, sender) => as(sender, ({ pipeline }) => pipeline(commands)),

    transaction: async (commands, sender) =>
      executed(
        await (sender?.login
          ? users.alone(sender.login, (user) => user.transaction(commands, guarded))
          : own.transaction(commands, inOneTurn)),
      ),

    subscribe: (channel, follower, sender) => followAny(['SUBSCRIBE', channel], follower, sender),

    psubscribe: (pattern, follower, sender) => followAny(['PSUBSCRIBE', pattern], follower, sender),

    async monitor(follower, sender) {
      const event = executedIn(databaseOf(url))
      const stops: Stop[] = []
      const stop = () => stops.forEach((each) => each())
      try {
        for (const each of urls()) {
          stops.push(await follow(each, ['MONITOR'], follower, event, sender))
        }
      } catch (error) {
        stop()
        throw error
      }
      return stop
    },

    async reset() {
      const reply = await own.send(['FLUSHDB'])
      if (reply instanceof ReplyError) throw reply
    },

    async close() {
      for (const stop of streams) stop()
      users.close()
      server.close()
    },
  }
}

/** What a URL leads to: one server, or a cluster. */
interface Server {
  readonly own: Connection
  readonly known: CommandTable<CommandInfo>
  /** For a user, who is not to be forgotten when a connection comes back: it ends instead. */
  readonly openForUser: (whenLost: () => void) => Promise<Connection>
  /** Where one is told of what happens. */
  readonly urls: () => readonly string[]
  readonly close: () => void
}

async function openServer(url: string): Promise<Server> {
  const openAgain = (retries: number) => Math.min(2 ** retries * 50, 2000)
  const own = await openConnection(url, openAgain)
  const { table, hasMovableKeys, isCluster } = await told(own.send).catch((cause: unknown) => {
    own.close()
    throw unusable(url, cause)
  })
  const connect = (url: string, retry: Retry, whenLost?: () => void) =>
    openConnection(url, retry, whenLost).catch(() => {
      throw unavailable(url)
    })
  if (!isCluster) {
    const openForUser = (whenLost: () => void) => connect(url, false, whenLost)
    return { own, known: table, openForUser, urls: () => [url], close: own.close }
  }

  own.close()
  const reconnecting = (url: string) => connect(url, openAgain)
  const topology = new Topology({
    ...{ url, connect: reconnecting },
    known: { table, hasMovableKeys },
  })
  await topology.learn().catch((cause: unknown) => {
    topology.close()
    throw unusable(url, cause)
  })
  const cluster = new ClusterConnection(topology, reconnecting)
  return {
    own: cluster,
    known: table,
    openForUser: async (whenLost) =>
      new ClusterConnection(topology, (url) => connect(url, false, whenLost)),
    urls: () => topology.urls,
    close() {
      topology.close()
      cluster.close()
    },
  }
}

// node-redis's own executor decodes what EXEC answers without the type mapping, so that bytes
// would become text. Commands sent in one turn stay together all the same.
const inOneTurn: Transact = (send, commands) =>
  Promise.all([['MULTI'], ...commands, ['EXEC']].map(send))

/** One that somebody may not begin or end: what follows a refused MULTI would run by itself. */
const guarded: Transact = async (send, commands) => {
  const begun = await send(['MULTI'])
  if (begun instanceof ReplyError) throw discarded(begun)
  return Promise.all([...commands, ['EXEC']].map(send))
}

function executed(replies: readonly Reply[]): Reply[] {
  const executed = replies.at(-1)
  if (Array.isArray(executed)) return executed as Reply[]
  const because = replies.find((reply) => reply instanceof ReplyError)!
  // The refusal of EXEC itself says so already.
  throw because.message.startsWith('EXECABORT ') ? because : discarded(because)
}

const refusing = (refusal: ReplyError): Connection => ({
  send: async () => refusal,
  pipeline: async (commands) => commands.map(() => refusal),
  transaction: async () => [refusal],
  close: () => {},
})

type Retry = false | ((retries: number) => number)

/** Connects, or rejects; a connection that is lost later is opened again as `retry` says. */
async function openConnection(
  url: string,
  retry: Retry,
  whenLost: () => void = () => {},
): Promise<Connection> {
  let connected = false
  const client = createClient({
    url,
    RESP: 2,
    // A command that waits for a server to come back would run long after its request was given up.
    disableOfflineQueue: true,
    disableClientInfo: true,
    socket: { reconnectStrategy: (retries) => connected && retry && retry(retries) },
  })
  // Who sends a command is told of a lost connection; without a listener the process would end.
  client.on('error', whenLost)

  await client.connect().catch((cause: unknown) => {
    client.destroy()
    throw unusable(url, cause)
  })
  connected = true

  async function send(command: readonly Bytes[]): Promise<Reply> {
    const types = new SeenTypes()
    const decoded: unknown = await client
      .sendCommand(command.map(wordOf), { typeMapping: types })
      .catch((error: unknown) => {
        if (error instanceof ErrorReply) return error
        throw unavailable(url, '; a command that was under way may have run')
      })
    return replyOf(decoded, types)
  }

  return {
    send,
    pipeline: (commands) => Promise.all(commands.map(send)),
    transaction: (commands, transact) => transact(send, commands),
    close() {
      if (client.isOpen) client.destroy()
    },
  }
}

const unavailable = (url: string, more = '') =>
  new Unavailable(`ERR no connection to Redis at ${place(url)}${more}`)

function unusable(url: string, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new Error(
    `cannot use Redis at ${place(url)}: ${reason}. Start redis-server there, or correct the URL.`,
    { cause },
  )
}

/** Tells a follower what comes on a connection, until there is no more. */
async function passOn<T>(
  connection: RedisConnection,
  follower: Follower<T>,
  eventOf: (sent: Reply) => T | undefined,
): Promise<void> {
  for (;;) {
    const sent = await connection.next().catch(() => undefined)
    if (sent === undefined) return follower.end()
    const event = eventOf(sent)
    if (event !== undefined) follower.next(event)
  }
}

/** `message`, channel, payload; or `pmessage`, pattern, channel, payload. */
function messageOf(sent: Reply): Message | undefined {
  if (!Array.isArray(sent)) return undefined
  const [payload, channel] = (sent as Bytes[]).toReversed() as [Bytes, Bytes]
  return { channel, payload }
}

const MONITORED = /^(\d+)\.(\d{6}) \[(\d+) (.+?)\] (".*")$/

/** A line of MONITOR, when it is about this database: a server may have more. */
const executedIn =
  (database: string) =>
  (sent: Reply): Executed | undefined => {
    if (!(sent instanceof Status)) return undefined
    const [, seconds, fraction, about, client = '', words = ''] = MONITORED.exec(sent.text) ?? []
    if (about !== database) return undefined
    const command = words.match(/"(?:[^"\\]|\\.)*"/g)?.map(unquoted) as unknown as Command
    return { at: Number(seconds) * 1_000_000 + Number(fraction), client, command }
  }

const UNESCAPED: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  a: '\x07',
  b: '\b',
}

const unquoted = (word: string): Bytes =>
  word
    .slice(1, -1)
    .replace(/\\(?:x([0-9a-f]{2})|(.))/g, (_, hex?: string, letter: string = '') =>
      hex === undefined ? (UNESCAPED[letter] ?? letter) : String.fromCharCode(parseInt(hex, 16)),
    )

const databaseOf = (url: string): string => new URL(url).pathname.slice(1) || '0'

/** Host and port of a URL, and not the password that may stand before them. */
const place = (url: string): string => new URL(url).host

/** An argument for node-redis, which writes strings as UTF-8. */
const wordOf = (word: Bytes): string | Buffer =>
  isAscii(word) ? word : Buffer.from(word, 'latin1')

/**
 * How node-redis is to decode one reply, and what types the values in it had. The decoder asks for
 * the type of a value as it comes to it, and for null arrays not at all: that keeps apart what it
 * makes the same of, integers (which must be strings to be exact) and statuses, null strings and
 * null arrays.
 */
class SeenTypes {
  /** For every integer and status in turn, whether it is an integer. */
  readonly integers: boolean[] = []
  /** Bulk strings, null ones included. */
  strings = 0

  get [RESP_TYPES.NUMBER](): StringConstructor {
    this.integers.push(true)
    return String
  }

  get [RESP_TYPES.SIMPLE_STRING](): StringConstructor {
    this.integers.push(false)
    return String
  }

  get [RESP_TYPES.BLOB_STRING](): typeof Buffer {
    this.strings++
    return Buffer
  }
}

function replyOf(decoded: unknown, { integers, strings }: SeenTypes): Reply {
  let line = 0
  let nullStrings = strings - countStrings(decoded)

  const reply = (value: unknown): Reply => {
    if (Buffer.isBuffer(value)) return value.toString('latin1')
    if (Array.isArray(value)) return value.map(reply)
    if (typeof value === 'string') return integers[line++] ? integerOf(value) : new Status(value)
    if (value instanceof ErrorReply) return errorOf(value)
    // Only XPENDING has both kinds of null, the strings first. A transaction may have them too, and
    // in any order; its answer is always JSON, which has one null.
    return nullStrings-- > 0 ? null : NIL_ARRAY
  }
  return reply(decoded)
}

function countStrings(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + countStrings(item), 0)
  return Buffer.isBuffer(value) ? 1 : 0
}

const integerOf = (digits: string): number | bigint => {
  const number = Number(digits)
  return Number.isSafeInteger(number) ? number : BigInt(digits)
}

/** node-redis reads errors as UTF-8; bytes that are none have become U+FFFD here. */
const errorOf = ({ message }: ErrorReply): ReplyError => new ReplyError(bytesOf(message))

/**
 * A command as COMMAND tells it: name, arity, flags, the first and the last key and the step between
 * them, …, and after these its subcommands.
 */
type Told = readonly [Bytes, number, Status[], number, number, number, ...rest: unknown[]]

const SUBCOMMANDS = 9

/** What a server tells of its commands, and of itself. */
async function told(send: Connection['send']): Promise<Known & { readonly isCluster: boolean }> {
  const [commands, info] = await Promise.all([send(['COMMAND']), send(['INFO', 'cluster'])])
  if (commands instanceof ReplyError) throw commands
  const all = commands as unknown as readonly Told[]
  const movable = new Set(all.flatMap(movableIn))
  return {
    table: new CommandTable(all.flatMap(infosOf)),
    hasMovableKeys: (name) => movable.has(name),
    isCluster: typeof info === 'string' && /^cluster_enabled:1\r?$/m.test(info),
  }
}

/** The commands that say with a word of theirs where their keys are. */
function movableIn(told: Told): string[] {
  const [name, , flags] = told
  const subcommands = (told[SUBCOMMANDS] ?? []) as Told[]
  const own = flags.some(({ text }) => text === 'movablekeys') ? [name] : []
  return [...own, ...subcommands.flatMap(movableIn)]
}

/** A command and its subcommands, of which Redis 6 tells nothing. */
function infosOf(told: Told): CommandInfo[] {
  const [name, arity, flags, first, last, step] = told
  const write = flags.some(({ text }) => text === 'write')
  const subcommands = (told[SUBCOMMANDS] ?? []) as Told[]
  return [{ name, arity, write, keys: { first, last, step } }, ...subcommands.flatMap(infosOf)]
}

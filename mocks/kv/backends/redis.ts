// A database in a real Redis or Valkey: how commands reach it, and how its replies keep their types.

import { createClient, ErrorReply, RESP_TYPES } from 'redis'
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
  type Stop,
  Unavailable,
} from './backend.js'

/**
 * Connects to a server, and learns from it which commands there are. Rejects when it cannot be
 * reached; one that is lost later is connected to again, and meanwhile every request is refused
 * with 503.
 *
 * @param url `redis[s]://[[user][:password]@]host[:port][/database]`
 */
export async function connectRedis(url: string): Promise<Backend> {
  let connected = false
  const client = createClient({
    url,
    RESP: 2,
    // A command that waits for a server to come back would run long after its request was given up.
    disableOfflineQueue: true,
    disableClientInfo: true,
    socket: { reconnectStrategy: (retries) => connected && Math.min(2 ** retries * 50, 2000) },
  })
  // Who sends a command is told of a lost connection; without a listener the process would end.
  client.on('error', () => {})

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

  const known = await client
    .connect()
    .then(() => commandTable(send))
    .catch((cause: unknown) => {
      client.destroy()
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new Error(
        `cannot use Redis at ${place(url)}: ${reason}. Start redis-server there, or correct the URL.`,
        { cause },
      )
    })
  connected = true

  /** A connection of its own for each stream: node-redis takes channels that are no text for others. */
  const streams = new Set<Stop>()

  async function follow<T>(
    command: readonly Bytes[],
    follower: Follower<T>,
    eventOf: (sent: Reply) => T | undefined,
  ): Promise<Stop> {
    const connection = await connectToRedis(url).catch((error: unknown) => {
      throw error instanceof ReplyError ? error : unavailable(url)
    })
    const [began] = await connection.send([command]).catch(() => [unavailable(url)])
    if (began instanceof Error) {
      connection.close()
      throw began
    }
    const stop = () => {
      streams.delete(stop)
      connection.close()
    }
    streams.add(stop)
    void passOn(connection, follower, eventOf).finally(stop)
    return stop
  }

  return {
    lookup: (command) => known.lookup(command),

    execute: send,

    pipeline: (commands) => Promise.all(commands.map(send)),

    // node-redis's own executor decodes what EXEC answers without the type mapping, so that bytes
    // would become text. Commands sent in one turn stay together all the same.
    async transaction(commands) {
      const replies = await Promise.all([['MULTI'], ...commands, ['EXEC']].map(send))
      const executed = replies.at(-1)
      if (Array.isArray(executed)) return executed as Reply[]
      const because = replies.find((reply) => reply instanceof ReplyError)
      throw new ReplyError(`EXECABORT Transaction discarded because of: ${because?.message}`)
    },

    async reset() {
      const reply = await send(['FLUSHDB'])
      if (reply instanceof ReplyError) throw reply
    },

    subscribe: (channel, follower) => follow(['SUBSCRIBE', channel], follower, messageOf),

    psubscribe: (pattern, follower) => follow(['PSUBSCRIBE', pattern], follower, messageOf),

    monitor: (follower) => follow(['MONITOR'], follower, executedIn(databaseOf(url))),

    async close() {
      for (const stop of streams) stop()
      client.destroy()
    },
  }
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

const unavailable = (url: string, more = '') =>
  new Unavailable(`ERR no connection to Redis at ${place(url)}${more}`)

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

async function commandTable(
  send: (command: Command) => Promise<Reply>,
): Promise<CommandTable<CommandInfo>> {
  const table = await send(['COMMAND'])
  if (table instanceof ReplyError) throw table
  return new CommandTable((table as unknown as Told[]).flatMap(infosOf))
}

/** A command and its subcommands, of which Redis 6 tells nothing. */
function infosOf(told: Told): CommandInfo[] {
  const [name, arity, flags, first, last, step] = told
  const write = flags.some(({ text }) => text === 'write')
  const subcommands = (told[SUBCOMMANDS] ?? []) as Told[]
  return [{ name, arity, write, keys: { first, last, step } }, ...subcommands.flatMap(infosOf)]
}

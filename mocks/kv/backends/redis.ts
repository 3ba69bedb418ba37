// A database in a real Redis or Valkey server, or in a cluster.

import { emitWarning } from 'node:process'
import { discarded } from '../command/refusals.js'
import { CommandTable, type CommandInfo } from '../command/table.js'
import { REDIS_MS, type ConnectionOptions, RedisConnection } from '../redis/connection.js'
import { parseRedisUrl } from '../redis/url.js'
import { type Command, type Reply, ReplyError, type Bytes, type Status } from '../reply.js'
import {
  type Backend,
  type Follower,
  type Login,
  type ChannelMessage,
  type Sender,
  type Stop,
  Unavailable,
} from './backend.js'
import { ClusterConnection, Topology } from './redis-cluster.js'
import { type RedisLink, type LinkOptions, openLink, openOnce } from './redis-link.js'
import { unusable, refusalOf } from './redis-problem.js'
import { executedAt, follow, messagesOf } from './redis-streams.js'
import {
  type UserConnection,
  firstThere,
  inParts,
  type Pipeline,
  type Transact,
  UserConnections,
} from './redis-users.js'
import { commands } from '../commands/index.js'

interface RedisOptions {
  /** The time that a server has for each reply, in milliseconds. */
  readonly ms?: number
  /** Receives warnings about the server. The default is `emitWarning`. */
  readonly warn?: (sentence: string) => void
}

/**
 * Connects to a server, or to its cluster, and reads its commands. Rejects if the server cannot be
 * used, and with a RangeError for an invalid URL. If a server is lost later or is too slow, connects
 * again. Until then, each request for that server gets HTTP 503.
 *
 * @param url `redis[s]://[[user][:password]@]host[:port][/database]` of the server, or of any server of
 *   a cluster
 */
export async function connectRedis(
  url: string,
  { ms = REDIS_MS, warn = emitWarning }: RedisOptions = {},
): Promise<Backend> {
  const { user } = parseRedisUrl(url)
  const options = { ms, among: new Set<RedisConnection>() }
  const server = await openServer(url, warn, options)
  const { own, known, urls } = server
  const users = new UserConnections({
    open: server.openForUser,
    door: (url) => openLink(url, options),
    urls,
  })

  /**
   * Runs commands on the connection of the sender. If Redis refuses the sender, this error is the reply
   * to each command.
   */
  async function run(commands: readonly Command[], sender: Sender | undefined): Promise<Reply[]> {
    if (sender?.login === undefined) return own.pipeline(commands)
    const connection = await users.of(sender.login).catch(refusalIn)
    if (connection instanceof ReplyError) return commands.map(() => connection)
    return connection.pipeline(commands)
  }

  const as = (sender: Sender | undefined) => ({ ...options, login: sender?.login })

  const pipeline = (commands: readonly Command[], sender: Sender | undefined) =>
    inParts(commands, isKill, {
      alone: (command) => kill(urls(), command, as(sender)),
      together: (part) => run(part, sender),
    })

  /**
   * Follows messages on the first server that can be reached, because every server of a cluster
   * receives all messages.
   */
  const followAny = (
    command: Command,
    follower: Follower<ChannelMessage>,
    sender: Sender | undefined,
  ) => firstThere(urls(), (each) => follow(each, messagesOf(command), follower, as(sender)))

  return {
    judgesCalls: false,
    user,
    verify: (login) => users.verify(login),
    lookup: (command) => known.lookup(command),

    execute: async (command, sender) => (await pipeline([command], sender))[0]!,
    pipeline,

    transaction: async (commands, sender) =>
      executed(
        await (sender?.login
          ? users.alone(sender.login, (user) => user.transaction(commands, guarded))
          : own.transaction(commands, inOneTurn)),
      ),

    subscribe: (channel, follower, sender) => followAny(['SUBSCRIBE', channel], follower, sender),

    psubscribe: (pattern, follower, sender) => followAny(['PSUBSCRIBE', pattern], follower, sender),

    async monitor(follower, sender) {
      const stops: Stop[] = []
      const stop = () => stops.forEach((each) => each())
      try {
        for (const each of urls()) {
          stops.push(await follow(each, executedAt(each), follower, as(sender)))
        }
      } catch (error) {
        stop()
        throw error
      }
      return stop
    },

    async reset() {
      const [reply] = await own.pipeline([['FLUSHDB']])
      if (reply instanceof ReplyError) throw reply
    },

    async close() {
      users.close()
      server.close()
      for (const connection of options.among) connection.close()
    },
  }
}

function refusalIn(error: unknown): ReplyError {
  if (error instanceof ReplyError) return error
  throw error
}

/**
 * Connects to a single server or a cluster. `openForUser` opens a connection that does not reconnect,
 * because a new connection would have to log in again. `urls` returns the URLs of the servers whose
 * streams together contain all events.
 */
async function openServer(url: string, warn: (sentence: string) => void, options: LinkOptions) {
  const link = openLink(url, options)
  const refuse = (cause: unknown) => {
    link.close()
    throw unusable(url, cause)
  }
  await link.ready.catch(refuse)
  const known = await readServer(link).catch(refuse)
  if (known.isReadOnly)
    warn(
      `Redis at ${parseRedisUrl(url).place} is a read-only replica, which refuses every write: ` +
        'name its master to write',
    )
  const openAt = (url: string) => async (login: Login, whenLost: () => void) =>
    connectionOver(await openOnce(url, { ...options, login, whenLost }))
  if (!known.isCluster) {
    return {
      own: connectionOver(link),
      known: known.table,
      openForUser: openAt(url),
      urls: () => [url],
      close: link.close,
    }
  }

  link.close()
  const reconnecting = async (url: string) => connectionOver(openLink(url, options))
  const topology = new Topology({ url, connect: reconnecting, known })
  await topology.learn().catch((cause: unknown) => {
    topology.close()
    throw unusable(url, cause)
  })
  const cluster = new ClusterConnection(topology, reconnecting)
  return {
    own: cluster,
    known: known.table,
    openForUser: async (login: Login, whenLost: () => void) =>
      new ClusterConnection(topology, (url) => openAt(url)(login, whenLost)),
    urls: () => topology.urls,
    close() {
      topology.close()
      cluster.close()
    },
  }
}

const connectionOver = ({ send, close }: RedisLink): UserConnection => {
  const pipeline: Pipeline = async (commands) => (await send(commands)).map(available)
  return { pipeline, transaction: (commands, transact) => transact(pipeline, commands), close }
}

const AWAY = /^(?:CLUSTERDOWN|LOADING|MASTERDOWN) /

/** Returns a reply. Throws `Unavailable` for a reply that says that the server is not ready. */
function available(reply: Reply): Reply {
  if (reply instanceof ReplyError && AWAY.test(reply.message)) throw new Unavailable(reply.message)
  return reply
}

/** Sends MULTI, the commands and EXEC together. */
const inOneTurn: Transact = (pipeline, commands) => pipeline([['MULTI'], ...commands, ['EXEC']])

/**
 * Sends MULTI first and waits for its reply. If the user may not run MULTI, the commands must not run
 * without a transaction.
 */
const guarded: Transact = async (pipeline, commands) => {
  const [begun] = await pipeline([['MULTI']])
  if (begun instanceof ReplyError) throw discarded(begun)
  return pipeline([...commands, ['EXEC']])
}

function executed(replies: readonly Reply[]): Reply[] {
  const executed = replies.at(-1)
  if (Array.isArray(executed)) return executed as Reply[]
  const because = replies.find((reply) => reply instanceof ReplyError)!
  throw because.message.startsWith('EXECABORT ') ? because : discarded(because)
}

const isKill = ([name, subcommand]: Command): boolean =>
  subcommand?.length === 4 &&
  subcommand.toUpperCase() === 'KILL' &&
  /^(script|function)$/i.test(name)

/** Runs the command on all servers. Returns the reply of a server that was running a script. */
export async function kill(
  urls: readonly string[],
  command: Command,
  options: ConnectionOptions,
): Promise<Reply> {
  const outcomes = await Promise.allSettled(urls.map((url) => killAt(url, command, options)))
  const replies = outcomes.flatMap((each): Reply[] =>
    each.status === 'fulfilled' ? [each.value] : [],
  )
  const killed = replies.filter((reply) => !(reply instanceof ReplyError))
  const refused = replies.filter((reply) => reply instanceof ReplyError)
  const busy = refused.filter(({ message }) => !message.startsWith('NOTBUSY '))
  const failed = outcomes.find((each) => each.status === 'rejected')
  const [answer] = [...killed, ...busy]
  if (answer === undefined && failed) throw failed.reason
  return answer ?? refused[0]!
}

async function killAt(url: string, command: Command, options: ConnectionOptions): Promise<Reply> {
  // Skips SELECT, because a busy server refuses it.
  const connection = new RedisConnection(url, { ...options, selects: false })
  try {
    await connection.ready
    const [reply] = await connection.send([command])
    return reply!
  } catch (error) {
    throw refusalOf(url, error)
  } finally {
    connection.close()
  }
}

/** A row in the reply to COMMAND: name, arity, flags, first key, last key, step, …, subcommands. */
type CommandRow = readonly [Bytes, number, Status[], number, number, number, ...rest: unknown[]]

const SUBCOMMANDS = 9

async function readServer({ send }: RedisLink) {
  const [rows, info] = await send([['COMMAND'], ['INFO']])
  if (rows instanceof ReplyError) throw rows
  if (!isList(rows)) throw new Error('its answer to COMMAND is no list of commands')
  const movable = new Set(rows.flatMap(movableIn))
  const says = (line: string) => typeof info === 'string' && info.includes(`\n${line}\r\n`)
  if (says('redis_mode:sentinel')) throw new Error('it is a Sentinel, which keeps no data')
  return {
    table: new CommandTable(rows.flatMap(infosOf)),
    hasMovableKeys: (name: string) => movable.has(name),
    isCluster: says('cluster_enabled:1'),
    isReadOnly: says('role:slave') && says('slave_read_only:1'),
  }
}

const isList = (reply: unknown): reply is readonly CommandRow[] =>
  Array.isArray(reply) && reply.length > 0 && reply.every(isRow)

const isRow = (each: unknown): each is CommandRow =>
  Array.isArray(each) && typeof each[0] === 'string' && Array.isArray(each[2])

/** Returns the commands in a row whose key positions depend on the arguments. */
function movableIn(row: CommandRow): string[] {
  const [name, , flags] = row
  const subcommands = (row[SUBCOMMANDS] ?? []) as CommandRow[]
  const own = flags.some(({ text }) => text === 'movablekeys') ? [name] : []
  return [...own, ...subcommands.flatMap(movableIn)]
}

/** Returns the command of a row and its subcommands. Redis 6 does not list subcommands. */
function infosOf(row: CommandRow): CommandInfo[] {
  const [name, arity, flags, first, last, step] = row
  const write = flags.some(({ text }) => text === 'write')
  const subcommands = (row[SUBCOMMANDS] ?? []) as CommandRow[]
  const own = commands.lookup([name])
  const allKeys = own instanceof ReplyError ? undefined : own.allKeys
  const info = { name, arity, write, keys: { first, last, step }, allKeys }
  return [info, ...subcommands.flatMap(infosOf)]
}

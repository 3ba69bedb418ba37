// Streams of a Redis: the messages of channels, and the commands of MONITOR.

import { openRedis, SIGN_OF_LIFE, type ConnectionOptions } from '../redis-connection.js'
import { parseRedisUrl } from '../redis-url.js'
import { type Bytes, type Command, type Reply, ReplyError, Status, unescaped } from '../reply.js'
import type { Executed, Follower, Message, Stop } from './backend.js'
import { refusalOf } from './redis-problem.js'

/** A command that turns a connection into a stream, and the event of each reply. */
interface Stream<T> {
  readonly command: Command
  readonly signOfLife: Command
  readonly eventOf: (sent: Reply) => T | undefined
}

/** `SUBSCRIBE` or `PSUBSCRIBE` and its channel. */
export const messagesOf = (command: Command): Stream<Message> => ({
  command,
  // A repeated subscription changes nothing, and few other commands are allowed.
  signOfLife: command,
  eventOf: messageOf,
})

/** The commands in the database of a URL. */
export const executedAt = (url: string): Stream<Executed> => ({
  command: ['MONITOR'],
  signOfLife: SIGN_OF_LIFE,
  eventOf: executedIn(parseRedisUrl(url).database),
})

/**
 * Follows a stream on a connection of its own, until it is stopped or the server is lost. Rejects
 * with `Unavailable`, or with the `ReplyError` of a server that refuses it to the sender.
 */
export async function follow<T>(
  url: string,
  { command, signOfLife, eventOf }: Stream<T>,
  follower: Follower<T>,
  options: ConnectionOptions,
): Promise<Stop> {
  const connection = openRedis(url, {
    ...options,
    selects: false,
    whenLost: () => follower.end(),
  })
  const take = (sent: Reply) => {
    const event = eventOf(sent)
    if (event !== undefined) follower.next(event)
  }
  try {
    await connection.ready
    const begun = await connection.follow(command, { take, signOfLife })
    if (begun instanceof ReplyError) throw begun
  } catch (error) {
    connection.close()
    throw refusalOf(url, error)
  }
  return connection.close
}

/** `message`, channel, payload; or `pmessage`, pattern, channel, payload. */
function messageOf(sent: Reply): Message | undefined {
  if (!Array.isArray(sent) || !KINDS.has(sent[0])) return undefined
  const [payload, channel] = (sent as Bytes[]).toReversed() as [Bytes, Bytes]
  return { channel, payload }
}

const KINDS: ReadonlySet<unknown> = new Set(['message', 'pmessage'])

const MONITORED = /^(\d+)\.(\d{6}) \[(\d+) (.+?)\] (".*")$/

/** Parses a line of MONITOR; undefined for another database. */
const executedIn =
  (database: number) =>
  (sent: Reply): Executed | undefined => {
    if (!(sent instanceof Status)) return undefined
    const [, seconds, fraction, about, client = '', words = ''] = MONITORED.exec(sent.text) ?? []
    if (about !== String(database)) return undefined
    const quoted = words.matchAll(/"((?:[^"\\]|\\.)*)"/g)
    const command = Array.from(quoted, ([, word = '']) => unescaped(word)) as unknown as Command
    return { at: Number(seconds) * 1_000_000 + Number(fraction), client, command }
  }

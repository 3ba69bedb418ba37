// Event streams of a Redis server: the messages of channels, and the commands that MONITOR reports.

import { RedisConnection, SIGN_OF_LIFE, type ConnectionOptions } from '../redis/connection.js'
import { parseRedisUrl } from '../redis/url.js'
import { type Bytes, type Command, type Reply, ReplyError, Status, unescaped } from '../reply.js'
import type { Executed, Follower, ChannelMessage, Stop } from './backend.js'
import { refusalOf } from './redis-problem.js'

/** A command that turns a connection into a stream, and the conversion of its replies to events. */
interface Stream<T> {
  readonly command: Command
  readonly signOfLife: Command
  readonly eventOf: (sent: Reply) => T | undefined
}

/** Returns the stream of `SUBSCRIBE` or `PSUBSCRIBE`. `command` contains the channel or pattern. */
export const messagesOf = (command: Command): Stream<ChannelMessage> => ({
  command,
  // Repeats the subscription as a sign of life. The repetition has no effect, and few other commands
  // are allowed here.
  signOfLife: command,
  eventOf: messageOf,
})

/** Returns the stream of commands that run in the database of a URL. */
export const executedAt = (url: string): Stream<Executed> => ({
  command: ['MONITOR'],
  signOfLife: SIGN_OF_LIFE,
  eventOf: executedIn(parseRedisUrl(url).database),
})

/**
 * Follows a stream on a connection of its own until the stream is stopped or the server is lost.
 * Rejects with `Unavailable`, or with a `ReplyError` if the sender lacks the permission.
 */
export async function follow<T>(
  url: string,
  { command, signOfLife, eventOf }: Stream<T>,
  follower: Follower<T>,
  options: ConnectionOptions,
): Promise<Stop> {
  const connection = new RedisConnection(url, {
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

/** Parses a message: `message`, channel, payload, or `pmessage`, pattern, channel, payload. */
function messageOf(sent: Reply): ChannelMessage | undefined {
  if (!Array.isArray(sent) || !KINDS.has(sent[0])) return undefined
  const [payload, channel] = (sent as Bytes[]).toReversed() as [Bytes, Bytes]
  return { channel, payload }
}

const KINDS: ReadonlySet<unknown> = new Set(['message', 'pmessage'])

const MONITORED = /^(\d+)\.(\d{6}) \[(\d+) (.+?)\] (".*")$/

/**
 * Returns a function that parses a line of MONITOR. The function returns undefined for commands in
 * another database.
 */
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

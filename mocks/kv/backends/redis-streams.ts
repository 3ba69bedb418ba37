// What a Redis sends unasked: the messages of channels, and what its monitor shows.

import { openRedis, SIGN_OF_LIFE, type ConnectionOptions } from '../redis-connection.js'
import { unescaped } from '../quoting.js'
import { parseRedisUrl } from '../redis-url.js'
import { type Bytes, type Command, type Reply, ReplyError, Status } from '../reply.js'
import type { Executed, Follower, Message, Stop } from './backend.js'
import { refusalOf } from './redis-problem.js'

/** A command that makes a connection a stream, and what is made of what comes on it. */
interface Stream<T> {
  readonly command: Command
  readonly signOfLife: Command
  readonly eventOf: (sent: Reply) => T | undefined
}

/** `SUBSCRIBE` or `PSUBSCRIBE` and its channel. */
export const messagesOf = (command: Command): Stream<Message> => ({
  command,
  // Subscribing again changes nothing, and little else can be sent.
  signOfLife: command,
  eventOf: messageOf,
})

/** What is executed in the database of a URL. */
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

/** A line of MONITOR, when it is about this database: a server may have more. */
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

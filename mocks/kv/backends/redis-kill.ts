// SCRIPT KILL and FUNCTION KILL. They need a new connection, because other connections wait for the
// script.

import { openRedis, type ConnectionOptions } from '../redis/connection.js'
import { type Command, type Reply, ReplyError } from '../reply.js'
import { refusalOf } from './redis-problem.js'

export const isKill = ([name, subcommand]: Command): boolean =>
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
  const connection = openRedis(url, { ...options, selects: false })
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

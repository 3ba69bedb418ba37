// SCRIPT KILL and FUNCTION KILL: on connections of their own, past the script that they are to end.

import { openRedis, type ConnectionOptions } from '../redis-connection.js'
import { type Command, type Reply, ReplyError } from '../reply.js'
import { refusalOf } from './redis-problem.js'

/** True for a command that a server answers while it is busy with a script. */
export const isKill = ([name, subcommand]: Command): boolean =>
  subcommand?.length === 4 &&
  subcommand.toUpperCase() === 'KILL' &&
  /^(script|function)$/i.test(name)

/** Runs such a command on all servers; the answer is that of one that had something to end. */
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
  // A server that is busy cannot choose a database.
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

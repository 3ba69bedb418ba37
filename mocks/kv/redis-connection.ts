// Talking RESP2 to a real server in raw bytes, so that a test sees exactly what it answers.

import { once } from 'node:events'
import { connect } from 'node:net'
import { NIL_ARRAY, ReplyError, Status, type Bytes, type Reply } from './reply.js'

export interface RedisConnection {
  /** Sends some commands at once; resolves to one reply a command. One call at a time. */
  send(commands: readonly (readonly Bytes[])[]): Promise<Reply[]>
  close(): void
}

/** Connects to a server on this machine. */
export async function connectToRedis(port: number): Promise<RedisConnection> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1').setNoDelay()
  await once(socket, 'connect')
  return {
    async send(commands) {
      socket.write(commands.map(encode).join(''), 'latin1')
      let received = ''
      for (;;) {
        const [chunk] = (await once(socket, 'data')) as [string]
        received += chunk
        const replies = decode(received, commands.length)
        if (replies) return replies
      }
    },
    close: () => socket.destroy(),
  }
}

const encode = (command: readonly Bytes[]): Bytes =>
  `*${command.length}\r\n` + command.map((word) => `$${word.length}\r\n${word}\r\n`).join('')

/** Exactly so many replies, or nothing when the text ends before them. */
function decode(text: Bytes, count: number): Reply[] | undefined {
  let at = 0
  const line = (): string => {
    const end = text.indexOf('\r\n', at)
    if (end < 0) throw incomplete
    const line = text.slice(at, end)
    at = end + 2
    return line
  }
  const reply = (): Reply => {
    const first = line()
    const rest = first.slice(1)
    switch (first[0]) {
      case '+':
        return new Status(rest)
      case '-':
        return new ReplyError(rest)
      case ':':
        return Number.isSafeInteger(Number(rest)) ? Number(rest) : BigInt(rest)
      case '$': {
        if (rest === '-1') return null
        const start = at
        at += Number(rest) + 2
        if (at > text.length) throw incomplete
        return text.slice(start, at - 2)
      }
      case '*':
        return rest === '-1' ? NIL_ARRAY : Array.from({ length: Number(rest) }, reply)
      default:
        throw new Error(`expected a RESP2 reply, got ${JSON.stringify(first)}`)
    }
  }
  try {
    return Array.from({ length: count }, reply)
  } catch (error) {
    if (error === incomplete) return undefined
    throw error
  }
}

const incomplete = Symbol('incomplete')

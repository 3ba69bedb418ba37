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
  const chunks = socket[Symbol.asyncIterator]() as AsyncIterator<string, undefined>
  let received = ''

  async function more(): Promise<void> {
    const { value } = await chunks.next()
    if (value === undefined) throw new Error('expected a reply, but the server hung up')
    received += value
  }

  async function line(): Promise<string> {
    while (!received.includes('\r\n')) await more()
    return take(received.indexOf('\r\n'))
  }

  /** Takes so many bytes and the end of line that follows them. */
  function take(length: number): Bytes {
    const bytes = received.slice(0, length)
    received = received.slice(length + 2)
    return bytes
  }

  async function bulk(length: number): Promise<Bytes> {
    while (received.length < length + 2) await more()
    return take(length)
  }

  async function replies(count: number): Promise<Reply[]> {
    const replies: Reply[] = []
    while (replies.length < count) replies.push(await reply())
    return replies
  }

  async function reply(): Promise<Reply> {
    const first = await line()
    const rest = first.slice(1)
    if (first === '$-1') return null
    if (first === '*-1') return NIL_ARRAY
    if (first.startsWith('+')) return new Status(rest)
    if (first.startsWith('-')) return new ReplyError(rest)
    if (first.startsWith(':'))
      return Number.isSafeInteger(Number(rest)) ? Number(rest) : BigInt(rest)
    if (first.startsWith('$')) return bulk(Number(rest))
    if (first.startsWith('*')) return replies(Number(rest))
    throw new Error(`expected a RESP2 reply, got ${JSON.stringify(first)}`)
  }

  return {
    send(commands) {
      socket.write(commands.map(encode).join(''), 'latin1')
      return replies(commands.length)
    },
    close: () => socket.destroy(),
  }
}

const encode = (command: readonly Bytes[]): Bytes =>
  `*${command.length}\r\n` + command.map((word) => `$${word.length}\r\n${word}\r\n`).join('')

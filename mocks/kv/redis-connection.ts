// Talking RESP2 to a real server in raw bytes: what it answers, and what it sends unasked, is seen
// exactly as it is.

import { once } from 'node:events'
import { connect } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { NIL_ARRAY, ReplyError, Status, type Bytes, type Reply } from './reply.js'

export interface RedisConnection {
  /** Sends some commands at once; resolves to one reply a command. One call at a time. */
  send(commands: readonly (readonly Bytes[])[]): Promise<Reply[]>
  /** What the server sends next, unasked. Rejects when the connection has ended. */
  next(): Promise<Reply>
  close(): void
}

/**
 * Connects to a server and logs in.
 *
 * @param url `redis[s]://[[user][:password]@]host[:port]`
 */
export async function connectToRedis(url: string): Promise<RedisConnection> {
  const { protocol, hostname, port, username, password } = new URL(url)
  const place = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 6379) }
  const secure = protocol === 'rediss:'
  const socket = secure ? connectSecurely(place) : connect(place)
  socket.setEncoding('latin1').setNoDelay()
  await once(socket, secure ? 'secureConnect' : 'connect')
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

  const connection: RedisConnection = {
    send(commands) {
      socket.write(commands.map(encode).join(''), 'latin1')
      return replies(commands.length)
    },
    next: reply,
    close: () => socket.destroy(),
  }
  if (password !== '') {
    const credentials = username === '' ? [password] : [username, password]
    const [answer] = await connection.send([['AUTH', ...credentials.map(decodeURIComponent)]])
    if (answer instanceof ReplyError) {
      connection.close()
      throw answer
    }
  }
  return connection
}

const encode = (command: readonly Bytes[]): Bytes =>
  `*${command.length}\r\n` + command.map((word) => `$${word.length}\r\n${word}\r\n`).join('')

// A connection to Redis. The connection ends when the server does not reply in time, because a late
// reply could be taken for the reply to a later command.

import { setImmediate } from 'node:timers'
import { connect, type Socket } from 'node:net'
import { connect as connectSecurely, TLSSocket } from 'node:tls'
import { realClock } from '../../clock.js'
import type { Login } from '../backends/backend.js'
import { ReplyReader, UnreadableReply } from './replies.js'
import { parseRedisUrl } from './url.js'
import { type Bytes, type Reply, ReplyError } from '../reply.js'

interface EventFollower {
  readonly take: (sent: Reply) => void
  readonly signOfLife: readonly Bytes[]
}

export interface ConnectionOptions {
  /** The time the server has for each reply, in milliseconds. */
  readonly ms?: number
  /** The ACL user to log in as. The connection first logs in as the user of the URL to run SELECT. */
  readonly login?: Login | undefined
  /** The version of RESP. The connection itself does not send HELLO. */
  readonly protocol?: 2 | 3
  /** False to skip SELECT. */
  readonly selects?: boolean
  /** The set of open connections, to which this connection adds itself. */
  readonly among?: Set<RedisConnection>
  /** Called when a connection is lost after the login, but not when it is closed by `close`. */
  readonly whenLost?: (why: Error) => void
}

export class Silent extends Error {
  override readonly name = 'Silent'
  readonly missing: 'connection' | 'TLS' | 'reply'

  constructor(missing: Silent['missing'], ms: number) {
    super(`no ${missing} within ${ms} ms`)
    this.missing = missing
  }
}

export class HungUp extends Error {
  override readonly name = 'HungUp'
}

/** Thrown when the server refuses the login, the database or a first command. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly command: 'AUTH' | 'SELECT' | 'CLIENT'

  /** Removes the secret from the message, because a server that is not a Redis may repeat the secret. */
  constructor(command: Refused['command'], { message }: ReplyError, secret = '') {
    super(secret === '' ? message : message.replaceAll(secret, '***'))
    this.command = command
  }
}

interface Batch {
  readonly size: number
  readonly replies: Reply[]
  readonly resolve: (replies: Reply[]) => void
  readonly reject: (why: Error) => void
}

const clock = realClock()

/**
 * Time that Redis has for each reply, in milliseconds. One second more than its `busy-reply-threshold`,
 * after which a busy Redis reports BUSY itself.
 */
export const REDIS_MS = 6_000

export class RedisConnection {
  /**
   * Resolves after the login. Rejects with the errors of `send`, with `Refused`, or with a `ReplyError`
   * if the server refuses the user or is too busy for SELECT.
   */
  readonly ready: Promise<void>
  readonly #options: ConnectionOptions
  readonly #ms: number
  readonly #socket: Socket
  readonly #batches: Batch[] = []
  readonly #reader: ReplyReader
  readonly #watch = clock.alarm(() => this.#look())
  /** The follower of everything after the next reply. */
  #nextFollower: EventFollower | undefined
  #follower: EventFollower | undefined
  #unsent = ''
  #isReady = false
  #ended: Error | undefined
  /** The time of the last reply, or of the first command sent after that reply. */
  #since = 0
  #isWatching = false
  #isLate = false
  /** True while the connection waits for the reply to a sign of life. */
  #isInDoubt = false

  /** Connects to a server and logs in as the user of the URL. Throws a RangeError for an invalid URL. */
  constructor(url: string, options: ConnectionOptions = {}) {
    const { host, port, secure } = parseRedisUrl(url)
    this.#options = options
    this.#reader = new ReplyReader((reply) => this.#take(reply), options.protocol)
    this.#ms = options.ms ?? REDIS_MS
    this.#socket = secure ? connectSecurely({ host, port }) : connect({ host, port })
    this.#socket.setEncoding('latin1').setNoDelay().setKeepAlive(true, 5_000)
    const hungUp = (cause?: Error) =>
      this.#end(new HungUp('the server closed the connection', { cause }))
    this.#socket
      .on('data', (packet: string) => this.#read(packet))
      .on('error', (error: NodeJS.ErrnoException) =>
        /^(?:ECONNRESET|EPIPE)$/.test(error.code ?? '') ? hungUp(error) : this.#end(error),
      )
      .on('end', () => hungUp())
      .on('close', () => hungUp())
    this.ready = this.#greet(url).catch((why: Error) => {
      this.close(why)
      throw why
    })
    // Prevents an unhandled rejection when nobody waits for `ready`. `send` rejects with this error
    // too.
    this.ready.catch(() => {})
    options.among?.add(this)
  }

  /**
   * Sends commands together, and resolves to one reply for each. When the connection has ended, rejects
   * with `Silent`, `HungUp`, `UnreadableReply` or an error of the socket.
   */
  readonly send = (commands: readonly (readonly Bytes[])[]): Promise<Reply[]> => {
    if (commands.length === 0) return Promise.resolve([])
    return new Promise((resolve, reject) => {
      if (this.#ended) return reject(this.#ended)
      if (this.#batches.length === 0) this.#since = clock.now()
      this.#batches.push({ size: commands.length, replies: [], resolve, reject })
      if (!this.#isWatching) this.#watchOn()
      this.#write(commands.map(encode).join(''))
    })
  }

  /**
   * Sends the last command of this connection, and passes on everything after the reply unless the
   * reply is an error. When the server is silent, sends `signOfLife` and passes on the reply to it too.
   */
  async follow(command: readonly Bytes[], given: EventFollower): Promise<Reply> {
    this.#nextFollower = given
    const [reply] = await this.send([command])
    return reply!
  }

  readonly close = (why = new Error('the connection was closed')): void => {
    this.#ended ??= why
    this.#options.among?.delete(this)
    this.#watch.set(Infinity)
    this.#socket.destroy()
    for (const batch of this.#batches.splice(0)) batch.reject(this.#ended)
  }

  #end(why: Error): void {
    if (this.#ended !== undefined) return
    this.close(why)
    if (this.#isReady) this.#options.whenLost?.(why)
  }

  async #greet(url: string): Promise<void> {
    // Rejects with the first refusal, because a server that refuses one command may not reply to the
    // others.
    const replies = greeting(url, this.#options).map(async ({ command, refusal }) => {
      const [reply] = await this.send([command])
      const refused = reply instanceof ReplyError ? refusal(reply) : undefined
      if (refused) throw refused
    })
    await Promise.all(replies)
    this.#isReady = true
  }

  /** Collects the bytes of one turn of the event loop, to write them together. */
  #write(bytes: Bytes): void {
    if (this.#unsent === '') setImmediate(() => this.#flush())
    this.#unsent += bytes
  }

  #flush(): void {
    if (this.#ended === undefined) this.#socket.write(this.#unsent, 'latin1')
    this.#unsent = ''
  }

  #read(packet: string): void {
    if (this.#follower !== undefined) {
      this.#since = clock.now()
      this.#isInDoubt = false
    }
    try {
      this.#reader.put(packet)
    } catch (error) {
      this.#end(error as Error)
    }
  }

  #take(reply: Reply): void {
    if (this.#ended !== undefined) return
    if (this.#follower !== undefined) return this.#follower.take(reply)
    const batch = this.#batches[0]
    if (batch === undefined) throw new UnreadableReply('a reply that no command asked for')
    this.#since = clock.now()
    batch.replies.push(reply)
    if (batch.replies.length < batch.size) return
    this.#batches.shift()
    if (!(reply instanceof ReplyError)) this.#follower = this.#nextFollower
    batch.resolve(batch.replies)
  }

  /** Ends the connection if the server has been silent for too long. */
  #look(): void {
    if (clock.now() < this.#since + this.#ms) this.#watchOn()
    else if (this.#follower !== undefined && !this.#isInDoubt) {
      this.#isInDoubt = true
      this.#write(encode(this.#follower.signOfLife))
      this.#watchOn(clock.now())
    } else if (this.#follower === undefined && this.#batches.length === 0) this.#isWatching = false
    else if (this.#isLate) this.#end(new Silent(this.#missing, this.#ms))
    else {
      // Reads replies that arrived while this process was busy before ending the connection.
      this.#isLate = true
      this.#watch.set(clock.now())
    }
  }

  #watchOn(from = this.#since): void {
    this.#since = from
    this.#isWatching = true
    this.#isLate = false
    this.#watch.set(this.#since + this.#ms)
  }

  get #missing(): Silent['missing'] {
    if (this.#socket.connecting) return 'connection'
    return this.#socket instanceof TLSSocket && !this.#socket.getCipher() ? 'TLS' : 'reply'
  }
}

/** Connects to a server and resolves after the login. */
export async function connectToRedis(
  url: string,
  options?: ConnectionOptions,
): Promise<RedisConnection> {
  const connection = new RedisConnection(url, options)
  await connection.ready
  return connection
}

/** A command without effect. The monitor of the interface hides this command, but shows PING. */
export const SIGN_OF_LIFE = ['CLIENT', 'GETNAME'] as const

/** One of the first commands of a connection, and the error if the server refuses it. */
interface Step {
  readonly command: readonly Bytes[]
  readonly refusal: (reply: ReplyError) => Error | undefined
}

function greeting(url: string, { login: user, selects = true }: ConnectionOptions): Step[] {
  const { login, database } = parseRedisUrl(url)
  const steps: Step[] = []
  const step = (command: readonly Bytes[], refusal: Step['refusal']) =>
    steps.push({ command, refusal })
  if (login) step(['AUTH', ...login], (reply) => new Refused('AUTH', reply, login.at(-1)))
  if (selects && database > 0)
    step(['SELECT', String(database)], (reply) =>
      reply.message.startsWith('BUSY ') ? reply : new Refused('SELECT', reply),
    )
  if (user) step(['AUTH', user.name, user.password], (reply) => reply)
  // A server that is busy, loads its data or limits this user is still usable.
  step(SIGN_OF_LIFE, (reply) =>
    /^(?:ERR|NOAUTH|DENIED) /.test(reply.message) ? new Refused('CLIENT', reply) : undefined,
  )
  return steps
}

const encode = (command: readonly Bytes[]): Bytes =>
  `*${command.length}\r\n` + command.map((word) => `$${word.length}\r\n${word}\r\n`).join('')

// One connection to a Redis: commands and their replies in order, what the server sends unasked, and
// a server that does not answer, which ends the connection: a late reply reaches nobody.

import { connect, type Socket } from 'node:net'
import { connect as connectSecurely, TLSSocket } from 'node:tls'
import { realClock } from '../clock.js'
import { defaultSafety } from '../safety.js'
import type { Login } from './backends/backend.js'
import { ReplyReader, UnreadableReply } from './redis-replies.js'
import { parseRedisUrl } from './redis-url.js'
import { type Bytes, type Reply, ReplyError } from './reply.js'

export interface RedisConnection {
  /**
   * Settles when the server has let us in, or when the connection has ended before that: with these
   * errors, with `Refused`, or with the `ReplyError` of a refused user, or of a server that is too
   * busy to choose the database.
   */
  readonly ready: Promise<void>
  /**
   * Sends some commands at once; resolves to one reply a command. Rejects when the connection has
   * ended: with `Silent`, `HungUp`, `UnreadableReply` or an error of the socket.
   */
  readonly send: (commands: readonly (readonly Bytes[])[]) => Promise<Reply[]>
  /**
   * Sends a last command. Everything that comes after its reply is taken, unless that is an error. A
   * server that is silent for a while is asked for a sign of life, which is taken too.
   */
  readonly follow: (command: readonly Bytes[], follower: EventFollower) => Promise<Reply>
  readonly close: () => void
}

export interface EventFollower {
  readonly take: (sent: Reply) => void
  /** A command that has any reply at all. */
  readonly signOfLife: readonly Bytes[]
}

export interface ConnectionOptions {
  /** The milliseconds that the server has for each reply; the safety limit's default without it. */
  readonly ms?: number
  /** A user to be once the one of the URL has chosen the database. */
  readonly login?: Login | undefined
  /** False where the database does not matter. */
  readonly selects?: boolean
  /** Where the connection is kept for as long as it is open. */
  readonly among?: Set<RedisConnection>
  /** Told once why the connection has ended, when it was ready and has not been closed. */
  readonly whenLost?: (why: Error) => void
}

/** The server did not answer in time. */
export class Silent extends Error {
  override readonly name = 'Silent'
  /** What it did not do. */
  readonly missing: 'connection' | 'TLS' | 'reply'

  constructor(missing: Silent['missing'], ms: number) {
    super(`no ${missing} within ${ms} ms`)
    this.missing = missing
  }
}

/** The server ended the connection. */
export class HungUp extends Error {
  override readonly name = 'HungUp'
}

/** The server did not let us in. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly command: 'AUTH' | 'SELECT' | 'CLIENT'

  /** A server that is no Redis may say what it was sent: the secret is left out. */
  constructor(command: Refused['command'], { message }: ReplyError, secret = '') {
    super(secret === '' ? message : message.replaceAll(secret, '***'))
    this.command = command
  }
}

/** Commands that wait for their replies. */
interface Batch {
  readonly size: number
  readonly replies: Reply[]
  readonly resolve: (replies: Reply[]) => void
  readonly reject: (why: Error) => void
}

const clock = realClock()

/**
 * Connects to a server, and logs in where the URL says as whom. Throws a RangeError for a URL that
 * cannot be read.
 */
export const openRedis = (url: string, options: ConnectionOptions = {}): RedisConnection =>
  new SocketConnection(url, options)

class SocketConnection implements RedisConnection {
  readonly ready: Promise<void>
  readonly #options: ConnectionOptions
  readonly #ms: number
  readonly #socket: Socket
  readonly #batches: Batch[] = []
  readonly #reader = new ReplyReader((reply) => this.#take(reply))
  readonly #watch = clock.alarm(() => this.#look())
  /** Who takes what comes unasked, once nothing is asked any more. */
  #follower: EventFollower | undefined
  #unsent = ''
  #isReady = false
  #ended: Error | undefined
  /** When the server last answered, or was asked after it had answered everything. */
  #since = 0
  #isWatching = false
  #isLate = false
  /** A sign of life has been asked for and has not come. */
  #isInDoubt = false

  constructor(url: string, options: ConnectionOptions) {
    const { host, port, secure } = parseRedisUrl(url)
    this.#options = options
    this.#ms = options.ms ?? defaultSafety.redisMs
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
    // Nobody has to wait for it: a connection that has ended says so to whoever sends.
    this.ready.catch(() => {})
    options.among?.add(this)
  }

  readonly send = (commands: readonly (readonly Bytes[])[]): Promise<Reply[]> =>
    this.#send(commands)

  async follow(command: readonly Bytes[], given: EventFollower): Promise<Reply> {
    const [reply] = await this.#send([command], ([first]) => {
      if (!(first instanceof ReplyError)) this.#follower = given
    })
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
    // A server that refuses the first of them may answer no other.
    const replies = greeting(url, this.#options).map(async ({ command, refusal }) => {
      const [reply] = await this.#send([command])
      const refused = reply instanceof ReplyError ? refusal(reply) : undefined
      if (refused) throw refused
    })
    await Promise.all(replies)
    this.#isReady = true
  }

  /** `whenReplied` is told of the replies before anything that follows them is read. */
  #send(
    commands: readonly (readonly Bytes[])[],
    whenReplied: (replies: Reply[]) => void = () => {},
  ): Promise<Reply[]> {
    if (commands.length === 0) return Promise.resolve([])
    return new Promise((resolve, reject) => {
      if (this.#ended) return reject(this.#ended)
      if (this.#batches.length === 0) this.#since = clock.now()
      const replied = (replies: Reply[]) => {
        whenReplied(replies)
        resolve(replies)
      }
      this.#batches.push({ size: commands.length, replies: [], resolve: replied, reject })
      if (!this.#isWatching) this.#watchOn()
      this.#write(commands.map(encode).join(''))
    })
  }

  /** What is sent in one turn of the event loop goes out together. */
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
    batch.resolve(batch.replies)
  }

  /** Looks whether the server has been silent for too long. */
  #look(): void {
    if (clock.now() < this.#since + this.#ms) this.#watchOn()
    else if (this.#follower !== undefined && !this.#isInDoubt) {
      this.#isInDoubt = true
      this.#write(encode(this.#follower.signOfLife))
      this.#watchOn(clock.now())
    } else if (this.#follower === undefined && this.#batches.length === 0) this.#isWatching = false
    else if (this.#isLate) this.#end(new Silent(this.#missing, this.#ms))
    else {
      // What has come while this process was busy is read first.
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

/** Connects to a server, and resolves when it has let us in. */
export async function connectToRedis(
  url: string,
  options?: ConnectionOptions,
): Promise<RedisConnection> {
  const connection = openRedis(url, options)
  await connection.ready
  return connection
}

/** A command that changes nothing and that monitors of the interface do not show, as they do PING. */
export const SIGN_OF_LIFE = ['CLIENT', 'GETNAME'] as const

/** A command that begins a connection, and the error that an error of it is. */
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
  // One that is busy, loads its data or lets this user do little is there.
  step(SIGN_OF_LIFE, (reply) =>
    /^(?:ERR|NOAUTH|DENIED) /.test(reply.message) ? new Refused('CLIENT', reply) : undefined,
  )
  return steps
}

const encode = (command: readonly Bytes[]): Bytes =>
  `*${command.length}\r\n` + command.map((word) => `$${word.length}\r\n${word}\r\n`).join('')

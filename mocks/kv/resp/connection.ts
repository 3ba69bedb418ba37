// One client's session: whether a command may run now, is queued or waits, and what is sent back.

import type { AlarmClock } from '../../clock.js'
import type { Stop } from '../backends/backend.js'
import type { CommandInfo } from '../command/command-info.js'
import type { MemoryBackend } from '../backends/memory.js'
import { noPermission } from '../command/call.js'
import { hasArity, wrongArity } from '../command/refusals.js'
import type { CommandTable } from '../command/table.js'
import type { Watch } from '../engine/core/touches.js'
import type { Kv, Session } from '../decisions.js'
import { type Bytes, type Command, NIL_ARRAY, type Reply, ReplyError, Status } from '../reply.js'
import type { Place } from './about.js'
import { type Answer, Wire } from './answer.js'
import { isBlocking, type BlockingCommand } from './blocking.js'

/** What all clients share. */
export interface Home {
  readonly kv: Kv
  readonly backend: MemoryBackend
  readonly clock: AlarmClock
  /** The commands that HTTP has no use for: those about a connection, and those that wait. */
  readonly connectionCommands: CommandTable<ConnectionCommand>
  readonly blockingCommands: CommandTable<BlockingCommand>
  /** Who is connected, by id. */
  readonly connections: Map<number, Connection>
}

/** The client at the other end, whatever carries the bytes. */
export interface Peer {
  /** Host and port, of both ends. */
  readonly address: string
  readonly localAddress: string
  /** Sends an answer. */
  send(bytes: Bytes): void
  /** Sends what was not asked for; who does not read it is disconnected. */
  push(bytes: Bytes): void
  /** Disconnects, after what has been sent or at once. */
  end(): void
  destroy(): void
}

/** A command that is about the connection it comes by. */
export interface ConnectionCommand extends CommandInfo {
  readonly allowed: readonly Place[]
  readonly run: (connection: Connection, command: Command) => Answer | Promise<Answer>
}

/** The kinds of names that one subscribes to. */
export type Subscribed = 'channel' | 'pattern' | 'shard'

interface Transaction {
  readonly queue: Command[]
  bytes: number
  /** Whether a command was refused, so that none may run. */
  broken: boolean
}

/** What a client does to others, which the Read Only token is not for. */
const OF_OTHERS: ReadonlySet<string> = new Set(['client|kill', 'client|list', 'client|unblock'])

/** Bytes of a subscription or of a watched key, beside its name. */
const FOLLOWED = 500

export class Connection {
  readonly home: Home
  readonly peer: Peer
  readonly id: number
  readonly since: number
  name: Bytes = ''
  /** Whoever has logged in, and under which name. */
  session: Session | undefined
  user = 'default'
  transaction: Transaction | undefined
  readonly subscriptions: Readonly<Record<Subscribed, Map<Bytes, Stop>>> = {
    channel: new Map(),
    pattern: new Map(),
    shard: new Map(),
  }
  stopMonitor: Stop | undefined
  /** Ends the waiting of a command with a reply; absent: none waits. */
  wake: ((reply: Reply) => void) | undefined
  /** Which answers are not sent: none, the one after the next, the next, or all. */
  silence: 'none' | 'after-this' | 'next' | 'always' = 'none'
  last = ''
  #watches: Watch[] = []
  /** Bytes of the names that it has subscribed to, and of the keys that it watches. */
  #subscribed = 0
  #watched = 0
  #executing = false

  constructor(home: Home, peer: Peer, id: number) {
    this.home = home
    this.peer = peer
    this.id = id
    this.since = home.clock.now()
    home.connections.set(id, this)
  }

  /** Answers a command; a promise while the answer has to wait. */
  handle(command: Command): void | Promise<void> {
    const answer = this.#answer(command)
    if (!(answer instanceof Promise)) return this.#tell(answer)
    return answer
      .catch((error: unknown) => {
        if (error instanceof ReplyError) return error
        throw error
      })
      .then((answer) => this.#tell(answer))
  }

  #tell(answer: Answer): void {
    const { silence } = this
    if (silence === 'after-this') this.silence = 'next'
    else if (silence === 'next') this.silence = 'none'
    if (silence === 'none') this.peer.send(this.#sendable(answer))
  }

  /** The bytes of a reply; the error in its place where it is too long to be sent. */
  #sendable(answer: Answer): Bytes {
    try {
      return this.encode(answer)
    } catch (error) {
      if (error instanceof ReplyError) return this.encode(error)
      throw error
    }
  }

  #send(bytes: Bytes): void {
    if (this.silence === 'none') this.peer.send(bytes)
  }

  encode(answer: Answer): Bytes {
    return answer instanceof Wire ? answer.bytes : this.home.kv.resp2(answer)
  }

  /** Sends what was not asked for. */
  push(reply: Reply): void {
    this.peer.push(this.encode(reply))
  }

  #answer(command: Command): Answer | Promise<Answer> {
    const { kv, backend, connectionCommands, blockingCommands } = this.home
    const [name] = command
    const own = connectionCommands.named(name) && connectionCommands.lookup(command)
    const info = own ?? blockingCommands.named(name) ?? backend.lookup(command)
    if (info instanceof ReplyError) return this.#refuse(info)
    this.last = info.name
    if (!hasArity(command, info)) return this.#refuse(wrongArity(info.name))
    const allowed = own && 'allowed' in own ? own.allowed : []
    if (this.session === undefined && !allowed.includes('stranger')) {
      return this.#refuse(new ReplyError('NOAUTH Authentication required.'))
    }
    if (this.session?.readOnly && (kv.isDeniedToReadOnly(info) || OF_OTHERS.has(info.name))) {
      return this.#refuse(noPermission({ reason: 'command', object: info.name }))
    }
    if (this.transaction && allowed.includes('never-queued')) {
      return this.#refuse(new ReplyError('ERR Command not allowed inside a transaction'))
    }
    if (this.isSubscriber && !allowed.includes('subscriber')) {
      return this.#refuse(onlySubscribing(info.name))
    }
    if (this.transaction && !allowed.includes('at-once')) {
      return this.#queue(this.transaction, command)
    }
    return this.#run(command)
  }

  #refuse(error: ReplyError): ReplyError {
    if (this.transaction) this.transaction.broken = true
    return error
  }

  #queue(transaction: Transaction, command: Command): Reply {
    transaction.bytes += command.reduce((sum, { length }) => sum + length + 16, 0)
    const { bodyBytes } = this.home.kv.safety
    if (transaction.bytes > bodyBytes) {
      transaction.queue.length = 0
      return this.#refuse(
        new ReplyError(`ERR a transaction has at most ${bodyBytes} bytes of commands`),
      )
    }
    transaction.queue.push(command)
    return new Status('QUEUED')
  }

  /** Runs a command that has been found to be one. */
  #run(command: Command): Answer | Promise<Answer> {
    const { connectionCommands, blockingCommands } = this.home
    const own = connectionCommands.named(command[0]) && connectionCommands.lookup(command)
    if (own instanceof ReplyError) return own
    if (own) return caught(() => own.run(this, command))
    const waiting = blockingCommands.named(command[0])
    if (waiting && isBlocking(waiting, command)) return this.#waitFor(waiting, command)
    return this.execute(command)
  }

  /** Runs a command of the database. */
  execute(command: Command): Reply {
    return this.home.backend.execute(command, this.session)
  }

  #waitFor(blocking: BlockingCommand, command: Command): Reply | Promise<Reply> {
    const { backend, clock } = this.home
    // What a waiting command looks for is no command of its client, who may do no more for all that.
    const { login } = this.session ?? {}
    const execute = (command: Command) => backend.execute(command, login && { login })
    return caught(() => {
      backend.show(command, this.peer.address)
      const wait = blocking.read(command, execute)
      const now = backend.atomically(wait.now)
      if (now !== undefined) return now
      if (this.#executing) return wait.none
      return new Promise<Reply>((answer) => {
        const wake = (reply: Reply) => {
          stop()
          alarm.set(Infinity)
          this.wake = undefined
          answer(reply)
        }
        const alarm = clock.alarm(() => wake(NIL_ARRAY))
        const stop = backend.wait(wait.keys, (key) => {
          const type = backend.execute(['TYPE', key])
          const reply = type instanceof Status && type.text === wait.type ? wait.at(key) : undefined
          if (reply !== undefined) wake(reply)
          return reply !== undefined
        })
        this.wake = wake
        if (wait.timeout > 0) alarm.set(clock.now() + wait.timeout)
      })
    })
  }

  get isSubscriber(): boolean {
    const { channel, pattern, shard } = this.subscriptions
    return channel.size + pattern.size + shard.size > 0
  }

  /** Whether what runs now is part of a transaction, in which nothing waits. */
  get isExecuting(): boolean {
    return this.#executing
  }

  /** Bytes that are kept of what this client has sent: a transaction, subscriptions, watched keys. */
  get bytes(): number {
    return (this.transaction?.bytes ?? 0) + this.#subscribed + this.#watched
  }

  /** Begins a subscription, unless there is one of that name. */
  subscribe(kind: Subscribed, name: Bytes, begin: () => Stop): void {
    const stops = this.subscriptions[kind]
    if (stops.has(name)) return
    stops.set(name, begin())
    this.#subscribed += FOLLOWED + name.length
  }

  unsubscribe(kind: Subscribed, name: Bytes): void {
    const stops = this.subscriptions[kind]
    stops.get(name)?.()
    if (stops.delete(name)) this.#subscribed -= FOLLOWED + name.length
  }

  watch(keys: readonly Bytes[]): void {
    this.#watched += keys.reduce((sum, { length }) => sum + FOLLOWED + length, 0)
    this.#watches.push(this.home.backend.watch(keys))
  }

  unwatch(): void {
    for (const watch of this.#watches.splice(0)) watch.stop()
    this.#watched = 0
  }

  /** Forgets the transaction that was begun, and the keys that were watched for it. */
  discard(): void {
    this.transaction = undefined
    this.unwatch()
  }

  /** Runs the transaction that was begun: at once for everybody else, or not at all. */
  exec({ queue, broken }: Transaction): Answer {
    const changed = this.#watches.some((watch) => watch.broken)
    this.discard()
    if (broken) {
      return new ReplyError('EXECABORT Transaction discarded because of previous errors.')
    }
    if (changed) return NIL_ARRAY
    // Each answer is sent as it comes, in its place among the messages that the transaction publishes.
    this.#send(`*${queue.length}\r\n`)
    this.#executing = true
    try {
      this.home.backend.atomically(() => {
        for (const command of queue) {
          // What is queued answers at once: commands that cannot are not queued.
          this.#send(this.encode(this.#run(command) as Answer))
        }
      })
    } finally {
      this.#executing = false
    }
    return new Wire('')
  }

  unsubscribeAll(): void {
    for (const stops of Object.values(this.subscriptions)) {
      for (const stop of stops.values()) stop()
      stops.clear()
    }
    this.#subscribed = 0
  }

  /** Is as it was at the beginning: nobody has logged in. */
  reset(): void {
    this.discard()
    this.unsubscribeAll()
    this.stopMonitor?.()
    this.stopMonitor = undefined
    this.silence = 'none'
    this.name = ''
    this.session = undefined
    this.user = 'default'
  }

  /** The client is gone: it waits for nothing and listens to nothing any more. */
  close(): void {
    this.reset()
    this.wake?.(NIL_ARRAY)
    this.home.connections.delete(this.id)
  }
}

const onlySubscribing = (name: string) =>
  new ReplyError(
    `ERR Can't execute '${name}': only (P|S)SUBSCRIBE / (P|S)UNSUBSCRIBE / PING / QUIT / RESET ` +
      'are allowed in this context',
  )

/** What a body returns, or the refusal that it raises. */
function caught<T>(body: () => T): T | ReplyError {
  try {
    return body()
  } catch (error) {
    if (error instanceof ReplyError) return error
    throw error
  }
}

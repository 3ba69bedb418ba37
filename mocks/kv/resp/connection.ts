// One client of the RESP port. Its commands run, are queued in a transaction, wait or are refused.

import type { AlarmClock } from '../../clock.js'
import type { Stop } from '../backends/backend.js'
import type { CommandInfo } from '../command/command-info.js'
import type { MemoryBackend } from '../backends/memory.js'
import { noPermission } from '../command/call.js'
import { discarded, hasArity, wrongArity } from '../command/refusals.js'
import { outOfMemory } from '../engine/core/database.js'
import type { CommandTable } from '../command/table.js'
import type { Watch } from '../engine/core/touches.js'
import type { Kv, Session } from '../decisions.js'
import { type Bytes, type Command, NIL_ARRAY, type Reply, ReplyError, Status } from '../reply.js'
import { isBlocking, type BlockingCommand, NO_KEYS } from './blocking.js'

/** Encoded bytes to send, for a command that does not have exactly one reply. */
export class Wire {
  readonly bytes: Bytes
  constructor(bytes: Bytes) {
    this.bytes = bytes
  }
}

/** The reply to a command on a connection, or its encoded bytes. */
export type EncodableReply = Reply | Wire

/**
 * A state of the connection in which a command may be sent: before the login, while subscribed, or in a
 * transaction. In a transaction, `at-once` runs the command instead of queueing it, and `never-queued`
 * refuses it.
 */
type CommandState = 'stranger' | 'subscriber' | 'at-once' | 'never-queued'

/** The objects that all clients share. */
export interface Home {
  readonly kv: Kv
  readonly backend: MemoryBackend
  readonly clock: AlarmClock
  /** The commands that HTTP does not have: commands for a connection, and commands that wait for a key. */
  readonly connectionCommands: CommandTable<ConnectionCommand>
  readonly blockingCommands: CommandTable<BlockingCommand>
  readonly connections: Map<number, RespConnection>
}

/** The client at the other end of a connection. */
export interface Peer {
  /** Host and port of the client. */
  readonly address: string
  readonly localAddress: string
  send(bytes: Bytes): void
  /** Sends a message or an event. Disconnects a client that does not read them. */
  push(bytes: Bytes): void
  /** Disconnects after all bytes sent so far. */
  end(): void
  /** Disconnects at once. */
  destroy(): void
}

/** A command that affects the connection on which it is sent. */
export interface ConnectionCommand extends CommandInfo {
  readonly allowed: readonly CommandState[]
  readonly run: (
    connection: RespConnection,
    command: Command,
  ) => EncodableReply | Promise<EncodableReply>
}

export const command = (
  name: string,
  arity: number,
  allowed: readonly CommandState[],
  run: ConnectionCommand['run'],
): ConnectionCommand => ({ name, arity, write: false, keys: NO_KEYS, allowed, run })

export type Subscribed = 'channel' | 'pattern' | 'shard'

interface Transaction {
  readonly queue: Command[]
  bytes: number
  /** True after a refused command. EXEC then runs no command. */
  broken: boolean
}

/** Commands about other clients. The Read Only token may not run them. */
const OF_OTHERS: ReadonlySet<string> = new Set(['client|kill', 'client|list', 'client|unblock'])

/** The commands that run while a script of another client has paused. */
const WHILE_BUSY: ReadonlySet<string> = new Set([
  ...['auth', 'discard', 'function|kill', 'function|stats', 'hello', 'multi', 'quit', 'reset'],
  ...['script|kill', 'unwatch', 'watch'],
])

/** The estimated memory of a subscription or a watched key in addition to its name, in bytes. */
const FOLLOWED = 500

export class RespConnection {
  readonly home: Home
  readonly peer: Peer
  readonly id: number
  readonly since: number
  name: Bytes = ''
  /** The session of the client. Undefined before the login. */
  session: Session | undefined
  user = 'default'
  transaction: Transaction | undefined
  readonly subscriptions: Readonly<Record<Subscribed, Map<Bytes, Stop>>> = {
    channel: new Map(),
    pattern: new Map(),
    shard: new Map(),
  }
  stopMonitor: Stop | undefined
  /** Ends the waiting command with a reply. Undefined while no command waits. */
  wake: ((reply: Reply) => void) | undefined
  /** The replies that are not sent, as set by CLIENT REPLY. */
  silence: 'none' | 'after-this' | 'next' | 'always' = 'none'
  last = ''
  #watches: Watch[] = []
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

  /** Runs a command and sends the reply. Returns a promise if the reply is not ready yet. */
  handle(command: Command): void | Promise<void> {
    const answer = this.#answer(command)
    if (!(answer instanceof Promise)) return this.#respond(answer)
    return answer
      .catch((error: unknown) => {
        if (error instanceof ReplyError) return error
        throw error
      })
      .then((answer) => this.#respond(answer))
  }

  #respond(answer: EncodableReply): void {
    const { silence } = this
    if (silence === 'after-this') this.silence = 'next'
    else if (silence === 'next') this.silence = 'none'
    if (silence === 'none') this.peer.send(this.#sendable(answer))
  }

  /** Returns the bytes of a reply. If the reply is too long to send, returns the bytes of an error. */
  #sendable(answer: EncodableReply): Bytes {
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

  encode(answer: EncodableReply): Bytes {
    return answer instanceof Wire ? answer.bytes : this.home.kv.resp2(answer)
  }

  push(reply: Reply): void {
    this.peer.push(this.encode(reply))
  }

  #answer(command: Command): EncodableReply | Promise<EncodableReply> {
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
    if (backend.busy && !WHILE_BUSY.has(info.name)) return this.#refuseWhileBusy(info, backend.busy)
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

  /** Refuses a command while a script of another client has paused. */
  #refuseWhileBusy({ name }: CommandInfo, busy: ReplyError): ReplyError {
    if (name !== 'exec' || !this.transaction) return this.#refuse(busy)
    this.discard()
    return discarded(busy)
  }

  #queue(transaction: Transaction, command: Command): Reply {
    if (this.home.backend.isTooMuch(command)) return this.#refuse(outOfMemory())
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

  /** Runs a command that has passed all checks. */
  #run(command: Command): EncodableReply | Promise<EncodableReply> {
    const { connectionCommands, blockingCommands } = this.home
    const own = connectionCommands.named(command[0]) && connectionCommands.lookup(command)
    if (own instanceof ReplyError) return own
    if (own) return caught(() => own.run(this, command))
    const waiting = blockingCommands.named(command[0])
    if (waiting && isBlocking(waiting, command)) return this.#waitFor(waiting, command)
    if (this.#executing) return this.execute(command)
    return this.home.backend.run(command, this.session)
  }

  execute(command: Command): Reply {
    return this.home.backend.execute(command, this.session)
  }

  #waitFor(blocking: BlockingCommand, command: Command): Reply | Promise<Reply> {
    const { backend, clock } = this.home
    // The monitor shows only the waiting command. The commands that read for it have the permissions of
    // the client.
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

  /** True while EXEC runs a transaction. No command waits in a transaction. */
  get isExecuting(): boolean {
    return this.#executing
  }

  /** The memory that the client occupies in bytes: its transaction, subscriptions and watched keys. */
  get bytes(): number {
    return (this.transaction?.bytes ?? 0) + this.#subscribed + this.#watched
  }

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

  discard(): void {
    this.transaction = undefined
    this.unwatch()
  }

  /** Runs a transaction atomically, or refuses a transaction that has a refused command. */
  exec({ queue, broken }: Transaction): EncodableReply {
    const changed = this.#watches.some((watch) => watch.broken)
    this.discard()
    if (broken) {
      return new ReplyError('EXECABORT Transaction discarded because of previous errors.')
    }
    if (changed) return NIL_ARRAY
    if (queue.some((command) => this.home.backend.isTooMuch(command))) {
      return discarded(outOfMemory())
    }
    // Sends each reply at once, to keep its order with the messages that the transaction publishes.
    this.#send(`*${queue.length}\r\n`)
    this.#executing = true
    try {
      this.home.backend.atomically(() => {
        for (const command of queue) {
          // A transaction never contains commands whose reply is not ready at once.
          this.#send(this.encode(this.#run(command) as EncodableReply))
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

  /** Resets the connection to the state before the login. */
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

  /** Ends the subscriptions, watches and waiting command of a client that has disconnected. */
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

/** Returns the result of a function, or the refusal that the function throws. */
function caught<T>(body: () => T): T | ReplyError {
  try {
    return body()
  } catch (error) {
    if (error instanceof ReplyError) return error
    throw error
  }
}

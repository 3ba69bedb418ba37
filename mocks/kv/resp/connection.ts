// One client of the RESP port. Its commands run, are queued in a transaction, wait or are refused.

import { resp2, resp3 } from '../encode.js'
import type { AlarmClock } from '../../clock.js'
import type { Sender, Stop } from '../backends/backend.js'
import type { Steps } from '../backends/executor.js'
import type { CommandEntry } from '../command/command.js'
import type { MemoryBackend } from '../backends/memory.js'
import { noPermission } from '../command/call.js'
import { discarded, hasArity, wrongArity } from '../command/refusals.js'
import { outOfMemory } from '../engine/core/database.js'
import { shaped } from '../command/resp3.js'
import type { CommandTable, CommandInfo } from '../command/table.js'
import type { Watch } from '../engine/core/touches.js'
import type { Kv, Session } from '../decisions.js'
import { type Bytes, type Command, NIL_ARRAY, type Reply, ReplyError, Status } from '../reply.js'
import { withoutSecrets } from '../secrets.js'
import { isBlocking, type BlockingCommand, NO_KEYS } from './blocking.js'
import type { Pause } from './pause.js'
import type { Tracking } from './tracking.js'

/** Encoded bytes to send, for a command that does not have exactly one reply. */
export class Wire {
  readonly bytes: Bytes
  /** True for messages, which CLIENT REPLY does not stop. */
  readonly isPush: boolean
  constructor(bytes: Bytes, isPush = false) {
    this.bytes = bytes
    this.isPush = isPush
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
  readonly pause: Pause
  readonly tracking: Tracking
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
  /** False for a command that monitors do not see. */
  readonly isShown: boolean
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
): ConnectionCommand => ({
  name,
  arity,
  write: false,
  keys: NO_KEYS,
  allowed,
  run,
  isShown: !HIDDEN.has(name),
})

/** Commands that Redis shows to no monitor, because they are for operators. */
const HIDDEN: ReadonlySet<string> = new Set([
  'client|kill',
  'client|list',
  'client|no-evict',
  'client|pause',
  'client|unblock',
  'client|unpause',
  'monitor',
])

export type Subscribed = 'channel' | 'pattern' | 'shard'

interface Transaction {
  readonly queue: Command[]
  bytes: number
  /** True after a refused command. EXEC then runs no command. */
  broken: boolean
}

/** Commands about other clients. The Read Only token may not run them. */
const OF_OTHERS: ReadonlySet<string> = new Set([
  'client|kill',
  'client|list',
  'client|unblock',
  'client|pause',
  'client|unpause',
])

/** The commands that run while a script of another client has paused. */
const WHILE_BUSY: ReadonlySet<string> = new Set([
  'auth',
  'discard',
  'function|kill',
  'function|stats',
  'hello',
  'multi',
  'quit',
  'reset',
  'script|kill',
  'unwatch',
  'watch',
])

/** The estimated memory of a subscription or a watched key in addition to its name, in bytes. */
const FOLLOWED = 500

export class RespConnection {
  readonly home: Home
  readonly peer: Peer
  readonly id: number
  readonly since: number
  /** The time of the last command. */
  usedAt: number
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
  /** The version of RESP that the client has chosen with HELLO. */
  protocol: 2 | 3 = 2
  /** The replies that are not sent, as set by CLIENT REPLY. */
  silence: 'none' | 'after-this' | 'next' | 'always' = 'none'
  last = 'NULL'
  /** True after CLIENT NO-EVICT ON. The mock evicts no clients. */
  staysAlways = false
  /** True while a command waits for the end of a pause. */
  isPaused = false
  /** True if the waiting command has a timeout. */
  hasTimeout = false
  #watches: Watch[] = []
  #subscribed = 0
  #watched = 0
  #executing = false

  constructor(home: Home, peer: Peer, id: number) {
    this.home = home
    this.peer = peer
    this.id = id
    this.since = home.clock.now()
    this.usedAt = this.since
    home.connections.set(id, this)
  }

  /** Runs a command and sends the reply. Returns a promise if the reply is not ready yet. */
  handle(command: Command): void | Promise<void> {
    const { tracking } = this.home
    tracking.current = this
    const answer = this.#answer(command)
    tracking.current = undefined
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
    if (silence === 'none' || isPush(answer)) this.peer.send(this.#sendable(answer))
    this.home.tracking.replied(this)
    this.#endCaching()
  }

  /** CLIENT CACHING counts for the next command except CLIENT, or for a transaction. */
  #endCaching(): void {
    const state = this.home.tracking.stateOf(this)
    if (state && !this.last.startsWith('client') && !this.transaction) state.isCachingGiven = false
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

  encode(answer: EncodableReply): Bytes {
    if (answer instanceof Wire) return answer.bytes
    return this.protocol === 3 ? resp3(answer) : resp2(answer)
  }

  push(reply: Reply): void {
    this.peer.push(this.encode(reply))
  }

  #answer(command: Command): EncodableReply | Promise<EncodableReply> {
    const { kv } = this.home
    const info = this.#infoOf(command)
    if (info instanceof ReplyError) return this.#refuse(info)
    const refuse = (error: ReplyError) => this.#refuse(error, info.name)
    this.last = info.name
    this.usedAt = this.home.clock.now()
    if (!hasArity(command, info)) return refuse(wrongArity(info.name))
    const allowed = 'allowed' in info ? info.allowed : []
    if (this.session === undefined && !allowed.includes('stranger')) {
      return refuse(new ReplyError('NOAUTH Authentication required.'))
    }
    if (this.session?.readOnly && (kv.isDeniedToReadOnly(info) || OF_OTHERS.has(info.name))) {
      return refuse(noPermission({ reason: 'command', object: info.name }))
    }
    if (this.home.backend.executor.isHeld && !WHILE_BUSY.has(info.name))
      return this.#afterScript(info, command)
    if (this.transaction && allowed.includes('never-queued')) {
      return refuse(new ReplyError('ERR Command not allowed inside a transaction'))
    }
    if (this.protocol === 2 && this.isSubscriber && !allowed.includes('subscriber')) {
      return refuse(onlySubscribing(info.name))
    }
    if (this.stopMonitor && usesKeys(info)) {
      return refuse(new ReplyError("ERR Replica can't interact with the keyspace"))
    }
    if (this.home.pause.stops(this.#mayChange(info))) return this.#afterPause(command)
    if (this.transaction && !allowed.includes('at-once')) {
      return this.#queue(this.transaction, command)
    }
    return this.#run(command)
  }

  #infoOf(command: Command): ConnectionCommand | BlockingCommand | CommandEntry | ReplyError {
    const { backend, connectionCommands, blockingCommands } = this.home
    const own = connectionCommands.named(command[0]) && connectionCommands.lookup(command)
    return own ?? blockingCommands.named(command[0]) ?? backend.lookup(command)
  }

  #refuse(error: ReplyError, name?: string): ReplyError {
    if (this.transaction) this.transaction.broken = true
    this.home.backend.statistics.rejected(name, error)
    return error
  }

  /** Runs a command after the script or transaction of another client, or refuses the command. */
  #afterScript(info: CommandInfo, command: Command): EncodableReply | Promise<EncodableReply> {
    return this.home.backend.executor.whenFree<EncodableReply>(
      [command],
      () => this.#answerLater(command),
      (busy) => this.#refuseWhileBusy(info, busy),
    )
  }

  /** Runs a command that had to wait, unless the client has disconnected. */
  #answerLater(command: Command): EncodableReply | Promise<EncodableReply> {
    if (!this.isConnected) return new Wire('')
    const { tracking } = this.home
    tracking.current = this
    const answer = this.#answer(command)
    tracking.current = undefined
    return answer
  }

  /** Refuses a command because the script or transaction of another client takes too long. */
  #refuseWhileBusy({ name }: CommandInfo, busy: ReplyError): ReplyError {
    if (name !== 'exec' || !this.transaction) return this.#refuse(busy, name)
    this.discard()
    return discarded(busy)
  }

  /** Returns true if a pause of writes stops the command. */
  #mayChange(info: CommandInfo): boolean {
    if (info.name !== 'exec') return mayChange(info)
    return (this.transaction?.queue ?? []).some((command) => {
      const queued = this.#infoOf(command)
      return !(queued instanceof ReplyError) && mayChange(queued)
    })
  }

  async #afterPause(command: Command): Promise<EncodableReply> {
    this.isPaused = true
    await this.home.pause.wait()
    this.isPaused = false
    return this.#answerLater(command)
  }

  get isConnected(): boolean {
    return this.home.connections.has(this.id)
  }

  #queue(transaction: Transaction, command: Command): Reply {
    // Redis then queues no command at all.
    if (this.home.backend.isFull) return this.#refuse(outOfMemory())
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
    const info = this.#infoOf(command)
    if (info instanceof ReplyError) return info
    if ('allowed' in info) return this.#runOwn(info, command)
    if ('read' in info && isBlocking(info, command)) {
      const reply = this.#counted(info.name, this.#waitFor(info, command))
      if (this.protocol === 2) return reply
      if (!(reply instanceof Promise)) return shaped(info, reply, command)
      return reply.then((reply) => shaped(info, reply, command))
    }
    const reply = this.home.backend.execute(command, this.session)
    if (reply instanceof Promise) return reply.then((reply) => this.#ran(info, command, reply))
    return this.#ran(info, command, reply)
  }

  #ran(info: CommandInfo | CommandEntry, command: Command, reply: Reply): EncodableReply {
    if ('facts' in info) this.home.tracking.read(this, info, command)
    return this.protocol === 2 ? reply : shaped(info, reply, command)
  }

  /** Runs a command for the connection, and shows it to monitors. */
  #runOwn(own: ConnectionCommand, command: Command): EncodableReply | Promise<EncodableReply> {
    const answer = caught(() => own.run(this, command))
    // The engine counts and shows its own commands.
    if (!(this.home.backend.lookup(command) instanceof ReplyError)) return answer
    if (own.isShown) this.home.backend.executor.show(withoutSecrets(command), this.peer.address)
    return this.#counted(own.name, answer)
  }

  /** Counts a call, when it has ended, of a command that the engine does not count. */
  #counted<T extends EncodableReply>(name: string, answer: T | Promise<T>): T | Promise<T> {
    const { statistics } = this.home.backend
    const check = (answer: T): T => {
      statistics.ended(name, answer instanceof ReplyError ? answer : undefined)
      return answer
    }
    return answer instanceof Promise ? answer.then(check) : check(answer)
  }

  execute(command: Command): Reply {
    return this.home.backend.executeNow(command, this.session)
  }

  #waitFor(blocking: BlockingCommand, command: Command): Reply | Promise<Reply> {
    const { backend, clock } = this.home
    // The monitor shows only the waiting command. The commands that read for it have the permissions of
    // the client.
    const { login } = this.session ?? {}
    const part: Sender = login ? { login, isPart: true } : PART
    const execute = (command: Command) => backend.executeNow(command, part)
    return caught(() => {
      backend.executor.show(command, this.peer.address)
      const wait = blocking.read(command, execute)
      const now = backend.executor.atomicallyNow(wait.now)
      if (now !== undefined) return now
      if (this.#executing) return wait.none
      return new Promise<Reply>((answer) => {
        const wake = (reply: Reply) => {
          stop()
          alarm.set(Infinity)
          this.wake = undefined
          this.hasTimeout = false
          answer(reply)
        }
        const alarm = clock.alarm(() => wake(NIL_ARRAY))
        const stop = backend.touches.wait(wait.keys, (key) => {
          const type = backend.executeNow(['TYPE', key], PART)
          const isThere = type instanceof Status && type.text === wait.type
          const reply = isThere ? wait.at(key) : wait.lost
          if (reply !== undefined) wake(reply)
          return reply !== undefined
        })
        this.wake = wake
        this.hasTimeout = wait.timeout > 0
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
    this.#watches.push(this.home.backend.touches.watch(keys))
  }

  unwatch(): void {
    for (const watch of this.#watches.splice(0)) watch.stop()
    this.#watched = 0
  }

  /** True if EXEC would refuse the transaction because a watched key has changed. */
  get isWatchBroken(): boolean {
    return this.#watches.some((watch) => watch.broken)
  }

  discard(): void {
    this.transaction = undefined
    this.unwatch()
  }

  /** Runs a transaction atomically, or refuses a transaction that has a refused command. */
  exec({ queue, broken }: Transaction): EncodableReply | Promise<EncodableReply> {
    const { backend } = this.home
    const run = () => this.#steps(queue, broken)
    return backend.executor.atomically<EncodableReply, EncodableReply>(queue, run, discarded)
  }

  *#steps(queue: readonly Command[], broken: boolean): Steps<EncodableReply, EncodableReply> {
    const changed = this.isWatchBroken
    this.discard()
    if (broken) {
      return new ReplyError('EXECABORT Transaction discarded because of previous errors.')
    }
    if (changed) return NIL_ARRAY
    if (queue.some((command) => this.home.backend.isTooMuch(command))) {
      return discarded(outOfMemory())
    }
    // Sends each reply at once, to keep its order with the messages that the transaction publishes.
    if (this.silence === 'none') this.peer.send(`*${queue.length}\r\n`)
    this.#executing = true
    try {
      for (const command of queue) {
        const answer = yield this.#run(command)
        if (this.silence === 'none' || isPush(answer)) this.peer.send(this.encode(answer))
      }
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
    this.home.tracking.end(this)
    this.stopMonitor?.()
    this.stopMonitor = undefined
    this.silence = 'none'
    this.protocol = 2
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

/** The sender of a command that is part of another command. */
const PART: Sender = { isPart: true }

/** Returns true if a pause of writes stops the command. */
const mayChange = (info: CommandInfo | CommandEntry): boolean =>
  info.write ||
  ('facts' in info &&
    (info.facts.includes('replicates') ||
      (info.facts.includes('runsScript') && !info.name.endsWith('_ro'))))

/** Returns true for a command that reads or changes keys. A client with MONITOR may not run it. */
const usesKeys = (info: CommandInfo | CommandEntry): boolean =>
  info.write ||
  ('facts' in info && (info.facts.includes('readonly') || info.facts.includes('replicates')))

const isPush = (answer: EncodableReply): boolean => answer instanceof Wire && answer.isPush

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

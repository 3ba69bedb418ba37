// The embedded database: commands run in this process, each in one go.

import { setImmediate } from 'node:timers/promises'
import { stopwatch, type Clock } from '../../clock.js'
import { defaultSafety, type Safety } from '../../safety.js'
import { replyOf } from '../command/answer.js'
import { callOf, noPermission, noPermissionInScript } from '../command/call.js'
import { catalogueOf } from '../command/catalogue.js'
import type { Entry, Server } from '../command/command.js'
import { commands as ownCommands } from '../commands/index.js'
import { discarded, hasArity, refusalOf, wrongArity } from '../command/refusals.js'
import { Settings } from '../command/settings.js'
import type { CommandTable } from '../command/table.js'
import { Acl, DEFAULT_USER, type Ongoing } from '../engine/acl/acl.js'
import { AclLog, type Denied } from '../engine/acl/acl-log.js'
import { beginCommand, endCommand, wasSlow, type TimeLimit } from '../engine/core/budget.js'
import { Channels, type Listener } from '../engine/core/channels.js'
import { Database, outOfMemory } from '../engine/core/database.js'
import type { Call, Denial } from '../engine/acl/selector.js'
import { Touches, type Serve, type Watch } from '../engine/core/touches.js'
import { ReplyError, type Bytes, type Command, type Reply } from '../reply.js'
import { Functions } from '../scripting/functions.js'
import { Scripts } from '../scripting/scripts.js'
import type { Backend, Executed, Follower, Login, Message, Sender, Stop } from './backend.js'
import { Turn, type RequestTime } from './turn.js'

/** The most commands of a pipeline that run before others are let in (`kv.pipeline.not-atomic`). */
const TURN = 64

/** No command has more bytes: only when less memory is left, they are counted. */
const MARGIN = 64 * 2 ** 20

export interface MemoryBackendOptions {
  readonly clock: Clock
  /** Numbers from 0 to before 1, for the commands that choose at random. */
  readonly random?: () => number
  /** Other commands than those of the embedded engine. */
  readonly commands?: CommandTable<Entry>
  /** Where PUBLISH goes. */
  readonly channels?: Channels
  /** The most bytes a string may have, at the moment; without it, as many as Redis allows. */
  readonly recordBytes?: () => number
  /** How long commands may take, and how much they may keep; the defaults without it. */
  readonly safety?: Partial<Pick<Safety, 'commandMs' | 'requestMs' | 'kvBytes'>>
  /** Milliseconds, by a clock that nobody advances. */
  readonly now?: () => number
  /** Says whether this process has too little memory left for a command to go on. */
  readonly isFull?: () => boolean
}

/** The embedded database as a backend whose answers are at hand, not promised. */
export interface MemoryBackend extends Backend {
  verify(login: Login): boolean
  execute(command: Command, sender?: Sender): Reply
  pipeline(commands: readonly Command[], sender?: Sender): Promise<Reply[]>
  transaction(commands: readonly Command[], sender?: Sender): Reply[]
  subscribe(channel: Bytes, follower: Follower<Message>, sender?: Sender): Stop
  psubscribe(pattern: Bytes, follower: Follower<Message>, sender?: Sender): Stop
  monitor(follower: Follower<Executed>, sender?: Sender): Stop

  /** Follows the messages of a channel of a shard. */
  ssubscribe(channel: Bytes, follower: Follower<Message>, sender?: Sender): Stop

  /** Shows the monitor a command that does not run here. */
  show(command: Command, client: string): void

  /** Does something at once for everybody else: who waits for a key is served afterwards. */
  atomically<T>(body: () => T): T

  /** Watches keys, from now on. */
  watch(keys: readonly Bytes[]): Watch

  /** Waits for a change of one of some keys; whoever came first is served first. */
  wait(keys: readonly Bytes[], serve: Serve): Stop
}

/** An empty database in this process. */
export function createMemoryBackend({
  clock,
  random = Math.random,
  commands = ownCommands,
  channels = new Channels(),
  recordBytes,
  safety = {},
  now = stopwatch,
  isFull,
}: MemoryBackendOptions): MemoryBackend {
  const { commandMs, requestMs, kvBytes } = { ...defaultSafety, ...safety }
  const db = new Database({ clock, random, recordBytes, mostBytes: kvBytes })
  const touches = new Touches(db)
  const shardChannels = new Channels()
  const acl = new Acl(catalogueOf(commands))
  const aclLog = new AclLog(clock)
  const settings = new Settings()
  const startedAt = clock.now()
  const limits = { now, isFull, commandMs, requestMs }
  const alone: TimeLimit = {
    ...{ now, isFull, until: Infinity },
    milliseconds: Math.min(commandMs, requestMs),
  }
  let turn: Turn | undefined
  const keep = (bytes: number) => {
    if (bytes > 0) db.reserve(bytes)
    db.keep(bytes)
  }
  const scripts = new Scripts(keep)
  const functions = new Functions()
  const shared = {
    db,
    channels,
    shardChannels,
    commands,
    scripts,
    functions,
    acl,
    aclLog,
    settings,
  }
  const serverFor = (user: Bytes, denies?: Sender['denies']): Server => ({
    ...shared,
    ...{ startedAt, user },
    call: (command) => call(user, command, denies),
  })
  const own = serverFor(DEFAULT_USER)
  const monitors = new Set<Follower<Executed>>()

  /** Why a user may not do something; the backend's own may everything. */
  function denial(user: Bytes, call: Call, context: Denied['context']): Denial | undefined {
    if (user === DEFAULT_USER) return undefined
    // Who has been deleted in the meantime may nothing.
    const nobody: Denial = { reason: 'command', object: call.name }
    const found = acl.user(user)
    const denial = found ? found.refusal(call) : nobody
    if (denial) aclLog.add({ ...denial, context, user })
    return denial
  }

  /** Whether there is no memory left for a command. */
  function isTooMuch(entry: Entry, command: Command): boolean {
    if (!db.isFull(MARGIN) || !entry.mayGrow) return false
    return db.isFull(command.reduce((bytes, word) => bytes + word.length, 0))
  }

  function run(server: Server, entry: Entry, command: Command, client?: string): Reply {
    if (isTooMuch(entry, command)) return outOfMemory()
    const isShown = monitors.size > 0 && client !== undefined
    // A script is shown before what it calls.
    if (isShown && entry.facts.runsScript) show(command, client)
    const reply = replyTo(entry, server, command)
    if (isShown && !entry.facts.runsScript) show(command, client)
    return reply
  }

  function call(user: Bytes, command: Command, denies: Sender['denies']): Reply {
    const entry = commands.lookup(command)
    if (entry instanceof ReplyError) return entry
    if (!hasArity(command, entry)) return wrongArity(entry.name)
    if (denies?.(entry)) return noPermissionInScript({ reason: 'command', object: entry.name })
    const denied = denial(user, callOf(entry, command), 'lua')
    if (denied) return noPermissionInScript(denied)
    return run(user === DEFAULT_USER ? own : serverFor(user), entry, command, 'lua')
  }

  function execute(command: Command, sender?: Sender): Reply {
    if (turn) return executeInTurn(turn, command, sender)
    const reply = executeWithin(alone, command, sender)
    touches.settle()
    return reply
  }

  function executeInTurn(its: Turn, command: Command, sender?: Sender): Reply {
    if (its.refusal) return its.refusal
    const reply = executeWithin(its.limit, command, sender)
    its.ran(wasSlow())
    // Whoever is served now waited outside of this request.
    turn = undefined
    touches.settle()
    turn = its
    return reply
  }

  function executeWithin(limit: TimeLimit, command: Command, sender?: Sender): Reply {
    beginCommand(limit)
    try {
      return executeAlone(command, sender)
    } catch (error) {
      return refusalOf(error)
    } finally {
      endCommand()
    }
  }

  /** Runs commands of one request without a break. */
  function inTurn<T>(request: RequestTime, body: (its: Turn) => T): T {
    if (turn) return body(turn)
    const its = (turn = new Turn(limits, request))
    try {
      return body(its)
    } finally {
      turn = undefined
      its.end()
    }
  }

  function executeAlone(command: Command, sender?: Sender): Reply {
    const entry = commands.lookup(command)
    if (entry instanceof ReplyError) return entry
    const login = sender?.login
    if (login === undefined) {
      const server = sender?.denies ? serverFor(DEFAULT_USER, sender.denies) : own
      return run(server, entry, command, sender?.client)
    }
    const denied = denial(login.name, callOf(entry, command), 'toplevel')
    return denied
      ? noPermission(denied)
      : run(serverFor(login.name), entry, command, sender?.client)
  }

  const atomically = <T>(body: () => T): T => touches.hold(() => inTurn({ spent: 0 }, body))

  /** Why a user's transaction cannot be queued: MULTI and EXEC frame it, as on a wire of Redis. */
  function refusalOfAny(commands: readonly Entered[], user: Bytes): ReplyError | undefined {
    for (const call of [frame('multi'), ...commands, frame('exec')]) {
      if (call instanceof ReplyError) return call
      const denied = denial(user, call, 'toplevel')
      if (denied) return noPermission(denied)
    }
    return undefined
  }

  function checkStream(name: string, sender: Sender | undefined, channels: readonly Bytes[] = []) {
    if (sender?.login === undefined) return
    const call = { ...frame(name), args: channels, channels, arePatterns: name === 'psubscribe' }
    const denied = denial(sender.login.name, call, 'toplevel')
    if (denied) throw noPermission(denied)
  }

  /**
   * A stream ends with its user, and when they may no longer hear what it tells of: Redis closes
   * their connections. Who may no longer subscribe but still hear goes on.
   */
  function whileAllowed(
    sender: Sender | undefined,
    { end }: Pick<Follower<never>, 'end'>,
    stop: Stop,
    may: Ongoing['may'] = () => true,
  ): Stop {
    if (sender?.login === undefined) return stop
    const release = acl.hold(sender.login.name, { may, end })
    return () => {
      release()
      stop()
    }
  }

  function growsMemory(command: Command): boolean {
    const entry = commands.lookup(command)
    return !(entry instanceof ReplyError) && entry.mayGrow
  }

  function entered(command: Command): Entered {
    const entry = commands.lookup(command)
    return entry instanceof ReplyError ? entry : callOf(entry, command)
  }

  function show(command: Command, client: string): void {
    const executed = { at: Math.floor(clock.now() * 1000), client, command }
    for (const monitor of monitors) monitor.next(executed)
  }

  return {
    judgesCalls: true,
    user: DEFAULT_USER,

    verify({ name, password }) {
      const accepted = acl.user(name)?.accepts(password) ?? false
      if (!accepted) aclLog.add({ reason: 'auth', context: 'toplevel', object: 'AUTH', user: name })
      return accepted
    },

    lookup: (command) => commands.lookup(command),
    execute,

    async pipeline(commands, sender) {
      const replies: Reply[] = []
      const request = sender?.request ?? { spent: 0 }
      for (let next = 0; next < commands.length; next = replies.length) {
        const part = commands.slice(next, next + TURN)
        const { isLong } = inTurn(request, (turn) => {
          for (const command of part) {
            replies.push(execute(command, sender))
            if (turn.isLong) break
          }
          return turn
        })
        if (replies.length === commands.length) break
        // Where a socket brought the request, the loop looks at the others only after the second.
        if (isLong) await setImmediate()
        await setImmediate()
      }
      return replies
    },

    transaction(commands, sender) {
      const login = sender?.login
      const refusal = login && refusalOfAny(commands.map(entered), login.name)
      if (refusal) throw discarded(refusal)
      if (db.isFull() && commands.some(growsMemory)) throw discarded(outOfMemory())
      return atomically(() => commands.map((command) => execute(command, sender)))
    },

    atomically,
    watch: (keys) => touches.watch(keys),
    wait: (keys, serve) => touches.wait(keys, serve),
    show,

    subscribe(channel, follower, sender) {
      checkStream('subscribe', sender, [channel])
      const stop = channels.subscribe(channel, messagesTo(follower))
      return whileAllowed(sender, follower, stop, (user) => user.hears(channel, false))
    },

    ssubscribe(channel, follower, sender) {
      checkStream('ssubscribe', sender, [channel])
      const stop = shardChannels.subscribe(channel, messagesTo(follower))
      return whileAllowed(sender, follower, stop, (user) => user.hears(channel, false))
    },

    psubscribe(pattern, follower, sender) {
      checkStream('psubscribe', sender, [pattern])
      const stop = channels.psubscribe(pattern, messagesTo(follower))
      return whileAllowed(sender, follower, stop, (user) => user.hears(pattern, true))
    },

    monitor(follower, sender) {
      checkStream('monitor', sender)
      monitors.add(follower)
      return whileAllowed(sender, follower, () => monitors.delete(follower))
    },

    async reset() {
      db.clear()
      acl.clear()
      aclLog.clear()
      settings.reset()
      scripts.clear()
      functions.clear()
    },

    async close() {},
  }
}

const messagesTo =
  ({ next }: Follower<Message>): Listener =>
  (payload, channel) =>
    next({ channel, payload })

function replyTo(entry: Entry, server: Server, command: Command): Reply {
  try {
    return replyOf(entry.run(server, command))
  } catch (error) {
    if (error instanceof ReplyError) return error
    throw error
  }
}

/** A command that is to be queued, or its refusal. */
type Entered = Call | ReplyError

const frame = (name: string): Call => ({ name, args: [], keys: () => [], channels: [] })

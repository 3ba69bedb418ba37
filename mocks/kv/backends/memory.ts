// The embedded database. Commands run in this process, one after the other.

import { dialects, type Dialect } from '#generated/dialects.js'
import { stopwatch, type Clock } from '../../clock.js'
import { defaultSafety, type Safety } from '../../safety.js'
import { catalogueOf } from '../command/catalogue.js'
import type { CommandEntry } from '../command/command.js'
import { discarded } from '../command/refusals.js'
import { ServerSettings, type SettingChanged } from '../command/settings/settings.js'
import { Statistics } from '../command/statistics.js'
import type { CommandTable } from '../command/table.js'
import { commands as ownCommands } from '../commands/index.js'
import { Acl, DEFAULT_USER, AclLog } from '../engine/acl/acl.js'
import { Channels, type Listener } from '../engine/core/channels.js'
import { Database, outOfMemory } from '../engine/core/database.js'
import { Touches } from '../engine/core/touches.js'
import { ReplyError, type Bytes, type Command, type Reply } from '../reply.js'
import { Busy } from '../scripting/busy.js'
import { Functions } from '../scripting/functions.js'
import { Scripts } from '../scripting/scripts.js'
import type { Soon } from '../../soon.js'
import type { Backend, Executed, Follower, Login, ChannelMessage, Sender, Stop } from './backend.js'
import { Executor, type Steps } from './executor.js'
import { Permissions } from './permissions.js'
import { TurnClock } from './turn.js'
import type { Sizes } from '../engine/core/sizes.js'

const SIZES: ReadonlyMap<string, keyof Sizes> = new Map([
  ['hash-max-listpack-entries', 'hashFields'],
  ['hash-max-listpack-value', 'hashBytes'],
  ['set-max-intset-entries', 'setIntegers'],
  ['zset-max-listpack-entries', 'sortedSetMembers'],
  ['zset-max-listpack-value', 'sortedSetBytes'],
  ['stream-node-max-entries', 'nodeEntries'],
  ['stream-node-max-bytes', 'nodeBytes'],
  ['hll-sparse-max-bytes', 'sparseBytes'],
])

/** Returns the function that puts changed settings into effect. */
const putInEffect =
  (db: Database, settings: () => ServerSettings): SettingChanged =>
  (name, value) => {
    const size = SIZES.get(name)
    if (size !== undefined) db.sizes[size] = Number(value)
    if (name.startsWith('maxmemory')) db.maxMemory = maxMemoryOf(settings())
  }

/** The mock evicts no keys, so the limit has an effect only if Redis evicts none either. */
function maxMemoryOf(settings: ServerSettings): number {
  if (settings.get('maxmemory-policy') !== 'noeviction') return Infinity
  return Number(settings.get('maxmemory')) || Infinity
}

/** Processor time of all commands of one request, if one command has less time. */
const REQUEST_MS = 10_000

/** Time in which a command keeps other requests out. More: it is stopped, or others get BUSY. */
const BLOCKING_MS = 1_000

/** Returns the processor time of this process in milliseconds. */
const processorTime = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

interface MemoryLimits extends Pick<Safety, 'commandMs' | 'kvBytes'> {
  /** Processor time of all commands of one request. More: its other commands are refused. */
  readonly requestMs: number
  readonly blockingMs: number
}

export interface MemoryBackendOptions {
  readonly clock: Clock
  readonly dialect?: Dialect | undefined
  /** Replaces the commands of the embedded engine. */
  readonly commands?: CommandTable<CommandEntry>
  /** Returns the largest size of a string in bytes. Without this function, the limit of Redis applies. */
  readonly recordBytes?: () => number
  readonly safety?: Partial<MemoryLimits>
  /** Called with each script or transaction that has paused, before it continues. */
  readonly paused?: (work: Promise<unknown>) => void
  /** Returns the real time in milliseconds. */
  readonly now?: () => number
  /** Returns true when the process has too little memory left. */
  readonly isFull?: () => boolean
}

/** The embedded database. Its methods return a promise only if a script or transaction runs long. */
export type MemoryBackend = ReturnType<typeof createMemoryBackend>

export function createMemoryBackend({
  clock: real,
  dialect = dialects.svc,
  commands = ownCommands,
  recordBytes,
  safety = {},
  now = stopwatch,
  isFull,
  paused,
}: MemoryBackendOptions) {
  const { commandMs, kvBytes } = { ...defaultSafety, ...safety }
  const { requestMs = Math.max(REQUEST_MS, 2 * commandMs), blockingMs = BLOCKING_MS } = safety
  const clock = new TurnClock(real)
  const db = new Database({ clock, recordBytes, mostBytes: kvBytes, dialect })
  const touches = new Touches(db)
  const channels = new Channels()
  const shardChannels = new Channels()
  const acl = new Acl(catalogueOf(commands))
  const aclLog = new AclLog(clock)
  const settings: ServerSettings = new ServerSettings(putInEffect(db, () => settings))
  const statistics = new Statistics()
  const functions = new Functions()
  const busy = new Busy()
  const scripts = new Scripts((bytes) => {
    if (bytes > 0) db.reserve(bytes)
    db.keep(bytes)
  }, dialect)
  const permissions = new Permissions(acl, aclLog)
  const used = now === stopwatch ? processorTime : now
  const busyAfter = () => Math.min(Number(settings.get('busy-reply-threshold')), blockingMs)
  const executor = new Executor(
    {
      db,
      channels,
      shardChannels,
      commands,
      scripts,
      functions,
      acl,
      aclLog,
      settings,
      busy,
      statistics,
      startedAt: clock.now(),
    },
    permissions,
    touches,
    { clock, now, used, isFull, commandMs, requestMs, blockingMs, paused, busyAfter },
  )
  const execute = (command: Command, sender?: Sender) => executor.execute(command, sender)

  /** Returns a function that opens a stream of messages. ACL users need a permission for the stream. */
  const following =
    (name: string, begin: (channel: Bytes, listener: Listener) => Stop) =>
    (channel: Bytes, follower: Follower<ChannelMessage>, sender?: Sender): Stop => {
      permissions.checkStream(name, sender, [channel])
      const listener: Listener = (payload, channel) => follower.next({ channel, payload })
      const stop = begin(channel, listener)
      return permissions.whileAllowed(sender, follower, stop, (user) =>
        user.hears(channel, name === 'psubscribe'),
      )
    }

  const backend = {
    judgesCalls: true,
    user: DEFAULT_USER,
    hasUser: (name: Bytes): boolean => acl.user(name) !== undefined,
    verify: (login: Login): boolean => permissions.verify(login),
    lookup: (command: Command) => commands.lookup(command),
    execute,
    /** Runs a command that belongs to the mock itself. It cannot pause. */
    executeNow: (command: Command, sender?: Sender): Reply => executor.executeNow(command, sender),
    statistics,

    executor,
    /** The clients that watch keys, or wait for one. */
    touches,

    pipeline: (commands: readonly Command[], sender?: Sender) =>
      executor.pipeline(commands, sender),

    transaction(queued: readonly Command[], sender?: Sender): Soon<Reply[]> {
      function* steps(): Steps<Reply, Reply[]> {
        const login = sender?.login
        const refusal = login && permissions.refusalOfAny(commands, queued, login.name)
        if (refusal) throw discarded(refusal)
        if (db.isFull() && queued.some((command) => mayGrow(commands, command))) {
          throw discarded(outOfMemory())
        }
        const replies: Reply[] = []
        for (const command of queued) replies.push(yield execute(command, sender))
        return replies
      }
      return executor.atomically(queued, steps, (busy) => {
        throw discarded(busy)
      })
    },

    /** True if the memory is full, so that commands that may need more of it are refused. */
    get isFull(): boolean {
      return db.isFull()
    },

    /** Returns true if a command is refused because the memory is full. */
    isTooMuch: (command: Command): boolean => db.isFull() && mayGrow(commands, command),

    subscribe: following('subscribe', (name, listener) => channels.subscribe(name, listener)),
    ssubscribe: following('ssubscribe', (name, listener) =>
      shardChannels.subscribe(name, listener),
    ),
    psubscribe: following('psubscribe', (name, listener) => channels.psubscribe(name, listener)),

    monitor(follower: Follower<Executed>, sender?: Sender): Stop {
      permissions.checkStream('monitor', sender)
      executor.monitors.add(follower)
      const stop = () => void executor.monitors.delete(follower)
      return permissions.whileAllowed(sender, follower, stop)
    },

    async reset() {
      const parts = [db, acl, aclLog, settings, statistics, scripts, functions]
      await executor.stopAll(() => parts.forEach((part) => part.clear()))
    },

    async close() {
      await executor.stopAll(() => {})
    },
  }
  return backend satisfies Backend
}

function mayGrow(commands: CommandTable<CommandEntry>, command: Command): boolean {
  const entry = commands.lookup(command)
  return !(entry instanceof ReplyError) && entry.mayGrow
}

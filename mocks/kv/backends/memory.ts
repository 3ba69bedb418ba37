// The embedded database: commands run in this process, each in one go.

import { stopwatch, type Clock } from '../../clock.js'
import { defaultSafety, type Safety } from '../../safety.js'
import { catalogueOf } from '../command/catalogue.js'
import type { Entry } from '../command/command.js'
import { discarded } from '../command/refusals.js'
import { Settings } from '../command/settings.js'
import type { CommandTable } from '../command/table.js'
import { commands as ownCommands } from '../commands/index.js'
import { Acl, DEFAULT_USER } from '../engine/acl/acl.js'
import { AclLog } from '../engine/acl/acl-log.js'
import { Channels, type Listener } from '../engine/core/channels.js'
import { Database, outOfMemory } from '../engine/core/database.js'
import { Touches, type Serve, type Watch } from '../engine/core/touches.js'
import { ReplyError, type Bytes, type Command, type Reply } from '../reply.js'
import { Functions } from '../scripting/functions.js'
import { Scripts } from '../scripting/scripts.js'
import type { Backend, Executed, Follower, Login, Message, Sender, Stop } from './backend.js'
import { Executor } from './executor.js'
import { Permissions } from './permissions.js'

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
  const functions = new Functions()
  const scripts = new Scripts((bytes) => {
    if (bytes > 0) db.reserve(bytes)
    db.keep(bytes)
  })
  const permissions = new Permissions(acl, aclLog)
  const executor = new Executor(
    {
      ...{ db, channels, shardChannels, commands, scripts, functions, acl, aclLog, settings },
      startedAt: clock.now(),
    },
    permissions,
    touches,
    { now, isFull, commandMs, requestMs },
  )
  const execute = (command: Command, sender?: Sender) => executor.execute(command, sender)

  /** Opens a stream of messages as one that ACL users need a permission for. */
  const following =
    (
      name: string,
      begin: (channel: Bytes, listener: Listener) => Stop,
    ): MemoryBackend['subscribe'] =>
    (channel, follower, sender) => {
      permissions.checkStream(name, sender, [channel])
      const listener: Listener = (payload, channel) => follower.next({ channel, payload })
      const stop = begin(channel, listener)
      return permissions.whileAllowed(sender, follower, stop, (user) =>
        user.hears(channel, name === 'psubscribe'),
      )
    }

  return {
    judgesCalls: true,
    user: DEFAULT_USER,
    verify: (login) => permissions.verify(login),
    lookup: (command) => commands.lookup(command),
    execute,

    pipeline: (commands, sender) => executor.pipeline(commands, sender),

    transaction(queued, sender) {
      const login = sender?.login
      const refusal = login && permissions.refusalOfAny(commands, queued, login.name)
      if (refusal) throw discarded(refusal)
      if (db.isFull() && queued.some((command) => mayGrow(commands, command))) {
        throw discarded(outOfMemory())
      }
      return executor.atomically(() => queued.map((command) => execute(command, sender)))
    },

    atomically: (body) => executor.atomically(body),
    watch: (keys) => touches.watch(keys),
    wait: (keys, serve) => touches.wait(keys, serve),
    show: (command, client) => executor.show(command, client),

    subscribe: following('subscribe', (name, listener) => channels.subscribe(name, listener)),
    ssubscribe: following('ssubscribe', (name, listener) =>
      shardChannels.subscribe(name, listener),
    ),
    psubscribe: following('psubscribe', (name, listener) => channels.psubscribe(name, listener)),

    monitor(follower, sender) {
      permissions.checkStream('monitor', sender)
      executor.monitors.add(follower)
      const stop = () => void executor.monitors.delete(follower)
      return permissions.whileAllowed(sender, follower, stop)
    },

    async reset() {
      for (const each of [db, acl, aclLog, settings, scripts, functions]) each.clear()
    },

    async close() {},
  }
}

function mayGrow(commands: CommandTable<Entry>, command: Command): boolean {
  const entry = commands.lookup(command)
  return !(entry instanceof ReplyError) && entry.mayGrow
}

// The embedded database: commands run in this process, each in one go.

import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../../clock.js'
import { replyOf } from '../commands/answer.js'
import type { Server } from '../commands/command.js'
import { commands } from '../commands/index.js'
import { Channels } from '../engine/channels.js'
import { Database } from '../engine/database.js'
import { ReplyError, type Command, type Reply } from '../reply.js'
import type { Backend, Executed, Follower } from './backend.js'

/** How many commands of a pipeline run before other requests are let in (`kv.pipeline.not-atomic`). */
const TURN = 64

export interface MemoryBackendOptions {
  readonly clock: Clock
  /** Numbers from 0 to before 1, for the commands that choose at random. */
  readonly random?: () => number
  /** Where PUBLISH goes. */
  readonly channels?: Channels
  /** The most bytes a string may have, at the moment; without it, as many as Redis allows. */
  readonly recordBytes?: () => number
}

/** The embedded database as a backend whose answers are at hand, not promised. */
export interface MemoryBackend extends Backend {
  execute(command: Command, client?: string): Reply
  pipeline(commands: readonly Command[], client?: string): Promise<Reply[]>
  transaction(commands: readonly Command[], client?: string): Reply[]
}

/** An empty database in this process. */
export function createMemoryBackend({
  clock,
  random = Math.random,
  channels = new Channels(),
  recordBytes,
}: MemoryBackendOptions): MemoryBackend {
  const db = new Database({ clock, random, recordBytes })
  const server: Server = { db, channels, commands, startedAt: clock.now() }

  const monitors = new Set<Follower<Executed>>()

  const execute = (command: Command, client?: string): Reply => {
    const found = commands.lookup(command)
    if (found instanceof ReplyError) return found
    try {
      return replyOf(found.run(server, command))
    } catch (error) {
      if (error instanceof ReplyError) return error
      throw error
    } finally {
      if (monitors.size > 0 && client !== undefined) show(command, client)
    }
  }

  function show(command: Command, client: string): void {
    const executed = { at: Math.floor(clock.now() * 1000), client, command }
    for (const monitor of monitors) monitor.next(executed)
  }

  return {
    lookup: (command) => commands.lookup(command),
    execute,

    async pipeline(commands, client) {
      const replies: Reply[] = []
      for (const command of commands) {
        replies.push(execute(command, client))
        if (replies.length % TURN === 0) await setImmediate()
      }
      return replies
    },

    transaction: (commands, client) => commands.map((command) => execute(command, client)),

    subscribe: (channel, follower) =>
      channels.subscribe(channel, (payload, channel) => follower.next({ channel, payload })),

    psubscribe: (pattern, follower) =>
      channels.psubscribe(pattern, (payload, channel) => follower.next({ channel, payload })),

    monitor(follower) {
      monitors.add(follower)
      return () => monitors.delete(follower)
    },

    async reset() {
      db.clear()
    },

    async close() {},
  }
}

// Runs the commands of the embedded engine: checks their user and time limit, and shows them to
// monitors.

import { setImmediate } from 'node:timers'
import { replyOf } from '../command/answer.js'
import { callOf, noPermission, noPermissionInScript } from '../command/call.js'
import type { CommandEntry, Server } from '../command/command.js'
import { MEASURED, type CommandCount, type Statistics } from '../command/statistics.js'
import { hasArity, refusalOf, wrongArity } from '../command/refusals.js'
import { DEFAULT_USER } from '../engine/acl/acl.js'
import { beginCommand, endCommand, wasSlow, type TimeLimit } from '../engine/core/budget.js'
import { outOfMemory } from '../engine/core/database.js'
import type { Touches } from '../engine/core/touches.js'
import { OK, ReplyError, type Bytes, type Command, type Reply } from '../reply.js'
import { ScriptPaused, type Busy } from '../scripting/busy.js'
import type { Executed, Follower, Sender } from './backend.js'
import type { Permissions } from './permissions.js'
import { Turn, type RequestTime, type TurnLimits } from './turn.js'

/** The number of pipeline commands after which other requests run (`kv.pipeline.not-atomic`). */
const TURN = 256

/**
 * The memory in bytes below which the size of each command is counted. With more memory left, a command
 * always fits.
 */
const MARGIN = 64 * 2 ** 20

/** The properties of a server that do not depend on the sender. */
export type Shared = Omit<Server, 'user' | 'call' | 'inScript'>

/** The time in milliseconds after which a script pauses again. */
const PAUSE_AFTER = 10

export class Executor {
  readonly monitors = new Set<Follower<Executed>>()
  readonly #shared: Shared
  readonly #commands: Shared['commands']
  readonly #statistics: Statistics
  readonly #busy: Busy
  readonly #permissions: Permissions
  readonly #touches: Touches
  readonly #limits: TurnLimits
  /** The time limit of a command that is a request of its own. */
  readonly #alone: TimeLimit
  readonly #own: Server
  readonly #ownInScript: Server
  #turn: Turn | undefined

  constructor(shared: Shared, permissions: Permissions, touches: Touches, limits: TurnLimits) {
    const { now, isFull, commandMs, requestMs } = limits
    this.#shared = shared
    this.#commands = shared.commands
    this.#statistics = shared.statistics
    this.#busy = shared.busy
    this.#permissions = permissions
    this.#touches = touches
    this.#limits = limits
    this.#alone = { now, isFull, until: Infinity, milliseconds: Math.min(commandMs, requestMs) }
    this.#own = this.#serverFor(DEFAULT_USER)
    this.#ownInScript = this.#serverFor(DEFAULT_USER, undefined, true)
  }

  /**
   * Runs a command. If it is a script that runs for longer than `busyAfter` milliseconds, the script
   * pauses now and then to let other clients kill it, and the reply follows later. Meanwhile other
   * commands are refused.
   */
  run(command: Command, sender: Sender | undefined, busyAfter: number): Reply | Promise<Reply> {
    if (busyAfter >= this.#alone.milliseconds) return this.execute(command, sender)
    const began = this.#limits.now()
    try {
      const reply = this.#executeWithin({ ...this.#alone, pauseAfter: busyAfter }, command, sender)
      this.#settle()
      return reply
    } catch (error) {
      if (!(error instanceof ScriptPaused)) throw error
      this.#busy.begin(error.script, this.#shared.db.clock.now() - busyAfter)
      return this.#finish(error, this.#limits.now() - began)
    }
  }

  /** Continues a script that has paused. `spent` is the time that it has run, in milliseconds. */
  async #finish(paused: ScriptPaused, spent: number): Promise<Reply> {
    for (let next = paused; ;) {
      // Waits for two turns, because the event loop reads other sockets only after the second.
      await new Promise(setImmediate)
      await new Promise(setImmediate)
      const began = this.#limits.now()
      const milliseconds = Math.max(this.#alone.milliseconds - spent, 0)
      beginCommand({ ...this.#alone, milliseconds, spent, pauseAfter: PAUSE_AFTER })
      try {
        const reply = next.resume()
        this.#busy.end()
        return reply
      } catch (error) {
        if (error instanceof ScriptPaused) next = error
        else {
          this.#busy.end()
          return refusalOf(error)
        }
      } finally {
        endCommand()
        spent += this.#limits.now() - began
        this.#settle()
      }
    }
  }

  execute(command: Command, sender?: Sender): Reply {
    if (this.#turn) return this.#executeInTurn(this.#turn, command, sender)
    const reply = this.#executeWithin(this.#alone, command, sender)
    this.#settle()
    return reply
  }

  async pipeline(commands: readonly Command[], sender?: Sender): Promise<Reply[]> {
    const replies: Reply[] = []
    const request = sender?.request ?? { spent: 0 }
    for (let next = 0; next < commands.length; next = replies.length) {
      const part = commands.slice(next, next + TURN)
      const { isLong } = this.#inTurn(request, (turn) => {
        for (const command of part) {
          replies.push(this.execute(command, sender))
          if (turn.isLong) break
        }
        return turn
      })
      if (replies.length === commands.length) break
      // Waits for two turns, because the event loop reads other sockets only after the second.
      if (isLong) await new Promise(setImmediate)
      await new Promise(setImmediate)
    }
    return replies
  }

  /** Runs commands of one request in one turn of the event loop. */
  #inTurn<T>(request: RequestTime, body: (its: Turn) => T): T {
    if (this.#turn) return body(this.#turn)
    const its = (this.#turn = new Turn(this.#limits, request))
    try {
      return body(its)
    } finally {
      this.#turn = undefined
      its.end()
    }
  }

  /** Runs commands atomically. Clients that wait for a key are served after the last command. */
  atomically<T>(body: () => T): T {
    return this.#touches.hold(() => this.#inTurn({ spent: 0 }, body))
  }

  show(command: Command, client: string): void {
    if (this.monitors.size === 0) return
    const executed = { at: Math.floor(this.#shared.db.clock.now() * 1000), client, command }
    for (const monitor of this.monitors) monitor.next(executed)
  }

  #executeInTurn(its: Turn, command: Command, sender?: Sender): Reply {
    if (its.refusal) return its.refusal
    const reply = this.#executeWithin(its.limit, command, sender)
    its.ran(wasSlow())
    // Serves clients that wait for a changed key outside the turn, because they do not belong to this
    // request.
    this.#turn = undefined
    this.#settle()
    this.#turn = its
    return reply
  }

  /** Serves clients that wait for a changed key, unless a script has paused. */
  #settle(): void {
    if (this.#touches.areWaiting && this.#busy.script === undefined) this.#touches.settle()
  }

  #executeWithin(limit: TimeLimit, command: Command, sender?: Sender): Reply {
    beginCommand(limit)
    try {
      return this.#executeAs(command, sender)
    } catch (error) {
      const refusal = refusalOf(error)
      this.#statistics.countError(refusal)
      return refusal
    } finally {
      endCommand()
    }
  }

  #executeAs(command: Command, sender?: Sender): Reply {
    const entry = this.#commands.lookup(command)
    if (entry instanceof ReplyError) return this.#rejected(undefined, entry)
    if (this.#busy.script !== undefined && !entry.flags.includes('allow_busy')) {
      return this.#rejected(entry, this.#busy.refusal!)
    }
    const login = sender?.login
    if (login === undefined) {
      const server = sender?.denies ? this.#serverFor(DEFAULT_USER, sender.denies) : this.#own
      return this.#run(server, entry, command, sender)
    }
    const denied = this.#permissions.denial(login.name, callOf(entry, command), 'toplevel')
    return denied
      ? this.#rejected(entry, noPermission(denied))
      : this.#run(this.#serverFor(login.name), entry, command, sender)
  }

  #serverFor(user: Bytes, denies?: Sender['denies'], inScript = false): Server {
    return {
      ...this.#shared,
      inScript,
      user,
      call: (command, allowsOom) => this.#call(user, command, denies, allowsOom),
    }
  }

  /** Runs a command that a script calls. */
  #call(user: Bytes, command: Command, denies: Sender['denies'], allowsOom = false): Reply {
    // A script may call TIME in a loop until some time has passed.
    this.#limits.clock.release()
    const entry = this.#commands.lookup(command)
    if (entry instanceof ReplyError) return entry
    if (!hasArity(command, entry)) return wrongArity(entry.name)
    if (denies?.(entry)) return noPermissionInScript({ reason: 'command', object: entry.name })
    const denied = this.#permissions.denial(user, callOf(entry, command), 'lua')
    if (denied) return noPermissionInScript(denied)
    return this.#run(
      user === DEFAULT_USER ? this.#ownInScript : this.#serverFor(user, undefined, true),
      entry,
      command,
      FROM_SCRIPT,
      allowsOom,
    )
  }

  #rejected(entry: CommandEntry | undefined, error: ReplyError): ReplyError {
    this.#statistics.rejected(entry?.name, error)
    return error
  }

  #run(
    server: Server,
    entry: CommandEntry,
    command: Command,
    sender?: Sender,
    allowsOom = false,
  ): Reply {
    if (entry.mayGrow && !allowsOom && this.#isTooMuch(command)) {
      return this.#rejected(entry, outOfMemory())
    }
    if (sender?.isPart) return replyTo(entry, server, command)
    const client = sender?.client
    if (client === undefined || this.monitors.size === 0) {
      return this.#counted(server, entry, command)
    }
    // Shows a script to monitors before the commands that it calls.
    const isScript = entry.facts.has('runsScript')
    if (isScript) this.show(command, client)
    const reply = this.#counted(server, entry, command)
    if (!isScript) this.show(command, client)
    return reply
  }

  /** Runs and counts a command. */
  #counted(server: Server, entry: CommandEntry, command: Command): Reply {
    const count = this.#statistics.of(entry)
    const reply =
      count.calls++ % MEASURED === 0
        ? this.#measured(count, server, entry, command)
        : replyTo(entry, server, command)
    // Tests for OK first, because it is the most frequent object.
    if (typeof reply === 'object' && reply !== OK && reply instanceof ReplyError) {
      count.failed++
      this.#statistics.countError(reply)
    }
    return reply
  }

  #measured(count: CommandCount, server: Server, entry: CommandEntry, command: Command): Reply {
    const start = this.#limits.now()
    const reply = replyTo(entry, server, command)
    count.measured++
    count.milliseconds += this.#limits.now() - start
    return reply
  }

  #isTooMuch(command: Command): boolean {
    const { db } = this.#shared
    return db.isFull(MARGIN) && db.isFull(command.reduce((bytes, word) => bytes + word.length, 0))
  }
}

const FROM_SCRIPT: Sender = { client: 'lua' }

function replyTo(entry: CommandEntry, server: Server, command: Command): Reply {
  try {
    return replyOf(entry.run(server, command))
  } catch (error) {
    if (error instanceof ReplyError) return error
    throw error
  }
}

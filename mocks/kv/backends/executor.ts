// Runs the commands of the embedded engine: checks their user and time limit, and shows them to
// monitors.

import { setImmediate } from 'node:timers'
import { replyOf } from '../command/answer.js'
import { callOf, noPermission, noPermissionInScript } from '../command/call.js'
import type { CommandEntry, Server } from '../command/command.js'
import { MEASURED, type CommandCount, type Statistics } from '../command/statistics.js'
import { hasArity, refusalOf, wrongArity } from '../command/refusals.js'
import { DEFAULT_USER } from '../engine/acl/acl.js'
import { beginCommand, endCommand, ranFor, wasSlow, type TimeLimit } from '../engine/core/budget.js'
import { outOfMemory } from '../engine/core/database.js'
import type { Touches } from '../engine/core/touches.js'
import { OK, ReplyError, type Bytes, type Command, type Reply } from '../reply.js'
import { ScriptPaused, type Busy } from '../scripting/busy.js'
import type { Soon } from '../../soon.js'
import type { Executed, Follower, Sender } from './backend.js'
import { Door, READ_TURNS, turnsAfter, turnsOfLoop, type Lane } from './door.js'
import type { Permissions } from './permissions.js'
import { sizeOf } from './reply-size.js'
import { LONG, Turn, type RequestTime, type TurnLimits } from './turn.js'

/** The number of pipeline commands after which other requests run (`kv.pipeline.not-atomic`). */
const TURN = 256

/**
 * The memory in bytes below which the size of each command is counted. With more memory left, a command
 * always fits.
 */
const MARGIN = 64 * 2 ** 20

/** The properties of a server that do not depend on the sender. */
export type Shared = Omit<Server, 'user' | 'call' | 'inScript'>

/** The time in milliseconds after which a command counts as one that may run long again. */
const VERY_LONG = 100

interface ExecutorLimits extends TurnLimits {
  /** Returns the time in milliseconds that commands wait for a script before they get a BUSY error. */
  readonly busyAfter: () => number
  /** Called with each script or transaction that has paused, before it continues. */
  readonly paused?: ((work: Promise<unknown>) => void) | undefined
}

/**
 * The steps of a transaction, which yield the reply of each command and receive it when it has arrived.
 * Other requests may run between two turns of the event loop, but no other commands.
 */
export type Steps<Step, Result> = Generator<Soon<Step>, Result, Step>

export class Executor {
  readonly monitors = new Set<Follower<Executed>>()
  readonly #shared: Shared
  readonly #commands: Shared['commands']
  readonly #statistics: Statistics
  readonly #busy: Busy
  readonly #permissions: Permissions
  readonly #touches: Touches
  readonly #limits: ExecutorLimits
  /** The time limit of a command that is a request of its own, and of one that belongs to the mock. */
  readonly #alone: TimeLimit
  readonly #ofMock: TimeLimit
  readonly #own: Server
  readonly #ownInScript: Server
  readonly #door: Door
  /** The names of the commands that ran very long. They let others go first. */
  readonly #long = new Set<string>()
  #turn: Turn | undefined
  /** True during a turn of a transaction. */
  #isAtomic = false
  /** The error of the remaining commands of a transaction that was stopped. */
  #stopped: ReplyError | undefined

  constructor(shared: Shared, permissions: Permissions, touches: Touches, limits: ExecutorLimits) {
    const { now, used, isFull, commandMs, requestMs, blockingMs, busyAfter } = limits
    this.#shared = shared
    this.#commands = shared.commands
    this.#statistics = shared.statistics
    this.#busy = shared.busy
    this.#permissions = permissions
    this.#touches = touches
    this.#limits = limits
    const milliseconds = Math.min(commandMs, requestMs)
    this.#ofMock = { now, used, isFull, until: Infinity, milliseconds }
    this.#alone = {
      ...this.#ofMock,
      milliseconds: Math.min(milliseconds, blockingMs),
      pauseAfter: LONG,
    }
    this.#own = this.#serverFor(DEFAULT_USER)
    this.#ownInScript = this.#serverFor(DEFAULT_USER, undefined, true)
    this.#door = new Door({
      now,
      used,
      // A script that was killed ends at its next step, so that commands wait for it.
      patienceMs: () => (this.#busy.script?.killed === true ? Infinity : busyAfter()),
      refusal: () => this.#busy.refusal,
    })
  }

  /**
   * Runs a command. A script that runs long pauses now and then to let other requests run, and the
   * reply follows later. Meanwhile other commands wait or are refused.
   */
  execute(command: Command, sender?: Sender): Soon<Reply> {
    if (this.#turn) return this.#step(this.#turn, command, sender)
    if (this.#door.isShut && !this.#passes(command)) {
      return this.whenFree(
        [command],
        () => this.#executeAlone(command, sender),
        (busy) => this.#rejectedBusy(command, busy),
      )
    }
    return this.#executeAlone(command, sender)
  }

  /** Runs a command that belongs to the mock itself. It cannot pause. */
  executeNow(command: Command, sender?: Sender): Reply {
    const its = this.#turn
    const limit = its ? { ...its.limit, pauseAfter: undefined } : this.#ofMock
    const reply = this.#executeWithin(limit, command, sender)
    its?.ran(wasSlow())
    this.#settle()
    return reply
  }

  async pipeline(commands: readonly Command[], sender?: Sender): Promise<Reply[]> {
    const replies: Reply[] = []
    const request = sender?.request ?? { spent: 0 }
    while (replies.length < commands.length) {
      const rest = commands.slice(replies.length, replies.length + TURN)
      const passes = this.#door.isShut && this.#passes(rest[0]!)
      const part = passes ? rest.slice(0, 1) : rest
      const run = () => this.#runPart(part, replies, request, sender)
      const refuse = (busy: ReplyError): undefined => {
        for (const command of part) {
          if (this.#passes(command)) break
          replies.push(this.#rejectedBusy(command, busy))
        }
      }
      const paused = passes ? run() : await this.whenFree(part, run, refuse)
      if (paused) replies.push(await paused.reply)
      else if (replies.length < commands.length) await new Promise(setImmediate)
    }
    return replies
  }

  /** Runs commands of a pipeline in one turn of the event loop, up to a script that pauses. */
  #runPart(
    part: readonly Command[],
    replies: Reply[],
    request: RequestTime,
    sender: Sender | undefined,
  ): { readonly reply: Promise<Reply> } | undefined {
    return this.#inTurn(request, (turn) => {
      for (const command of part) {
        const reply = this.#step(turn, command, sender)
        if (reply instanceof Promise) return { reply }
        replies.push(reply)
        if (turn.isLong) break
      }
      return undefined
    })
  }

  /**
   * Runs the steps of a transaction. If they run long, they pause now and then to let other requests
   * run. Clients that wait for a key are served after the last step.
   */
  atomically<Step, Result>(
    commands: readonly Command[],
    begin: () => Steps<Step, Result>,
    refuse: (error: ReplyError) => Result,
  ): Soon<Result> {
    const run = (): Soon<Result> => {
      const request = { spent: 0 }
      const steps = begin()
      const step = this.#advance(steps, request)
      if (step.done) return step.value
      return this.#noted(this.#finishSteps(steps, step, request))
    }
    return this.whenFree(commands, run, refuse)
  }

  /** Runs commands of the mock itself atomically. They cannot pause. */
  atomicallyNow<T>(body: () => T): T {
    return this.#inAtomicTurn({ spent: 0 }, body)
  }

  /** Continues a transaction that has paused. */
  async #finishSteps<Step, Result>(
    steps: Steps<Step, Result>,
    last: IteratorYieldResult<Soon<Step>>,
    request: RequestTime,
  ): Promise<Result> {
    this.#door.hold(request.spent)
    try {
      let before = 0
      for (let step = last; ;) {
        let value = step.value
        if (value instanceof Promise) value = await value
        else await this.#pause(request.spent - before)
        before = request.spent
        const next = this.#advance(steps, request, value)
        if (next.done) return next.value
        step = next
      }
    } finally {
      this.#release()
    }
  }

  /** Runs steps until they end, one of them pauses, or the turn should end. */
  #advance<Step, Result>(
    steps: Steps<Step, Result>,
    request: RequestTime,
    sent?: Step,
  ): IteratorResult<Soon<Step>, Result> {
    return this.#inAtomicTurn(request, (turn) => {
      // The first call receives nothing.
      let step = steps.next(sent as Step)
      while (!step.done && !(step.value instanceof Promise) && !turn.isLong) {
        step = steps.next(step.value)
      }
      return step
    })
  }

  #inAtomicTurn<T>(request: RequestTime, body: (its: Turn) => T): T {
    const wasAtomic = this.#isAtomic
    this.#isAtomic = true
    try {
      return this.#inTurn(request, body)
    } finally {
      this.#isAtomic = wasAtomic
      this.#settle()
    }
  }

  /**
   * Continues a script that has paused after it ran for `spent` milliseconds.
   */
  async #finishScript(paused: ScriptPaused, spent: number, request: RequestTime): Promise<Reply> {
    const isPart = this.#isAtomic
    if (!isPart) this.#door.hold(spent)
    this.#busy.begin(paused.script, this.#shared.db.clock.now() - spent)
    const goOn = (turn: Turn, { resume }: ScriptPaused): Reply => {
      beginCommand(turn.goingOn(spent))
      try {
        return resume()
      } finally {
        endCommand()
        spent += ranFor()
      }
    }
    try {
      let before = 0
      for (let next = paused; ;) {
        await this.#pause(spent - before)
        before = spent
        try {
          const reply = this.#inTurn(request, (turn) => goOn(turn, next))
          if (reply instanceof ReplyError) this.#statistics.countError(reply)
          return reply
        } catch (error) {
          if (!(error instanceof ScriptPaused)) return this.#failed(error)
          next = error
        }
      }
    } finally {
      this.#busy.end()
      if (!isPart) this.#release()
    }
  }

  /** Lets other requests run, after work that took so many milliseconds. */
  async #pause(milliseconds: number): Promise<void> {
    await turnsOfLoop(READ_TURNS + turnsAfter(milliseconds))
    this.#door.check()
  }

  #release(): void {
    this.#stopped = undefined
    if (this.#touches.areWaiting) this.#touches.settle()
    this.#door.release()
  }

  #noted<T>(work: Promise<T>): Promise<T> {
    this.#limits.paused?.(work)
    return work
  }

  /** True while a script or transaction has paused, so that no other command may run. */
  get isHeld(): boolean {
    return this.#door.isHeld
  }

  /**
   * Calls `begin` when commands may run. Calls `refuse` instead if they have to wait for too long. Without
   * `refuse`, the caller waits as long as necessary.
   */
  whenFree<T>(
    commands: readonly Command[],
    begin: () => Soon<T>,
    refuse?: (error: ReplyError) => T,
  ): Soon<T> {
    if (!this.#door.isShut) return begin()
    const lane = commands.reduce<Lane>(
      (lane, command) => Math.max(lane, this.#laneOf(command)) as Lane,
      0,
    )
    return this.#door.enter(lane, begin, refuse)
  }

  /** Stops a script or transaction that has paused, refuses all commands that wait, then calls `then`. */
  stopAll<T>(then: () => T): Soon<T> {
    const refusal = new ReplyError('BUSY the mock was reset or closed; this command did not run')
    this.#door.refuseAll(refusal)
    if (this.#door.isHeld) this.#stopped = refusal
    if (this.#busy.script) this.#busy.script.killed = true
    return this.whenFree([], then)
  }

  #laneOf(command: Command): Lane {
    const entry = this.#commands.lookup(command)
    // Commands of a connection are quick.
    if (entry instanceof ReplyError) return 0
    if (entry.facts.includes('runsScript') || this.#long.has(entry.name)) return 2
    return entry.flags.includes('fast') ? 0 : 1
  }

  /** Returns true for a command that runs while a script has paused, such as SCRIPT KILL. */
  #passes(command: Command): boolean {
    const entry = this.#commands.lookup(command)
    return entry instanceof ReplyError || entry.flags.includes('allow_busy')
  }

  #rejectedBusy(command: Command, busy: ReplyError): ReplyError {
    const entry = this.#commands.lookup(command)
    return entry instanceof ReplyError ? entry : this.#rejected(entry, busy)
  }

  #executeAlone(command: Command, sender?: Sender): Soon<Reply> {
    const reply = this.#executePausing(this.#alone, undefined, command, sender)
    if (wasSlow() || isLarge(reply)) this.#restAfter(command, reply)
    this.#settle()
    return reply
  }

  #step(its: Turn, command: Command, sender?: Sender): Soon<Reply> {
    const refusal = its.refusal ?? this.#stopped
    if (refusal) return refusal
    const reply = this.#executePausing(its.limit, its.request, command, sender)
    its.ran(wasSlow())
    if (!(reply instanceof Promise)) its.replied(sizeOf(reply))
    if (wasSlow() || isLarge(reply)) this.#restAfter(command, reply)
    // Serves clients that wait for a changed key outside the turn, because they do not belong to this
    // request.
    this.#turn = undefined
    this.#settle()
    this.#turn = its
    return reply
  }

  /** Lets other requests run after a command that ran long, or whose reply takes long to encode. */
  #restAfter(command: Command, reply: Soon<Reply>): void {
    const milliseconds = wasSlow() ? ranFor() : 0
    if (milliseconds < LONG && !isLarge(reply)) return
    this.#door.rest(milliseconds)
    if (milliseconds < VERY_LONG) return
    const entry = this.#commands.lookup(command)
    if (!(entry instanceof ReplyError)) this.#long.add(entry.name)
  }

  /** Runs commands of one request in one turn of the event loop. */
  #inTurn<T>(request: RequestTime, body: (its: Turn) => T): T {
    if (this.#turn) return body(this.#turn)
    const its = (this.#turn = new Turn(this.#limits, request))
    try {
      return body(its)
    } finally {
      this.#turn = undefined
      const milliseconds = its.end()
      if (its.isLong) this.#door.rest(milliseconds)
    }
  }

  show(command: Command, client: string): void {
    if (this.monitors.size === 0) return
    const executed = { at: Math.floor(this.#shared.db.clock.now() * 1000), client, command }
    for (const monitor of this.monitors) monitor.next(executed)
  }

  /** Serves clients that wait for a changed key, unless a script or transaction is not over. */
  #settle(): void {
    if (this.#touches.areWaiting && !this.#isAtomic && !this.#door.isHeld) this.#touches.settle()
  }

  /** Runs a command. If it is a script that pauses, the reply follows later. */
  #executePausing(
    limit: TimeLimit,
    request: RequestTime | undefined,
    command: Command,
    sender: Sender | undefined,
  ): Soon<Reply> {
    try {
      return this.#executeWithin(limit, command, sender)
    } catch (error) {
      if (!(error instanceof ScriptPaused)) throw error
      const spent = ranFor()
      return this.#noted(this.#finishScript(error, spent, request ?? { ...UNLIMITED }))
    }
  }

  #failed(error: unknown): ReplyError {
    const refusal = error instanceof ReplyError ? error : refusalOf(error)
    this.#statistics.countError(refusal)
    return refusal
  }

  #executeWithin(limit: TimeLimit, command: Command, sender?: Sender): Reply {
    beginCommand(limit)
    try {
      return this.#executeAs(command, sender)
    } catch (error) {
      return this.#failed(error)
    } finally {
      endCommand()
    }
  }

  #executeAs(command: Command, sender?: Sender): Reply {
    const entry = this.#commands.lookup(command)
    if (entry instanceof ReplyError) return this.#rejected(undefined, entry)
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
    const isScript = entry.facts.includes('runsScript')
    if (isScript) this.show(command, client)
    const reply = this.#counted(server, entry, command)
    if (!isScript) this.show(command, client)
    return reply
  }

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

/** The time of a request that is a script alone, for which only the limit of a command counts. */
const UNLIMITED: RequestTime = { spent: -Infinity }

/** The elements or bytes of a reply whose encoding takes about as long as a long command. */
const LARGE = { elements: 20_000, bytes: 2 ** 21 }

const isLarge = (reply: Soon<Reply>): boolean =>
  typeof reply === 'string'
    ? reply.length > LARGE.bytes
    : Array.isArray(reply) && reply.length > LARGE.elements

const FROM_SCRIPT: Sender = { client: 'lua' }

function replyTo(entry: CommandEntry, server: Server, command: Command): Reply {
  try {
    return replyOf(entry.run(server, command))
  } catch (error) {
    if (error instanceof ReplyError) return error
    throw error
  }
}

// What is run and what is refused before it runs: one command, a pipeline that goes on after an
// error, a transaction that is discarded as a whole.

import type { CommandInfo, Session } from './backends/backend.js'
import { isExcluded } from './excluded.js'
import type { Kv } from './kv.js'
import { type Command, type Reply, ReplyError } from './reply.js'

export interface Execution {
  /** Runs one command; its failure is a `ReplyError` in the answer. */
  readonly command: (command: Command, session: Session) => Reply | Promise<Reply>

  /** Runs commands in order, going on after a failing one (`kv.pipeline.*`). */
  readonly pipeline: (commands: readonly Command[], session: Session) => Promise<Reply[]>

  /** Runs commands as one, or throws the one error it is discarded with (`kv.transaction.*`). */
  readonly transaction: (commands: readonly Command[], session: Session) => Promise<Reply[]>

  /** The error that discards a transaction because of another (`kv.transaction.discard-is-one-error-envelope`). */
  readonly discarded: (because: ReplyError) => ReplyError

  /** Why a command may not run, found without running it; absent: it may. */
  readonly check: (command: Command, session: Session) => ReplyError | undefined

  /** The command, unless the interface has none of that name (`kv.errors.invalid-command`). */
  readonly lookup: (command: Command) => CommandInfo | undefined

  /** Whether the interface leaves a command of Redis out (`kv.commands.*-excluded`). */
  readonly isExcluded: (command: Command) => boolean

  /** Whether a command has as many words as it needs (`kv.errors.wrong-argument-count`). */
  readonly hasArity: (command: Command, info: CommandInfo) => boolean

  /** Whether a command is larger than the limit (`kv.limits.request-size`). */
  readonly isTooLarge: (command: Command) => boolean

  /** Counts a command, and says whether it is one too many today (`kv.limits.daily-requests`). */
  readonly exceedsDailyLimit: () => boolean
}

export const execution: Execution & ThisType<Kv> = {
  command(command, session) {
    return this.check(command, session) ?? this.backend.execute(command, session)
  },

  async pipeline(commands, session) {
    const refusals = commands.map((command) => this.check(command, session))
    const accepted = commands.filter((_, i) => !refusals[i])
    const replies = await this.backend.pipeline(accepted, session)
    return refusals.map((refusal) => refusal ?? replies.shift()!)
  },

  async transaction(commands, session) {
    for (const command of commands) {
      const refusal = this.check(command, session)
      if (refusal) throw this.discarded(refusal)
    }
    return this.backend.transaction(commands, session)
  },

  discarded(because) {
    return new ReplyError(`EXECABORT Transaction discarded because of: ${because.message}`)
  },

  check(command, session) {
    const info = this.lookup(command)
    if (!info) return unknownCommand(command)
    if (!this.hasArity(command, info)) {
      return new ReplyError(`ERR wrong number of arguments for '${info.name}' command`)
    }
    if (session.readOnly && this.isDeniedToReadOnly(info)) {
      return new ReplyError(`NOPERM this user has no permissions to run the '${info.name}' command`)
    }
    if (this.isTooLarge(command)) return new ReplyError('ERR max request size exceeded')
    if (this.exceedsDailyLimit()) return new ReplyError('ERR max daily request limit exceeded')
    return undefined
  },

  lookup(command) {
    return this.isExcluded(command) ? undefined : this.backend.lookup(command[0])
  },

  isExcluded,

  hasArity({ length }, { arity }) {
    return arity < 0 ? length >= -arity : length === arity
  },

  isTooLarge(command) {
    return command.reduce((size, word) => size + word.length, 0) > this.limits.requestBytes
  },

  exceedsDailyLimit() {
    return this.countToday() > this.limits.dailyRequests
  },
}

/** Redis's own words, with its own cut: at most 128 bytes of arguments, on one line. */
function unknownCommand([name, ...args]: Command): ReplyError {
  let beginning = ''
  for (const arg of args) {
    if (beginning.length >= 128) break
    beginning += `'${arg.slice(0, 128 - beginning.length)}' `
  }
  const words = `unknown command '${name.slice(0, 128)}', with args beginning with: ${beginning}`
  return new ReplyError(`ERR ${words.replace(/[\r\n]/g, ' ')}`)
}

// What is run and what is refused before it runs: one command, a pipeline that goes on after an
// error, a transaction that is discarded as a whole.

import type { Session } from './access.js'
import type { CommandInfo } from './backends/backend.js'
import { noPermission, unknownCommand, wrongArity } from './commands/refusals.js'
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

  /** The command or subcommand, or the refusal of one that the interface has not (`kv.errors.invalid-command`). */
  readonly lookup: (command: Command) => CommandInfo | ReplyError

  /** Whether the interface leaves a command of Redis out (`kv.commands.*-excluded`). */
  readonly isExcluded: (command: Command) => boolean

  /** Whether a command has as many words as it needs (`kv.errors.wrong-argument-count`). */
  readonly hasArity: (command: Command, info: CommandInfo) => boolean
}

/** How many commands of a pipeline are on their way at once: a longer one holds nobody up. */
const PART = 1024

export const execution: Execution & ThisType<Kv> = {
  command(command, session) {
    return this.check(command, session) ?? this.backend.execute(command, session.client)
  },

  async pipeline(commands, session) {
    const replies: Reply[] = []
    for (let done = 0; done < commands.length; done += PART) {
      const part = commands.slice(done, done + PART)
      const refusals = part.map((command) => this.check(command, session))
      const allowed = part.filter((_, i) => !refusals[i])
      const answers = await this.backend.pipeline(allowed, session.client)
      let answered = 0
      for (const refusal of refusals) replies.push(refusal ?? answers[answered++]!)
    }
    return replies
  },

  async transaction(commands, session) {
    for (const command of commands) {
      const refusal = this.check(command, session)
      if (refusal) throw this.discarded(refusal)
    }
    return this.backend.transaction(commands, session.client)
  },

  discarded(because) {
    return new ReplyError(`EXECABORT Transaction discarded because of: ${because.message}`)
  },

  check(command, session) {
    const info = this.lookup(command)
    if (info instanceof ReplyError) return info
    if (!this.hasArity(command, info)) return wrongArity(info.name)
    if (session.readOnly && this.isDeniedToReadOnly(info)) {
      return noPermission(info.name)
    }
    return this.checkLimits(command, info)
  },

  lookup(command) {
    return this.isExcluded(command) ? unknownCommand(command) : this.backend.lookup(command)
  },

  isExcluded,

  hasArity({ length }, { arity }) {
    return arity < 0 ? length >= -arity : length === arity
  },
}

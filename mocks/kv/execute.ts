// Checks and runs a command, a pipeline and a transaction.

import type { Login } from './backends/backend.js'
import { noPermission } from './command/call.js'
import { discarded, hasArity, unknownCommand, wrongArity } from './command/refusals.js'
import type { Execution, Kv } from './decisions.js'
import { isExcluded } from './excluded.js'
import { type Command, type Reply, ReplyError } from './reply.js'
import { isRestToken, REST_TOKEN } from './rest-token.js'

/** The commands of a pipeline that are sent together, so that a long one does not block others. */
const PART = 1024

export const execution: Execution & ThisType<Kv> = {
  command(command, session) {
    const refusal = this.check(command, session)
    if (refusal) return refusal
    if (isRestToken(command)) return this.restToken(loginOf(command))
    return this.backend.execute(command, this.sender(session))
  },

  async pipeline(commands, session) {
    const replies: Reply[] = []
    const sender = { ...this.sender(session), request: { spent: 0 } }
    for (const part of partsOf(commands)) {
      const refusals = part.map((command) => this.check(command, session))
      const allowed = part.filter((_, i) => !refusals[i])
      const answers = part.some(isRestToken)
        ? await Promise.all(allowed.map((command) => this.restToken(loginOf(command))))
        : await this.backend.pipeline(allowed, sender)
      let answered = 0
      for (const refusal of refusals) replies.push(refusal ?? answers[answered++]!)
    }
    return replies
  },

  async transaction(commands, session) {
    for (const command of commands) {
      const refusal = this.check(command, session)
      if (refusal) throw this.discarded(refusal)
      // Redis checks a password with AUTH only, which would change the user of the transaction.
      if (isRestToken(command)) {
        throw this.discarded(new ReplyError('ERR Command not allowed inside a transaction'))
      }
    }
    return this.backend.transaction(commands, this.sender(session))
  },

  discarded,

  sender(session) {
    if (!session.readOnly) return session
    return { ...session, denies: (info) => this.isDeniedToReadOnly(info) }
  },

  check(command, session) {
    const info = this.lookup(command)
    if (info instanceof ReplyError) return info
    if (!this.hasArity(command, info)) return wrongArity(info.name)
    if (session.readOnly && this.isDeniedToReadOnly(info)) {
      return noPermission({ reason: 'command', object: info.name })
    }
    if (this.locksOut(command, info)) {
      return new ReplyError(`ERR the user "${this.backend.user}" has the Standard token and stays`)
    }
    return this.checkLimits(command, info)
  },

  lookup(command) {
    if (this.isExcluded(command)) return unknownCommand(command)
    return isRestToken(command) ? REST_TOKEN : this.backend.lookup(command)
  },

  isExcluded,

  // Redis itself refuses to remove its default user.
  locksOut([, , ...names], { name }) {
    const { user } = this.backend
    if (name === 'acl|setuser') return names[0] === user
    return name === 'acl|deluser' && user !== 'default' && names.includes(user)
  },

  hasArity,
}

/** Yields the parts of a pipeline; a command that the backend does not have is a part by itself. */
function* partsOf(commands: readonly Command[]): Generator<readonly Command[]> {
  let start = 0
  for (const [index, command] of commands.entries()) {
    const custom = isRestToken(command)
    if (!custom && index - start < PART) continue
    if (index > start) yield commands.slice(start, index)
    start = index
    if (!custom) continue
    yield [command]
    start = index + 1
  }
  if (start < commands.length) yield commands.slice(start)
}

const loginOf = ([, , name = '', password = '']: Command): Login => ({ name, password })

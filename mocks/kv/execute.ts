// Checks commands, and runs a single command, a pipeline or a transaction.

import type { Login } from './backends/backend.js'
import { noPermission } from './command/call.js'
import { discarded, hasArity, unknownCommand, wrongArity } from './command/refusals.js'
import type { Execution, Kv } from './decisions.js'
import { isExcluded } from './excluded.js'
import { type Command, type Reply, ReplyError } from './reply.js'
import { isRestToken, REST_TOKEN } from './rest-token.js'

/**
 * The number of pipeline commands sent to the backend together. A longer pipeline is split so that it
 * does not block other requests.
 */
const PART = 1024

export const execution: Execution & ThisType<Kv> = {
  command(command, session) {
    this.limits.checkDay()
    const refusal = this.check(command, session)
    if (refusal) return refusal
    if (isRestToken(command)) return this.restToken(loginOf(command))
    return this.backend.execute(command, this.sender(session))
  },

  async pipeline(commands, session) {
    this.limits.checkDay()
    const replies: Reply[] = []
    const sender = { ...this.sender(session), request: { spent: 0 } }
    let part: Command[] = []
    let places: number[] = []
    const runPart = async () => {
      if (part.length === 0) return
      const answers = await this.backend.pipeline(part, sender)
      places.forEach((place, i) => (replies[place] = answers[i]!))
      ;[part, places] = [[], []]
    }
    for (let at = 0; at < commands.length; at++) {
      const command = commands[at]!
      const refusal = this.check(command, session)
      if (refusal) {
        replies[at] = refusal
      } else if (isRestToken(command)) {
        // Runs the commands before it first, because they may change the password.
        await runPart()
        replies[at] = await this.restToken(loginOf(command))
      } else {
        places.push(at)
        if (part.push(command) === PART) await runPart()
      }
    }
    await runPart()
    return replies
  },

  async transaction(commands, session) {
    this.limits.checkDay()
    for (const command of commands) {
      const refusal = this.check(command, session)
      if (refusal) throw this.discarded(refusal)
      // Refuses ACL RESTTOKEN, because Redis checks a password only with AUTH, and AUTH would change
      // the user.
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

  // The default user needs no check, because Redis itself refuses to delete this user.
  locksOut([, , ...names], { name }) {
    const { user } = this.backend
    if (name === 'acl|setuser') return names[0] === user
    return name === 'acl|deluser' && user !== 'default' && names.includes(user)
  },

  hasArity,
}

const loginOf = ([, , name = '', password = '']: Command): Login => ({ name, password })

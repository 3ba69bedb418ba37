// Checks commands, and runs a single command, a pipeline or a transaction.

import type { Login, Sender } from './backends/backend.js'
import { noPermission } from './command/call.js'
import type { CommandInfo } from './command/table.js'
import { discarded, hasArity, unknownCommand, wrongArity } from './command/refusals.js'
import type { Execution, Kv, Limiting, Session } from './decisions.js'
import { recordTooLarge } from './engine/core/database.js'
import { excludedOption, isExcluded } from './excluded.js'
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
    const refusal = check(this, command, session)
    if (refusal) return refusal
    if (isRestToken(command)) return this.restToken(loginOf(command))
    return this.backend.execute(command, senderOf(this, session))
  },

  async pipeline(commands, session) {
    this.limits.checkDay()
    const replies: Reply[] = []
    const sender = { ...senderOf(this, session), request: { spent: 0 } }
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
      const refusal = check(this, command, session)
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
      const refusal = check(this, command, session)
      if (refusal) throw discarded(refusal)
      // Refuses ACL RESTTOKEN, because Redis checks a password only with AUTH, and AUTH would change
      // the user.
      if (isRestToken(command)) {
        throw discarded(new ReplyError('ERR Command not allowed inside a transaction'))
      }
    }
    return this.backend.transaction(commands, senderOf(this, session))
  },

  lookup(command) {
    if (isExcluded(command)) return excludedOption(command) ?? unknownCommand(command)
    return isRestToken(command) ? REST_TOKEN : this.backend.lookup(command)
  },
}

/**
 * Returns the sender of a session for the backend, with the commands that a script of this sender may not
 * call.
 */
function senderOf(kv: Kv, session: Session): Sender {
  if (!session.readOnly) return session
  return { ...session, denies: (info) => kv.isDeniedToReadOnly(info) }
}

/** Checks a command without running it. Returns the refusal, or undefined if the command may run. */
export function check(kv: Kv, command: Command, session: Session): ReplyError | undefined {
  const info = kv.lookup(command)
  if (info instanceof ReplyError) return info
  if (!hasArity(command, info)) return wrongArity(info.name)
  if (session.readOnly && kv.isDeniedToReadOnly(info)) {
    return noPermission({ reason: 'command', object: info.name })
  }
  if (locksOut(kv, command, info)) {
    return new ReplyError(`ERR the user "${kv.backend.user}" has the Standard token and stays`)
  }
  return checkLimits(kv, command, info)
}

/**
 * Returns true if a command would change or delete the user of the backend itself. The Standard token
 * would stop working without this user. The default user needs no check, because Redis itself refuses to
 * delete this user.
 */
function locksOut({ backend }: Kv, [, , ...names]: Command, { name }: CommandInfo): boolean {
  const { user } = backend
  if (name === 'acl|setuser') return names[0] === user
  return name === 'acl|deluser' && user !== 'default' && names.includes(user)
}

const loginOf = ([, , name = '', password = '']: Command): Login => ({ name, password })

export const limiting: Limiting & ThisType<Kv> = {
  isTooLarge(command) {
    let size = 0
    for (const word of command) size += word.length
    return size > this.limits.now.requestBytes
  },

  exceedsDailyLimit() {
    const { limits } = this
    return limits.count() > limits.now.dailyRequests
  },
}

/**
 * Checks a command against all limits. Returns the error of the first limit that refuses the command. A
 * command that none refuses counts towards the daily limit (`kv.limits.refusals`).
 */
function checkLimits(kv: Kv, command: Command, info: CommandInfo): ReplyError | undefined {
  if (kv.isTooLarge(command)) return new ReplyError('ERR max request size exceeded')
  if (hasTooLargeKey(kv, command, info)) return new ReplyError('ERR max key size exceeded')
  if (hasTooLargeValue(kv, command)) return recordTooLarge()
  if (kv.exceedsDailyLimit()) return new ReplyError('ERR max daily request limit exceeded')
  return undefined
}

function hasTooLargeKey(
  { limits }: Kv,
  command: Command,
  { keys: { first, last, step }, allKeys }: CommandInfo,
): boolean {
  const { keyBytes } = limits.now
  if (allKeys !== undefined) return allKeys(command).some((key) => key.length > keyBytes)
  if (first === 0) return false
  const end = Math.min(last < 0 ? command.length + last : last, command.length - 1)
  for (let at = first; at <= end; at += step) {
    if (command[at]!.length > keyBytes) return true
  }
  return false
}

function hasTooLargeValue({ limits }: Kv, command: Command): boolean {
  const { recordBytes } = limits.now
  return command.some((word, at) => at > 0 && word.length > recordBytes)
}

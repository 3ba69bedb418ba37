// Checks whether a command exceeds one of the limits.

import type { CommandInfo } from './command/command-info.js'
import type { Kv, Limiting } from './decisions.js'
import { recordTooLarge } from './engine/core/database.js'
import { type Command, ReplyError } from './reply.js'

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
export function checkLimits(kv: Kv, command: Command, info: CommandInfo): ReplyError | undefined {
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

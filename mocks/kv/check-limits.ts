// Checks whether a command exceeds one of the limits.

import type { Kv, Limiting } from './decisions.js'
import { recordTooLarge } from './engine/core/database.js'
import { ReplyError } from './reply.js'

export const limiting: Limiting & ThisType<Kv> = {
  checkLimits(command, info) {
    if (this.isTooLarge(command)) return new ReplyError('ERR max request size exceeded')
    if (this.hasTooLargeKey(command, info)) return new ReplyError('ERR max key size exceeded')
    if (this.hasTooLargeValue(command)) return recordTooLarge()
    if (this.exceedsDailyLimit()) return new ReplyError('ERR max daily request limit exceeded')
    return undefined
  },

  isTooLarge(command) {
    let size = 0
    for (const word of command) size += word.length
    return size > this.limits.now.requestBytes
  },

  hasTooLargeKey(command, { keys: { first, last, step }, allKeys }) {
    const { keyBytes } = this.limits.now
    if (allKeys !== undefined) return allKeys(command).some((key) => key.length > keyBytes)
    if (first === 0) return false
    const end = Math.min(last < 0 ? command.length + last : last, command.length - 1)
    for (let at = first; at <= end; at += step) {
      if (command[at]!.length > keyBytes) return true
    }
    return false
  },

  hasTooLargeValue(command) {
    const { recordBytes } = this.limits.now
    return command.some((word, at) => at > 0 && word.length > recordBytes)
  },

  exceedsDailyLimit() {
    const { limits } = this
    return limits.count() > limits.now.dailyRequests
  },
}

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
    return command.reduce((size, word) => size + word.length, 0) > this.limits.now.requestBytes
  },

  hasTooLargeKey(command, { keys: { first, last, step } }) {
    if (first === 0) return false
    const end = last < 0 ? command.length + last : last
    for (let at = first; at <= end; at += step) {
      if ((command[at]?.length ?? 0) > this.limits.now.keyBytes) return true
    }
    return false
  },

  hasTooLargeValue(command) {
    return command.some((word, at) => at > 0 && word.length > this.limits.now.recordBytes)
  },

  exceedsDailyLimit() {
    return this.limits.count() > this.limits.now.dailyRequests
  },
}

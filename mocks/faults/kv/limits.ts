// Mistakes under the heading: Limits.

import { Refusal } from '../../http/refusal.js'
import type { Kv } from '../../kv/kv.js'
import { textOf } from '../../kv/reply.js'
import { each, given } from '../written.js'
import { fault, replacing, type KvFault } from './fault.js'

const REQUEST_SIZE = 'kv.limits.request-size'
const DAILY_REQUESTS = 'kv.limits.daily-requests'
const SIZE_DISCARDS = 'kv.transaction.request-size-discards'
const DAY_DISCARDS = 'kv.transaction.daily-limit-discards'

export const limitsFaults: readonly KvFault[] = [
  fault('a command may have any size', [REQUEST_SIZE, SIZE_DISCARDS], {
    isTooLarge: () => () => false,
  }),
  ...each(replacing('isTooLarge'), [REQUEST_SIZE], {
    'the size of a command is that of its largest argument': (original) => (command) =>
      command.some((word) => original([word])),
    'the size of a command is counted in characters': (_, kv) => (command) =>
      command.reduce((size, word) => size + textOf(word).length, 0) > kv.limits.now.requestBytes,
  }),
  fault('the maximum size is rounded up to whole kibibytes', [REQUEST_SIZE, SIZE_DISCARDS], {
    isTooLarge: (_, kv) => (command) =>
      command.reduce((size, word) => size + word.length, 0) >
      Math.ceil(kv.limits.now.requestBytes / 1024) * 1024,
  }),
  fault('a command may be half as large as is said', [REQUEST_SIZE], {
    isTooLarge: given((command) => [['', ...command, ...command]]),
  }),
  fault('only the first command of a pipeline is held to its size', [REQUEST_SIZE], {
    pipeline: (_, kv) => (commands, session) => {
      const [first] = commands
      const lenient: Kv = {
        ...kv,
        isTooLarge: (command) => command === first && kv.isTooLarge(command),
      }
      return lenient.pipeline(commands, session)
    },
  }),
  fault('a batch may be no larger than a command', ['kv.limits.batch-size'], {
    batchInBody: (original, kv) => (request, batch) => {
      const commands = original(request, batch)
      if (kv.isTooLarge(['', ...commands.flat()])) {
        throw new Refusal(413, 'ERR max request size exceeded')
      }
      return commands
    },
  }),
  fault('no day has a limit', [DAILY_REQUESTS, DAY_DISCARDS], {
    exceedsDailyLimit: () => () => false,
  }),
  fault('the commands of a pipeline do not count', [DAILY_REQUESTS], {
    pipeline: (_, kv) => (commands, session) =>
      ({ ...kv, exceedsDailyLimit: () => false }).pipeline(commands, session),
  }),
  fault('one command more than the limit is let in', [DAILY_REQUESTS, DAY_DISCARDS], {
    exceedsDailyLimit: (_, kv) => () => kv.limits.count() > kv.limits.now.dailyRequests + 1,
  }),
  fault('one command less than the limit is let in', [DAILY_REQUESTS], {
    exceedsDailyLimit: (_, kv) => () => kv.limits.count() >= kv.limits.now.dailyRequests,
  }),
  fault('commands that read are not counted', [DAILY_REQUESTS], {
    checkLimits: (_, kv) => (command, info) =>
      (info.write ? kv : { ...kv, exceedsDailyLimit: () => false }).checkLimits(command, info),
  }),
  fault('a daily limit that was reached holds on the next day too', [DAILY_REQUESTS], () => {
    let reached: number | undefined
    return {
      exceedsDailyLimit: (original, kv) => () => {
        const limit = kv.limits.now.dailyRequests
        if (original()) reached = limit
        return reached === limit
      },
    }
  }),
]

// Mistakes under the heading: Limits.

import { Refusal } from '../../http/refusal.js'
import type { Kv } from '../../kv/kv.js'
import { textOf } from '../../kv/reply.js'
import type { Fault } from '../fault.js'

export const limitsFaults: readonly Fault<Kv>[] = [
  {
    name: 'a command may have any size',
    breaks: ['kv.limits.request-size', 'kv.transaction.request-size-discards'],
    apply: (kv) => ({ ...kv, isTooLarge: () => false }),
  },
  {
    name: 'the size of a command is that of its largest argument',
    breaks: ['kv.limits.request-size'],
    apply: (kv) => ({
      ...kv,
      isTooLarge: (command) => command.some((word) => kv.isTooLarge([word])),
    }),
  },
  {
    name: 'the size of a command is counted in characters',
    breaks: ['kv.limits.request-size'],
    apply: (kv) => ({
      ...kv,
      isTooLarge: (command) =>
        command.reduce((size, word) => size + textOf(word).length, 0) > kv.limits.now.requestBytes,
    }),
  },
  {
    name: 'the maximum size is rounded up to whole kibibytes',
    breaks: ['kv.limits.request-size', 'kv.transaction.request-size-discards'],
    apply: (kv) => ({
      ...kv,
      isTooLarge: (command) =>
        command.reduce((size, word) => size + word.length, 0) >
        Math.ceil(kv.limits.now.requestBytes / 1024) * 1024,
    }),
  },
  {
    name: 'a command may be half as large as is said',
    breaks: ['kv.limits.request-size'],
    apply: (kv) => ({ ...kv, isTooLarge: ([...words]) => kv.isTooLarge(['', ...words, ...words]) }),
  },
  {
    name: 'only the first command of a pipeline is held to its size',
    breaks: ['kv.limits.request-size'],
    apply: (kv) => ({
      ...kv,
      pipeline(commands, session) {
        const [first] = commands
        const lenient: Kv = {
          ...kv,
          isTooLarge: (command) => command === first && kv.isTooLarge(command),
        }
        return lenient.pipeline(commands, session)
      },
    }),
  },
  {
    name: 'a batch may be no larger than a command',
    breaks: ['kv.limits.batch-size'],
    apply: (kv) => ({
      ...kv,
      batchInBody(request, batch) {
        const commands = kv.batchInBody(request, batch)
        if (kv.isTooLarge(['', ...commands.flat()])) {
          throw new Refusal(413, 'ERR max request size exceeded')
        }
        return commands
      },
    }),
  },
  {
    name: 'no day has a limit',
    breaks: ['kv.limits.daily-requests', 'kv.transaction.daily-limit-discards'],
    apply: (kv) => ({ ...kv, exceedsDailyLimit: () => false }),
  },
  {
    name: 'the commands of a pipeline do not count',
    breaks: ['kv.limits.daily-requests'],
    apply: (kv) => ({
      ...kv,
      pipeline: (commands, session) =>
        ({ ...kv, exceedsDailyLimit: () => false }).pipeline(commands, session),
    }),
  },
  {
    name: 'one command more than the limit is let in',
    breaks: ['kv.limits.daily-requests', 'kv.transaction.daily-limit-discards'],
    apply: (kv) => ({
      ...kv,
      exceedsDailyLimit: () => kv.limits.count() > kv.limits.now.dailyRequests + 1,
    }),
  },
  {
    name: 'one command less than the limit is let in',
    breaks: ['kv.limits.daily-requests'],
    apply: (kv) => ({
      ...kv,
      exceedsDailyLimit: () => kv.limits.count() >= kv.limits.now.dailyRequests,
    }),
  },
  {
    name: 'commands that read are not counted',
    breaks: ['kv.limits.daily-requests'],
    apply: (kv) => ({
      ...kv,
      checkLimits: (command, info) =>
        (info.write ? kv : { ...kv, exceedsDailyLimit: () => false }).checkLimits(command, info),
    }),
  },
  {
    name: 'a daily limit that was reached holds on the next day too',
    breaks: ['kv.limits.daily-requests'],
    apply(kv) {
      let reached: number | undefined
      return {
        ...kv,
        exceedsDailyLimit() {
          const limit = kv.limits.now.dailyRequests
          if (kv.exceedsDailyLimit()) reached = limit
          return reached === limit
        },
      }
    },
  },
]

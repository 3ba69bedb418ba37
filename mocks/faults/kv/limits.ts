// Faults of the heading Limits.

import { Refusal } from '../../http/refusal.js'
import type { Kv } from '../../kv/kv.js'
import { kvHandler } from '../../kv/server.js'
import { ReplyError, textOf } from '../../kv/reply.js'
import { each } from '../written.js'
import { breaking, faults, replacing } from './fault.js'

const REQUEST_SIZE = 'kv.limits.request-size'
const DAILY_REQUESTS = 'kv.limits.daily-requests'
const SIZE_DISCARDS = 'kv.transaction.request-size-discards'
const DAY_DISCARDS = 'kv.transaction.daily-limit-discards'

export const limitsFaults = faults({
  ...each(replacing('isTooLarge'), [REQUEST_SIZE, SIZE_DISCARDS], {
    'size-unlimited: request size limit: accepts commands of any size': () => () => false,
    'size-rounded-up-to-kib: request size limit: rounds the limit up to whole KiB':
      (_, kv) => (command) =>
        command.reduce((size, word) => size + word.length, 0) >
        Math.ceil(kv.limits.now.requestBytes / 1024) * 1024,
  }),
  'size-of-largest-argument: request size limit: counts only the largest argument': {
    breaks: [REQUEST_SIZE, SIZE_DISCARDS],
    isTooLarge: (original) => (command) => command.some((word) => original([word])),
  },
  ...each(replacing('isTooLarge'), [REQUEST_SIZE], {
    'size-in-characters: request size limit: counts characters instead of bytes':
      (_, kv) => (command) =>
        command.reduce((size, word) => size + textOf(word).length, 0) > kv.limits.now.requestBytes,
    'size-halved: request size limit: rejects commands over half the limit':
      (original) => (command) =>
        original(['', ...command, ...command]),
  }),
  'size-refusal-empty-body: request size limit: refuses with HTTP 413 and no body': {
    breaks: ['kv.envelope.error'],
    answer: (original) => (reply, format) =>
      reply instanceof ReplyError && /max request size/.test(reply.message)
        ? { ...original(reply, format), status: 413, body: '' }
        : original(reply, format),
  },
  'size-first-of-pipeline-only: request size limit: checks only command 1 of a pipeline': {
    breaks: [REQUEST_SIZE],
    pipeline: (_, kv) => (commands, session) => {
      const [first] = commands
      const lenient: Kv = {
        ...kv,
        isTooLarge: (command) => command === first && kv.isTooLarge(command),
      }
      return lenient.pipeline(commands, session)
    },
  },
  'size-limits-whole-batch: pipeline/transaction: size limit for all commands together': {
    breaks: ['kv.limits.batch-size'],
    batchInBody: (original, kv) => (request, batch) => {
      const commands = original(request, batch)
      if (kv.isTooLarge(['', ...commands.flat()])) {
        throw new Refusal(413, 'ERR max request size exceeded')
      }
      return commands
    },
  },
  ...each(replacing('exceedsDailyLimit'), [DAILY_REQUESTS, DAY_DISCARDS], {
    'daily-limit-ignored: daily request limit: never rejects a command': () => () => false,
    'daily-limit-one-more: daily request limit: allows 1 command more than the limit':
      (_, kv) => () =>
        kv.limits.count() > kv.limits.now.dailyRequests + 1,
  }),
  ...breaking([DAILY_REQUESTS], {
    'daily-limit-ignores-pipelines: daily request limit: does not apply to pipelines': {
      pipeline: (_, kv) => (commands, session) =>
        ({ ...kv, exceedsDailyLimit: () => false }).pipeline(commands, session),
    },
    'daily-limit-one-less: daily request limit: allows 1 command less than the limit': {
      exceedsDailyLimit: (_, kv) => () => kv.limits.count() >= kv.limits.now.dailyRequests,
    },
    'daily-limit-ignores-reads: daily request limit: does not count read commands': {
      checkLimits: (_, kv) => (command, info) =>
        (info.write ? kv : { ...kv, exceedsDailyLimit: () => false }).checkLimits(command, info),
    },
  }),
  'daily-limit-ignores-head: daily request limit: does not count HEAD requests': {
    breaks: [DAILY_REQUESTS],
    preflight: (original, kv) => {
      const handle = kvHandler({ ...kv, exceedsDailyLimit: () => false })
      return (head) => (head.method === 'HEAD' ? handle(head) : original(head))
    },
  },
  'daily-limit-never-resets: daily request limit: still rejects commands the next day': {
    breaks: [DAILY_REQUESTS],
    replace: () => {
      let reached: number | undefined
      return {
        exceedsDailyLimit: (original, kv) => () => {
          const limit = kv.limits.now.dailyRequests
          if (original()) reached = limit
          return reached === limit
        },
      }
    },
  },
})

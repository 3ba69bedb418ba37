// Faults of the heading Limits.

import { textOf } from '../../kv/reply.js'
import { each } from '../written.js'
import { otherwise, when, wrongAt } from './boundary.js'
import { refused } from './distortions.js'
import { breaking, faults, replacing } from './fault.js'
import { lenient } from './parts.js'
import { at, commandsOf, isBatch, isSingle, isWriting, not, type Where, where } from './where.js'

const REQUEST_SIZE = 'kv.limits.request-size'
const DAILY_REQUESTS = 'kv.limits.daily-requests'
const SIZE_DISCARDS = 'kv.transaction.request-size-discards'
const DAY_DISCARDS = 'kv.transaction.daily-limit-discards'

/** Handles requests without the daily limit where a condition is true. */
const uncounted = (isMeant: Where) => otherwise(isMeant, () => ({ exceedsDailyLimit: () => false }))

export const limitsFaults = faults({
  ...each(replacing('isTooLarge'), [REQUEST_SIZE, SIZE_DISCARDS], {
    'size-unlimited: request size limit: accepts commands of any size': () => () => false,
    'size-rounded-up-to-kib: request size limit: rounds the limit up to whole KiB':
      (_, kv) => (command) =>
        command.reduce((size, word) => size + word.length, 0) >
        Math.ceil(kv.limits.now.requestBytes / 1024) * 1024,
    'size-of-largest-argument: request size limit: counts only the largest argument':
      (original) => (command) =>
        command.some((word) => original([word])),
  }),
  ...each(replacing('isTooLarge'), [REQUEST_SIZE], {
    'size-in-characters: request size limit: counts characters instead of bytes':
      (_, kv) => (command) =>
        command.reduce((size, word) => size + textOf(word).length, 0) > kv.limits.now.requestBytes,
    'size-halved: request size limit: rejects commands over half the limit':
      (original) => (command) =>
        original(['', ...command, ...command]),
  }),
  ...each(wrongAt(isSingle), ['kv.envelope.error'], {
    'size-refusal-empty-body: request size limit: refuses with HTTP 413 and no body': {
      response: ({ text }) => (text.includes('max request size') ? { status: 413, body: '' } : {}),
    },
  }),
  ...each(lenient('pipeline'), [REQUEST_SIZE], {
    'size-first-of-pipeline-only: request size limit: checks only command 1 of a pipeline': (
      kv,
      [first],
    ) => ({ isTooLarge: (command) => command === first && kv.isTooLarge(command) }),
  }),
  ...breaking(['kv.limits.batch-size', REQUEST_SIZE], {
    'size-limits-whole-batch: pipeline/transaction: size limit for all commands together': () =>
      when(isBatch, (seen) => seen.kv.isTooLarge(['', ...commandsOf(seen).flat()]))(
        refused(413, 'ERR max request size exceeded'),
      ),
  }),
  ...each(replacing('exceedsDailyLimit'), [DAILY_REQUESTS, DAY_DISCARDS], {
    'daily-limit-ignored: daily request limit: never rejects a command': () => () => false,
    'daily-limit-one-more: daily request limit: allows 1 command more than the limit':
      (_, kv) => () =>
        kv.limits.count() > kv.limits.now.dailyRequests + 1,
  }),
  ...each(uncounted, [DAILY_REQUESTS], {
    'daily-limit-ignores-pipelines: daily request limit: does not apply to pipelines':
      at('pipeline'),
    'daily-limit-ignores-reads: daily request limit: does not count read commands': not(isWriting),
    'daily-limit-ignores-head: daily request limit: does not count HEAD requests':
      where.method.HEAD,
  }),
  ...each(replacing('exceedsDailyLimit'), [DAILY_REQUESTS], {
    'daily-limit-one-less: daily request limit: allows 1 command less than the limit':
      (_, kv) => () =>
        kv.limits.count() >= kv.limits.now.dailyRequests,
    'daily-limit-never-resets: daily request limit: still rejects commands the next day': (
      original,
      kv,
    ) => {
      let reached: number | undefined
      return () => {
        const limit = kv.limits.now.dailyRequests
        if (original()) reached = limit
        return reached === limit
      }
    },
  }),
})

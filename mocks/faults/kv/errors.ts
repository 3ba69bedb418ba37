// Faults of the headings Errors and Limits.

import { isExcluded } from '../../kv/excluded.js'
import { type Reply, textOf } from '../../kv/reply.js'
import { each, result, rows } from '../written.js'
import { distort, otherwise, when, wrongAt } from './boundary.js'
import { errors, refused, status, statusOf } from './distortions.js'
import { breaking, faults, replacing } from './fault.js'
import { isError } from './parts.js'
import {
  at,
  commandsOf,
  isBatch,
  isSingle,
  isWriting,
  not,
  type Seen,
  type Where,
} from './where.js'

const EXECUTED = 'kv.errors.executed'
const ARGUMENT_COUNT = 'kv.errors.wrong-argument-count'
const NOT_AN_INTEGER = 'kv.errors.not-an-integer'
const OUT_OF_RANGE = 'kv.errors.out-of-range'
const ACL_TEXT = 'kv.authentication.acl-error-text'
const SYNTAX = 'kv.errors.syntax-error'

const isUnknown = ({ kv, request }: Seen) =>
  commandsOf({ kv, request }).some((command) => isError(kv.lookup(command)) && !isExcluded(command))
const isUnsupported = ({ kv, request }: Seen) =>
  commandsOf({ kv, request }).some((command) => isExcluded(command))

const nullForArity = (reply: Reply): Reply =>
  isError(reply) && /wrong number of arguments/.test(reply.message) ? null : reply

const REQUEST_SIZE = 'kv.limits.request-size'
const DAILY_REQUESTS = 'kv.limits.daily-requests'
const SIZE_DISCARDS = 'kv.transaction.request-size-discards'
const DAY_DISCARDS = 'kv.transaction.daily-limit-discards'

/** Handles requests without the daily limit where a condition is true. */
const uncounted = (isMeant: Where) => otherwise(isMeant, () => ({ exceedsDailyLimit: () => false }))

export const errorsFaults = faults({
  ...breaking([EXECUTED], {
    'ok-201: returns HTTP 201, not 200, if the result is OK': () =>
      distort(statusOf(/^(\{"result":"OK"\}|\+OK\r\n)$/, 201)),
    'publish-202: PUBLISH by path: returns HTTP 202, not 200': () =>
      when(({ request }) => request.target.startsWith('/publish/'))(status(200, 202)),
  }),
  ...each(wrongAt(isBatch), ['kv.errors.failure-in-batch'], {
    'batch-with-error-207: pipeline/transaction: returns HTTP 207 if a command fails': () =>
      statusOf(/^\[.*\{"error":|^-|\r\n-ERR/s, 207),
  }),
  ...each(wrongAt(), [SYNTAX], {
    'unparsable-body-422: returns HTTP 422, not 400, for a body that cannot be parsed': () =>
      statusOf(/^\{"error":"[^"]*parse/, 422),
  }),
  ...each(wrongAt(isSingle, isUnknown), ['kv.errors.invalid-command'], {
    'unknown-command-404: returns HTTP 404, not 400, for an unknown command': status(400, 404),
  }),
  ...each(wrongAt(isSingle, isUnsupported), ['kv.errors.unsupported-command'], {
    'unsupported-command-501: returns HTTP 501, not 400, for an unsupported command': () =>
      status(400, 501),
  }),
  ...each(wrongAt(isSingle), ['kv.errors.execution-failure', SYNTAX, 'kv.envelope.success'], {
    'failed-command-200: returns HTTP 200, not 400, for a command that fails': () =>
      statusOf(/^\{"error":"(?!ERR (unknown|wrong number|max)|NOPERM|WRONGPASS)/, 200),
  }),
  ...each(wrongAt(), [ARGUMENT_COUNT, NOT_AN_INTEGER, OUT_OF_RANGE, ACL_TEXT], {
    'errors-no-class-word: omits the class word (ERR, WRONGTYPE) of error texts': () =>
      errors((error) => error.replace(/^[A-Z]+ /, '')),
  }),
  'errors-in-brackets: begins error texts with "(error)", as redis-cli prints them': {
    breaks: ['kv.errors.class-word'],
    blocks: [ARGUMENT_COUNT, NOT_AN_INTEGER, OUT_OF_RANGE, ACL_TEXT],
    replace: () => distort(errors((error) => `(error) ${error}`)),
  },
  'wrong-argument-count-null: returns null for a wrong argument count': {
    breaks: [ARGUMENT_COUNT],
    blocks: ['kv.authentication.acl-*'],
    command: result(nullForArity),
    pipeline: result((replies) => replies.map(nullForArity)),
  },
  ...rows(wrongAt(), {
    'class-word-arity: returns an ARITY error, not ERR, for wrong argument count': [
      ARGUMENT_COUNT,
      errors((error) => error.replace(/^ERR(?=.*wrong number of arguments)/, 'ARITY')),
    ],
    'class-word-notint: returns a NOTINT error, not ERR, for a non-integer argument': [
      [NOT_AN_INTEGER, OUT_OF_RANGE],
      errors((error) => error.replace(/^ERR(?=.*not an integer or out of range)/, 'NOTINT')),
    ],
    'class-word-range: returns a RANGE error, not ERR, for an index out of range': [
      OUT_OF_RANGE,
      errors((error) => error.replace(/^ERR(?=.*(index|offset) (is )?out of range)/, 'RANGE')),
    ],
  }),
  ...each(replacing('isTooLarge'), [REQUEST_SIZE, SIZE_DISCARDS], {
    'size-unlimited: request size limit: accepts commands of any size': () => () => false,
    'size-of-largest-argument: request size limit: counts only the largest argument':
      (original) => (command) =>
        command.some((word) => original([word])),
  }),
  ...each(replacing('isTooLarge'), [REQUEST_SIZE], {
    'size-in-characters: request size limit: counts characters instead of bytes':
      (_, kv) => (command) =>
        command.reduce((size, word) => size + textOf(word).length, 0) > kv.limits.now.requestBytes,
  }),
  ...breaking(['kv.limits.batch-size', REQUEST_SIZE], {
    'size-limits-whole-batch: pipeline/transaction: size limit for all commands together': () =>
      when(isBatch, (seen) => seen.kv.isTooLarge(['', ...commandsOf(seen).flat()]))(
        refused(413, 'ERR max request size exceeded'),
      ),
  }),
  ...each(replacing('exceedsDailyLimit'), [DAILY_REQUESTS, DAY_DISCARDS], {
    'daily-limit-ignored: daily request limit: never rejects a command': () => () => false,
  }),
  ...each(uncounted, [DAILY_REQUESTS], {
    'daily-limit-ignores-pipelines: daily request limit: does not apply to pipelines':
      at('pipeline'),
    'daily-limit-ignores-reads: daily request limit: does not count read commands': not(isWriting),
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

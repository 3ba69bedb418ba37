// Faults of the heading Errors.

import type { Request } from '../../http/message.js'
import { Refusal } from '../../http/refusal.js'
import { OK, type Reply, ReplyError } from '../../kv/reply.js'
import { each, result } from '../written.js'
import { faults } from './fault.js'
import { changingResponse, classed, isError, statusFor } from './parts.js'

const EXECUTED = 'kv.errors.executed'
const OUT_OF_RANGE = 'kv.errors.out-of-range'

const inBrackets = (error: string) => `(error) ${error}`

/** Returns another status for some successful requests. */
const succeedingWith = ([isMeant, status]: readonly [(request: Request) => boolean, number]) =>
  changingResponse((request, answer) => isMeant(request) && answer.status === 200, { status })

const nullForArity = (reply: Reply): Reply =>
  isError(reply) && /wrong number of arguments/.test(reply.message) ? null : reply

export const errorsFaults = faults({
  'ok-201: returns HTTP 201, not 200, if the result is OK': {
    breaks: [EXECUTED],
    statusOf: (original) => (reply) => (reply === OK ? 201 : original(reply)),
  },
  ...each(succeedingWith, [EXECUTED], {
    'put-201: returns HTTP 201, not 200, for PUT': [({ method }) => method === 'PUT', 201],
    'head-204: returns HTTP 204, not 200, for HEAD': [({ method }) => method === 'HEAD', 204],
    'publish-202: PUBLISH by path: returns HTTP 202, not 200': [
      ({ target }) => target.startsWith('/publish/'),
      202,
    ],
  }),
  'batch-with-error-207: pipeline/transaction: returns HTTP 207 if a command fails': {
    breaks: ['kv.errors.failure-in-batch'],
    answerBatch: result((answer, replies) => ({
      ...answer,
      status: replies.some(isError) ? 207 : 200,
    })),
  },
  'unparsable-body-422: returns HTTP 422, not 400, for a body that cannot be parsed': {
    breaks: ['kv.errors.syntax-error'],
    answerRefusal: result((answer, refusal) =>
      refusal.message.includes('parse') ? { ...answer, status: 422 } : answer,
    ),
  },
  'unknown-command-404: returns HTTP 404, not 400, for an unknown command': {
    breaks: ['kv.errors.invalid-command'],
    ...statusFor((command, kv) => !kv.isExcluded(command) && isError(kv.lookup(command)), 404),
  },
  'unsupported-command-501: returns HTTP 501, not 400, for an unsupported command': {
    breaks: ['kv.errors.unsupported-command'],
    ...statusFor((command, kv) => kv.isExcluded(command), 501),
  },
  'failed-command-200: returns HTTP 200, not 400, for a command that fails': {
    breaks: ['kv.errors.execution-failure', 'kv.errors.syntax-error', 'kv.envelope.success'],
    command: (original, kv) => async (command, session) => {
      const reply = await original(command, session)
      if (reply instanceof ReplyError && !kv.check(command, session)) {
        throw new Refusal(200, reply.message)
      }
      return reply
    },
  },
  'errors-no-class-word: omits the class word (ERR, WRONGTYPE) of error texts': {
    breaks: [
      'kv.errors.wrong-argument-count',
      'kv.errors.not-an-integer',
      OUT_OF_RANGE,
      'kv.authentication.acl-error-text',
    ],
    wording: result((error) => error.replace(/^[A-Z]+ /, '')),
  },
  'errors-in-brackets: begins error texts with "(error)", as redis-cli prints them': {
    breaks: ['kv.errors.class-word'],
    blocks: [
      'kv.errors.wrong-argument-count',
      'kv.errors.not-an-integer',
      OUT_OF_RANGE,
      'kv.authentication.acl-error-text',
    ],
    wording: result(inBrackets),
  },
  'batch-errors-in-brackets: pipeline/transaction: begins error texts with "(error)"': {
    breaks: ['kv.errors.class-word'],
    blocks: [
      'kv.errors.wrong-argument-count',
      'kv.errors.not-an-integer',
      'kv.errors.out-of-range',
    ],
    answerBatch: (_, kv) => (replies, format) =>
      ({ ...kv, wording: (error: string) => inBrackets(kv.wording(error)) }).answerBatch(
        replies,
        format,
      ),
  },
  'wrong-argument-count-null: returns null for a wrong argument count': {
    breaks: ['kv.errors.wrong-argument-count'],
    blocks: ['kv.authentication.acl-*'],
    command: result(nullForArity),
    pipeline: result((replies) => replies.map(nullForArity)),
  },
  'class-word-arity: returns an ARITY error, not ERR, for wrong argument count': {
    breaks: ['kv.errors.wrong-argument-count'],
    ...classed(/wrong number of arguments/, 'ARITY'),
  },
  'class-word-notint: returns a NOTINT error, not ERR, for a non-integer argument': {
    breaks: ['kv.errors.not-an-integer', OUT_OF_RANGE],
    ...classed(/not an integer or out of range/, 'NOTINT'),
  },
  'class-word-range: returns a RANGE error, not ERR, for an index out of range': {
    breaks: [OUT_OF_RANGE],
    ...classed(/(index|offset) (is )?out of range/, 'RANGE'),
  },
})

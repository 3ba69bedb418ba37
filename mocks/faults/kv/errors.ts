// Mistakes under the heading: Errors.

import { Refusal } from '../../http/refusal.js'
import { OK, ReplyError } from '../../kv/reply.js'
import { result } from '../written.js'
import { fault, replacing, type KvFault } from './fault.js'
import { answeredOtherwise, classed, isError, statusFor } from './parts.js'

const EXECUTED = 'kv.errors.executed'
const OUT_OF_RANGE = 'kv.errors.out-of-range'

/** An error without its class word. */
const classless = (error: string) => error.replace(/^[A-Z]+ /, '')

export const errorsFaults: readonly KvFault[] = [
  fault('a write is answered 201', [EXECUTED], {
    statusOf: (original) => (reply) => (reply === OK ? 201 : original(reply)),
  }),
  answeredOtherwise(
    'what PUT runs is answered 201',
    [EXECUTED],
    ({ method }, { status }) => method === 'PUT' && status === 200,
    { status: 201 },
  ),
  answeredOtherwise(
    'what HEAD runs is answered 204',
    [EXECUTED],
    ({ method }, { status }) => method === 'HEAD' && status === 200,
    { status: 204 },
  ),
  answeredOtherwise(
    'a published message is answered 202',
    [EXECUTED],
    ({ target }, { status }) => target.startsWith('/publish/') && status === 200,
    { status: 202 },
  ),
  fault('a batch with an error in it is answered 207', ['kv.errors.failure-in-batch'], {
    answerBatch: result((answer, replies) => ({
      ...answer,
      status: replies.some(isError) ? 207 : 200,
    })),
  }),
  fault('a body that cannot be read is answered 422', ['kv.errors.syntax-error'], {
    answerRefusal: result((answer, refusal) =>
      refusal.message.includes('parse') ? { ...answer, status: 422 } : answer,
    ),
  }),
  statusFor(
    'an unknown command is answered 404',
    ['kv.errors.invalid-command'],
    (command, kv) => !kv.isExcluded(command) && isError(kv.lookup(command)),
    404,
  ),
  statusFor(
    'an unsupported command is answered 501',
    ['kv.errors.unsupported-command'],
    (command, kv) => kv.isExcluded(command),
    501,
  ),
  replacing('command')(
    'a command that fails is answered 200 with its error',
    ['kv.errors.execution-failure', 'kv.errors.syntax-error', 'kv.envelope.success'],
    (original, kv) => async (command, session) => {
      const reply = await original(command, session)
      if (reply instanceof ReplyError && !kv.check(command, session)) {
        throw new Refusal(200, reply.message)
      }
      return reply
    },
  ),
  fault(
    'errors have no class word',
    {
      breaks: ['kv.errors.class-word'],
      blocks: [
        'kv.errors.wrong-argument-count',
        'kv.errors.not-an-integer',
        OUT_OF_RANGE,
        'kv.authentication.acl-error-text',
      ],
    },
    { wording: result(classless) },
  ),
  fault('errors in a batch have no class word', ['kv.errors.class-word'], {
    answerBatch: (_, kv) => (replies, format) =>
      ({ ...kv, wording: (error: string) => classless(kv.wording(error)) }).answerBatch(
        replies,
        format,
      ),
  }),
  classed(
    'a wrong argument count has a class of its own',
    ['kv.errors.wrong-argument-count'],
    /wrong number of arguments/,
    'ARITY',
  ),
  classed(
    'a value that is no integer has a class of its own',
    ['kv.errors.not-an-integer', OUT_OF_RANGE],
    /not an integer or out of range/,
    'NOTINT',
  ),
  classed(
    'an index out of range has a class of its own',
    [OUT_OF_RANGE],
    /(index|offset) (is )?out of range/,
    'RANGE',
  ),
]

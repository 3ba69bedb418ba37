// Mistakes under the heading: Errors.

import { Refusal } from '../../http/refusal.js'
import type { Kv } from '../../kv/kv.js'
import { OK, ReplyError } from '../../kv/reply.js'
import type { Fault } from '../fault.js'
import { answeredOtherwise, classed, isError, statusFor } from './parts.js'

export const errorsFaults: readonly Fault<Kv>[] = [
  {
    name: 'a write is answered 201',
    breaks: ['kv.errors.executed'],
    apply: (kv) => ({ ...kv, statusOf: (reply) => (reply === OK ? 201 : kv.statusOf(reply)) }),
  },
  {
    name: 'what PUT runs is answered 201',
    breaks: ['kv.errors.executed'],
    apply: answeredOtherwise(({ method }, { status }) => method === 'PUT' && status === 200, {
      status: 201,
    }),
  },
  {
    name: 'what HEAD runs is answered 204',
    breaks: ['kv.errors.executed'],
    apply: answeredOtherwise(({ method }, { status }) => method === 'HEAD' && status === 200, {
      status: 204,
    }),
  },
  {
    name: 'a published message is answered 202',
    breaks: ['kv.errors.executed'],
    apply: answeredOtherwise(
      ({ target }, { status }) => target.startsWith('/publish/') && status === 200,
      { status: 202 },
    ),
  },
  {
    name: 'a batch with an error in it is answered 207',
    breaks: ['kv.errors.failure-in-batch'],
    apply: (kv) => ({
      ...kv,
      answerBatch: (replies, format) => ({
        ...kv.answerBatch(replies, format),
        status: replies.some((reply) => reply instanceof ReplyError) ? 207 : 200,
      }),
    }),
  },
  {
    name: 'a body that cannot be read is answered 422',
    breaks: ['kv.errors.syntax-error'],
    apply: (kv) => ({
      ...kv,
      answerRefusal(refusal, format) {
        const answer = kv.answerRefusal(refusal, format)
        return refusal.message.includes('parse') ? { ...answer, status: 422 } : answer
      },
    }),
  },
  {
    name: 'an unknown command is answered 404',
    breaks: ['kv.errors.invalid-command'],
    apply: statusFor((command, kv) => !kv.isExcluded(command) && isError(kv.lookup(command)), 404),
  },
  {
    name: 'an unsupported command is answered 501',
    breaks: ['kv.errors.unsupported-command'],
    apply: statusFor((command, kv) => kv.isExcluded(command), 501),
  },
  {
    name: 'a command that fails is answered 200 with its error',
    breaks: ['kv.errors.execution-failure', 'kv.errors.syntax-error', 'kv.envelope.success'],
    apply: (kv) => ({
      ...kv,
      async command(command, session) {
        const reply = await kv.command(command, session)
        if (reply instanceof ReplyError && !kv.check(command, session)) {
          throw new Refusal(200, reply.message)
        }
        return reply
      },
    }),
  },
  {
    name: 'errors have no class word',
    breaks: ['kv.errors.class-word'],
    blocks: [
      'kv.errors.wrong-argument-count',
      'kv.errors.not-an-integer',
      'kv.errors.out-of-range',
      'kv.authentication.acl-error-text',
    ],
    apply: (kv) => ({ ...kv, wording: (error) => kv.wording(error).replace(/^[A-Z]+ /, '') }),
  },
  {
    name: 'errors in a batch have no class word',
    breaks: ['kv.errors.class-word'],
    apply: (kv) => ({
      ...kv,
      answerBatch: (replies, format) =>
        ({
          ...kv,
          wording: (error: string) => kv.wording(error).replace(/^[A-Z]+ /, ''),
        }).answerBatch(replies, format),
    }),
  },
  {
    name: 'a wrong argument count has a class of its own',
    breaks: ['kv.errors.wrong-argument-count'],
    apply: classed(/wrong number of arguments/, 'ARITY'),
  },
  {
    name: 'a value that is no integer has a class of its own',
    breaks: ['kv.errors.not-an-integer', 'kv.errors.out-of-range'],
    apply: classed(/not an integer or out of range/, 'NOTINT'),
  },
  {
    name: 'an index out of range has a class of its own',
    breaks: ['kv.errors.out-of-range'],
    apply: classed(/(index|offset) (is )?out of range/, 'RANGE'),
  },
]

// Faults of the heading Errors.

import { each, result } from '../written.js'
import { isExcluded } from '../../kv/excluded.js'
import { type Reply } from '../../kv/reply.js'
import { distort, type Distortion, when, wrongAt } from './boundary.js'
import { errors, status, statusOf } from './distortions.js'
import { breaking, faults } from './fault.js'
import { isError } from './parts.js'
import { commandsOf, isBatch, isSingle, type Seen, where } from './where.js'

const EXECUTED = 'kv.errors.executed'
const ARGUMENT_COUNT = 'kv.errors.wrong-argument-count'
const NOT_AN_INTEGER = 'kv.errors.not-an-integer'
const OUT_OF_RANGE = 'kv.errors.out-of-range'
const ACL_TEXT = 'kv.authentication.acl-error-text'
const SYNTAX = 'kv.errors.syntax-error'

const { method } = where

/** Replaces the class word ERR of some errors. */
const classed = (which: RegExp, word: string): Distortion =>
  errors((error) => (which.test(error) ? error.replace(/^ERR/, word) : error))

const isUnknown = ({ kv, request }: Seen) =>
  commandsOf({ kv, request }).some((command) => isError(kv.lookup(command)) && !isExcluded(command))
const isUnsupported = ({ kv, request }: Seen) =>
  commandsOf({ kv, request }).some((command) => isExcluded(command))

const inBrackets = errors((error) => `(error) ${error}`)

const nullForArity = (reply: Reply): Reply =>
  isError(reply) && /wrong number of arguments/.test(reply.message) ? null : reply

export const errorsFaults = faults({
  ...breaking([EXECUTED], {
    'ok-201: returns HTTP 201, not 200, if the result is OK': () =>
      distort(statusOf(/^(\{"result":"OK"\}|\+OK\r\n)$/, 201)),
    'put-201: returns HTTP 201, not 200, for PUT': () => when(method.PUT)(status(200, 201)),
    'head-204: returns HTTP 204, not 200, for HEAD': () => when(method.HEAD)(status(200, 204)),
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
    replace: () => distort(inBrackets),
  },
  'batch-errors-in-brackets: pipeline/transaction: begins error texts with "(error)"': {
    breaks: ['kv.errors.class-word'],
    blocks: [ARGUMENT_COUNT, NOT_AN_INTEGER, OUT_OF_RANGE],
    replace: () => when(isBatch)(inBrackets),
  },
  'wrong-argument-count-null: returns null for a wrong argument count': {
    breaks: [ARGUMENT_COUNT],
    blocks: ['kv.authentication.acl-*'],
    command: result(nullForArity),
    pipeline: result((replies) => replies.map(nullForArity)),
  },
  ...each(wrongAt(), [ARGUMENT_COUNT], {
    'class-word-arity: returns an ARITY error, not ERR, for wrong argument count': () =>
      classed(/wrong number of arguments/, 'ARITY'),
  }),
  ...each(wrongAt(), [NOT_AN_INTEGER, OUT_OF_RANGE], {
    'class-word-notint: returns a NOTINT error, not ERR, for a non-integer argument': () =>
      classed(/not an integer or out of range/, 'NOTINT'),
  }),
  ...each(wrongAt(), [OUT_OF_RANGE], {
    'class-word-range: returns a RANGE error, not ERR, for an index out of range': () =>
      classed(/(index|offset) (is )?out of range/, 'RANGE'),
  }),
})

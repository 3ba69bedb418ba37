// Variants of the queue with other statuses and error bodies, which the contract leaves open.

import { splitTarget } from '../../http/message.js'
import { mapped, result, type Title } from '../written.js'
import { faults, type Replacements, type Table } from './fault.js'
import { publishStatus, refuseWith, refusingWith } from './parts.js'

/** Returns a variant for each status. */
const withEach = (
  id: string,
  name: string,
  statuses: readonly number[],
  replacements: (status: number) => Replacements,
): Table =>
  mapped(statuses, (each) => [`${id}-${each}: ${name} ${each}` as Title, { status: replacements }])

const refused = (id: string, what: string, pattern: RegExp, ...statuses: readonly number[]) =>
  withEach(id, `${what}: returns`, statuses, (status) => refusingWith(status, pattern))

/** Sends refusals with another body. */
const errorBody = (body: (status: number, message: string) => object | string): Replacements => ({
  'answers.refusal': (original) => (refusal) => {
    const response = original(refusal)
    const sent = body(response.status, refusal.message)
    return typeof sent === 'string'
      ? { ...response, headers: { ...response.headers, 'content-type': 'text/plain' }, body: sent }
      : { ...response, body: JSON.stringify(sent) }
  },
})

export const otherStatuses = faults({
  // Comes first, because those below change some of these requests, and the last one wins.
  ...withEach('invalid-request', 'invalid request: returns, instead of 400,', [422], (status) =>
    refusingWith(status, /^(?!count: )/, 400),
  ),
  ...refused('unknown-path', 'unknown path', /^there is no \//, 400, 405),
  ...refused('unknown-method', 'unknown method', / is not allowed here, only /, 400, 404),
  ...refused('no-destination', 'publish without a destination', /^expected a destination/, 404),
  ...refused('invalid-cursor', 'invalid cursor', /^cursor: /, 404),
  ...refused(
    'no-failure-callback',
    're-trigger without callback',
    / no failure callback$/,
    404,
    409,
  ),
  ...refused('unknown-queue-token', 'unknown token', /^the token is not valid/, 403),
  ...refused('no-group', 'default headers of an unknown group', /^there is no URL group "/, 400),
  ...withEach('no-queue-token', 'missing token: returns', [400, 403], (status) =>
    refusingWith(status, /missing/, 401),
  ),
  ...withEach('accepted-publish', 'publish: returns', [201, 202], (status) =>
    publishStatus(status, false),
  ),
  ...withEach('duplicate', 'deduplication: returns, for a duplicate,', [201], (status) =>
    publishStatus(status, true),
  ),
  ...withEach('notify', 'notify: returns', [202], (status) => ({
    'waiters.status': () => () => status,
  })),
  ...withEach('groups', 'GET of groups: returns', [404, 405], (status) => ({
    'access.authenticate': (original) => (request, where) => {
      original(request, where)
      const { path } = splitTarget(request.target)
      if (request.method === 'GET' && /^\/v2\/topics(\/[^/]+)?$/.test(path))
        refuseWith(status, 'groups cannot be read')
    },
  })),
  ...withEach('retrigger-absent', 're-trigger of an unknown entry: returns', [400], (status) => ({
    'failureCallback.retrigger': result((right) => right ?? refuseWith(status, 'no such entry')),
  })),
  'dedup-window-1d: deduplication: recognizes duplicates within 1 day': {
    'deduplication.window': () => () => 86_400_000,
  },
  'dedup-window-90d: deduplication: recognizes duplicates within 90 days': {
    'deduplication.window': () => () => 90 * 86_400_000,
  },
  'error-bodies-message: errors: the body is {"message": …}': errorBody((_, message) => ({
    message,
  })),
  'error-bodies-code: errors: the body is {"code": …, "message": …}': errorBody(
    (code, message) => ({ code, message }),
  ),
  'error-bodies-nested: errors: the body is {"error": {"message": …}}': errorBody((_, message) => ({
    error: { message },
  })),
  'error-bodies-text: errors: the body is plain text': errorBody((_, message) => message),
})

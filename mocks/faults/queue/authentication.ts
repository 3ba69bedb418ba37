// Mistakes under the heading: Authentication.

import { each } from '../written.js'
import { fault, replacing, type QueueFault } from './fault.js'

const REQUIRED = 'queue.authentication.required'

/** Operations whose route nobody guards, one or a few at a time. */
const unguarded: readonly (readonly [what: string, operation: RegExp])[] = [
  ['a flow-control key', /^GET \/v2\/flowControl\//],
  ['the default headers of a group', /^PATCH \/v2\/topics\//],
  ['the logs of runs and messages', /^GET \/v2\/workflows\/(logs|messageLogs)/],
  ['an entry of the DLQ', /^(GET|DELETE) \/v2\/workflows\/dlq\/[^/]+$/],
  ['a restart or a resume', /^POST \/v2\/workflows\/dlq\/(restart|resume)/],
  ['the failure callback of an entry', /^POST \/v2\/workflows\/dlq\/callback\//],
]

export const authenticationFaults: readonly QueueFault[] = [
  ...unguarded.map(([what, operation]) =>
    fault(`no token is asked for where it is about ${what}`, [REQUIRED], {
      'access.authenticate': (original) => (request, where) => {
        if (!operation.test(`${request.method} ${request.target}`)) original(request, where)
      },
    }),
  ),
  replacing('access.tokenFromHeader')(
    'a bearer token is seen only under a header spelled Authorization',
    ['queue.authentication.bearer'],
    (original) => (request) =>
      request.rawHeaders.includes('Authorization') ? original(request) : undefined,
  ),
  replacing('access.authenticate')('no token is asked for', [REQUIRED], () => () => {}),
  ...each(replacing('access.accepts'), [REQUIRED], {
    'the beginning of the token is enough': (_, queue) => (token) => queue.token.startsWith(token),
    'what begins with the token is accepted': (_, queue) => (token) =>
      token.startsWith(queue.token),
  }),
  fault(
    'a publish with its token in the query is refused',
    [
      'queue.authentication.query-token-on-publish',
      'queue.webhook.forwarded-to-the-endpoint',
      'queue.webhook.to-a-group',
    ],
    { 'access.tokenFromQuery': () => () => undefined },
  ),
  fault('accepts any svc_token of a publish', [REQUIRED], {
    'access.tokenFromQuery': (original, queue) => (request) =>
      original(request) === undefined ? undefined : queue.token,
  }),
  fault('lists need no token that is good, only an svc_token', [REQUIRED], {
    'access.authenticate': (original, queue) => (request, where) => {
      const isList = request.method === 'GET' && queue.access.tokenFromQuery(request) !== undefined
      if (!isList) original(request, where)
    },
  }),
]

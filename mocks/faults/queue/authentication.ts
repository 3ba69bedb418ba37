// Mistakes under the heading: Authentication.

import type { Queue } from '../../queue/queue.js'
import type { Fault } from '../fault.js'

/** Operations whose route nobody guards, one or a few at a time. */
const unguarded: readonly (readonly [what: string, operation: RegExp])[] = [
  ['a flow-control key', /^GET \/v2\/flowControl\//],
  ['the default headers of a group', /^PATCH \/v2\/topics\//],
  ['the logs of runs and messages', /^GET \/v2\/workflows\/(logs|messageLogs)/],
  ['an entry of the DLQ', /^(GET|DELETE) \/v2\/workflows\/dlq\/[^/]+$/],
  ['a restart or a resume', /^POST \/v2\/workflows\/dlq\/(restart|resume)/],
  ['the failure callback of an entry', /^POST \/v2\/workflows\/dlq\/callback\//],
]

export const authenticationFaults: readonly Fault<Queue>[] = [
  ...unguarded.map(([what, operation]): Fault<Queue> => ({
    name: `no token is asked for where it is about ${what}`,
    breaks: ['queue.authentication.required'],
    apply: (queue) => ({
      ...queue,
      authenticate(request, where) {
        if (!operation.test(`${request.method} ${request.target}`))
          queue.authenticate(request, where)
      },
    }),
  })),
  {
    name: 'a bearer token is seen only under a header spelled Authorization',
    breaks: ['queue.authentication.bearer'],
    apply: (queue) => ({
      ...queue,
      tokenFromHeader: (request) =>
        request.rawHeaders.includes('Authorization') ? queue.tokenFromHeader(request) : undefined,
    }),
  },
  {
    name: 'no token is asked for',
    breaks: ['queue.authentication.required'],
    apply: (queue) => ({ ...queue, authenticate: () => {} }),
  },
  {
    name: 'the beginning of the token is enough',
    breaks: ['queue.authentication.required'],
    apply: (queue) => ({ ...queue, accepts: (token) => queue.token.startsWith(token) }),
  },
  {
    name: 'what begins with the token is accepted',
    breaks: ['queue.authentication.required'],
    apply: (queue) => ({ ...queue, accepts: (token) => token.startsWith(queue.token) }),
  },
  {
    name: 'a publish with its token in the query is refused',
    breaks: [
      'queue.authentication.query-token-on-publish',
      'queue.webhook.forwarded-to-the-endpoint',
      'queue.webhook.to-a-group',
    ],
    apply: (queue) => ({ ...queue, tokenFromQuery: () => undefined }),
  },
  {
    name: 'accepts any svc_token of a publish',
    breaks: ['queue.authentication.required'],
    apply: (queue) => ({
      ...queue,
      tokenFromQuery: (request) =>
        queue.tokenFromQuery(request) === undefined ? undefined : queue.token,
    }),
  },
  {
    name: 'lists need no token that is good, only an svc_token',
    breaks: ['queue.authentication.required'],
    apply: (queue) => ({
      ...queue,
      authenticate(request, where) {
        const isList = request.method === 'GET' && queue.tokenFromQuery(request) !== undefined
        if (!isList) queue.authenticate(request, where)
      },
    }),
  },
]

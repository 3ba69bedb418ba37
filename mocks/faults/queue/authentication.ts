// Mistakes under the heading: Authentication.

import type { Queue } from '../../queue/queue.js'
import type { Fault } from '../fault.js'

export const authenticationFaults: readonly Fault<Queue>[] = [
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
]

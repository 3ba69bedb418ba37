// Mistakes under the heading: Authentication.

import type { QueueFault } from './fault.js'

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
  ...unguarded.map(([what, operation]): QueueFault => ({
    name: `no token is asked for where it is about ${what}`,
    breaks: ['queue.authentication.required'],
    replace: {
      access: {
        authenticate: (original) => (request, where) => {
          if (!operation.test(`${request.method} ${request.target}`)) original(request, where)
        },
      },
    },
  })),
  {
    name: 'a bearer token is seen only under a header spelled Authorization',
    breaks: ['queue.authentication.bearer'],
    replace: {
      access: {
        tokenFromHeader: (original) => (request) =>
          request.rawHeaders.includes('Authorization') ? original(request) : undefined,
      },
    },
  },
  {
    name: 'no token is asked for',
    breaks: ['queue.authentication.required'],
    replace: { access: { authenticate: () => () => {} } },
  },
  {
    name: 'the beginning of the token is enough',
    breaks: ['queue.authentication.required'],
    replace: { access: { accepts: (_, queue) => (token) => queue.token.startsWith(token) } },
  },
  {
    name: 'what begins with the token is accepted',
    breaks: ['queue.authentication.required'],
    replace: { access: { accepts: (_, queue) => (token) => token.startsWith(queue.token) } },
  },
  {
    name: 'a publish with its token in the query is refused',
    breaks: [
      'queue.authentication.query-token-on-publish',
      'queue.webhook.forwarded-to-the-endpoint',
      'queue.webhook.to-a-group',
    ],
    replace: { access: { tokenFromQuery: () => () => undefined } },
  },
  {
    name: 'accepts any svc_token of a publish',
    breaks: ['queue.authentication.required'],
    replace: {
      access: {
        tokenFromQuery: (original, queue) => (request) =>
          original(request) === undefined ? undefined : queue.token,
      },
    },
  },
  {
    name: 'lists need no token that is good, only an svc_token',
    breaks: ['queue.authentication.required'],
    replace: {
      access: {
        authenticate: (original, queue) => (request, where) => {
          const isList =
            request.method === 'GET' && queue.access.tokenFromQuery(request) !== undefined
          if (!isList) original(request, where)
        },
      },
    },
  },
]

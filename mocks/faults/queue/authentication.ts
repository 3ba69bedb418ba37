// Faults of the heading Authentication.

import { each } from '../written.js'
import { breaking, faults, replacing, type Replacements } from './fault.js'

const REQUIRED = 'queue.authentication.required'

/** Requires no token for some operations. */
const unguarded = (operations: RegExp): Replacements => ({
  'access.authenticate': (original) => (request, where) => {
    if (!operations.test(`${request.method} ${request.target}`)) original(request, where)
  },
})

export const authenticationFaults = faults({
  ...each(unguarded, [REQUIRED], {
    'logs-need-no-token: requires no token to read logs of runs and messages':
      /^GET \/v2\/workflows\/(logs|messageLogs)/,
    'dlq-entry-needs-no-token: requires no token to read or delete a DLQ entry':
      /^(GET|DELETE) \/v2\/workflows\/dlq\/[^/]+$/,
  }),
  'bearer-header-case-sensitive: ignores a token in a lower-case "authorization" header': {
    breaks: ['queue.authentication.bearer'],
    'access.tokenFromHeader': (original) => (request) =>
      request.rawHeaders.includes('Authorization') ? original(request) : undefined,
  },
  ...each(replacing('access.authenticate'), [REQUIRED], {
    'no-token-required: authentication: requires no token at all': () => () => {},
    'get-query-token-unchecked: GET requests: accept any token in a query parameter':
      (original, queue) => (request, where) => {
        const isList =
          request.method === 'GET' && queue.access.tokenFromQuery(request) !== undefined
        if (!isList) original(request, where)
      },
  }),
  ...breaking([REQUIRED], {
    'queue-token-prefix-accepted: authentication: accepts a prefix of the token': {
      'access.accepts': (_, queue) => (token) => queue.token.startsWith(token),
    },
    'publish-query-token-unchecked: queue publish: accepts a wrong token in the query': {
      'access.tokenFromQuery': (original, queue) => (request) =>
        original(request) === undefined ? undefined : queue.token,
    },
  }),
  'publish-query-token-refused: queue publish: rejects a valid token in a query parameter': {
    breaks: [
      'queue.authentication.query-token-on-publish',
      'queue.webhook.forwarded-to-the-endpoint',
      'queue.webhook.to-a-group',
    ],
    'access.tokenFromQuery': () => () => undefined,
  },
})

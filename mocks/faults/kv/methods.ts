// Faults of the heading Methods.

import { firstTime } from '../written.js'
import { distort, when } from './boundary.js'
import { distortions, refused, runningToo, status } from './distortions.js'
import { breaking, faults } from './fault.js'
import { at, hasBody, isOtherMethod, isWriting, not, where } from './where.js'

const { GET, HEAD, PUT, POST } = where.method

export const methodsFaults = faults({
  ...breaking(['kv.methods.get'], {
    'get-refuses-writes: GET: rejects write commands with HTTP 405': () =>
      when(GET, isWriting)(refused(405, 'ERR use POST to write')),
    'get-repeated-not-run: GET: does not run the command if the request is repeated': () =>
      when(GET)({
        make: (isFirst = firstTime()) => ({
          request: ({ request }) =>
            isFirst([request.target, ...request.rawHeaders].join()) ? {} : { target: '/ping' },
        }),
      }),
  }),
  ...breaking(['kv.methods.head'], {
    'head-refused: rejects HEAD requests with HTTP 405': () => when(HEAD)(refused(405, 'ERR HEAD')),
    'head-errors-200: HEAD: returns HTTP 200 for a command that fails': () =>
      when(HEAD)(status(400, 200)),
    'head-runs-nothing: HEAD: returns a response without running the command': () =>
      when(HEAD)(distortions['runs nothing']),
    'head-runs-twice: HEAD: runs the command twice': () => when(HEAD)(runningToo()),
  }),
  'post-by-path-needs-body: command by path: rejects POST without a body': {
    breaks: ['kv.publish.endpoint', 'kv.info.command-by-path'],
    blocks: ['kv.publish.*', 'kv.subscribe.first-event'],
    replace: () => when(POST, at('path'), not(hasBody))(refused(400, 'ERR a body is required')),
  },
  ...breaking(['kv.methods.put'], {
    'put-runs-twice: PUT: runs the command twice': () => when(PUT)(runningToo()),
    'put-refused: rejects PUT requests with HTTP 405': () => when(PUT)(refused(405, 'ERR PUT')),
  }),
  ...breaking(['kv.methods.others-refused'], {
    'delete-accepted: accepts DELETE requests instead of returning HTTP 405': () =>
      when(({ request }) => request.method === 'DELETE')({ request: () => ({ method: 'GET' }) }),
    'options-204: returns HTTP 204, not 405, for OPTIONS': () =>
      when(({ request }) => request.method === 'OPTIONS')(status(405, 204)),
    'other-methods-404: returns HTTP 404, not 405, for methods such as DELETE': () =>
      distort(status(405, 404)),
    'refused-method-runs-body: unsupported method: runs the command, then returns 405': () =>
      when(isOtherMethod, hasBody)(runningToo({ request: () => ({ method: 'POST' }) })),
  }),
})

// Faults of the heading Methods.

import { Refusal } from '../../http/refusal.js'
import { each, firstTime } from '../written.js'
import { faults, replacing } from './fault.js'
import { changingResponse, isWrite, refusing, runningToo } from './parts.js'

const GET = 'kv.methods.get'
const PUT = 'kv.methods.put'
const OTHERS = 'kv.methods.others-refused'
const HEAD = 'kv.methods.head'

export const methodsFaults = faults({
  'get-refuses-writes: GET: rejects write commands with HTTP 405': {
    breaks: [GET],
    commandInPath: (original, kv) => (request) => {
      const command = original(request)
      if (request.method === 'GET' && isWrite(kv, command)) {
        throw new Refusal(405, 'ERR use POST to write')
      }
      return command
    },
  },
  'get-repeated-not-run: GET: does not run the command if the request is repeated': {
    breaks: [GET],
    replace: (isFirst = firstTime()) => ({
      commandInPath: (original) => (request) => {
        const isNew =
          request.method !== 'GET' || isFirst([request.target, ...request.rawHeaders].join())
        return isNew ? original(request) : ['PING']
      },
    }),
  },
  'head-refused: rejects HEAD requests with HTTP 405': { breaks: [HEAD], ...refusing('HEAD') },
  'head-errors-200: HEAD: returns HTTP 200 for a command that fails': {
    breaks: [HEAD],
    ...changingResponse(({ method }, { status }) => method === 'HEAD' && status === 400, {
      status: 200,
    }),
  },
  'head-runs-nothing: HEAD: returns a response without running the command': {
    breaks: [HEAD],
    commandInPath: (original) => (request) =>
      request.method === 'HEAD' ? ['PING'] : original(request),
  },
  'post-by-path-needs-body: command by path: rejects POST without a body': {
    breaks: ['kv.publish.endpoint', 'kv.info.command-by-path'],
    blocks: ['kv.publish.*'],
    commandInPath: (original) => (request) => {
      if (request.method === 'POST' && request.body.length === 0) {
        throw new Refusal(400, 'ERR a body is required')
      }
      return original(request)
    },
  },
  'head-runs-twice: HEAD: runs the command twice': {
    breaks: [HEAD],
    ...runningToo(({ method }) => method === 'HEAD'),
  },
  'put-runs-twice: PUT: runs the command twice': {
    breaks: [PUT],
    ...runningToo(({ method }) => method === 'PUT'),
  },
  'put-refused: rejects PUT requests with HTTP 405': { breaks: [PUT], ...refusing('PUT') },
  ...each(replacing('checkMethod'), [OTHERS], {
    'delete-accepted: accepts DELETE requests instead of returning HTTP 405':
      (original) => async (request) => {
        if (request.method !== 'DELETE') await original(request)
      },
    'options-204: returns HTTP 204, not 405, for OPTIONS': (original) => (request) => {
      if (request.method === 'OPTIONS') throw new Refusal(204, 'ERR')
      return original(request)
    },
    'other-methods-404: returns HTTP 404, not 405, for methods such as DELETE':
      (original) => async (request) => {
        try {
          await original(request)
        } catch {
          throw new Refusal(404, 'ERR not found')
        }
      },
  }),
  'refused-method-runs-body: unsupported method: runs the command, then returns 405': {
    breaks: [OTHERS],
    ...runningToo(
      ({ body }, { status }) => status === 405 && body.length > 0,
      () => ({ method: 'POST' }),
    ),
  },
})

// Faults of the heading Methods.

import { Refusal } from '../../http/refusal.js'
import { each } from '../written.js'
import { faults, replacing } from './fault.js'
import { isWrite, refusing, runningToo } from './parts.js'

const GET = 'kv.methods.get'
const PUT = 'kv.methods.put'
const OTHERS = 'kv.methods.others-refused'
const HEAD = 'kv.methods.head'

export const methodsFaults = faults({
  'get-refuses-writes: rejects write commands sent by GET': {
    breaks: [GET],
    blocks: ['kv.methods.*'],
    commandInPath: (original, kv) => (request) => {
      const command = original(request)
      if (request.method === 'GET' && isWrite(kv, command)) {
        throw new Refusal(405, 'ERR use POST to write')
      }
      return command
    },
  },
  'get-repeated-not-run: does not run a GET request that was sent before': {
    breaks: [GET],
    replace: () => {
      const seen = new Set<string>()
      return {
        commandInPath: (original) => (request) => {
          if (request.method !== 'GET') return original(request)
          const whole = [request.target, ...request.rawHeaders].join()
          const again = seen.has(whole)
          seen.add(whole)
          return again ? ['PING'] : original(request)
        },
      }
    },
  },
  'head-refused: rejects HEAD with 405': { breaks: [HEAD], ...refusing('HEAD') },
  'head-runs-nothing: answers HEAD without running the command': {
    breaks: [HEAD, 'kv.errors.execution-failure', 'kv.errors.invalid-command'],
    commandInPath: (original) => (request) =>
      request.method === 'HEAD' ? ['PING'] : original(request),
  },
  'post-by-path-needs-body: command by path: rejects POST without a body': {
    breaks: ['kv.methods.post'],
    blocks: ['kv.path.*-body-is-last-argument', 'kv.publish.*', 'kv.info.command-by-path'],
    commandInPath: (original) => (request) => {
      if (request.method === 'POST' && request.body.length === 0) {
        throw new Refusal(400, 'ERR a body is required')
      }
      return original(request)
    },
  },
  'head-runs-twice: runs the command of a HEAD request twice': {
    breaks: [HEAD],
    ...runningToo(
      ({ method }) => method === 'HEAD',
      () => ({}),
    ),
  },
  'put-runs-twice: runs the command of a PUT request twice': {
    breaks: [PUT],
    ...runningToo(
      ({ method }) => method === 'PUT',
      () => ({}),
    ),
  },
  'put-refused: rejects PUT with 405': { breaks: [PUT], ...refusing('PUT') },
  'delete-accepted: accepts the method DELETE': {
    breaks: [OTHERS],
    checkMethod: (original) => async (request) => {
      if (request.method !== 'DELETE') await original(request)
    },
  },
  'refused-method-runs-body: runs the request body, then rejects the method': {
    breaks: [OTHERS],
    ...runningToo(
      ({ body }, { status }) => status === 405 && body.length > 0,
      () => ({ method: 'POST' }),
    ),
  },
  ...each(replacing('checkMethod'), [OTHERS], {
    'options-204: answers OPTIONS with 204': (original) => (request) => {
      if (request.method === 'OPTIONS') throw new Refusal(204, 'ERR')
      return original(request)
    },
    'other-methods-404: answers unsupported methods with 404': (original) => async (request) => {
      try {
        await original(request)
      } catch {
        throw new Refusal(404, 'ERR not found')
      }
    },
  }),
})

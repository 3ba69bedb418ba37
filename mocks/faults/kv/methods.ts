// Mistakes under the heading: Methods.

import { Refusal } from '../../http/refusal.js'
import { each } from '../written.js'
import { fault, replacing, type KvFault } from './fault.js'
import { isWrite, refusing, runningToo } from './parts.js'

const GET = 'kv.methods.get'
const PUT = 'kv.methods.put'
const OTHERS = 'kv.methods.others-refused'
const HEAD = 'kv.methods.head'

export const methodsFaults: readonly KvFault[] = [
  replacing('commandInPath')(
    'commands that write are not run by GET',
    { breaks: [GET], blocks: ['kv.methods.*'] },
    (original, kv) => (request) => {
      const command = original(request)
      if (request.method === 'GET' && isWrite(kv, command)) {
        throw new Refusal(405, 'ERR use POST to write')
      }
      return command
    },
  ),
  fault('the same GET is not run a second time', [GET], () => {
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
  }),
  refusing('HEAD is refused', [HEAD], 'HEAD'),
  fault('HEAD runs nothing', [HEAD, 'kv.errors.execution-failure', 'kv.errors.invalid-command'], {
    commandInPath: (original) => (request) =>
      request.method === 'HEAD' ? ['PING'] : original(request),
  }),
  replacing('commandInPath')(
    'a POST by path without a body runs nothing',
    {
      breaks: ['kv.methods.post'],
      blocks: ['kv.path.*-body-is-last-argument', 'kv.publish.*', 'kv.info.command-by-path'],
    },
    (original) => (request) => {
      if (request.method === 'POST' && request.body.length === 0) {
        throw new Refusal(400, 'ERR a body is required')
      }
      return original(request)
    },
  ),
  ...(['HEAD', 'PUT'] as const).map((method) =>
    runningToo(
      `${method} runs the command twice`,
      [method === 'HEAD' ? HEAD : PUT],
      (request) => request.method === method,
      () => ({}),
    ),
  ),
  refusing('PUT is refused', [PUT], 'PUT'),
  fault('DELETE is one of the methods', [OTHERS], {
    checkMethod: (original) => async (request) => {
      if (request.method !== 'DELETE') await original(request)
    },
  }),
  runningToo(
    'a body is run under every method, and refused afterwards',
    [OTHERS],
    ({ body }, { status }) => status === 405 && body.length > 0,
    () => ({ method: 'POST' }),
  ),
  ...each(replacing('checkMethod'), [OTHERS], {
    'OPTIONS is answered for browsers': (original) => (request) => {
      if (request.method === 'OPTIONS') throw new Refusal(204, 'ERR')
      return original(request)
    },
    'other methods are not found': (original) => async (request) => {
      try {
        await original(request)
      } catch {
        throw new Refusal(404, 'ERR not found')
      }
    },
  }),
]

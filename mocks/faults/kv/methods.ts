// Mistakes under the heading: Methods.

import { Refusal } from '../../http/refusal.js'
import type { Kv } from '../../kv/kv.js'
import type { Fault } from '../fault.js'
import { isWrite, refusing, runningToo } from './parts.js'

export const methodsFaults: readonly Fault<Kv>[] = [
  {
    name: 'commands that write are not run by GET',
    breaks: ['kv.methods.get'],
    blocks: ['kv.methods.*'],
    apply: (kv) => ({
      ...kv,
      commandInPath(request) {
        const command = kv.commandInPath(request)
        if (request.method === 'GET' && isWrite(kv, command)) {
          throw new Refusal(405, 'ERR use POST to write')
        }
        return command
      },
    }),
  },
  {
    name: 'the same GET is not run a second time',
    breaks: ['kv.methods.get'],
    apply(kv) {
      const seen = new Set<string>()
      return {
        ...kv,
        commandInPath(request) {
          if (request.method !== 'GET') return kv.commandInPath(request)
          const whole = [request.target, ...request.rawHeaders].join()
          const again = seen.has(whole)
          seen.add(whole)
          return again ? ['PING'] : kv.commandInPath(request)
        },
      }
    },
  },
  { name: 'HEAD is refused', breaks: ['kv.methods.head'], apply: refusing('HEAD') },
  {
    name: 'HEAD runs nothing',
    breaks: ['kv.methods.head', 'kv.errors.execution-failure', 'kv.errors.invalid-command'],
    apply: (kv) => ({
      ...kv,
      commandInPath: (request) =>
        request.method === 'HEAD' ? ['PING'] : kv.commandInPath(request),
    }),
  },
  {
    name: 'a POST by path without a body runs nothing',
    breaks: ['kv.methods.post'],
    blocks: ['kv.path.*-body-is-last-argument', 'kv.publish.*', 'kv.info.command-by-path'],
    apply: (kv) => ({
      ...kv,
      commandInPath(request) {
        if (request.method === 'POST' && request.body.length === 0) {
          throw new Refusal(400, 'ERR a body is required')
        }
        return kv.commandInPath(request)
      },
    }),
  },
  ...(['HEAD', 'PUT'] as const).map((method): Fault<Kv> => ({
    name: `${method} runs the command twice`,
    breaks: [method === 'HEAD' ? 'kv.methods.head' : 'kv.methods.put'],
    apply: runningToo(
      (request) => request.method === method,
      () => ({}),
    ),
  })),
  { name: 'PUT is refused', breaks: ['kv.methods.put'], apply: refusing('PUT') },
  {
    name: 'DELETE is one of the methods',
    breaks: ['kv.methods.others-refused'],
    apply: (kv) => ({
      ...kv,
      async checkMethod(request) {
        if (request.method !== 'DELETE') await kv.checkMethod(request)
      },
    }),
  },
  {
    name: 'a body is run under every method, and refused afterwards',
    breaks: ['kv.methods.others-refused'],
    apply: runningToo(
      ({ body }, { status }) => status === 405 && body.length > 0,
      () => ({ method: 'POST' }),
    ),
  },
  {
    name: 'OPTIONS is answered for browsers',
    breaks: ['kv.methods.others-refused'],
    apply: (kv) => ({
      ...kv,
      checkMethod(request) {
        if (request.method === 'OPTIONS') throw new Refusal(204, 'ERR')
        return kv.checkMethod(request)
      },
    }),
  },
  {
    name: 'other methods are not found',
    breaks: ['kv.methods.others-refused'],
    apply: (kv) => ({
      ...kv,
      async checkMethod(request) {
        try {
          await kv.checkMethod(request)
        } catch {
          throw new Refusal(404, 'ERR not found')
        }
      },
    }),
  },
]

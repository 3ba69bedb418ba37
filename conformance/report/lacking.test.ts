import { expect, it } from 'vitest'
import { lackingIn } from './lacking.js'

interface Case {
  readonly of: 'kv' | 'queue'
  readonly sent: readonly [method: string, target: string, body?: string]
  readonly status: number
  readonly want: string | undefined
}

const unknown = `{"error":"ERR unknown command 'RPUSH'"}`

it.each<Case>([
  {
    of: 'kv',
    sent: ['GET', '/ECHO/a', ''],
    status: 404,
    want: 'path form (GET /command/args) answers 404',
  },
  {
    of: 'kv',
    sent: ['POST', '/pipeline', '[["PING"]]'],
    status: 404,
    want: 'POST /pipeline answers 404',
  },
  {
    of: 'kv',
    sent: ['POST', '/base/multi-exec?_token=t', ''],
    status: 501,
    want: 'POST /multi-exec answers 501',
  },
  {
    of: 'kv',
    sent: ['POST', '/subscribe/channel', ''],
    status: 405,
    want: 'POST /subscribe answers 405',
  },
  { of: 'kv', sent: ['POST', '/', '["rpush","key"]'], status: 400, want: 'RPUSH: unknown command' },
  { of: 'kv', sent: ['GET', '/rpush/key/a', ''], status: 400, want: 'RPUSH: unknown command' },
  {
    of: 'queue',
    sent: ['POST', '/v2/publish/http://127.0.0.1/a', ''],
    status: 404,
    want: 'POST /v2/publish/{destination} answers 404',
  },
  { of: 'queue', sent: ['GET', '/v2/none', ''], status: 404, want: 'GET /v2/none answers 404' },
  { of: 'queue', sent: ['POST', '/v2/publish/a', ''], status: 400, want: undefined },
])(
  '$of: $sent answered with $status',
  ({ of, sent: [method, target, body = ''], status, want }) => {
    const exchange = {
      request: { method, target, headers: [], body },
      response: { status, headers: [], body: unknown },
      durationMs: 1,
    }
    const findings = [{ message: 'expected an executed command', exchange: 0 }]

    expect(lackingIn({ interface: of, findings, exchanges: [exchange] })).toBe(want)
  },
)

it('lacks nothing that is known if the finding has no exchange', () => {
  const findings = [{ message: 'the scenario did not end' }]
  expect(lackingIn({ interface: 'kv', findings, exchanges: [] })).toBeUndefined()
})

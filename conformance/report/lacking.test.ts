import { expect, it } from 'vitest'
import { lackingIn } from './lacking.js'

type Sent = readonly [method: string, target: string, body?: string]

/** Returns the cause of a scenario that is blocked by one response. */
function lacking(
  of: 'kv' | 'queue',
  [method, target, sent = '']: Sent,
  status: number,
  body = '{"error":"ERR"}',
  message = 'expected an executed command',
) {
  const exchange = {
    request: { method, target, headers: [], body: sent },
    response: { status, headers: [], body },
    durationMs: 1,
  }
  return lackingIn({ interface: of, findings: [{ message, exchange: 0 }], exchanges: [exchange] })
}

it.each<[of: 'kv' | 'queue', sent: Sent, status: number, want: string]>([
  ['kv', ['GET', '/ECHO/a'], 404, 'path form (GET /command/args)'],
  ['kv', ['POST', '/pipeline', '[["PING"]]'], 404, 'POST /pipeline'],
  ['kv', ['POST', '/base/multi-exec?_token=t'], 501, 'POST /multi-exec'],
  ['kv', ['POST', '/subscribe/channel'], 405, 'POST /subscribe'],
  ['queue', ['POST', '/v2/publish/http://127.0.0.1/a'], 404, 'POST /v2/publish/{destination}'],
  ['queue', ['GET', '/v2/none'], 404, 'GET /v2/none'],
  ['queue', ['DELETE', '/v2/workflows/runs/a'], 405, 'DELETE /v2/workflows/runs/{id}'],
])('%s: %j answered with %i lacks the endpoint', (of, sent, status, want) => {
  expect(lacking(of, sent, status)).toBe(`${want} answers ${status}`)
})

const notThere = "Command is not available: 'RPUSH'"
const inEnvelope = JSON.stringify({ error: notThere })

const twoCommands = '[["SET","a"],["RPUSH","a"]]'

it.each<[sent: Sent, body: string, want: string]>([
  [['POST', '/', '["rpush","key"]'], '{"error":"ERR unknown command"}', ': ERR unknown command'],
  [['GET', '/rpush/key/a'], '{"error":"ERR not supported"}', ' in the path: ERR not supported'],
  [['POST', '/pipeline', twoCommands], `[{},${inEnvelope}]`, ` in POST /pipeline: ${notThere}`],
  [['POST', '/multi-exec', twoCommands], inEnvelope, ` in POST /multi-exec: ${notThere}`],
])('%j answered with %s lacks RPUSH', (sent, body, want) => {
  expect(lacking('kv', sent, 400, body)).toBe(`RPUSH${want}`)
})

it('lacks no command if the setup expects an error', () => {
  const message = 'expected an error that fits "/^[A-Z]/", got "no"'
  expect(lacking('kv', ['POST', '/', '["GET"]'], 400, '{"error":"no"}', message)).toBeUndefined()
})

it('lacks nothing that is known in other answers', () => {
  expect(lacking('queue', ['POST', '/v2/publish/a'], 400)).toBeUndefined()
  expect(lacking('kv', ['POST', '/multi-exec', '[["SET"],["GET"]]'], 400)).toBeUndefined()
  expect(lacking('kv', ['POST', '/', '["SET"]'], 500, 'no JSON')).toBeUndefined()
  const findings = [{ message: 'the scenario did not end' }]
  expect(lackingIn({ interface: 'kv', findings, exchanges: [] })).toBeUndefined()
})

// Long commands on many connections: the mock with its default limits must answer other requests.

import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { cli, startTarget } from './target.js'

const CONNECTIONS = 12

const endless = 'while true do end'
const unpaused = `coroutine.wrap(function() ${endless} end)()`
const library = `#!lua name=l\nredis.register_function('f', function() ${endless} end)`

/** An attack: a path, and the JSON that each connection sends again and again. */
interface Attack {
  readonly path: '/' | '/pipeline' | '/multi-exec'
  readonly isReadOnly?: boolean
  readonly body: unknown
}

const twenty = (...command: readonly string[]) => Array<unknown>(20).fill(command)

export const longCommands: Readonly<Record<string, Attack>> = {
  EVAL: { path: '/', body: ['EVAL', endless, '0'] },
  EVAL_RO: { path: '/', isReadOnly: true, body: ['EVAL_RO', endless, '0'] },
  FCALL: { path: '/', body: ['FCALL', 'f', '0'] },
  'pipelines of EVAL': { path: '/pipeline', body: twenty('EVAL', endless, '0') },
  'pipelines of EVAL_RO': {
    ...{ path: '/pipeline', isReadOnly: true, body: twenty('EVAL_RO', endless, '0') },
  },
  'transactions of EVAL': { path: '/multi-exec', body: twenty('EVAL', endless, '0') },
  'scripts that cannot pause': { path: '/pipeline', body: twenty('EVAL', unpaused, '0') },
  ZUNION: { path: '/', isReadOnly: true, body: ['ZUNION', '50', ...Array<string>(50).fill('z')] },
}

/** Attacks a mock for some milliseconds. Returns the longest wait of another client in milliseconds. */
export async function longestWaitUnder(attack: Attack, milliseconds: number): Promise<number> {
  const target = await startTarget([
    ...[cli, 'mock', '--json', '--kv-port', '0', '--queue-port', '0', '--resp-port', '0'],
  ])
  const { kv, queue } = target.ready as Readonly<
    Record<'kv' | 'queue', { url: string; token: string; readOnlyToken: string }>
  >
  const post = (path: string, token: string, body: unknown) =>
    new Promise<void>((resolve) => {
      const headers = { authorization: `Bearer ${token}` }
      request(kv.url + path, { method: 'POST', headers }, (response) =>
        response.resume().on('close', resolve),
      )
        .on('error', () => resolve())
        .end(JSON.stringify(body))
    })
  await post('/', kv.token, ['FUNCTION', 'LOAD', library])
  const members = Array.from({ length: 50_000 }, (_, index) => [String(index), `member:${index}`])
  await post('/', kv.token, ['ZADD', 'z', ...members.flat()])

  const portOf = ({ url }: { url: string }) => Number(new URL(url).port)
  const health = 'GET /__mock/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'
  const dlq = `GET /v2/workflows/dlq HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${queue.token}\r\n\r\n`
  const ping = `GET /ping HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${kv.token}\r\n\r\n`
  let isOver = false
  const token = attack.isReadOnly ? kv.readOnlyToken : kv.token
  const attackers = Array.from({ length: CONNECTIONS }, async () => {
    while (!isOver) await post(attack.path, token, attack.body)
  })
  let longest = 0
  // A probe has one request for each port.
  for (const ofQueue of [health, dlq]) {
    await target.probe([
      { port: portOf(kv), request: ping },
      { port: portOf(queue), request: ofQueue },
    ])
    await pause(milliseconds / 2)
    longest = Math.max(longest, (await target.seen()).waitMs)
  }
  isOver = true
  await target.stop()
  await Promise.all(attackers)
  return longest
}

// Attacks the mock: the built command with all three ports and low limits.

import { hostileAnswer, startHostileServer } from './answers.js'
import type { Host } from './attack.js'
import type { Port } from './conversation.js'
import { Random } from './random.js'
import { cli, startTarget } from './target.js'

interface Ready {
  readonly kv: {
    readonly url: string
    readonly token: string
    readonly readOnlyToken: string
    readonly resp: { readonly url: string }
  }
  readonly queue: { readonly url: string; readonly token: string }
}

const limits = [
  'command-ms=25',
  'kv-bytes=128M',
  'queue-bytes=64M',
  'journal-bytes=16M',
  'connections=2000',
]

/** Starts the mock, and a destination whose responses depend on `seed`. */
export async function startMockHost(seed: number): Promise<Host> {
  const answers = new Random(seed, 'answers')
  const destination = await startHostileServer(() => hostileAnswer(answers))
  const target = await startTarget([
    cli,
    'mock',
    '--json',
    '--kv-port',
    '0',
    '--queue-port',
    '0',
    '--resp-port',
    '0',
    ...limits.flatMap((limit) => ['--limit', limit]),
  ])
  const { kv, queue } = target.ready as Ready
  const ports: Readonly<Record<Port, number>> = {
    kv: Number(new URL(kv.url).port),
    queue: Number(new URL(queue.url).port),
    resp: Number(new URL(kv.resp.url).port),
  }
  const health = 'GET /__mock/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'
  await target.probe([
    { port: ports.kv, request: health },
    { port: ports.queue, request: health },
    { port: ports.resp, request: 'PING\r\n' },
  ])

  /** Returns the status of a response, or the reason why there is none. */
  const statusOf = (url: string, token: string, method = 'GET') =>
    fetch(url, {
      method,
      headers: { Authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(10_000),
    }).then(
      ({ status }) => status,
      (error: unknown) => String(error),
    )

  return {
    target,
    portOf: ({ port }) => ports[port],
    surroundings: {
      host: `127.0.0.1:${ports.kv}`,
      kvToken: kv.token,
      readOnlyToken: kv.readOnlyToken,
      queueToken: queue.token,
      destination: `${destination.origin}/`,
    },
    async serves() {
      const statuses = {
        'GET /ping': await statusOf(`${kv.url}/ping`, kv.token),
        'GET /v2/workflows/dlq': await statusOf(`${queue.url}/v2/workflows/dlq`, queue.token),
      }
      const [wrong] = Object.entries(statuses).filter(([, status]) => status !== 200)
      return wrong && wrong.join(' returns ')
    },
    async reset() {
      for (const { url, token } of [kv, queue]) await statusOf(`${url}/__mock/reset`, token, 'POST')
    },
    close: () => destination.close(),
  }
}

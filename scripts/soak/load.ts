// The mixed load of the soak: requests of all kinds to both interfaces, with the data that the
// destinations of the deliveries need. Data that stays by contract is bounded: keys come from a fixed
// set or expire, and DLQ entries are deleted.

import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Pool } from 'undici'

/** The addresses and tokens of a mock, as `mock --json` prints them. */
export interface Target {
  readonly kv: { readonly url: string; readonly token: string; readonly readOnlyToken: string }
  readonly queue: { readonly url: string; readonly token: string }
}

/** The number of requests in progress at once. */
const CLIENTS = 24

/** One of this many publishes starts something that stays until it is deleted. */
const CLEAN_EVERY = 500

type Headers = Readonly<Record<string, string>>

let numbers = 0
const unique = () => (++numbers).toString(36)
const upTo = (limit: number) => Math.floor(Math.random() * limit)
const key = () => `key:${upTo(10_000)}`
const value = () => 'v'.repeat(upTo(300))

/** Commands whose data stays within the keys. */
const commands: readonly (() => readonly (string | number)[])[] = [
  () => ['SET', key(), value()],
  () => ['SET', `expiring:${unique()}`, value(), 'PX', 2000],
  () => ['GET', key()],
  () => ['DEL', key(), key()],
  () => ['INCR', `counter:${upTo(100)}`],
  () => ['EXPIRE', key(), 5],
  () => ['HSET', `hash:${upTo(100)}`, `field:${upTo(200)}`, value()],
  () => ['HGETALL', `hash:${upTo(100)}`],
  () => ['LPUSH', `list:${upTo(100)}`, value()],
  () => ['LTRIM', `list:${upTo(100)}`, 0, 99],
  () => ['ZADD', `ranks:${upTo(100)}`, Math.random(), `member:${upTo(200)}`],
  () => ['ZRANGE', `ranks:${upTo(100)}`, 0, 20, 'WITHSCORES'],
  () => ['XADD', `stream:${upTo(20)}`, 'MAXLEN', 100, '*', 'field', value()],
  () => ['SCAN', upTo(5000), 'COUNT', 20],
  () => ['PUBLISH', `channel:${upTo(10)}`, value()],
  () => ['JSON.SET', `json:${upTo(100)}`, '$', JSON.stringify({ a: [1, 2, value()] })],
  () => ['LPUSH', key(), 'x'],
  () => [`NOSUCH${unique()}`, 'x'],
  () => ['EVAL', "return redis.call('INCR', KEYS[1])", 1, `counter:${upTo(100)}`],
]
const command = () => commands[upTo(commands.length)]!()

/** Starts the load. Resolves to functions that count its requests and end it. */
export async function startLoad({ kv, queue }: Target) {
  const kvPool = new Pool(kv.url, { connections: CLIENTS })
  const queuePool = new Pool(queue.url, { connections: CLIENTS })
  let requests = 0
  let deliveries = 0
  let isEnding = false
  const failures = new Set<string>()

  const destination = createServer((request, response) => {
    deliveries++
    const status = Number(/\/(\d{3})\b/.exec(request.url!)?.[1] ?? 200)
    void text(request).then(() => response.writeHead(status).end('x'.repeat(upTo(500))))
  }).listen(0, '127.0.0.1')
  await once(destination, 'listening')
  const { port } = destination.address() as AddressInfo
  const url = (status: number) => `http://127.0.0.1:${port}/${status}/${unique()}`

  async function ask(
    pool: Pool,
    path: string,
    init: { method?: 'GET' | 'DELETE'; headers?: Headers; body?: string },
  ) {
    requests++
    const { method = 'POST' as const, headers = {}, body = null } = init
    const response = await pool.request({ path, method, headers, body })
    return { status: response.statusCode, body: await response.body.text() }
  }

  const askKv = (path: string, body?: unknown, token = kv.token) =>
    ask(kvPool, path, {
      headers: { authorization: `Bearer ${token}` },
      ...(body === undefined ? { method: 'GET' } : { body: JSON.stringify(body) }),
    })

  const askQueue = (path: string, headers: Headers = {}, body = value()) =>
    ask(queuePool, path, { headers: { authorization: `Bearer ${queue.token}`, ...headers }, body })

  const remove = (path: string) =>
    ask(queuePool, path, { method: 'DELETE', headers: { authorization: `Bearer ${queue.token}` } })

  const publish = (status: number, headers: Headers = {}) =>
    askQueue(`/v2/publish/${url(status)}`, { 'svc-retries': '0', ...headers })

  /** Sends bytes on a connection of their own. Resolves when the connection has ended. */
  async function sendRaw(at: string, bytes: string, milliseconds = 50): Promise<void> {
    requests++
    const socket = connect(Number(new URL(at).port), '127.0.0.1')
    socket.on('error', () => {}).resume()
    socket.write(bytes)
    const timer = setTimeout(() => socket.destroy(), milliseconds)
    await once(socket, 'close')
    clearTimeout(timer)
  }

  const head = (line: string, token: string, more = '') =>
    `${line} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n${more}\r\n`

  async function run(status: number): Promise<void> {
    const id = `run-${unique()}`
    const app = url(status)
    const headers = { 'svc-workflow-runid': id, 'svc-workflow-url': app, 'svc-retries': '0' }
    await askQueue(`/v2/publish/${app}`, { ...headers, 'svc-workflow-init': 'true' })
    if (status >= 300) return
    const step = { stepId: 1, stepName: unique(), stepType: 'Run', concurrent: 1, out: value() }
    await askQueue(
      `/v2/publish/${app}`,
      { ...headers, 'svc-workflow-init': 'false' },
      JSON.stringify(step),
    )
    await remove(`/v2/workflows/runs/${id}${upTo(2) ? '?cancel=false' : ''}`)
  }

  const kinds: readonly (readonly [weight: number, act: () => Promise<unknown>])[] = [
    [300, () => askKv('/', command())],
    [30, () => askKv(`/set/${key()}/${unique()}`)],
    [20, () => askKv('/', ['GET', key()], kv.readOnlyToken)],
    [40, () => askKv('/pipeline', Array.from({ length: 10 }, command))],
    [20, () => askKv('/multi-exec', Array.from({ length: 5 }, command))],
    [5, () => askKv('/', ['SET', `large:${upTo(20)}`, 'x'.repeat(100_000)])],
    [5, () => askKv('/', ['EVAL', `return { '${unique()}', KEYS[1] }`, 1, key()])],
    [2, () => askKv('/', ['EVAL', 'return redis.error_reply(ARGV[1])', 0, `E${unique()} x`])],
    [60, () => publish(200)],
    [5, () => publish(200, { 'svc-callback': url(200), 'svc-delay': '1s' })],
    [5, () => publish(500, { 'svc-failure-callback': url(200), [`svc-forward-${unique()}`]: 'x' })],
    [5, () => publish(500, { 'svc-retries': '2', 'svc-retry-delay': '200' })],
    [5, () => publish(200, { 'svc-deduplication-id': unique() })],
    [
      5,
      () =>
        publish(200, {
          'svc-flow-control-key': unique(),
          'svc-flow-control-value': 'rate=5,parallelism=2,period=1s',
        }),
    ],
    [
      3,
      () =>
        askQueue(`/v2/publish/http://127.0.${upTo(200)}.${1 + upTo(200)}:${port}/`, {
          'svc-retries': '0',
        }),
    ],
    [3, () => askQueue(`/v2/enqueue/line-${upTo(20)}/${url(200)}`)],
    [
      2,
      () =>
        askQueue(
          '/v2/batch',
          {},
          JSON.stringify(Array.from({ length: 5 }, () => ({ destination: url(200), body: 'b' }))),
        ),
    ],
    [8, () => run(200)],
    [4, () => run(500)],
    [2, () => askQueue(`/v2/notify/${unique()}`)],
    [
      1,
      async () => {
        const id = unique()
        await askQueue(`/v2/schedules/${url(200)}`, {
          'svc-cron': '0 0 1 1 *',
          'svc-schedule-id': id,
        })
        await remove(`/v2/schedules/${id}`)
      },
    ],
    [
      1,
      async () => {
        const id = unique()
        await askQueue(
          `/v2/topics/${id}/endpoints`,
          {},
          JSON.stringify({ endpoints: [{ url: url(200) }] }),
        )
        await askQueue(`/v2/publish/${id}`)
        await remove(`/v2/topics/${id}`)
      },
    ],
    [
      1,
      () =>
        ask(queuePool, '/v2/workflows/logs', {
          method: 'GET',
          headers: { authorization: `Bearer ${queue.token}` },
        }),
    ],
    [0.02, () => ask(kvPool, '/__mock/journal', { method: 'GET' })],
    [10, () => askKv(`/no/such/${unique()}`)],
    [10, () => askKv('/', command(), `wrong-${unique()}`)],
    [
      10,
      () =>
        ask(kvPool, '/', {
          headers: { authorization: `Bearer ${kv.token}`, [`x-${unique()}`]: 'y' },
          body: '{"not',
        }),
    ],
    [10, () => askQueue(`/v2/${unique()}`)],
    [10, () => askQueue(`/v2/publish/${url(200)}`, { 'svc-delay': unique() })],
    [5, () => sendRaw(kv.url, `BAD ${unique()}\r\n\r\n`)],
    [5, () => sendRaw(kv.url, head(`GET /get/${key()}`, kv.token))],
    [
      5,
      () =>
        sendRaw(
          queue.url,
          head(`POST /v2/publish/${url(200)}`, queue.token, 'Content-Length: 9\r\n\r\nhalf'),
        ),
    ],
    [
      5,
      () =>
        sendRaw(
          kv.url,
          head(`GET /subscribe/channel:${upTo(10)}`, kv.token, 'Accept: text/event-stream\r\n'),
          500,
        ),
    ],
    [
      1,
      () => sendRaw(kv.url, head('POST /monitor', kv.token, 'Accept: text/event-stream\r\n'), 500),
    ],
    [
      3,
      () =>
        sendRaw(
          kv.url,
          head('GET /psubscribe/chan*', kv.token, 'Accept: text/event-stream\r\n'),
          5,
        ),
    ],
  ]
  const sum = kinds.reduce((sum, [weight]) => sum + weight, 0)

  function anyKind(): () => Promise<unknown> {
    let at = Math.random() * sum
    return kinds.find(([weight]) => (at -= weight) < 0)![1]
  }

  async function client(): Promise<void> {
    for (let turn = 1; !isEnding; turn++) {
      await anyKind()().catch((error: Error) => void failures.add(error.message))
      if (turn % CLEAN_EVERY !== 0) continue
      for (const dlq of ['workflows/dlq', 'dlq']) await remove(`/v2/${dlq}`).catch(() => {})
    }
  }
  const clients = Promise.all(Array.from({ length: CLIENTS }, client))

  return {
    counts: () => ({ requests, deliveries }),
    /** The different errors of requests without a response. */
    failures,
    async close(): Promise<void> {
      isEnding = true
      await clients
      await Promise.all([kvPool.destroy(), queuePool.destroy()])
      destination.close()
      destination.closeAllConnections()
    },
  }
}

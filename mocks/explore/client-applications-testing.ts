// Applications that use the published clients, with one bug of concurrency or idempotency each, and their
// mended twins. Their handlers are behind a URL.

import { Client as QueueClient } from '@upstash/qstash'
import { Redis } from '@upstash/redis'
import { Client as WorkflowClient, serve } from '@upstash/workflow'
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Mock } from '../start/access.js'
import type { ExploreRun } from './explore.js'

type Routes = Readonly<Record<string, (request: Request) => unknown>>

/** A server whose routes are those of the current run. */
export async function startServer() {
  let routes: Routes = {}
  const server = createServer((incoming, outgoing) => {
    const respond = async () => {
      const { pathname } = new URL(incoming.url!, url)
      const init = {
        method: incoming.method!,
        headers: incoming.headers as Record<string, string>,
        body: incoming.method === 'GET' ? null : await buffer(incoming),
      }
      const response = await routes[pathname]!(new Request(url + incoming.url, init))
      if (!(response instanceof Response)) return outgoing.end(JSON.stringify(response ?? null))
      return outgoing
        .writeHead(response.status, Object.fromEntries(response.headers))
        .end(await response.text())
    }
    respond().catch((error: unknown) => outgoing.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    route: (wanted: Routes) => void (routes = wanted),
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  }
}

export type Server = Awaited<ReturnType<typeof startServer>>

interface Run {
  readonly redis: Redis
  /** The client of the handlers. */
  readonly queue: QueueClient
  /** The client of the test, which does not try again. */
  readonly sender: QueueClient
  readonly server: Server
  readonly advance: Mock['clock']['advance']
  readonly mock: Mock
}

type Test = (run: Run, isMended: boolean) => Promise<void>

const retry = { retries: 3, backoff: () => 0 }

const applications: Readonly<Record<string, Test>> = {
  async 'gives points in a step'({ redis, queue, server, advance, mock }, isMended) {
    const { handler } = serve<string>(
      async (context) => {
        const user = await context.run('find', () => context.requestPayload)
        await context.run('points', async () => {
          await (isMended
            ? redis.hset(`points:${user}`, { [context.workflowRunId]: 50 })
            : redis.incrby(`points:${user}`, 50))
        })
        await context.run('mail', () => redis.set(`mailed:${user}`, 'yes'))
      },
      { qstashClient: queue, verbose: false },
    )
    server.route({ '/workflow': handler })
    await workflowClient(mock).trigger({ url: `${server.url}/workflow`, body: 'ada' })
    await advance('1d')
    const points = isMended
      ? Object.values((await redis.hgetall<Record<string, number>>('points:ada')) ?? {})
      : [(await redis.get<number>('points:ada')) ?? 0]
    assert.ok(points.reduce((sum, each) => sum + each, 0) <= 50)
  },

  async 'writes after its lease'({ redis, sender, server, advance }, isMended) {
    const write =
      "if tonumber(redis.call('HGET', 'copy', 'version') or 0) <= tonumber(ARGV[1]) then " +
      "redis.call('HSET', 'copy', 'version', ARGV[1]) end return 1"
    server.route({
      async '/sync'() {
        const isOwner = await redis.set('lease', 'held', { nx: true, ex: 30 })
        if (isOwner === null) return new Response('busy', { status: 409 })
        const version = (await redis.get<number>('source')) ?? 0
        if (isMended) await redis.eval(write, [], [version])
        else await redis.hset('copy', { version })
        return redis.del('lease')
      },
    })
    await redis.set('source', 1)
    await sender.publish({ url: `${server.url}/sync` })
    await advance('10m')
    await redis.set('source', 2)
    await sender.publish({ url: `${server.url}/sync` })
    await advance('1d')
    assert.equal(await redis.hget('copy', 'version'), 2)
  },

  async 'counts a request of its window twice'({ redis, server }, isMended) {
    server.route({
      async '/api'(request) {
        const id = request.headers.get('x-request-id')!
        const transaction = redis.multi()
        const [used] = isMended
          ? (await transaction.zadd('window', { score: 1, member: id }).exec(),
            [await redis.zcard('window')])
          : await transaction.incr('window').expire('window', 60).exec<[number, number]>()
        return new Response(null, { status: used > 3 ? 429 : 204 })
      },
    })
    for (const id of ['a', 'b', 'c']) {
      const answer = await fetch(`${server.url}/api`, { headers: { 'x-request-id': id } })
      assert.notEqual(answer.status, 429)
    }
  },

  async 'learns the id of a job after its callback'(
    { redis, queue, sender, server, advance },
    isMended,
  ) {
    server.route({
      async '/start'(request) {
        const job = await request.text()
        if (isMended) await redis.hsetnx(job, 'state', 'running')
        const { messageId } = await queue.publish({
          url: `${server.url}/transcribe`,
          callback: `${server.url}/transcribed?job=${job}`,
          deduplicationId: job,
        })
        if (!isMended) await redis.set(messageId, job)
      },
      '/transcribe': () => 'text',
      async '/transcribed'(request) {
        const { sourceMessageId } = (await request.json()) as { sourceMessageId: string }
        const job = isMended
          ? new URL(request.url).searchParams.get('job')
          : await redis.get<string>(sourceMessageId)
        if (job !== null) await redis.hset(job, { state: 'ready' })
      },
    })
    await sender.publish({ url: `${server.url}/start`, body: 'job-1' })
    await advance('1d')
    assert.equal(await redis.hget('job-1', 'state'), 'ready')
  },

  async 'has the attempt in its deduplicated body'({ queue, sender, server, advance }, isMended) {
    const notified: string[] = []
    server.route({
      async '/order'(request) {
        const order = await request.text()
        const attempt = request.headers.get('upstash-retried')
        await queue.publishJSON({
          url: `${server.url}/notify`,
          body: isMended ? { order } : { order, attempt },
          contentBasedDeduplication: true,
        })
      },
      async '/notify'(request) {
        // The service deduplicates for a while only, and the last retry may be later.
        const id = isMended ? await request.text() : request.headers.get('upstash-message-id')!
        if (!notified.includes(id)) notified.push(id)
      },
    })
    await sender.publish({ url: `${server.url}/order`, body: '5', timeout: 30 })
    await advance('1d')
    assert.ok(notified.length <= 1)
  },

  async 'mails again when its run is resumed'({ redis, queue, server, advance, mock }, isMended) {
    const mails: string[] = []
    const { handler } = serve<string>(
      async (context) => {
        const order = context.requestPayload
        await context.run('mail', async () => {
          if (!(isMended && mails.includes(order))) mails.push(order)
          await redis.hset('mailed', { [order]: 'yes' })
        })
      },
      { qstashClient: queue, verbose: false },
    )
    server.route({ '/workflow': handler })
    const client = workflowClient(mock)
    await client.trigger({ url: `${server.url}/workflow`, body: 'order-1', retries: 0 })
    await advance('1d')
    const { messages } = await client.dlq.list()
    for (const { dlqId } of messages) await client.dlq.resume({ dlqId })
    await advance('1d')
    assert.equal(mails.length, 1)
  },

  async 'warms its cache with an old price'({ redis, sender, server, advance }, isMended) {
    let [price, version] = [10, 1]
    const key = () => (isMended ? `price:${version}` : 'price')
    server.route({
      async '/warm'() {
        const place = key()
        if ((await redis.get(place)) === null) await redis.set(place, price)
      },
    })
    await sender.schedules.create({ destination: `${server.url}/warm`, cron: '0 * * * *' })
    await advance('1h')
    ;[price, version] = [12, 2]
    await redis.del(key())
    await advance('3h')
    const cached = await redis.get(key())
    if (cached !== null) assert.equal(cached, 12)
  },

  async 'adds the numbers of a batch again'({ redis, sender, server, advance }, isMended) {
    const add =
      "if redis.call('SADD', KEYS[1], ARGV[1]) == 1 then redis.call('HINCRBY', KEYS[2], 'de', ARGV[2]) end return 1"
    server.route({
      async '/visits'(request) {
        const visits = Number(await request.text())
        const id = request.headers.get('upstash-message-id')!
        if (isMended) await redis.eval(add, ['seen', 'stats'], [id, visits])
        else await redis.hincrby('stats', 'de', visits)
        await redis.lpush('log', id)
      },
    })
    const url = `${server.url}/visits`
    await sender.batch([
      { url, body: '3' },
      { url, body: '4' },
    ])
    await advance('1d')
    assert.equal(await redis.hget('stats', 'de'), 7)
  },
}

const workflowClient = (mock: Mock) =>
  new WorkflowClient({ baseUrl: mock.queue.url, token: mock.queue.token, retry: false })

/** Options for `explore`. The clock begins at a full hour, because one application has a schedule. */
export const clientOptions = { mock: { dialect: 'upstash' }, start: 1_767_225_600_000 } as const

export const clientNames = Object.keys(applications)

/** Returns the test of an application, for `explore`. */
export const clientTestOf =
  (name: string, server: Server, { isMended }: { readonly isMended: boolean }) =>
  ({ mock }: ExploreRun) => {
    const { url: baseUrl, token } = mock.queue
    return applications[name]!(
      {
        redis: new Redis({ url: mock.kv.url, token: mock.kv.token, retry }),
        queue: new QueueClient({ baseUrl, token, retry }),
        sender: new QueueClient({ baseUrl, token, retry: false }),
        server,
        advance: (time) => mock.clock.advance(time),
        mock,
      },
      isMended,
    )
  }

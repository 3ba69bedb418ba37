// Tests a queue whose Redis stops, is full or is read-only while the queue runs.

import { EventEmitter, once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startQueue } from '../index.js'
import {
  askRedis,
  startRedisServer,
  withoutRedisServer,
  type RedisServer,
} from '../kv/redis/server.js'
import type { Command } from '../kv/reply.js'

const token = 'the-token'

describe.skipIf(withoutRedisServer())('a queue on a Redis', () => {
  let server: RedisServer
  let name = 0
  beforeAll(async () => {
    server = await startRedisServer({ appendonly: 'yes', appendfsync: 'always' })
  })
  afterAll(() => server.close())

  async function setUp() {
    const store = { redis: server.url, name: `n${++name}` }
    const queue = await startQueue({ clock: 'real', token, store })
    onTestFinished(() => queue.close())
    const publish = async (url: string, headers: Readonly<Record<string, string>> = {}) => {
      const authorization = `Bearer ${token}`
      const init = { method: 'POST', headers: { authorization, ...headers } }
      const response = await fetch(`${queue.url}/v2/publish/${url}`, init)
      return [response.status, await response.text()] as const
    }
    return { publish, destination: await startDestination() }
  }

  /** Starts a destination whose test answers each request itself. */
  async function startDestination() {
    const arrivals = new EventEmitter()
    const responses: ServerResponse[] = []
    const paths: string[] = []
    const listener = createServer(({ url }, response) => {
      paths.push(url!)
      responses.push(response)
      arrivals.emit('arrival')
    }).listen(0, '127.0.0.1')
    await once(listener, 'listening')
    onTestFinished(() => {
      listener.close()
      listener.closeAllConnections()
    })
    return {
      url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
      paths,
      async next(count: number): Promise<ServerResponse> {
        while (responses.length < count) await once(arrivals, 'arrival')
        return responses[count - 1]!
      },
    }
  }

  /** Publishes until the queue accepts the message. Returns the number of refusals. */
  async function acceptedAfter(publish: () => Promise<readonly [number, string]>): Promise<number> {
    for (let refusals = 0; ; refusals++) {
      const [status] = await publish()
      if (status === 200) return refusals
      expect(status).toBe(503)
    }
  }

  test('that stops refuses messages, keeps the accepted ones and goes on', async () => {
    const { publish, destination } = await setUp()
    expect((await publish(`${destination.url}/before`))[0]).toBe(200)
    expect((await publish(`${destination.url}/later`, { 'svc-delay': '1s' }))[0]).toBe(200)
    const response = await destination.next(1)
    await server.shutDown()
    // Nothing can store this outcome before Redis is back.
    response.end()
    const [status, body] = await publish(`${destination.url}/refused`)
    expect(status).toBe(503)
    expect(JSON.parse(body)).toEqual({
      error: expect.stringMatching(/^ERR no connection to Redis at 127\.0\.0\.1:\d+: /) as string,
    })

    await server.start()
    ;(await destination.next(2)).end()
    await acceptedAfter(() => publish(`${destination.url}/after`))
    ;(await destination.next(3)).end()
    expect(destination.paths).toEqual(['/before', '/later', '/after'])
  })

  test('that stands still stores a refused message, which is delivered when it goes on', async () => {
    const { publish, destination } = await setUp()
    // This process then has nothing to do for an hour.
    expect((await publish(`${destination.url}/hour`, { 'svc-delay': '1h' }))[0]).toBe(200)
    server.pause()
    const [status, body] = await publish(`${destination.url}/later`, { 'svc-delay': '1s' })
    server.resume()
    expect(status).toBe(503)
    expect((JSON.parse(body) as { error: string }).error).toMatch(
      /does not answer: no reply within 6000 ms; the request may have been stored$/,
    )
    ;(await destination.next(1)).end()
    expect(destination.paths).toEqual(['/later'])
  })

  test.each<[what: string, spoil: Command[], mend: Command[], message: RegExp]>([
    [
      'is full',
      [['CONFIG', 'SET', 'maxmemory', '1']],
      [['CONFIG', 'SET', 'maxmemory', '0']],
      /stored nothing: OOM .*Give it more memory with maxmemory/,
    ],
    [
      'becomes a replica',
      [['REPLICAOF', '127.0.0.1', '1']],
      [['REPLICAOF', 'NO', 'ONE']],
      /stored nothing: (?:READONLY|MASTERDOWN).*It is a replica: name its master/,
    ],
  ])('that %s refuses messages until it is mended', async (_, spoil, mend, message) => {
    const { publish, destination } = await setUp()
    expect((await publish(`${destination.url}/before`))[0]).toBe(200)
    const response = await destination.next(1)
    await askRedis(server.url, ...spoil)
    response.end()
    const [status, body] = await publish(`${destination.url}/refused`)
    expect(status).toBe(503)
    expect((JSON.parse(body) as { error: string }).error).toMatch(message)

    await askRedis(server.url, ...mend)
    await acceptedAfter(() => publish(`${destination.url}/after`))
    ;(await destination.next(2)).end()
    expect(destination.paths).toEqual(['/before', '/after'])
  })
})

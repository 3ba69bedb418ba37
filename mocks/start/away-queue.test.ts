// Tests a queue whose Redis stops, is full or is read-only while the queue runs.

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { heldDestination } from '../http/testing.js'
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
    const { url, next, seen } = await heldDestination()
    return { publish, url, next, paths: () => seen.map(([request]) => request.url) }
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
    const { publish, url, next, paths } = await setUp()
    expect((await publish(`${url}before`))[0]).toBe(200)
    expect((await publish(`${url}later`, { 'svc-delay': '1s' }))[0]).toBe(200)
    const [, response] = await next(1)
    await server.shutDown()
    // Nothing can store this outcome before Redis is back.
    response.end()
    const [status, body] = await publish(`${url}refused`)
    expect(status).toBe(503)
    expect(JSON.parse(body)).toEqual({
      error: expect.stringMatching(/^ERR no connection to Redis at 127\.0\.0\.1:\d+: /) as string,
    })

    await server.start()
    ;(await next(2))[1].end()
    await acceptedAfter(() => publish(`${url}after`))
    ;(await next(3))[1].end()
    expect(paths()).toEqual(['/before', '/later', '/after'])
  })

  test('that stands still stores a refused message, which is delivered when it goes on', async () => {
    const { publish, url, next, paths } = await setUp()
    // This process then has nothing to do for an hour.
    expect((await publish(`${url}hour`, { 'svc-delay': '1h' }))[0]).toBe(200)
    server.pause()
    const [status, body] = await publish(`${url}later`, { 'svc-delay': '1s' })
    server.resume()
    expect(status).toBe(503)
    expect((JSON.parse(body) as { error: string }).error).toMatch(
      /does not answer: no reply within 6000 ms; the request may have been stored$/,
    )
    ;(await next(1))[1].end()
    expect(paths()).toEqual(['/later'])
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
    const { publish, url, next, paths } = await setUp()
    expect((await publish(`${url}before`))[0]).toBe(200)
    const [, response] = await next(1)
    await askRedis(server.url, ...spoil)
    response.end()
    const [status, body] = await publish(`${url}refused`)
    expect(status).toBe(503)
    expect((JSON.parse(body) as { error: string }).error).toMatch(message)

    await askRedis(server.url, ...mend)
    await acceptedAfter(() => publish(`${url}after`))
    ;(await next(2))[1].end()
    expect(paths()).toEqual(['/before', '/after'])
  })
})

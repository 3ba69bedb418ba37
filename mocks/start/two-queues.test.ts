// Tests queues that share their messages on one Redis, in real time.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { realClock, serverClock, type AlarmClock } from '../clock.js'
import { heldDestination } from '../http/testing.js'
import { startQueue } from '../index.js'
import { startRedisServer, withoutRedisServer, type RedisServer } from '../kv/redis/server.js'

type Queue = { readonly url: string }
type Headers = Readonly<Record<string, string>>

const token = 'the-token'
const cli = join(import.meta.dirname, '../../dist/scripts/cli.js')

describe.skipIf(withoutRedisServer())('two queues on one Redis', () => {
  let server: RedisServer
  let name = 0
  const closing: (() => Promise<void>)[] = []
  beforeAll(async () => void (server = await startRedisServer()))
  afterEach(() => Promise.all(closing.splice(0).map((close) => close())))
  afterAll(() => server.close())

  async function startOne(clock: 'real' | AlarmClock = 'real') {
    const store = { redis: server.url, name: `n${name}` }
    const queue = await startQueue({ clock, token, store })
    closing.push(() => queue.close())
    return queue
  }

  async function startTwo() {
    name++
    return [await startOne(), await startOne()] as const
  }

  async function ask({ url }: Queue, path: string, headers: Headers = {}) {
    const all = { authorization: `Bearer ${token}`, ...headers }
    const response = await fetch(url + path, { method: 'POST', headers: all, body: 'a body' })
    expect(response.status).toBeLessThan(300)
    const text = await response.text()
    return (text ? JSON.parse(text) : undefined) as unknown
  }

  const messageIds = (requests: Awaited<ReturnType<typeof heldDestination>>['seen']) =>
    requests.map(([{ headers }]) => headers['svc-message-id'])

  test('deliver a message once, and share deduplication', async () => {
    const [a, b] = await startTwo()
    const { url, next, seen } = await heldDestination()
    const once = { 'svc-deduplication-id': 'same' }
    const first = await ask(a, `/v2/publish/${url}`, once)
    expect(await ask(b, `/v2/publish/${url}`, once)).toMatchObject({ deduplicated: true })
    ;(await next(1))[1].end()

    const second = await ask(b, `/v2/publish/${url}`)
    ;(await next(2))[1].end()
    const published = [first, second].map((each) => (each as { messageId: string }).messageId)
    expect(messageIds(seen)).toEqual(published)
  })

  describe('of which one has a clock that is wrong by 60 s', () => {
    /** Returns a clock that is ahead of the clock of this machine, or behind it. */
    function wrongClock(milliseconds: number): AlarmClock {
      const server = serverClock(realClock({ background: true }))
      const now = Date.now()
      server.learn(now + milliseconds, now, now)
      return server.clock
    }

    async function createdAt({ url }: Queue, { messageId }: { readonly messageId: string }) {
      const headers = { authorization: `Bearer ${token}` }
      const response = await fetch(`${url}/v2/messages/${messageId}`, { headers })
      return ((await response.json()) as { readonly createdAt: number }).createdAt
    }

    test.each([60_000, -60_000])('(%i ms): a delay of 1 s takes 1 s', async (error) => {
      name++
      const right = await startOne()
      const wrong = await startOne(wrongClock(error))
      const { url, next } = await heldDestination()
      let count = 0
      for (const queue of [wrong, right]) {
        const begin = Date.now()
        const sent = await ask(queue, `/v2/publish/${url}`, { 'svc-delay': '1s' })
        const created = await createdAt(queue, sent as { messageId: string })
        expect(created).toBeGreaterThanOrEqual(begin - 1)
        expect(created).toBeLessThan(begin + 30_000)
        ;(await next(++count))[1].end()
        expect(Date.now() - begin).toBeGreaterThanOrEqual(1000)
      }
    })
  })

  test('deliver without the one that closes', async () => {
    const [a] = await startTwo()
    const { url, next } = await heldDestination()
    const { messageId } = (await ask(a, `/v2/publish/${url}`, { 'svc-delay': '1s' })) as {
      messageId: string
    }
    await a.close()
    const [{ headers }, response] = await next(1)
    response.end()
    expect(headers['svc-message-id']).toBe(messageId)
  })

  test('attempt the message of a killed process again, without counting a retry', async () => {
    const { url, next, seen } = await heldDestination()
    name++
    const options = `--json --kv-port 0 --queue-port 0 --queue-token ${token} --queue-lease 1`
    const args = [...options.split(' '), '--queue-store', server.url, '--queue-name', `n${name}`]
    const child = spawn(process.execPath, [cli, 'mock', ...args])
    closing.push(async () => void child.kill('SIGKILL'))
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const { queue } = JSON.parse(line.toString()) as { queue: Queue }
    await ask(queue, `/v2/publish/${url}`, { 'svc-retries': '0' })
    await next(1)
    await startOne()
    child.kill('SIGKILL')

    ;(await next(2))[1].end()
    expect(seen.map(([{ headers }]) => headers['svc-retried'])).toEqual(['0', '0'])
    expect(new Set(messageIds(seen)).size).toBe(1)
  })
})

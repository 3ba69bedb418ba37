import { once } from 'node:events'
import { createConnection } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { realClock } from '../clock.js'
import { Budget } from '../http/budget.js'
import { fetchOf } from '../http/fetch.js'
import { requestOf } from '../http/message.js'
import { closeServed, servedFromHead } from '../http/testing.js'
import { createMemoryBackend } from './backends/memory.js'
import { connectRedis } from './backends/redis.js'
import { endStreams, type Kv } from './kv.js'
import { startRedisServer, withoutRedisServer } from './redis/server.js'
import { kvHandler } from './server.js'
import { ask, kvOn, useRedis } from './testing.js'

const eventStream = { authorization: 'Bearer standard', accept: 'text/event-stream' }

/** Runs a command and returns its result. */
async function run(kv: Kv, ...command: string[]): Promise<unknown> {
  const { body } = await ask(kv, 'POST', '/', { body: command })
  // Gives sockets a turn of the event loop, because an embedded database replies without one.
  await setImmediate()
  return (JSON.parse(body) as { result: unknown }).result
}

const leaving: (() => unknown)[] = []
afterEach(async () => {
  for (const leave of leaving.splice(0)) await leave()
})

/** Opens an event stream and reads its events in order. */
async function open(kv: Kv, target: string) {
  const init = { method: 'POST', headers: eventStream }
  const response = await fetchOf(kvHandler(kv))(target, init)
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  const leave = () => reader.cancel().catch(() => {})
  leaving.push(leave)
  let received = ''
  /** Returns the next event without its blank line, or undefined at the end of the stream. */
  async function next(): Promise<string | undefined> {
    while (!received.includes('\n\n')) {
      const { value, done } = await reader.read()
      if (done) return undefined
      received += value
    }
    const [event, ...rest] = received.split('\n\n')
    received = rest.join('\n\n')
    return event
  }
  return { next, leave }
}

/** Waits until a channel has `count` subscribers. */
async function subscribers(kv: Kv, channel: string, count: number): Promise<void> {
  for (;;) {
    const [, there] = (await run(kv, 'PUBSUB', 'NUMSUB', channel)) as [string, number]
    if (there === count) return
  }
}

function behaves(serverOf: () => Kv) {
  test('a pattern receives the messages of matching channels', async () => {
    const kv = serverOf()
    const { next } = await open(kv, '/psubscribe/n%3Fws')

    expect(await next()).toBe('data: psubscribe,n?ws,1')
    expect(await run(kv, 'PUBLISH', 'other', 'm')).toBe(0)
    expect(await run(kv, 'PUBSUB', 'NUMPAT')).toBe(1)
    expect(await run(kv, 'PUBLISH', 'news', 'm')).toBe(1)
    expect(await next()).toBe('data: pmessage,n?ws,news,m')
  })

  test('a client that disconnects is no subscriber', async () => {
    const kv = serverOf()
    const one = await open(kv, '/subscribe/leaving')
    const other = await open(kv, '/subscribe/leaving')
    await Promise.all([one.next(), other.next()])
    expect(await run(kv, 'PUBLISH', 'leaving', 'm')).toBe(2)

    await one.leave()
    await subscribers(kv, 'leaving', 1)
    expect(await run(kv, 'PUBLISH', 'leaving', 'm')).toBe(1)
    await other.leave()
    await subscribers(kv, 'leaving', 0)
  })

  test('a slow reader is disconnected and delays no other', async () => {
    const kv = { ...serverOf(), backlogs: new Budget({ each: 1_000_000, all: Infinity }) }
    const { url, port } = await servedFromHead(kvHandler(kv))
    const slow = createConnection(port, '127.0.0.1').pause().setEncoding('latin1')
    slow.on('error', () => {})
    const closed = once(slow, 'close')
    const head = `Host: a\r\nAuthorization: Bearer standard\r\nAccept: text/event-stream\r\n`
    slow.write(`POST /subscribe/flood HTTP/1.1\r\n${head}\r\n`)
    await subscribers(kv, 'flood', 1)
    const other = await fetch(`${url}/subscribe/flood`, { method: 'POST', headers: eventStream })
    const reader = (other.body as ReadableStream<Uint8Array>).getReader()
    let read = 0
    const reading = (async () => {
      for (;;) {
        const { value, done } = await reader.read()
        if (done) return
        read += value.length
      }
    })().catch(() => {})

    let sent = 0
    while ((await run(kv, 'PUBLISH', 'flood', 'x'.repeat(100_000))) === 2) sent++
    expect(sent).toBeGreaterThan(9)
    while (read < sent * 100_000) await setImmediate()
    await reader.cancel()
    await reading
    slow.resume()
    await closed
    await closeServed()
  }, 20_000)
}

describe('on memory', () => {
  const backend = createMemoryBackend({ clock: realClock() })
  behaves(() => kvOn(backend))

  test('the client is shown by host and port', async () => {
    const kv = kvOn()
    const { next } = await open(kv, '/monitor')
    await next()

    const request = requestOf('GET', '/ping', { headers: eventStream })
    await kvHandler(kv)({ ...request, remotePort: 50_000 })
    await kvHandler(kv)({ ...request, remoteAddress: '::1', remotePort: 50_000 })
    expect(await next()).toMatch(/\[0 127\.0\.0\.1:50000\] "ping"$/)
    expect(await next()).toMatch(/\[0 \[::1\]:50000\] "ping"$/)
  })
})

describe.skipIf(withoutRedisServer())('on a real Redis', () => {
  const redis = useRedis()
  behaves(() => kvOn(redis.backend))

  test('a stream ends with the server, and a new one is answered 503', async () => {
    const own = await startRedisServer()
    const away = await connectRedis(own.url)
    const kv = kvOn(away)
    const { next } = await open(kv, '/subscribe/news')
    await next()

    await own.close()
    expect(await next()).toBeUndefined()
    expect(await ask(kv, 'POST', '/monitor', { headers: eventStream })).toMatchObject({
      status: 503,
      body: `{"error":"ERR no connection to Redis at 127.0.0.1:${own.port}: nothing listens there (ECONNREFUSED)"}`,
    })
    await away.close()
  })
})

test('all streams can be ended at once', async () => {
  const kv = kvOn()
  const all = await Promise.all(
    ['/monitor', '/subscribe/a', '/psubscribe/a'].map((target) => open(kv, target)),
  )
  for (const { next } of all) expect(await next()).toBeDefined()

  endStreams(kv)
  for (const { next } of all) expect(await next()).toBeUndefined()
  expect(await run(kv, 'PUBLISH', 'a', 'm')).toBe(0)
  expect(kv.openStreams.size).toBe(0)
})

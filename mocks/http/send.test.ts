import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createConnection, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import request from 'supertest'
import { afterEach, describe, expect, test } from 'vitest'
import { Budget } from './budget.js'
import { send } from './send.js'
import { closeServed, connected, exchange, served, stalled, streamOf } from './testing.js'

afterEach(closeServed)

test('a response has Content-Length, except with 204, and may have a header twice', async () => {
  const headers = { 'x-twice': ['a', 'b'] }
  const { url } = await served(({ target }) => ({
    status: Number(target.slice(1)),
    headers,
    ...(target === '/201' && { body: 'grün' }),
  }))

  const got = await request(url).get('/201')
  expect(got.headers).toMatchObject({ 'content-length': '5', 'x-twice': 'a, b' })
  const head = await request(url).head('/201')
  expect([head.headers['content-length'], head.text]).toEqual(['5', undefined])
  expect((await request(url).get('/200')).headers['content-length']).toBe('0')
  expect((await request(url).get('/204')).headers).not.toHaveProperty('content-length')
})

describe('large unread responses', () => {
  const LENGTH = 12 << 20
  const large = { status: 200, headers: {}, body: 'x'.repeat(LENGTH) }
  const limits = { allResponsesBytes: 2.5 * LENGTH }
  const GET = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'

  test('over the total limit are broken off, the oldest first', async () => {
    let answered = 0
    const server = await served(() => (answered++, large), { limits })
    const sockets: Socket[] = []
    while (sockets.length < 4) {
      const socket = await connected(server, GET)
      sockets.push(socket.pause())
      while (answered < sockets.length) await new Promise(setImmediate)
    }

    const answers = await Promise.allSettled(sockets.map((socket) => text(socket)))
    const isWhole = answers.map(
      (answer) => answer.status === 'fulfilled' && answer.value.length > LENGTH,
    )
    expect(isWhole).toEqual([false, false, true, true])
  })

  test('do not count after they were read', async () => {
    const server = await served(() => large, { limits })
    for (let count = 0; count < 5; count++) {
      expect((await exchange(server, GET)).length).toBeGreaterThan(LENGTH)
    }
  })
})

describe('a stream', () => {
  const refused = { status: 405, headers: {}, body: '' }

  test('is returned when the client leaves', async () => {
    const { events, returned } = streamOf(soon)
    const { url } = await served(() => ({ status: 200, headers: {}, body: events }))

    const { body } = await fetch(url)
    await body!.cancel()
    await returned
  })

  test('is returned when the client left before it began', async () => {
    const { events, returned } = streamOf(() => new Promise(() => {}))
    let begin = (): void => {}
    const began = new Promise<void>((resolve) => (begin = resolve))
    const server = await served(async () => {
      begin()
      await left
      return { status: 200, headers: {}, body: events }
    })
    const socket = createConnection(server.port, '127.0.0.1')
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    const left = once(socket, 'close')
    await began
    socket.destroy()
    await returned
  })

  test('is returned at once for HEAD', async () => {
    const { events, returned, taken } = streamOf(soon)
    const { url } = await served(() => ({ status: 200, headers: {}, body: events }))

    await fetch(url, { method: 'HEAD' })
    await returned
    expect(taken()).toBe(0)
  })

  test('ends before a pipelined CONNECT', async () => {
    const piece = 'x'.repeat(1 << 20)
    const server = await served(async ({ target }) => {
      await new Promise(setImmediate)
      return target === '/stream'
        ? { status: 200, headers: {}, body: of(piece, piece, 'end') }
        : refused
    })
    // The stream starts after the CONNECT has arrived, because a stream that started before would
    // be closed.
    const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`
    const answers = await exchange(
      server,
      `${get('/')}${get('/stream')}CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n`,
    )
    expect(answers).toContain('end\r\n0\r\n\r\nHTTP/1.1 405 ')
  })

  test('waits for a slow reader', async () => {
    const { events, taken } = streamOf(async () => 'x'.repeat(1 << 16))
    const server = await served(() => ({ status: 200, headers: {}, body: events }))
    const socket = createConnection(server.port, '127.0.0.1')
    socket.pause().write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')

    const before = await stalled(taken)
    socket.resume()
    await once(socket, 'data')
    socket.pause()
    expect(before).toBeLessThan(1000)
    socket.destroy()
  })

  test('continues if only the response emits `drain`, as on Bun', async () => {
    const outgoing = Object.assign(new PassThrough({ highWaterMark: 1 }), {
      socket: null,
      writeHead: () => {},
      flushHeaders: () => {},
    })
    const body = of('one', 'two', 'three')
    const unread = new Budget({ each: Infinity, all: Infinity })
    void send(
      outgoing as unknown as ServerResponse,
      { status: 200, headers: {}, body },
      { head: false, unread },
    )
    expect(await text(outgoing)).toBe('onetwothree')
  })
})

async function* of(...events: string[]): AsyncGenerator<string> {
  yield* events
}

const soon = () => new Promise<string>((resolve) => setImmediate(resolve, 'x'))

import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startSink, type Answering, type Sink, type SinkOptions } from './sink.js'

let sink: Sink
beforeAll(async () => {
  sink = await startSink()
})
afterAll(() => sink.close())

/** Opens a connection to an inbox. */
function connectTo(url: string) {
  const { hostname: host, port, pathname } = new URL(url)
  return { socket: connect({ host, port: Number(port) }).on('error', () => {}), pathname }
}

const post = (url: string, body: string | Uint8Array = '') => fetch(url, { method: 'POST', body })

async function sinkWith(options: SinkOptions) {
  const own = await startSink(options)
  onTestFinished(() => own.close())
  return own
}

test('a delivery is recorded byte for byte, in its own inbox', async () => {
  const before = Date.now()
  const [inbox, other] = [sink.inbox(), sink.inbox()]
  const body = Buffer.of(0, 255)
  await fetch(`${inbox.url}/a%2Fb?c=+d`, { method: 'PUT', headers: { 'X-Own': 'kept' }, body })

  const delivery = await inbox.delivery(1)
  expect(delivery.method).toBe('PUT')
  expect(inbox.url + '/a%2Fb?c=+d').toContain(delivery.target)
  expect(delivery.headers).toContainEqual(['X-Own', 'kept'])
  expect(Buffer.from(delivery.body)).toEqual(body)
  expect(delivery.at).toBeGreaterThanOrEqual(before)
  expect(inbox.deliveries).toEqual([delivery])
  expect(other.deliveries).toEqual([])
})

describe('an inbox answers', () => {
  test('each delivery as the scenario says, with repeated headers', async () => {
    const { url } = sink.inbox(({ method }, n) => ({
      status: n === 1 ? 503 : 201,
      headers: { 'x-answer': method, 'set-cookie': ['a=1', 'b=2'] },
      body: `number ${n}`,
    }))

    expect((await post(url)).status).toBe(503)
    const second = await post(url)
    expect(second.status).toBe(201)
    expect(second.headers.get('x-answer')).toBe('POST')
    expect(second.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(await second.text()).toBe('number 2')
  })

  test('later, and counts waiting deliveries', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    const inbox = sink.inbox(() => released.then(() => ({ status: 202 })))
    const posts = [post(inbox.url), post(inbox.url)]
    await inbox.delivery(2)
    release()

    expect((await Promise.all(posts)).map(({ status }) => status)).toEqual([202, 202])
    await post(inbox.url)
    expect(inbox.mostAtOnce).toBe(2)
  })

  test('never, until the client closes the connection', async () => {
    const inbox = sink.inbox(() => 'hang')
    const leaving = new AbortController()
    const left = expect(fetch(inbox.url, { signal: leaving.signal })).rejects.toThrow('aborted')
    await inbox.delivery(1)
    expect(sink.hanging).toBe(1)
    leaving.abort()
    await left
    await vi.waitFor(() => expect(sink.hanging).toBe(0))
  })

  test.each(['reset', 'garbage'] as const)('with %s', async (answer) => {
    await expect(post(sink.inbox(() => answer).url)).rejects.toThrow('fetch failed')
  })
})

test('pipelined deliveries are answered in order, with 100 Continue', async () => {
  // The response to the second request is ready before the response to the first.
  const inbox = sink.inbox(async (_, n) => {
    if (n === 1) await inbox.delivery(2).then(setImmediate)
    return { status: 200, body: 'body' }
  })
  const { socket, pathname } = connectTo(inbox.url)
  const head = `POST ${pathname} HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n`
  socket.write(`${head}\r\na${head}Expect: 100-continue\r\nConnection: close\r\n\r\na`)

  const lines = (await text(socket)).split('\r\n')
  expect(lines.filter((line) => /^HTTP|body/.test(line))).toEqual([
    'HTTP/1.1 200 OK',
    'bodyHTTP/1.1 100 Continue',
    'HTTP/1.1 200 OK',
    'body',
  ])
})

test('a request for an upgrade is the last of its connection', async () => {
  const { socket, pathname } = connectTo(sink.inbox().url)
  const get = (headers: string) => `GET ${pathname} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`
  socket.write(get('Connection: Upgrade\r\nUpgrade: h2c\r\n') + get(''))

  expect(await text(socket)).toMatch(/^HTTP\/1.1 200 OK\r\n[^]*connection: close/i)
})

test('a delivery has the time of the given clock', async () => {
  const inbox = (await sinkWith({ now: async () => 12_345 })).inbox()
  await post(inbox.url)

  expect((await inbox.delivery(1)).at).toBe(12_345)
})

test('any other path is 404', async () => {
  const { origin } = new URL(sink.inbox().url)

  expect((await post(`${origin}/inbox/unknown`)).status).toBe(404)
  expect((await post(origin)).status).toBe(404)
})

describe('limits', () => {
  const inboxWith = async (bounds: Required<SinkOptions>['bounds'], answer?: Answering) =>
    (await sinkWith({ bounds })).inbox(answer)
  const statusOf = async (url: string, bytes: number) => (await post(url, 'x'.repeat(bytes))).status

  test('a larger body gets 413, even while it is sent', async () => {
    const inbox = await inboxWith({ body: 100_000 })
    expect(await statusOf(inbox.url, 100_000)).toBe(200)

    for (const isInbox of [true, false]) {
      const { socket, pathname } = connectTo(inbox.url)
      const path = isInbox ? pathname : '/unknown'
      let answer = ''
      socket.on('data', (chunk) => (answer += String(chunk)))
      socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`)
      const chunk = `2710\r\n${'x'.repeat(10_000)}\r\n`
      while (socket.writable && answer === '') {
        socket.write(chunk)
        await setImmediate()
      }
      expect(answer).toMatch(isInbox ? /^HTTP\/1.1 413 / : /^HTTP\/1.1 404 /)
      if (!socket.closed) await once(socket, 'close')
    }
    expect(inbox.deliveries).toHaveLength(1)
  })

  test('headers over 64 KiB get 431', async () => {
    const { url } = sink.inbox()
    const deliver = (length: number) =>
      fetch(url, { headers: { long: 'x'.repeat(length) } }).then(({ status }) => status)

    expect(await deliver(60_000)).toBe(200)
    expect(await deliver(70_000)).toBe(431)
  })

  test('deliveries beyond the total size get 503', async () => {
    const full = await sinkWith({ bounds: { all: 100_000, body: 60_000 } })
    const [inbox, other] = [full.inbox(), full.inbox()]
    const statuses = []
    for (const bytes of [50_000, 60_000, 30_000, 30_000])
      statuses.push(await statusOf(inbox.url, bytes))

    expect(statuses).toEqual([200, 503, 200, 503])
    expect(inbox.deliveries.map(({ body }) => body.length)).toEqual([50_000, 30_000])
    expect(full.exceeded).toBe('100000 bytes in all')
    for (const each of [inbox.delivery(3), other.delivery(1), full.inbox().delivery(1)])
      await expect(each).rejects.toThrow('more was delivered than 100000 bytes in all')
  })

  test('a connection with too many unanswered requests is closed', async () => {
    const inbox = await inboxWith({ open: 3 }, () => 'hang')
    const { socket, pathname } = connectTo(inbox.url)
    socket.write(`GET ${pathname} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(4))
    await once(socket, 'close')
    expect(inbox.deliveries).toHaveLength(3)

    // The closed connections no longer count towards the limit.
    const { socket: other } = connectTo(inbox.url)
    other.write(`GET ${pathname} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(3))
    await inbox.delivery(6)
    other.destroy()
  })

  test('one connection too many is closed', async () => {
    const { url } = await inboxWith({ connections: 1 })
    const { socket: first } = connectTo(url)
    await once(first, 'connect')
    await once(connectTo(url).socket, 'close')
    expect(first.closed).toBe(false)
    first.destroy()
  })
})

test('inboxes have the public URL of the sink', async () => {
  const behind = await sinkWith({ publicUrl: 'https://tunnel.example/here/' })

  expect(behind.inbox().url).toMatch(/^https:\/\/tunnel\.example\/here\/inbox\/[\w-]+$/)
})

test('an address in use is refused', async () => {
  const port = Number(new URL(sink.inbox().url).port)

  await expect(startSink({ port })).rejects.toThrow('EADDRINUSE')
})

test('an answer that throws is an error of the inbox', async () => {
  const broken = sink.inbox(() => {
    throw new TypeError('oops')
  })
  expect((await post(broken.url)).status).toBe(500)
  await broken.delivery(1)
  expect(broken.error?.message).toContain('a scenario has a bug')
})

test('a clock that cannot be read is an error of the inbox', async () => {
  const down = new Error('the clock is down')
  const own = await sinkWith({ now: () => Promise.reject(down) })
  const box = own.inbox()
  await post(box.url)
  await box.delivery(1)
  expect(box.error).toBe(down)
})

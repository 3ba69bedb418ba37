import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startSink, type Sink, type SinkOptions } from './sink.js'

let sink: Sink
beforeAll(async () => {
  sink = await startSink()
})
afterAll(() => sink.close())

/** A connection to where an inbox is, and the path of that. */
function dialled(url: string) {
  const { hostname: host, port, pathname } = new URL(url)
  return { socket: connect({ host, port: Number(port) }).on('error', () => {}), pathname }
}

const post = (url: string, body: string | Uint8Array = '') => fetch(url, { method: 'POST', body })

test('a delivery is kept as it was received', async () => {
  const before = Date.now()
  const inbox = sink.inbox()
  const body = Buffer.of(0, 255)
  await fetch(`${inbox.url}/a%2Fb?c=+d`, { method: 'PUT', headers: { 'X-Own': 'kept' }, body })

  const delivery = await inbox.delivery(1)
  expect(delivery.method).toBe('PUT')
  expect(inbox.url + '/a%2Fb?c=+d').toContain(delivery.target)
  expect(delivery.headers).toContainEqual(['X-Own', 'kept'])
  expect(Buffer.from(delivery.body)).toEqual(body)
  expect(delivery.at).toBeGreaterThanOrEqual(before)
  expect(inbox.deliveries).toEqual([delivery])
})

test('a delivery can be waited for before it comes, by several who wait', async () => {
  const inbox = sink.inbox()
  const waiting = [inbox.delivery(2), inbox.delivery(2), inbox.delivery(1)]
  await post(inbox.url, 'first')
  await post(inbox.url, 'second')

  const bodies = (await Promise.all(waiting)).map(({ body }) => Buffer.from(body).toString())
  expect(bodies).toEqual(['second', 'second', 'first'])
})

test('what arrives in one inbox is seen in no other', async () => {
  const [one, other] = [sink.inbox(), sink.inbox()]
  await post(one.url)

  expect(one.url).not.toBe(other.url)
  expect(one.deliveries).toHaveLength(1)
  expect(other.deliveries).toHaveLength(0)
})

describe('an inbox answers', () => {
  test('200 without a body unless told', async () => {
    const response = await post(sink.inbox().url)

    expect(response.status).toBe(200)
    expect(await response.text()).toBe('')
  })

  test('as it is told, delivery by delivery', async () => {
    const { url } = sink.inbox(({ method }, n) => ({
      status: n === 1 ? 503 : 201,
      headers: { 'x-answer': method },
      body: `number ${n}`,
    }))

    expect((await post(url)).status).toBe(503)
    const second = await post(url)
    expect(second.status).toBe(201)
    expect(second.headers.get('x-answer')).toBe('POST')
    expect(await second.text()).toBe('number 2')
  })

  test('each value of a header in a line of its own', async () => {
    const { url } = sink.inbox(() => ({ status: 200, headers: { 'set-cookie': ['a=1', 'b=2'] } }))

    expect((await post(url)).headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  })
})

describe('an inbox may', () => {
  test('answer later: what waits for its answer is counted', async () => {
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

  test('never answer', async () => {
    const inbox = sink.inbox(() => 'hang')
    const leaving = new AbortController()
    const left = expect(
      fetch(inbox.url, { method: 'POST', signal: leaving.signal }),
    ).rejects.toThrow('aborted')
    await inbox.delivery(1)
    expect(sink.hanging).toBe(1)
    leaving.abort()
    await left
    await vi.waitFor(() => expect(sink.hanging).toBe(0))
  })

  test.each(['reset', 'garbage'] as const)('answer with %s', async (answer) => {
    await expect(post(sink.inbox(() => answer).url)).rejects.toThrow('fetch failed')
  })
})

test('answers to pipelined deliveries are in order, also behind 100 Continue', async () => {
  // The second one is answered while the first one still waits.
  const inbox = sink.inbox(async (_, n) => {
    if (n === 1) await inbox.delivery(2).then(setImmediate)
    return { status: 200, body: 'body' }
  })
  const { socket, pathname } = dialled(inbox.url)
  const post = `POST ${pathname} HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n`
  socket.write(`${post}\r\na${post}Expect: 100-continue\r\nConnection: close\r\n\r\na`)

  const lines = (await text(socket)).split('\r\n')
  expect(lines.filter((line) => /^HTTP|body/.test(line))).toEqual([
    'HTTP/1.1 200 OK',
    'bodyHTTP/1.1 100 Continue',
    'HTTP/1.1 200 OK',
    'body',
  ])
})

test('a delivery that asks for another protocol is the last one of its connection', async () => {
  const inbox = sink.inbox()
  const { socket, pathname } = dialled(inbox.url)
  const get = (headers: string) => `GET ${pathname} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`
  socket.write(get('Connection: Upgrade\r\nUpgrade: h2c\r\n') + get(''))

  expect(await text(socket)).toMatch(/^HTTP\/1.1 200 OK\r\n[^]*connection: close/i)
})

test('a delivery has the moment of the clock it is told', async () => {
  const timed = await startSink({ now: async () => 12_345 })
  const inbox = timed.inbox()
  await post(inbox.url)

  expect((await inbox.delivery(1)).at).toBe(12_345)
  await timed.close()
})

test('a path that is no inbox is not there', async () => {
  const { origin } = new URL(sink.inbox().url)

  expect((await post(`${origin}/inbox/unknown`)).status).toBe(404)
  expect((await post(origin)).status).toBe(404)
})

describe('within its bounds', () => {
  const bounded = async (bounds: Required<SinkOptions>['bounds']) => {
    const small = await startSink({ bounds })
    onTestFinished(() => small.close())
    return small
  }
  const statusOf = async (url: string, bytes: number) => (await post(url, 'x'.repeat(bytes))).status

  test('a longer body is answered 413, also while it has no end, and is no delivery', async () => {
    const inbox = (await bounded({ body: 100_000 })).inbox()
    expect(await statusOf(inbox.url, 100_000)).toBe(200)

    for (const isInbox of [true, false]) {
      const { socket, pathname } = dialled(inbox.url)
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

  test('headers as long as the mock takes them are taken', async () => {
    const inbox = sink.inbox()
    const deliver = (length: number) =>
      fetch(inbox.url, { headers: { long: 'x'.repeat(length) } }).then(({ status }) => status)
    expect(await deliver(60_000)).toBe(200)
    expect(await deliver(70_000)).toBe(431)
  })

  test('deliveries beyond what is kept of all are answered 503, and what was not kept is free', async () => {
    const inbox = (await bounded({ all: 100_000, body: 60_000 })).inbox()
    expect(await statusOf(inbox.url, 50_000)).toBe(200)
    expect(await statusOf(inbox.url, 60_000)).toBe(503)
    expect(await statusOf(inbox.url, 30_000)).toBe(200)
    expect(await statusOf(inbox.url, 30_000)).toBe(503)
    expect(inbox.deliveries.map(({ body }) => body.length)).toEqual([50_000, 30_000])
  })

  test('a connection on which too many wait for an answer is broken off', async () => {
    const inbox = (await bounded({ open: 3 })).inbox(() => 'hang')
    const { socket, pathname } = dialled(inbox.url)
    socket.write(`GET ${pathname} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(4))
    await once(socket, 'close')
    expect(inbox.deliveries).toHaveLength(3)

    // All of their places are free again.
    const { socket: other } = dialled(inbox.url)
    other.write(`GET ${pathname} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(3))
    await inbox.delivery(6)
    other.destroy()
  })

  test('a connection beyond the most is closed', async () => {
    const { url } = await bounded({ connections: 1 })
    const { socket: first } = dialled(url)
    await once(first, 'connect')
    await once(dialled(url).socket, 'close')
    expect(first.closed).toBe(false)
    first.destroy()
  })
})

test('where the target reaches this machine by another address, inboxes are named by it', async () => {
  const tunnelled = await startSink({ publicUrl: 'https://tunnel.example/here/' })

  expect(tunnelled.inbox().url).toMatch(/^https:\/\/tunnel\.example\/here\/inbox\/[\w-]+$/)
  await tunnelled.close()
})

test('an address that is taken is refused', async () => {
  const port = Number(new URL(sink.inbox().url).port)

  await expect(startSink({ port })).rejects.toThrow('EADDRINUSE')
})

test('an answer that throws is a bug that the next wait comes across, and the sink goes on', async () => {
  const broken = sink.inbox(() => {
    throw new TypeError('oops')
  })
  expect((await post(broken.url)).status).toBe(500)
  await expect(broken.delivery(1)).rejects.toThrow('the answer of an inbox failed')

  const whole = sink.inbox()
  expect((await post(whole.url)).status).toBe(200)
})

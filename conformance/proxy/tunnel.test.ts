import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { createGate } from './gate.js'
import { tunnel, type Watcher } from './tunnel.js'

const closing: (() => void)[] = []
afterEach(() => {
  pending.clear()
  for (const close of closing.splice(0)) close()
})

async function listen(serve: (socket: Socket) => void): Promise<number> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    closing.push(() => socket.destroy())
    serve(socket.on('error', () => {}))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => server.close())
  return (server.address() as AddressInfo).port
}

/** Connects a client and a target through the tunnel. The client sends `first`. */
async function joined(first = '', controls = false) {
  const events: string[] = []
  const watcher: Watcher = {
    request({ method, target }) {
      const name = `${method} ${target}`
      events.push(name)
      return {
        requestBody: (bytes) => events.push(`${name} sent ${bytes.toString()}`),
        answer: (status) => events.push(`${name} answered ${status}`),
        answerBody: (bytes) => events.push(`${name} received ${bytes.toString()}`),
        left: () => events.push(`${name} left alone`),
        end: () => events.push(`${name} ended`),
        broken: (why) => events.push(`${name} broken: ${why}`),
      }
    },
    unreadable: (why, by) => events.push(`unreadable${by === 'target' ? '' : ` (${by})`}: ${why}`),
    unreachable: () => events.push('unreachable'),
  }
  const arrived: Socket[] = []
  const port = await listen((socket) => arrived.push(received(socket)))
  const url = new URL(`http://127.0.0.1:${port}`)
  const gate = createGate({ basePath: '', host: '127.0.0.1', controls })
  const proxy = await listen((near) => tunnel(near, url, watcher, gate))
  const client = connect({ port: proxy, host: '127.0.0.1', allowHalfOpen: true })
  client.on('error', () => {})
  closing.push(() => client.destroy())
  received(client)
  while (arrived.length === 0) await setImmediate()
  const target = arrived[0]!
  client.write(first)
  await expectNext(target, first)
  return { client, target, events, host: url.host }
}

/** The bytes that each socket has received since its last expectation. */
const pending = new Map<Socket, string>()

function received(socket: Socket): Socket {
  pending.set(socket, '')
  return socket.on('data', (chunk: Buffer) =>
    pending.set(socket, pending.get(socket)! + chunk.toString('latin1')),
  )
}

async function expectNext(socket: Socket, text: string): Promise<void> {
  while (pending.get(socket)!.length < text.length) await once(socket, 'data')
  expect(pending.get(socket)).toBe(text)
  pending.set(socket, '')
}

/** Resolves when a socket receives nothing more. */
const over = (socket: Socket) =>
  new Promise<void>((resolve) => {
    if (socket.readableEnded || socket.destroyed) resolve()
    else socket.on('end', resolve).on('close', () => resolve())
  })

const request = 'GET //a/../b?c=%zz HTTP/1.1\r\nX-b: 1\r\nx-B:  2 \r\n\r\n'

describe('bytes are forwarded', () => {
  test('unchanged except for Host', async () => {
    const { client, target, host } = await joined()
    client.write(`TRACE //x HTTP/1.1\r\nHost: a\r\ncontent-length: 3\r\n\r\n\x00\xff\n`, 'latin1')
    await expectNext(
      target,
      `TRACE //x HTTP/1.1\r\nHost: ${host}\r\ncontent-length: 3\r\n\r\n\x00\xff\n`,
    )
    const answer =
      'HTTP/1.1 200 Fine, thank you\r\nSET-cookie: a\r\nset-Cookie: b\r\nTransfer-Encoding: chunked\r\n\r\n1;x\r\na\r\n0\r\nSum: 1\r\n\r\n'
    target.write(answer)
    await expectNext(client, answer)
  })

  test('at once', async () => {
    const { client, target, events } = await joined(request)
    for (const piece of ['HTTP/1.1 200 OK\r\n', '\r\n', 'data: 1\n', '\n']) {
      target.write(piece)
      await expectNext(client, piece)
    }
    expect(events.slice(1)).toEqual([
      'GET //a/../b?c=%zz answered 200',
      'GET //a/../b?c=%zz received data: 1\n',
      'GET //a/../b?c=%zz received \n',
    ])
    target.end()
    await once(client, 'end')
    expect(events.at(-1)).toBe('GET //a/../b?c=%zz ended')
  })

  test('of interim answers, and the body that waits for them', async () => {
    const { client, target, events } = await joined()
    const head = 'POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n'
    client.write(head)
    await expectNext(target, head)
    const interim = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'
    target.write(interim)
    await expectNext(client, interim)
    client.write('hi')
    await expectNext(target, 'hi')
    target.write('HTTP/1.1 204 No Content\r\n\r\n')
    await expectNext(client, 'HTTP/1.1 204 No Content\r\n\r\n')
    expect(events).toEqual(['POST /', 'POST / sent hi', 'POST / answered 204', 'POST / ended'])
  })

  test('of pipelined requests', async () => {
    const { client, target, events } = await joined()
    client.write('HEAD /1 HTTP/1.1\r\n\r\nGET /2 HTTP/1.1\r\n\r\n')
    await expectNext(target, 'HEAD /1 HTTP/1.1\r\n\r\nGET /2 HTTP/1.1\r\n\r\n')
    const answer = (body: string) => `HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n${body}`
    target.write(answer('') + answer('hi'))
    await expectNext(client, answer('') + answer('hi'))
    expect(events.slice(2)).toEqual([
      'HEAD /1 answered 200',
      'HEAD /1 ended',
      'GET /2 answered 200',
      'GET /2 received hi',
      'GET /2 ended',
    ])
  })

  test('of more than 1,000 unanswered requests, of which the first are observed', async () => {
    const { client, target, events } = await joined()
    const many = request.repeat(1_500)
    client.write(many)
    await expectNext(target, many)

    expect(events.filter((each) => each.startsWith('GET'))).toHaveLength(1_000)
    expect(events.at(-1)).toBe('unreadable: more than 1000 requests had no answer')
  })

  test('of another protocol after an upgrade', async () => {
    const upgrade = request.replace('X-b', 'Upgrade')
    const { client, target, events } = await joined(upgrade)
    target.write('HTTP/1.1 101 Switching Protocols\r\n\r\n')
    await expectNext(client, 'HTTP/1.1 101 Switching Protocols\r\n\r\n')
    client.write('\x81\x01host: a', 'latin1')
    await expectNext(target, '\x81\x01host: a')
    expect(events.slice(1)).toEqual(['GET //a/../b?c=%zz answered 101', 'GET //a/../b?c=%zz ended'])
  })
})

describe('the end of a connection is forwarded', () => {
  test('in one direction alone', async () => {
    const { client, target } = await joined()
    client.end(request)
    await expectNext(target, request)
    await once(target, 'end')
    target.end('HTTP/1.1 204 No Content\r\n\r\n')
    await expectNext(client, 'HTTP/1.1 204 No Content\r\n\r\n')
    await once(client, 'end')
  })

  test('from a client that resets it', async () => {
    const { client, target, events } = await joined(request)
    client.resetAndDestroy()
    const [error] = (await once(target, 'error')) as [NodeJS.ErrnoException]
    expect(error.code).toBe('ECONNRESET')
    expect(events.at(-1)).toBe('GET //a/../b?c=%zz broken: the client closed the connection')
  })

  test('from a target that resets it', async () => {
    const { client, target, events } = await joined(request)
    target.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf')
    await expectNext(client, 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf')
    target.resetAndDestroy()
    const [error] = (await once(client, 'error')) as [NodeJS.ErrnoException]
    expect(error.code).toBe('ECONNRESET')
    expect(events.at(-1)).toBe('GET //a/../b?c=%zz broken: the target closed the connection')
  })
})

describe('bytes of the target that no request asks for are reported', () => {
  const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'
  const name = 'GET //a/../b?c=%zz'
  const unread = 'not an HTTP/1 message, or one of unclear length'
  test.each([
    [
      'a second response',
      ok + ok,
      [`${name} ended`, 'unreadable: an answer without an HTTP/1 request'],
    ],
    [
      'another protocol',
      'HTTP/1.1 101 Any\r\n\r\n',
      [
        `${name} answered 101`,
        'unreadable: an answer 101 to a request without Upgrade',
        `${name} ended`,
      ],
    ],
    ['HTTP/2', 'HTTP/2 200 OK\r\n\r\n', [`unreadable: ${unread}`]],
    ['the end of an idle connection', `${ok}HTTP/1.1 408 Any\r\n\r\n`, [`${name} ended`]],
  ])('%s', async (_, bytes, expected) => {
    const { client, target, events } = await joined(request)
    target.write(bytes)
    await expectNext(client, bytes)
    expect(events.slice(-expected.length)).toEqual(expected)
  })

  test('but not the end of a connection whose client did not wait', async () => {
    const { client, target, events } = await joined(request)
    client.end()
    await once(target, 'end')
    target.end()
    await over(client)
    expect(events.slice(1)).toEqual([
      `${name} left alone`,
      `${name} broken: the client closed the connection`,
    ])
  })

  test('nor a response to bytes that are no HTTP', async () => {
    const { client, target, events } = await joined('noHTTP\r\n\r\n')
    target.write(ok)
    await expectNext(client, ok)
    expect(events).toEqual([
      `unreadable (client): ${unread}`,
      'unreadable (client): an answer without an HTTP/1 request',
    ])
  })
})

describe('a request for control routes', () => {
  const control = 'POST /__mock/reset HTTP/1.1\r\nHost: localhost:1\r\n\r\n'
  const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi'

  test.each([1, 7, 10_000])(
    'is refused, and the target receives nothing (pieces of %i)',
    async (size) => {
      const { client, target, events } = await joined()
      for (let at = 0; at < control.length; at += size) client.write(control.slice(at, at + size))
      await over(client)
      const response = pending.get(client)!
      expect(response).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n/)
      expect(response).toMatch(/"error":"svc-contract proxy: .* start it with --controls"\}$/)
      client.destroy()
      await over(target)
      expect(pending.get(target)).toBe('')
      expect(events).toEqual(['unreadable (client): a request for control routes was refused'])
    },
  )

  test('is refused after the responses to earlier requests, with all that follows', async () => {
    const { client, target } = await joined(request + request)
    client.write(control + request + control)
    target.write(answer)
    await expectNext(client, answer)
    target.write(answer.slice(0, -1))
    await expectNext(client, answer.slice(0, -1))
    target.write(answer.slice(-1))
    await over(client)
    expect(pending.get(client)).toMatch(/^iHTTP\/1\.1 403 /)
    expect(pending.get(target)).toBe('')
  })

  test.each([
    [
      'of which the body looks like one',
      `POST /a HTTP/1.1\r\nContent-Length: ${control.length}\r\n\r\n${control}`,
    ],
    ['that publishes to one', 'POST /v2/publish/http://127.0.0.1:1/__mock/reset HTTP/1.1\r\n\r\n'],
    ['with its name in the query', 'GET /get/__mock?/__mock/reset HTTP/1.1\r\n\r\n'],
  ])('is no request %s', async (_, bytes) => {
    const { client, target } = await joined()
    client.write(bytes)
    await expectNext(target, bytes)
    target.write(answer)
    await expectNext(client, answer)
  })

  test.each([
    ['bytes that are no HTTP', 'noHTTP\r\n\r\n'],
    ['an unclear length', 'POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n'],
    ['a chunk without a size', 'POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n'],
    ['CONNECT', 'CONNECT a:1 HTTP/1.1\r\n\r\n'],
    ['1,000 unanswered requests', request.repeat(1_001)],
  ])('never follows %s', async (_, before) => {
    for (const cut of [0, 3, 9]) {
      const { client, target } = await joined(before)
      client.write(control.slice(0, cut))
      if (cut > 0) await setImmediate()
      client.write(control.slice(cut))
      await over(client)
      await over(target)
      expect(pending.get(target)).not.toContain('__mock')
    }
  })

  test('is refused with a head that is no HTTP', async () => {
    const { client, target } = await joined()
    client.write('GET /__mock/health HTTP/1.1\r\nno header\r\n\r\n')
    await over(client)
    expect(pending.get(target)).toBe('')
  })

  test('is forwarded with --controls, unless a name other than localhost led to the proxy', async () => {
    const { client, target, host } = await joined('', true)
    client.write(control)
    await expectNext(target, control.replace('localhost:1', host))
    target.write(answer)
    await expectNext(client, answer)
    client.write(control.replace('localhost:1', 'evil.test'))
    await over(client)
    expect(pending.get(client)).toMatch(/^HTTP\/1\.1 403 .*evil\.test/s)
    expect(pending.get(target)).toBe('')
  })
})

test('a slow receiver slows down the sender', async () => {
  const { client, target } = await joined(request)
  client.pause()
  target.write('HTTP/1.1 200 OK\r\n\r\n')
  const chunk = Buffer.alloc(1024 * 1024)
  let written = 0
  // The target writes until all buffers are full.
  for (let idle = 0; idle < 1000; idle++) {
    if (target.writableNeedDrain) await setImmediate()
    else [written, idle] = [written + 1, (target.write(chunk), 0)]
  }
  expect(written).toBeLessThan(64)
  client.resume()
  await once(target, 'drain')
})

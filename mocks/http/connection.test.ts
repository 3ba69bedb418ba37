import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { json, type Handler, type Response } from './message.js'
import {
  closeServed,
  connected,
  echo,
  exchange,
  served,
  servedFromHead,
  stalled,
  statuses,
  streamOf,
  until,
} from './testing.js'

afterEach(closeServed)

const get = (target: string, connection = 'keep-alive') =>
  `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: ${connection}\r\n\r\n`

const BAD_CHUNK = 'POST /bad HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'

/** Creates a handler that holds back each response until the test asks for the target of its request. */
function held() {
  const asked: string[] = []
  const answers = new Map<string, (response: Response) => void>()
  const handler: Handler = ({ target }) => {
    asked.push(target)
    return new Promise((resolve) => answers.set(target, resolve))
  }
  const answer = (target: string) => answers.get(target)!(json(200, { target }))
  /** Waits for requests of a connection one after the other, and answers them. */
  const answerAll = async (socket: Socket, ...targets: string[]) => {
    for (const target of targets) {
      await stalled(() => asked.length)
      answer(target)
      await until(socket, new RegExp(target))
    }
  }
  return { handler, asked, answer, answerAll }
}

const WAITING = BAD_CHUNK.replace('Host: a', 'Host: a\r\nExpect: 100-continue')

describe('a request that cannot be parsed', () => {
  const requests: [what: string, bytes: string, statuses: number[]][] = [
    ['a bad chunk', BAD_CHUNK, [200, 400]],
    ['a bad chunk after an expectation', WAITING.replace('100-continue', 'x'), [200, 400]],
    ['a bad chunk after a wait for 100 Continue', WAITING, [200, 100, 400]],
    ['nonsense', 'nonsense\r\n\r\n', [200, 400]],
    ['two HTTP versions', 'GET / HTTP/1.1 HTTP/1.1\r\n\r\n', [200, 400]],
    ['a header without a name', 'GET / HTTP/1.1\r\n: a\r\n\r\n', [200, 400]],
    ['a head that is too long', `GET /${'k'.repeat(70_000)} HTTP/1.1\r\n\r\n`, [200, 431]],
    ['a method that nobody knows', 'FOO / HTTP/1.1\r\nHost: a\r\n\r\n', [200, 200]],
    ['CONNECT', 'CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n', [200, 200]],
    ['HTTP/2', 'GET / HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\n\r\nPRI * x', [200, 200, 400]],
  ]

  test.each(requests)('%s is answered after the current request', async (_, bytes, expected) => {
    const first = held()
    const server = await served((request) =>
      request.target === '/first' ? first.handler(request) : echo(request),
    )
    const socket = await connected(server, get('/first') + bytes)
    // After the response on another connection, the server has read both requests.
    await exchange(server, get('/', 'close'))
    first.answer('/first')

    expect(statuses(await until(socket, /$^/))).toEqual(expected)
  })

  test.each([
    ['it', BAD_CHUNK],
    ['more than 64 KiB of requests', get('/').repeat(5_000)],
  ])('after a stream %s ends the connection', async (_, bytes) => {
    const { events, returned } = streamOf(async (index) =>
      index === 0 ? 'a' : new Promise(() => {}),
    )
    const server = await served(() => ({ status: 200, headers: {}, body: events }))
    const socket = await connected(server, get('/'))
    await until(socket, /a/)
    const closed = new Promise((resolve) => socket.on('close', resolve))
    socket.write(bytes)

    await Promise.all([closed, returned])
  })

  test('after a stream that ends by itself is answered after it', async () => {
    let end = (): void => {}
    const ended = new Promise<void>((resolve) => (end = resolve))
    const body = (async function* () {
      yield 'a'
      await ended
      yield 'b'
    })()
    const stream = { status: 200, headers: {}, body, ends: true }
    const server = await served(({ target }) => (target === '/' ? stream : json(200, 'ok')))
    const socket = await connected(server, get('/'))
    await until(socket, /a/)
    socket.write('nonsense\r\n\r\n')
    // After a response on another connection, the server has read the invalid bytes.
    for (let round = 0; round < 3; round++) await until(await connected(server, get('/b')), /ok/)
    end()

    expect(statuses(await until(socket, /$^/))).toEqual([400])
  })

  // Then a refused expectation is answered before the bad chunk is read.
  test.each(requests.filter(([, bytes]) => !bytes.includes('Expect: x')))(
    '%s in one packet with a request that is answered at once',
    async (_, bytes, expected) => {
      expect(statuses(await exchange(await served(echo), get('/') + bytes))).toEqual(expected)
    },
  )

  test('is answered after a request that was refused by its head', async () => {
    const server = await servedFromHead(() => json(401, 'no'))
    const post = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc'

    for (const bytes of [BAD_CHUNK, 'nonsense\r\n\r\n']) {
      const answers = await exchange(server, post + get('/') + bytes)
      expect(statuses(answers)).toEqual([401, 401, 400])
    }
  })

  test('after a refusal by the head is not answered again', async () => {
    const server = await servedFromHead((request) =>
      request.receive ? json(401, 'no') : echo(request),
    )

    expect(statuses(await exchange(server, BAD_CHUNK))).toEqual([401])
    expect(statuses(await exchange(server, get('/') + BAD_CHUNK))).toEqual([200, 401])
  })
})

test('a client that resets a CONNECT ends its connection alone', async () => {
  const { handler, asked } = held()
  const server = await served(handler)
  const socket = await connected(server, 'CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n')
  await stalled(() => asked.length)
  socket.resetAndDestroy()

  // Without the reset, this call would take the whole grace period.
  await server.close(2 ** 30)
  expect(asked).toEqual(['a:80'])
})

describe('a request that asks for another protocol', () => {
  const upgrade = (target: string) =>
    `POST ${target} HTTP/1.1\r\nHost: a\r\nConnection: x, Upgrade\r\nUpgrade: h2c\r\nContent-Length: 3\r\n\r\nabc`

  // node:http drops the following bytes of the same packet. It would then take the next packet for
  // the dropped request.
  test('is the last of its connection', async () => {
    const server = await served(echo)
    for (const before of ['', get('/before')]) {
      const socket = await connected(server, before + upgrade('/upgrade') + get('/dropped'))
      socket.write(get('/next'))
      const answers = await until(socket, /$^/)

      expect(answers).not.toMatch(/dropped|next/)
      expect(answers).toMatch(/connection: close[^]*"\/upgrade"[^]*"abc"/i)
      expect(statuses(answers)).toEqual(before === '' ? [200] : [200, 200])
    }
  })

  test('ends the connection after a delayed response', async () => {
    const { handler, asked, answer } = held()
    const socket = await connected(await served(handler), upgrade('/upgrade'))
    await stalled(() => asked.length)
    socket.write(get('/next') + 'nonsense\r\n\r\n')
    answer('/upgrade')

    expect(statuses(await until(socket, /$^/))).toEqual([200])
    expect(asked).toEqual(['/upgrade'])
  })
})

describe('pipelined requests', () => {
  test('are answered in order, one after the other', async () => {
    const { handler, asked, answerAll } = held()
    const socket = await connected(
      await served(handler),
      get('/1') + get('/2') + get('/3', 'close'),
    )

    await stalled(() => asked.length)
    expect(asked).toEqual(['/1'])
    await answerAll(socket, '/1', '/2', '/3')
    expect(asked).toEqual(['/1', '/2', '/3'])
  })

  test('keep their bodies, with a length or chunked', async () => {
    const post = (body: string) =>
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    const chunked =
      'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nbcd\r\n1\r\ne\r\n0\r\n\r\n'
    const server = await served(({ body }) => json(200, String(body)))
    const raw = await exchange(
      server,
      post('a') + chunked + post('x'.repeat(100_000)),
      get('/', 'close'),
    )

    const bodies = Array.from(raw.matchAll(/"(\w*)"/g), ([, body]) => body)
    expect(bodies).toEqual(['a', 'bcde', 'x'.repeat(100_000), ''])
  })

  test('wait while the client does not read', async () => {
    const COUNT = 100
    let asked = 0
    const server = await served(() => {
      asked++
      return { status: 200, headers: {}, body: 'x'.repeat(2 ** 20) }
    })
    const socket = await connected(server, '')
    socket.pause().write(get('/').repeat(COUNT - 1) + get('/', 'close'))

    // The server creates only as many responses as fit into the buffers of the system, plus one.
    expect(await stalled(() => asked)).toBeLessThan(COUNT / 2)
    let length = 0
    for await (const text of socket) length += (text as string).length
    expect(asked).toBe(COUNT)
    expect(length).toBeGreaterThan(COUNT * 2 ** 20)
  })

  test('are not read without bound during a response', async () => {
    const { handler, answer } = held()
    const server = await served(handler)
    const socket = await connected(server, get('/first'))
    const SIZE = 64 * 2 ** 20
    socket.write(get('/').repeat(SIZE / get('/').length))

    await stalled(() => socket.bytesWritten - socket.writableLength)
    expect(socket.writableLength).toBeGreaterThan(0)
    answer('/first')
    await until(socket, /"\/first"/)
    socket.destroy()
  })

  test('let requests of other connections in between', async () => {
    const asked: string[] = []
    const server = await served((request) => {
      asked.push(request.target)
      if (request.target === '/0') other.write(get('/other'))
      return echo(request)
    })
    const other = await connected(server, '')
    const targets = Array.from({ length: 50 }, (_, n) => `/${n}`)
    await exchange(server, targets.map((target) => get(target)).join('') + get('/last', 'close'))
    other.destroy()

    expect(asked.indexOf('/other')).toBeGreaterThan(0)
    expect(asked.indexOf('/other')).toBeLessThan(10)
  })

  test('over the limit of all connections end their connection', async () => {
    const { handler, asked, answerAll } = held()
    const server = await served(handler, { limits: { waitingRequests: 2 } })
    const first = await connected(server, get('/1') + get('/2') + get('/3', 'close'))
    await stalled(() => asked.length)

    await once(await connected(server, get('/x') + get('/y')), 'close')
    await answerAll(first, '/1', '/2', '/3')
    await answerAll(await connected(server, get('/4') + get('/5', 'close')), '/4', '/5')
    expect(asked).toEqual(['/1', '/x', '/2', '/3', '/4', '/5'])
  })
})

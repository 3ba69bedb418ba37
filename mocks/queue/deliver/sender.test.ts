import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import {
  createServer as createRawServer,
  type AddressInfo,
  type Server as RawServer,
  type Socket,
} from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createEgress } from './egress.js'
import type { Outcome } from '../message.js'
import { createSender } from './sender.js'

const sender = createSender(createEgress())
const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

/** Starts a destination and returns its port. */
async function listen(
  act: (message: IncomingMessage, answer: ServerResponse) => unknown,
): Promise<number> {
  const server = createServer((message, answer) => void act(message, answer))
  servers.push(server)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return (server.address() as AddressInfo).port
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  return Buffer.concat((await message.toArray()) as Buffer[])
}

const answerOf = (outcome: Outcome) => outcome as Extract<Outcome, { kind: 'answered' }>

const never = new AbortController().signal

const delivery = (url: string) => ({ url, method: 'POST', headers: {}, body: Buffer.from('') })

test('what is sent arrives to the byte: method, target, headers and body', async () => {
  const body = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  const seen: unknown[] = []
  const port = await listen(async (message, answer) => {
    const { 'x-a': a, 'x-b': b } = message.headersDistinct
    seen.push(message.method, message.url, a, b, await bytesOf(message))
    answer.end()
  })
  const url = `http://127.0.0.1:${port}//a/../%2e?x=%20&y`
  await sender.send(
    { url, method: 'PATCH', headers: { 'X-A': ['1', '2'], 'X-B': ['3'] }, body },
    never,
  )
  expect(seen).toEqual(['PATCH', '//a/../%2e?x=%20&y', ['1', '2'], ['3'], Buffer.from(body)])
})

test('answers that come side by side are not mixed up', async () => {
  const port = await listen((message, answer) => {
    answer.end(message.url!.at(-1)!.repeat(300_000))
  })
  const names = ['a', 'b', 'c', 'd']
  const outcomes = await Promise.all(
    names.map((name) => sender.send(delivery(`http://127.0.0.1:${port}/${name}`), never)),
  )
  const bodies = outcomes.map((outcome) => Buffer.from(answerOf(outcome).body).toString())
  expect(bodies).toEqual(names.map((name) => name.repeat(300_000)))
})

test('a destination that sends without end leaves turns to all others', async () => {
  const hint = 'HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n'
  const hints = hint.repeat(2 ** 21 / hint.length)
  const server = createRawServer((socket) => {
    socket.once('data', () => socket.end(`${hints}HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n`))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  let turns = 0
  let isOver = false
  const turn = () => {
    turns++
    if (!isOver) setImmediate(turn)
  }
  turn()
  const { port } = server.address() as AddressInfo
  const outcome = await sender.send(delivery(`http://127.0.0.1:${port}/`), never)
  isOver = true
  server.close()

  expect(outcome).toMatchObject({ kind: 'answered', status: 200 })
  expect(turns).toBeGreaterThan(hints.length / 2 ** 15)
})

test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
  '%s may have a body',
  async (method) => {
    let seen = ''
    const port = await listen(async (message, answer) => {
      seen = `${message.method} ${String(await bytesOf(message))}`
      answer.end()
    })
    await sender.send(
      { url: `http://127.0.0.1:${port}`, method, headers: {}, body: Buffer.from('data') },
      never,
    )
    expect(seen).toBe(`${method} data`)
  },
)

test('what comes back is the outcome', async () => {
  const port = await listen((_, answer) => {
    answer.writeHead(418, { 'x-a': ['1', '2'] }).end('short and stout')
  })
  expect(await sender.send(delivery(`http://127.0.0.1:${port}/`), never)).toMatchObject({
    kind: 'answered',
    status: 418,
    headers: { 'X-A': ['1', '2'] },
    body: Buffer.from('short and stout'),
  })
})

test('a redirect is an answer, and is not followed', async () => {
  const seen: (string | undefined)[] = []
  const port = await listen((message, answer) => {
    seen.push(message.url)
    answer.writeHead(307, { location: '/elsewhere' }).end()
  })
  expect(await sender.send(delivery(`http://127.0.0.1:${port}/`), never)).toMatchObject({
    status: 307,
  })
  expect(seen).toEqual(['/'])
})

test('of a huge answer the beginning is kept, and its length told', async () => {
  const port = await listen((_, answer) => answer.end(Buffer.alloc(2 ** 21)))
  const { body, clippedFrom } = answerOf(
    await sender.send(delivery(`http://127.0.0.1:${port}/`), never),
  )
  expect([body.length, clippedFrom]).toEqual([2 ** 20, 2 ** 21])
})

test('an answer of a mebibyte is kept whole, in memory of its own', async () => {
  const port = await listen((_, answer) => {
    for (let n = 0; n < 2 ** 10; n++) answer.write(Buffer.alloc(2 ** 10))
    answer.end()
  })
  const { body, clippedFrom } = answerOf(
    await sender.send(delivery(`http://127.0.0.1:${port}/`), never),
  )
  expect([body.length, body.buffer.byteLength, clippedFrom]).toEqual([2 ** 20, 2 ** 20, undefined])
})

test('a broken connection is an outcome', async () => {
  const port = await listen((message) => message.destroy())
  expect(await sender.send(delivery(`http://127.0.0.1:${port}/`), never)).toMatchObject({
    kind: 'unanswered',
  })
})

test('nobody there is an outcome', async () => {
  const port = await listen(() => {})
  servers.pop()!.close()
  expect(await sender.send(delivery(`http://127.0.0.1:${port}/`), never)).toMatchObject({
    kind: 'unanswered',
    reason: expect.stringContaining('ECONNREFUSED') as string,
  })
})

test('aborting ends an attempt, and its reason is the outcome', async () => {
  const aborting = new AbortController()
  const port = await listen(() => aborting.abort(new Error('too late')))
  expect(await sender.send(delivery(`http://127.0.0.1:${port}/`), aborting.signal)).toEqual({
    kind: 'unanswered',
    reason: 'too late',
  })
})

test('localhost is found, whichever of its addresses answers', async () => {
  const port = await listen((_, answer) => answer.end())
  expect(await sender.send(delivery(`http://localhost:${port}/`), never)).toMatchObject({
    status: 200,
  })
})

test('an address that may not be called is objected to, and never connected to', async () => {
  expect(sender.objection('http://10.0.0.1/')).toContain('10.0.0.1')
  expect(sender.objection('http://app.test/')).toContain('app.test')
  expect(sender.objection('http://')).toContain('not a URL')
  expect(sender.objection('http://127.0.0.1/a b')).toContain('not percent-encoded')
  expect(sender.objection('http://127.0.0.1/\u20ac')).toContain('not percent-encoded')
  expect(sender.objection('http://127.0.0.1/')).toBeUndefined()
  for (const [host, address] of [
    ['10.0.0.1', '10.0.0.1'],
    ['[fd00::1]', 'fd00::1'],
    ['0xa000001', '10.0.0.1'],
  ]) {
    expect(await sender.send(delivery(`http://${host}/`), never)).toEqual({
      kind: 'unanswered',
      reason: `${address} leads to where nothing may be called`,
    })
  }
})

test('a name is judged by where it leads when it is connected to', async () => {
  const outwards = createSender({ mayCall: () => true, mayConnect: () => false })
  const port = await listen((_, answer) => answer.end())
  expect(await outwards.send(delivery(`http://localhost:${port}/`), never)).toEqual({
    kind: 'unanswered',
    reason: 'localhost leads to where nothing may be called',
  })
})

describe('a destination that breaks the rules', () => {
  const sockets = new Set<Socket>()
  const raw: RawServer[] = []

  afterEach(() => {
    for (const server of raw.splice(0)) server.close()
    for (const socket of sockets) socket.destroy()
  })

  /**
   * Starts a server that calls `act` when a connection has received its first bytes. Returns the
   * URL.
   */
  async function destination(act: (socket: Socket) => void): Promise<string> {
    const server = createRawServer((socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket)).on('error', () => {})
      socket.once('data', () => act(socket))
    })
    raw.push(server)
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  }

  /** Writes the same bytes until the connection closes. */
  function endlessly(socket: Socket, bytes: string): void {
    const write = () => {
      while (socket.writable && socket.write(bytes));
    }
    socket.on('drain', write)
    write()
  }

  const OK = 'HTTP/1.1 200 OK\r\n'

  test.each<[what: string, bytes: string]>([
    ['no HTTP', 'SSH-2.0-OpenSSH_9.0\r\n\r\n'],
    ['no version', 'HTTP/9.9 200 OK\r\n\r\n'],
    ['no status', 'HTTP/1.1 abc OK\r\n\r\n'],
    ['a status beyond all', 'HTTP/1.1 99999 OK\r\n\r\n'],
    ['a header without a colon', `${OK}nonsense\r\n\r\n`],
    ['two lengths', `${OK}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`],
    ['a negative length', `${OK}Content-Length: -1\r\n\r\n`],
    ['a length beyond all', `${OK}Content-Length: ${'9'.repeat(30)}\r\n\r\n`],
    ['a bad chunk', `${OK}Transfer-Encoding: chunked\r\n\r\nzz\r\n`],
    ['another protocol', 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'],
    ['a continue that nobody asked for', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['a header of 100 KB', `${OK}X-A: ${'a'.repeat(100_000)}\r\n\r\n`],
    ['100,000 headers', `${OK}${'a: b\r\n'.repeat(100_000)}\r\n`],
    ['half an answer', `${OK}Content-Length: 10\r\n\r\nhalf`],
  ])('%s is a failed delivery', async (_, bytes) => {
    const url = await destination((socket) => socket.end(bytes))
    expect(await sender.send(delivery(url), never)).toEqual({
      kind: 'unanswered',
      reason: expect.stringMatching(/^.{1,200}$/) as string,
    })
  })

  test.each<[what: string, begin: string, bytes: string]>([
    ['headers', OK, `X-A: ${'a'.repeat(1000)}\r\n`],
    ['trailers', `${OK}Transfer-Encoding: chunked\r\n\r\n0\r\n`, `X-A: ${'a'.repeat(1000)}\r\n`],
  ])('endless %s are a failed delivery, and the connection is closed', async (_, begin, bytes) => {
    let hasClosed = () => {}
    const closed = new Promise<void>((resolve) => (hasClosed = resolve))
    const url = await destination((socket) => {
      socket.on('close', hasClosed)
      socket.write(begin)
      endlessly(socket, bytes)
    })
    expect(await sender.send(delivery(url), never)).toMatchObject({ kind: 'unanswered' })
    await closed
  })

  test.each<[what: string, begin: string, bytes: string]>([
    ['with a length', `${OK}Content-Length: 10000000000\r\n\r\n`, 'a'.repeat(65_536)],
    ['without one', `${OK}\r\n`, 'a'.repeat(65_536)],
    ['in chunks of a byte', `${OK}Transfer-Encoding: chunked\r\n\r\n`, '1\r\na\r\n'.repeat(10_000)],
  ])('an endless body %s is read no further than it is kept', async (_, begin, bytes) => {
    let hasClosed = () => {}
    const closed = new Promise<void>((resolve) => (hasClosed = resolve))
    const url = await destination((socket) => {
      socket.on('close', hasClosed)
      socket.write(begin)
      endlessly(socket, bytes)
    })
    const { body, clippedFrom } = answerOf(await sender.send(delivery(url), never))
    await closed
    expect(Buffer.alloc(2 ** 20, 'a').equals(body)).toBe(true)
    expect(clippedFrom).toBeGreaterThan(2 ** 20)
  })

  test.each<[what: string, begin: string, bytes: string]>([
    ['interim answers', '', 'HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n'],
    ['a chunk extension', `${OK}Transfer-Encoding: chunked\r\n\r\n1;`, 'a'.repeat(1000)],
    ['nothing', '', ''],
    ['a slow body', `${OK}Content-Length: 100\r\n\r\n`, ''],
  ])('%s without end: the deadline ends it, and the connection', async (_, begin, bytes) => {
    const aborting = new AbortController()
    let hasClosed = () => {}
    const closed = new Promise<void>((resolve) => (hasClosed = resolve))
    const url = await destination((socket) => {
      socket.on('close', hasClosed)
      socket.write(begin)
      let left = 100
      const write = () => {
        if (left-- === 0) aborting.abort(new Error('no answer within 1 ms'))
        else if (socket.writable) socket.write(bytes || (left > 90 && begin ? 'a' : ''), write)
      }
      write()
    })
    expect(await sender.send(delivery(url), aborting.signal)).toEqual({
      kind: 'unanswered',
      reason: 'no answer within 1 ms',
    })
    await closed
  })

  test('a header may be called as what all objects have', async () => {
    const names = ['__proto__', 'constructor', 'toString']
    const lines = [...names, ...names].map((name) => `${name}: a\r\n`).join('')
    const url = await destination((socket) => socket.end(`${OK}${lines}\r\n`))
    const outcome = await sender.send(delivery(url), never)
    expect(outcome.kind === 'answered' && Object.entries(outcome.headers)).toEqual([
      ['__proto__', ['a', 'a']],
      ['Constructor', ['a', 'a']],
      ['Tostring', ['a', 'a']],
    ])
  })

  test('more than one answer leaves the first one as it is', async () => {
    const whole = `${OK}Content-Length: 1\r\n\r\n`
    const url = await destination((socket) => socket.end(`${whole}a${whole}bGARBAGE`))
    expect(await sender.send(delivery(url), never)).toMatchObject({ body: Buffer.from('a') })
  })
})

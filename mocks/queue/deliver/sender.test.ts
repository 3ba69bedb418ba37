import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { closeServed, served } from '../../http/testing.js'
import { createEgress } from './egress.js'
import type { AttemptOutcome } from '../message.js'
import { createSender, MAX_CONNECTIONS } from './sender.js'

const sender = createSender(createEgress())
const open: (() => unknown)[] = []

afterEach(async () => {
  for (const close of open.splice(0)) close()
  await closeServed()
})

const never = new AbortController().signal
/** No sender over HTTP waits on the clock. */
const pause = () => Promise.reject(new Error('it paused'))

const send = (url: string, signal = never, by = sender) =>
  by.send({ url, method: 'POST', headers: {}, body: Buffer.from('') }, signal, pause)

const answerOf = (outcome: AttemptOutcome) =>
  outcome as Extract<AttemptOutcome, { kind: 'answered' }>

test('a mebibyte of an answer is kept, in memory of its own, and the length is told', async () => {
  const kibibytes = async function* (count: number) {
    for (let n = 0; n < count; n++) yield 'x'.repeat(2 ** 10)
  }
  const { url } = await served(({ target }) => ({
    status: 200,
    headers: {},
    body: target === '/large' ? Buffer.alloc(2 ** 21) : kibibytes(2 ** 10),
  }))
  const kept = async (path: string) => {
    const { body, clippedFrom } = answerOf(await send(url + path))
    return [body.length, body.buffer.byteLength, clippedFrom]
  }
  expect(await kept('/large')).toEqual([2 ** 20, 2 ** 20, 2 ** 21])
  expect(await kept('/whole')).toEqual([2 ** 20, 2 ** 20, undefined])
})

test('an attempt that still waits for a connection ends when its time is over', async () => {
  const own = createSender(createEgress())
  let arrived = 0
  let allArrived = () => {}
  const full = new Promise<void>((resolve) => (allArrived = resolve))
  const hanging = createServer(() => ++arrived === MAX_CONNECTIONS && allArrived())
  open.push(() => hanging.close())
  await new Promise<void>((listening) => hanging.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}/`
  for (let n = 0; n < MAX_CONNECTIONS; n++) void send(url, new AbortController().signal, own)
  await full

  const ending = new AbortController()
  const waiting = send(url, ending.signal, own)
  ending.abort(new Error('no answer within 5 ms'))
  expect(await waiting).toEqual({ kind: 'unanswered', reason: 'no answer within 5 ms' })
  await own.close()
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
    expect(await send(`http://${host}/`)).toEqual({
      kind: 'unanswered',
      reason: expect.stringMatching(
        `^${address} has an address that may not be called; .* --allow-destination ${address}`,
      ) as string,
    })
  }
})

test('a name is found at any of its addresses that may be called', async () => {
  const { port } = await served(() => ({ status: 200, headers: {} }))
  const url = `http://localhost:${port}/`
  expect(await send(url)).toMatchObject({ status: 200 })
  const outwards = createSender({ mayCall: () => true, mayConnect: () => false })
  expect(await send(url, never, outwards)).toEqual({
    kind: 'unanswered',
    reason: expect.stringMatching(/^localhost has an address that may not be called; /) as string,
  })
})

/** Starts a server that calls `act` when a connection has received its first bytes. */
async function destination(act: (socket: Socket) => void) {
  let hasClosed = () => {}
  const closed = new Promise<void>((resolve) => (hasClosed = resolve))
  const server = createServer((socket) => {
    open.push(() => socket.destroy())
    socket.on('close', hasClosed).on('error', () => {})
    socket.once('data', () => act(socket))
  })
  open.push(() => server.close())
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, closed }
}

const OK = 'HTTP/1.1 200 OK\r\n'
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`

test('a destination that sends without end leaves turns to all others', async () => {
  const hint = 'HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n'
  const hints = hint.repeat(2 ** 21 / hint.length)
  const { url } = await destination((socket) => {
    socket.end(`${hints}${OK}Content-Length: 0\r\n\r\n`)
  })
  let turns = 0
  let isOver = false
  const turn = () => {
    turns++
    if (!isOver) setImmediate(turn)
  }
  turn()
  const outcome = await send(url)
  isOver = true

  expect(outcome).toMatchObject({ kind: 'answered', status: 200 })
  expect(turns).toBeGreaterThan(hints.length / 2 ** 15)
})

describe('a destination that breaks the rules', () => {
  test.each<[what: string, bytes: string]>([
    ['nothing', ''],
    ['no HTTP', 'SSH-2.0-OpenSSH_9.0\r\n\r\n'],
    ['another protocol', 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'],
    ['a continue that nobody asked for', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['a header of 100 KB', `${OK}X-A: ${'a'.repeat(100_000)}\r\n\r\n`],
    ['100,000 headers', `${OK}${'a: b\r\n'.repeat(100_000)}\r\n`],
    ['half an answer', `${OK}Content-Length: 10\r\n\r\nhalf`],
  ])('%s is a failed delivery', async (_, bytes) => {
    const { url } = await destination((socket) => socket.end(bytes))
    expect(await send(url)).toEqual({
      kind: 'unanswered',
      reason: expect.stringMatching(/^.{1,200}$/) as string,
    })
  })

  /** Sends a request to a destination that writes `begin`, then `bytes` until the connection closes. */
  async function sendToEndless(begin: string, bytes: string): Promise<AttemptOutcome> {
    const { url, closed } = await destination((socket) => {
      const write = () => {
        while (socket.writable && socket.write(bytes));
      }
      socket.on('drain', write).write(begin)
      write()
    })
    const outcome = await send(url)
    await closed
    return outcome
  }

  test.each<[what: string, begin: string, bytes: string]>([
    ['with a length', `${OK}Content-Length: 10000000000\r\n\r\n`, 'a'.repeat(65_536)],
    ['without one', `${OK}\r\n`, 'a'.repeat(65_536)],
    ['in chunks of a byte', CHUNKED, '1\r\na\r\n'.repeat(10_000)],
  ])('an endless body %s is read no further than it is kept', async (_, begin, bytes) => {
    const { body, clippedFrom } = answerOf(await sendToEndless(begin, bytes))
    expect(Buffer.alloc(2 ** 20, 'a').equals(body)).toBe(true)
    expect(clippedFrom).toBeGreaterThan(2 ** 20)
  })

  test.each<[what: string, begin: string, bytes: string]>([
    ['interim answers', '', 'HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n'],
    ['a chunk extension', `${CHUNKED}1;`, 'a'.repeat(1000)],
    ['nothing', '', ''],
    ['a slow body', `${OK}Content-Length: 100\r\n\r\n`, ''],
  ])('%s without end: the deadline ends it, and the connection', async (_, begin, bytes) => {
    const aborting = new AbortController()
    const { url, closed } = await destination((socket) => {
      socket.write(begin)
      let left = 100
      const write = () => {
        if (left-- === 0) aborting.abort(new Error('no answer within 1 ms'))
        else if (socket.writable) socket.write(bytes || (left > 90 && begin ? 'a' : ''), write)
      }
      write()
    })
    expect(await send(url, aborting.signal)).toEqual({
      kind: 'unanswered',
      reason: 'no answer within 1 ms',
    })
    await closed
  })

  test('a header may be called as what all objects have', async () => {
    const names = ['__proto__', 'constructor', 'toString']
    const lines = [...names, ...names].map((name) => `${name}: a\r\n`).join('')
    const { url } = await destination((socket) => socket.end(`${OK}${lines}\r\n`))
    expect(Object.entries(answerOf(await send(url)).headers)).toEqual([
      ['__proto__', ['a', 'a']],
      ['Constructor', ['a', 'a']],
      ['Tostring', ['a', 'a']],
    ])
  })
})

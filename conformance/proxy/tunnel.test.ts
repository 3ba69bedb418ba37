import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { tunnel, type Watcher } from './tunnel.js'

const closing: (() => void)[] = []
afterEach(() => {
  come.clear()
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

/** A client on one side, and the target's end of the tunnel on the other, after these first bytes. */
async function joined(first = '') {
  const heard: string[] = []
  const watcher: Watcher = {
    request({ method, target }) {
      const name = `${method} ${target}`
      heard.push(name)
      return {
        requestBody: (bytes) => heard.push(`${name} sent ${bytes.toString()}`),
        answer: (status) => heard.push(`${name} answered ${status}`),
        answerBody: (bytes) => heard.push(`${name} received ${bytes.toString()}`),
        end: () => heard.push(`${name} ended`),
        broken: (why) => heard.push(`${name} broken: ${why}`),
      }
    },
    unreadable: (why) => heard.push(`unreadable: ${why}`),
  }
  const arrived: Socket[] = []
  const port = await listen((socket) => arrived.push(hearing(socket)))
  const url = new URL(`http://127.0.0.1:${port}`)
  const proxy = await listen((near) => tunnel(near, url, watcher))
  const client = connect({ port: proxy, host: '127.0.0.1', allowHalfOpen: true })
  client.on('error', () => {})
  closing.push(() => client.destroy())
  hearing(client)
  while (arrived.length === 0) await setImmediate()
  const target = arrived[0]!
  client.write(first)
  await expectNext(target, first)
  return { client, target, heard, host: url.host }
}

/** What has come on a socket and nobody has looked at. */
const come = new Map<Socket, string>()

function hearing(socket: Socket): Socket {
  come.set(socket, '')
  return socket.on('data', (chunk: Buffer) =>
    come.set(socket, come.get(socket)! + chunk.toString('latin1')),
  )
}

/** Waits for the next bytes, as many as those that are expected. */
async function expectNext(socket: Socket, text: string): Promise<void> {
  while (come.get(socket)!.length < text.length) await once(socket, 'data')
  expect(come.get(socket)).toBe(text)
  come.set(socket, '')
}

const request = 'GET //a/../b?c=%zz HTTP/1.1\r\nX-b: 1\r\nx-B:  2 \r\n\r\n'

describe('what passes through', () => {
  test('is the same to the byte, but for Host', async () => {
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

  test('need not be HTTP', async () => {
    const { client, target, heard } = await joined()
    client.write('\r\nFOO\x00 bar\r\nwhat is this\r\n\r\n')
    await expectNext(target, '\r\nFOO\x00 bar\r\nwhat is this\r\n\r\n')
    target.write('nor is this\n\n')
    await expectNext(client, 'nor is this\n\n')
    expect(heard).toEqual([
      expect.stringMatching(/^unreadable/),
      expect.stringMatching(/^unreadable/),
    ])
  })

  test('is passed on at once, however little it is', async () => {
    const { client, target, heard } = await joined(request)
    for (const piece of ['HTTP/1.1 200 OK\r\n', '\r\n', 'data: 1\n', '\n']) {
      target.write(piece)
      await expectNext(client, piece)
    }
    expect(heard.slice(1)).toEqual([
      'GET //a/../b?c=%zz answered 200',
      'GET //a/../b?c=%zz received data: 1\n',
      'GET //a/../b?c=%zz received \n',
    ])
    target.end()
    await once(client, 'end')
    expect(heard.at(-1)).toBe('GET //a/../b?c=%zz ended')
  })

  test('are interim answers too, and what waits for them', async () => {
    const { client, target, heard } = await joined()
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
    expect(heard).toEqual(['POST /', 'POST / sent hi', 'POST / answered 204', 'POST / ended'])
  })

  test('is many exchanges on one connection, asked before they are answered', async () => {
    const { client, target, heard } = await joined()
    client.write('HEAD /1 HTTP/1.1\r\n\r\nGET /2 HTTP/1.1\r\n\r\n')
    await expectNext(target, 'HEAD /1 HTTP/1.1\r\n\r\nGET /2 HTTP/1.1\r\n\r\n')
    const answer = (body: string) => `HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n${body}`
    target.write(answer('') + answer('hi'))
    await expectNext(client, answer('') + answer('hi'))
    expect(heard.slice(2)).toEqual([
      ...['HEAD /1 answered 200', 'HEAD /1 ended'],
      ...['GET /2 answered 200', 'GET /2 received hi', 'GET /2 ended'],
    ])
  })

  test('is more than 1,000 requests without an answer, and the first of them are heard of', async () => {
    const { client, target, heard } = await joined()
    const many = request.repeat(1_500)
    client.write(many)
    await expectNext(target, many)

    expect(heard.filter((each) => each.startsWith('GET'))).toHaveLength(1_000)
    expect(heard.at(-1)).toBe('unreadable: more than 1000 requests on it had no answer')
  })

  test('is another protocol once both have agreed on it', async () => {
    const { client, target, heard } = await joined(request)
    target.write('HTTP/1.1 101 Switching Protocols\r\n\r\n')
    await expectNext(client, 'HTTP/1.1 101 Switching Protocols\r\n\r\n')
    client.write('\x81\x01host: a', 'latin1')
    await expectNext(target, '\x81\x01host: a')
    expect(heard.slice(1)).toEqual(['GET //a/../b?c=%zz answered 101', 'GET //a/../b?c=%zz ended'])
  })
})

describe('an end passes through', () => {
  test('of one direction alone', async () => {
    const { client, target } = await joined()
    client.end(request)
    await expectNext(target, request)
    await once(target, 'end')
    target.end('HTTP/1.1 204 No Content\r\n\r\n')
    await expectNext(client, 'HTTP/1.1 204 No Content\r\n\r\n')
    await once(client, 'end')
  })

  test('of a client that leaves before its answer', async () => {
    const { client, target, heard } = await joined(request)
    client.resetAndDestroy()
    const [error] = (await once(target, 'error')) as [NodeJS.ErrnoException]
    expect(error.code).toBe('ECONNRESET')
    expect(heard.at(-1)).toBe('GET //a/../b?c=%zz broken: the client closed the connection')
  })

  test('of a target that breaks off its answer', async () => {
    const { client, target, heard } = await joined(request)
    target.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf')
    await expectNext(client, 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf')
    target.resetAndDestroy()
    const [error] = (await once(client, 'error')) as [NodeJS.ErrnoException]
    expect(error.code).toBe('ECONNRESET')
    expect(heard.at(-1)).toBe('GET //a/../b?c=%zz broken: the target closed the connection')
  })
})

test('nobody is sent more than they take', async () => {
  const { client, target } = await joined(request)
  client.pause()
  target.write('HTTP/1.1 200 OK\r\n\r\n')
  const chunk = Buffer.alloc(1024 * 1024)
  let written = 0
  // As much as all buffers on the way hold: then nothing more is taken until somebody reads.
  for (let idle = 0; idle < 1000; idle++) {
    if (target.writableNeedDrain) await setImmediate()
    else [written, idle] = [written + 1, (target.write(chunk), 0)]
  }
  expect(written).toBeLessThan(64)
  client.resume()
  await once(target, 'drain')
})

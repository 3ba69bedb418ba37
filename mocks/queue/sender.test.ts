import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createEgress } from './egress.js'
import { createSender } from './sender.js'

const sender = createSender(createEgress())
const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

/** A destination; answers its port. */
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

test('of a huge answer the beginning is kept', async () => {
  const port = await listen((_, answer) => answer.end(Buffer.alloc(2 ** 21)))
  const outcome = await sender.send(delivery(`http://127.0.0.1:${port}/`), never)
  expect(outcome.kind === 'answered' && outcome.body.length).toBe(2 ** 20)
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

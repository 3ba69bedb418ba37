import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'
import { nextTick } from 'node:process'
import request from 'supertest'
import { afterEach, describe, expect, test } from 'vitest'
import { json, originForm } from './message.js'
import { serve } from './serve.js'
import { closeServed, connected, echo, exchange, last, served, streamOf, until } from './testing.js'

afterEach(closeServed)

test.each(['TRACE', 'PROPFIND', 'FOO', 'get', 'GETS', 'X-ODD.~1', 'CONNECT'])(
  'a request may have the method %s',
  async (method) => {
    const target = method === 'CONNECT' ? 'a:80' : '/k?x=1'
    const raw = await exchange(
      await served(echo),
      `${method} ${target} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer t\r\nConnection: close\r\n\r\n`,
    )
    expect(last(raw)).toMatchObject({ status: 200, body: { method, target, token: 'Bearer t' } })
  },
)

test.each([
  [['FOO /a HT', 'TP/1.1\r\nHost: a\r\nAuthor', 'ization: Bearer t\r\n\r\n']],
  [['FOO', ' /a HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer t\r\n\r\n']],
])('an unknown method may arrive in pieces: %j', async (packets) => {
  const raw = await exchange(await served(echo), ...packets)

  expect(last(raw)).toMatchObject({ status: 200, body: { target: '/a', token: 'Bearer t' } })
})

test.each(['GET', 'FOO'])('%s with a target in the absolute form', async (method) => {
  const server = await served(echo)
  const targetOf = async (target: string) => {
    const raw = await exchange(
      server,
      `${method} ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
    )
    return (last(raw).body as { target: string }).target
  }

  expect(await targetOf('http://x/get/a')).toBe('/get/a')
  expect(await targetOf('HTTPS://u@x:80/get/a?b=http://y/z')).toBe('/get/a?b=http://y/z')
  expect(await targetOf('http://x')).toBe('/')
  expect(await targetOf('http://x?a')).toBe('/?a')
  expect(await targetOf('/v2/publish/http://x/y')).toBe('/v2/publish/http://x/y')
  expect(await targetOf('//x/y')).toBe('//x/y')
})

test('the authority of an absolute target ends at a fragment too', () => {
  expect(originForm('http://x#/__mock/reset')).toBe('/#/__mock/reset')
})

test.each([
  ['0.0.0.0', '127.0.0.1'],
  ['127.0.0.1', '127.0.0.1'],
])('the URL of a server on %s has the host %s', async (host, expected) => {
  const { url, close } = await serve(echo, { host })
  expect(new URL(url).hostname).toBe(expected)
  expect((await fetch(url)).status).toBe(200)
  await close()
})

test('an unknown expectation returns 417 in an envelope', async () => {
  const server = await served(echo)
  const post = (expectation: string) =>
    exchange(
      server,
      `POST /k HTTP/1.1\r\nHost: a\r\nExpect: ${expectation}\r\nContent-Length: 2\r\n\r\nhi` +
        'GET /next HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    )

  expect(await post('100-continue')).toMatch(
    /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/,
  )
  const answers = await post('nonsense')
  expect(answers).toMatch(
    /^HTTP\/1\.1 417 .*\r\n\r\n\{"error":"ERR this server meets no expectation but 100-continue, got 'nonsense'"\}HTTP/s,
  )
  expect(last(answers)).toMatchObject({ status: 200, body: { target: '/next' } })
})

describe('an exception of the handler', () => {
  test('is reported, and returns a 500 without its text', async () => {
    const bug = new Error('secret')
    const bugs: unknown[] = []
    const { url } = await served(
      ({ target }) => (target === '/' ? json(200, 'fine') : Promise.reject(bug)),
      { onBug: (...report) => bugs.push(report) },
    )

    const answer = await request(url).get('/bug')
    expect(answer.status).toBe(500)
    expect(answer.body).toEqual({ error: 'ERR internal error of the mock' })
    expect(bugs).toEqual([[bug, expect.objectContaining({ target: '/bug' })]])
    expect((await request(url).get('/')).status).toBe(200)
  })
  test('in a stream is reported, and breaks the connection', async () => {
    const bugs: unknown[] = []
    async function* failing() {
      yield 'a'
      throw new Error('bug')
    }
    const { url } = await served(() => ({ status: 200, headers: {}, body: failing() }), {
      onBug: (bug) => bugs.push(bug),
    })

    const response = await fetch(url)
    await expect(response.text()).rejects.toThrow()
    expect(bugs).toEqual([new Error('bug')])
  })
})

test('the error for a taken port names it', async () => {
  const { port } = await served(echo)

  await expect(serve(echo, { port })).rejects.toThrow(
    `cannot listen on 127.0.0.1:${port}: the port is taken; choose another, or 0 for a free one`,
  )
})

test('close ends idle connections, current requests and streams', async () => {
  const { events, returned } = streamOf(() => new Promise(() => {}))
  const server = await serve(({ target }) =>
    target === '/hang'
      ? new Promise(() => {})
      : { status: 200, headers: {}, body: target === '/stream' ? events : '' },
  )
  const request = (target: string) =>
    exchange(server, `GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`).catch(() => '')
  const connections = [request('/idle'), request('/stream'), request('/hang')]
  await exchange(server, 'GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')

  await server.close()
  await Promise.all(connections)
  await returned
})

describe('close with a grace period', () => {
  const get = (target: string) => `GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`

  test('answers current requests, and ends all other connections', async () => {
    let answer = (): void => {}
    const server = await served(({ target }) => {
      if (target === '/now') return json(200, 'now')
      return new Promise((resolve) => (answer = () => resolve(json(200, 'late'))))
    })
    const idle = await connected(server, get('/now'))
    await until(idle, /now/)
    const silent = await connected(server, 'GET / HT')
    const half = 'POST /now HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n1'
    const [busy, sending] = [await connected(server, get('/')), await connected(server, half)]
    await exchange(server, get('/now').replace('Host', 'Connection: close\r\nHost'))

    const closing = server.close(2 ** 30)
    await Promise.all([gone(idle), gone(silent)])
    const late = createConnection(server.port, '127.0.0.1')
    await expect(once(late, 'connect')).rejects.toThrow('ECONNREFUSED')
    answer()
    sending.write('2')
    for (const socket of [busy, sending])
      expect(await until(socket, /$^/)).toMatch(/^HTTP\/1\.1 200 .*\r\nconnection: close\r\n/is)
    await closing
  })

  test('answers on connections that were not accepted yet', async () => {
    const server = await served(echo)
    const answers = Array.from({ length: 20 }, () => exchange(server, get('/')))
    // At this time the system has accepted the connections but the server has not.
    await new Promise<void>((ticked) => nextTick(ticked))

    const closing = server.close(2 ** 30)
    for (const answer of answers) expect(last(await answer).status).toBe(200)
    await closing
  })

  test('breaks off requests after the period', async () => {
    let ask = (): void => {}
    const asked = new Promise<void>((resolve) => (ask = resolve))
    const server = await served(() => {
      ask()
      return new Promise(() => {})
    })
    const socket = await connected(server, get('/'))
    await asked
    await Promise.all([server.close(50), gone(socket)])
  })

  const gone = (socket: Socket) => new Promise((closed) => socket.on('close', closed).resume())
})

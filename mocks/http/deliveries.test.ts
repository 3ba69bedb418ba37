// Plays the attacks of a publisher on the control routes, with nothing but the token of the queue.

import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { DELIVERY, dropped, Incoming, keepDelivery, listensOn } from './deliveries.js'
import { json } from './message.js'
import { closeServed, connected, served } from './testing.js'
import { startMock, startQueue, type Mock, type QueueMock } from '../index.js'

/** The names of this machine. A mock on `::` has all of them. */
const NAMES = [
  '127.0.0.1',
  'localhost',
  'LOCALHOST',
  '[::1]',
  '127.1',
  '0x7f000001',
  '2130706433',
  '0177.1',
  '127.0.0.2',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '0.0.0.0',
  '[::]',
  'any@127.0.0.1',
]

/** The routes that reveal or delete something. */
const ROUTES = ['/__mock/reset', '/__mock/console/session', '/__mock/']

describe('a delivery to the mock that sends it', () => {
  let mock: Mock
  let other: QueueMock
  let urls: readonly string[]
  let redirecting: string
  const closing: (() => unknown)[] = []

  beforeAll(async () => {
    const allowDestinations = ['0.0.0.0', '::', '127.0.0.1']
    const options = { host: '::', allowDestinations, queueToken: 'token', kvToken: 'kv' }
    mock = await startMock({ ...options, controlFrom: ['any'], controlHosts: ['0.0.0.0', '::'] })
    other = await startQueue({ token: 'token', dialect: 'upstash', controlFrom: ['any'] })
    const ports = [mock.kv.url, mock.queue.url].map((url) => new URL(url).port)
    urls = NAMES.flatMap((name) => ports.map((port) => `http://${name}:${port}`))
    const server = createServer((_, response) =>
      response.writeHead(307, { location: `${mock.kv.url}/__mock/reset` }).end(),
    )
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    redirecting = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    closing.push(() => server.close())
  })
  afterAll(async () => {
    for (const close of closing) close()
    await Promise.all([mock.close(), other.close()])
  })
  beforeEach(() => mock.reset())

  const post = (path: string, headers: Record<string, string> = {}, body = '') =>
    mock.queue.fetch(path, {
      method: 'POST',
      body,
      headers: { authorization: 'Bearer token', 'svc-retries': '0', ...headers },
    })

  const kv = (path: string) => mock.kv.fetch(path, { headers: { authorization: 'Bearer kv' } })

  /** The statuses that deliveries to control routes received. */
  const statuses = () =>
    mock.queue
      .deliveries()
      .filter(({ url }) => url.includes('/__mock/'))
      .map(({ outcome }) => ('status' in outcome ? outcome.status : outcome.reason))

  /** Advances the clock. A key shows that nothing was reset. */
  async function play(attack: () => Promise<unknown>, advance: string | number = 0) {
    expect((await kv('/set/kept/1')).status).toBe(200)
    await attack()
    await mock.clock.advance(advance)
    expect(await (await kv('/get/kept')).json()).toEqual({ result: '1' })
    return statuses()
  }

  const refused = (count: number) => Array.from({ length: count }, () => 403)

  test('is refused at a control route, by any name, port, route and method', async () => {
    for (const method of ['GET', 'POST']) {
      await mock.reset()
      const attack = async () => {
        for (const url of urls)
          for (const route of ROUTES)
            expect(
              (await post(`/v2/publish/${url}${route}`, { 'svc-method': method })).status,
            ).toBe(200)
      }
      expect(await play(attack)).toEqual(refused(urls.length * ROUTES.length))
    }
    const [{ outcome } = {}] = mock.queue.deliveries()
    expect(String(outcome && 'body' in outcome && outcome.body)).toContain(
      'a delivery may not use control',
    )
  })

  test('is allowed at a route of the contract', async () => {
    const forward = { 'svc-forward-authorization': 'Bearer kv' }
    for (const name of NAMES) {
      const { port } = new URL(mock.kv.url)
      await post(`/v2/publish/http://${name}:${port}/incr/visits`, forward)
    }
    await mock.clock.advance(0)
    expect(await (await kv('/get/visits')).json()).toEqual({ result: `${NAMES.length}` })
    await post(`/v2/publish/${mock.queue.url}/v2/publish/${mock.kv.url}/set/again/1`, {
      'svc-forward-authorization': 'Bearer token',
      'svc-forward-svc-forward-authorization': 'Bearer kv',
    })
    await mock.clock.advance(0)
    expect(await (await kv('/get/again')).json()).toEqual({ result: '1' })
  })

  test('no header of a publisher changes that', async () => {
    const headers = {
      [`svc-forward-${DELIVERY}`]: '',
      'svc-forward-connection': DELIVERY,
      'svc-forward-host': 'localhost',
      'svc-forward-origin': mock.kv.url,
      'svc-forward-mock-console-token': 'x',
      [DELIVERY]: '',
      'svc-header-forward': 'true',
    }
    expect(await play(() => post(`/v2/publish/${mock.kv.url}/__mock/reset`, headers))).toEqual([
      403,
    ])
  })

  test('a callback never has the answer of a control route', async () => {
    const to = `${mock.kv.url}/__mock/console/session`
    const headers = { 'svc-method': 'GET', 'svc-callback': `${mock.kv.url}/ping?_token=kv` }
    await play(() => post(`/v2/publish/${to}`, headers))
    const bodies = mock.queue.deliveries().map(({ body }) => Buffer.from(body).toString())
    const answers = bodies.flatMap((body) => /"body":"([^"]*)"/.exec(body)?.[1] ?? [])
    expect(answers).toHaveLength(1)
    expect(Buffer.from(answers[0]!, 'base64').toString()).toContain(
      'a delivery may not use control',
    )
  })

  test('a redirect is not followed', async () => {
    expect(await play(() => post(`/v2/publish/${redirecting}`))).toEqual([])
    expect(mock.queue.deliveries()).toMatchObject([{ outcome: { status: 307 } }])
  })

  test('a schedule, a URL group, a queue, a batch and a delay are refused', async () => {
    const reset = `${mock.kv.url}/__mock/reset`
    const attack = async () => {
      await mock.queue.setGroup('all', [reset, `${mock.queue.url}/__mock/reset`])
      await post(`/v2/schedules/${reset}`, { 'svc-cron': '* * * * *' })
      await post('/v2/publish/all')
      await post(`/v2/enqueue/q/${reset}`)
      await post(
        '/v2/batch',
        {},
        JSON.stringify([{ destination: reset, headers: { 'Svc-Retries': '0' } }]),
      )
      await post(`/v2/publish/${reset}`, { 'svc-delay': '10s', 'svc-retries': '1' })
    }
    const seen = await play(attack, '1m')
    expect(seen).toEqual(refused(seen.length))
    expect(seen).toHaveLength(7)
  })

  test('another mock refuses it, whatever its dialect', async () => {
    await play(() => post(`/v2/publish/${other.url}/__mock/reset`))
    expect(statuses()).toEqual([403])
    await other.fetch(`/v2/publish/${mock.kv.url}/__mock/reset`, {
      method: 'POST',
      headers: { authorization: 'Bearer token' },
    })
    await play(() => other.clock.advance(0))
    expect(other.deliveries()[0]).toMatchObject({ outcome: { status: 403 } })
  })

  test('a fault that removes the headers of the queue removes no sign', async () => {
    const faulty = await startQueue({ token: 'token', faults: ['deliveries-without-own-headers'] })
    const seen = vi.fn<(message: IncomingMessage) => void>()
    const server = createServer((message, response) => (seen(message), response.end()))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    await faulty.fetch(`/v2/publish/http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { authorization: 'Bearer token' },
    })
    await faulty.clock.advance(0)
    expect(seen.mock.calls[0]?.[0].headers[DELIVERY]).toBe('1')
    server.close()
    await faulty.close()
  })

  test('any other client is still allowed', async () => {
    for (const url of [mock.kv.url, mock.queue.url])
      expect((await fetch(`${url}/__mock/health`)).status).toBe(200)
  })
})

describe('the two ends of a connection', () => {
  afterAll(closeServed)

  /** Opens a connection as the queue does, and sends bytes without the header of a delivery. */
  async function sent(port: number, isKept: boolean, send: (socket: Socket) => void) {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      if (isKept) keepDelivery(socket)
      send(socket)
    })
    return socket
  }

  test('mark every request of a connection, even if the client has closed it', async () => {
    const seen: (boolean | undefined)[] = []
    let arrived = () => {}
    const { port } = await served((request) => {
      seen.push(request.isDelivery)
      arrived()
      return json(200, {})
    })
    const request = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
    for (const isKept of [true, false]) {
      const both = await sent(port, isKept, (socket) => {
        socket.write(request + request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
      })
      await text(both)
    }
    expect(seen.splice(0)).toEqual([true, true, false, false])

    const came = new Promise<void>((resolve) => (arrived = resolve))
    // The client is gone before the server reads the request, as after a timeout of the attempt.
    await sent(port, true, (socket) => socket.write(request, () => socket.destroy()))
    await came
    expect(seen).toEqual([true])
  })

  test('are forgotten when the server drops the connection over its limit', async () => {
    const limits = { connections: 1 }
    const server = await served(() => json(200, {}), { limits })
    const first = await connected(server, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await once(first, 'data')
    let ends: Socket | undefined
    const second = await sent(server.port, true, (socket) => {
      const { localAddress, localPort, remoteAddress, remotePort } = socket
      ends = {
        localAddress: remoteAddress,
        localPort: remotePort,
        remoteAddress: localAddress,
        remotePort: localPort,
      } as Socket
    })
    second.on('error', () => {}).resume()
    await once(second, 'close')
    expect(ends && new Incoming(ends).isDelivery()).toBe(false)
    first.destroy()
  })

  test('are forgotten by both sides, whichever sees the connection first', () => {
    listensOn(7005)
    const client = () => ends('127.0.0.1', 40_004, '127.0.0.1', 7005)
    const server = () => ends('127.0.0.1', 7005, '127.0.0.1', 40_004)
    keepDelivery(client())
    dropped(server())
    expect(new Incoming(server()).isDelivery()).toBe(false)
    for (const event of ['end', 'error']) {
      const socket = client()
      dropped(server())
      keepDelivery(socket)
      socket.emit(event)
      expect(new Incoming(server()).isDelivery()).toBe(false)
    }
  })

  const ends = (
    localAddress: string,
    localPort: number,
    remoteAddress: string,
    remotePort: number,
  ) =>
    Object.assign(new EventEmitter(), {
      localAddress,
      localPort,
      remoteAddress,
      remotePort,
    }) as unknown as Socket

  test('are found once, so that a later connection of the same ends is no delivery', () => {
    listensOn(7001)
    const accepted = () => new Incoming(ends('127.0.0.1', 7001, '127.0.0.1', 40_000))
    const early = accepted()
    keepDelivery(ends('127.0.0.1', 40_000, '127.0.0.1', 7001))
    expect(accepted().isDelivery()).toBe(true)
    expect(accepted().isDelivery()).toBe(false)
    keepDelivery(ends('127.0.0.1', 40_000, '127.0.0.1', 7001))
    expect([early.isDelivery(), early.isDelivery()]).toEqual([true, true])
  })

  test('are the same in the forms of IPv4 and IPv6', () => {
    listensOn(7002)
    for (const [client, server] of [
      ['127.0.0.1', '::ffff:127.0.0.1'],
      ['::ffff:127.0.0.1', '127.0.0.1'],
      ['::FFFF:127.0.0.1', '::ffff:127.0.0.1'],
    ] as const) {
      keepDelivery(ends(client, 40_001, client, 7002))
      expect(new Incoming(ends(server, 7002, server, 40_001)).isDelivery()).toBe(true)
    }
  })

  test('differ by port and by address, and matter only at a port of this process', () => {
    listensOn(7003)
    keepDelivery(ends('127.0.0.1', 40_002, '127.0.0.1', 7003))
    keepDelivery(ends('127.0.0.1', 40_002, '127.0.0.1', 7004))
    for (const [server, port, clientPort] of [
      ['127.0.0.1', 7003, 40_003],
      ['127.0.0.1', 7004, 40_002],
      ['127.0.0.2', 7003, 40_002],
    ] as const)
      expect(new Incoming(ends(server, port, '127.0.0.1', clientPort)).isDelivery()).toBe(false)
  })
})

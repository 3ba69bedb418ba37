// Tests the RESP port with real clients, which share their data with HTTP.

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { createClient } from 'redis'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startKv, startMock, type KvMock } from '../../index.js'
import { realClock } from '../../clock.js'
import { fetchOf } from '../../http/fetch.js'
import { defaultSafety } from '../../safety.js'
import { createMemoryBackend } from '../backends/memory.js'
import { createKv } from '../kv.js'
import { kvHandler } from '../server.js'
import { tokens } from '../testing.js'
import { serveResp } from './serve.js'

let mock: KvMock
const leave: (() => unknown)[] = []
beforeEach(async () => {
  mock = await startKv({ respPort: 0 })
})
afterEach(async () => {
  for (const each of leave.splice(0)) await each()
  await mock.close()
})

const port = () => Number(new URL(mock.resp!.url).port)

async function http(...command: (string | number)[]): Promise<unknown> {
  const answer = await mock.fetch('/', {
    method: 'POST',
    headers: { authorization: `Bearer ${mock.token}` },
    body: JSON.stringify(command),
  })
  const { result } = (await answer.json()) as { result: unknown }
  return result
}

function ioredis(url = mock.resp!.url): Redis {
  const client = new Redis(url, { retryStrategy: () => null })
  client.on('error', () => {})
  leave.push(() => client.disconnect())
  return client
}

async function nodeRedis<P extends 2 | 3>(protocol: P) {
  const client = createClient({
    url: mock.resp!.url,
    RESP: protocol,
    socket: { reconnectStrategy: false },
  })
  client.on('error', () => {})
  await client.connect()
  leave.push(() => client.destroy())
  return client
}

/** Connects a client that has logged in, and reads all replies that it receives. */
async function rawClient() {
  const socket = connect(port(), '127.0.0.1').setEncoding('latin1')
  leave.push(() => socket.destroy())
  let received = ''
  socket.on('data', (text) => (received += String(text)))
  /** Sends commands and waits until the mock has sent the given bytes. */
  const ask = async (sent: string, until: string): Promise<string> => {
    received = ''
    socket.write(sent)
    while (!received.endsWith(until)) await setImmediate()
    return received
  }
  await ask(`AUTH ${mock.token}\r\n`, '+OK\r\n')
  return { ask }
}

/** Waits until a command of a client waits for a key. */
async function waiting(asked: Redis): Promise<void> {
  while (!/flags=b/.test(String(await asked.client('LIST')))) continue
}

describe('ioredis', () => {
  test('shares strings and pipelines with HTTP, bytes included', async () => {
    const client = ioredis()
    await http('SET', 'greeting', 'grüß')

    expect(await client.get('greeting')).toBe('grüß')
    expect(await client.pipeline().incr('n').get('none').lpush('greeting', 'x').exec()).toEqual([
      [null, 1],
      [null, null],
      [expect.objectContaining({ message: expect.stringContaining('WRONGTYPE') as string })],
    ])
    await client.set('bytes', Buffer.from([0, 255, 13, 10]))
    expect(await client.getBuffer('bytes')).toEqual(Buffer.from([0, 255, 13, 10]))
    expect(await http('GET', 'n')).toBe('1')
  })

  test('that hangs up is given nothing any more', async () => {
    const [client, other] = [ioredis(), ioredis()]
    void client.blpop('q', 0).catch(() => {})
    await waiting(other)
    client.disconnect()
    while (/flags=b/.test(String(await other.client('LIST')))) continue
    await http('RPUSH', 'q', 'kept')

    expect(await http('LLEN', 'q')).toBe(1)
  })

  test('sees what HTTP runs, and what it waits for', async () => {
    const client = ioredis()
    const monitor = await client.monitor()
    leave.push(() => monitor.disconnect())
    const seen: unknown[] = []
    monitor.on('monitor', (_, words) => seen.push(words))
    await http('SET', 'k', 'v')
    await http('RPUSH', 'q', 'a')
    await client.blpop('q', 0)
    while (seen.length < 3) await setImmediate()

    expect(seen).toEqual([
      ['SET', 'k', 'v'],
      ['RPUSH', 'q', 'a'],
      ['blpop', 'q', '0'],
    ])
  })

  test('with the Read Only token only reads', async () => {
    const client = ioredis(`redis://readonly:${mock.readOnlyToken}@127.0.0.1:${port()}`)

    expect(await client.get('k')).toBeNull()
    await expect(client.set('k', 'v')).rejects.toThrow(/^NOPERM/)
    await expect(client.blpop('k', 0)).rejects.toThrow(/^NOPERM/)
    await expect(client.call('CLIENT', 'KILL', 'TYPE', 'normal')).rejects.toThrow(/^NOPERM/)
    await expect(client.monitor()).rejects.toThrow(/NOPERM/)
  })

  test('that waits is let go by a reset, and stays connected', async () => {
    const [client, other] = [ioredis(), ioredis()]
    const popped = client.blpop('q', 0)
    await waiting(other)
    await mock.reset()

    expect(await popped).toBeNull()
    expect(await client.ping()).toBe('PONG')
  })
})

describe.each([2, 3] as const)('node-redis with RESP%i', (protocol) => {
  test('sets, pipelines, transacts and listens', async () => {
    const [client, subscriber] = [await nodeRedis(protocol), await nodeRedis(protocol)]
    expect(await Promise.all([client.set('k', 'v'), client.get('k')])).toEqual(['OK', 'v'])
    expect(await client.multi().incr('n').get('k').exec()).toEqual([1, 'v'])

    const heard = new Promise((resolve) => void subscriber.pSubscribe('n*', resolve))
    while ((await http('PUBLISH', 'news', 'one')) !== 1) await setImmediate()
    expect(await heard).toBe('one')
  })

  test('waits for keys, and reads streams', async () => {
    const [client, other] = [await nodeRedis(protocol), ioredis()]
    const popped = client.bzPopMin('z', 0)
    await waiting(other)
    await http('ZADD', 'z', 2.5, 'a')
    expect(await popped).toEqual({ key: 'z', value: 'a', score: 2.5 })

    await http('XADD', 't', '1-1', 'f', 'v')
    const read = (await client.xRead({ key: 't', id: '0' })) as unknown
    expect(JSON.parse(JSON.stringify(read))).toEqual([
      { name: 't', messages: [{ id: '1-1', message: { f: 'v' } }] },
    ])
  })
})

test('INFO counts clients and commands', async () => {
  const [client, other] = [ioredis(), ioredis()]
  await client.ping()
  const popped = client.blpop('q', 5)
  await waiting(other)
  await expect(other.hget('q', 'f')).resolves.toBeNull()
  await other.set('s', 'v')
  await expect(other.incr('s')).rejects.toThrow('ERR value is not an integer')
  await expect(other.call('GET')).rejects.toThrow('ERR wrong number of arguments')
  await http('SET', 'short', 'v', 'PX', 1)
  await mock.clock.advance(1)
  await http('GET', 'short')

  const info = async (section: string) => {
    const lines = String(await other.info(section)).split('\r\n')
    return new Map(lines.map((line) => line.split(':') as [string, string]))
  }
  const clients = await info('clients')
  expect(clients.get('connected_clients')).toBe('2')
  expect(clients.get('blocked_clients')).toBe('1')
  expect(clients.get('clients_in_timeout_table')).toBe('1')
  const stats = await info('stats')
  expect(stats.get('total_connections_received')).toBe('2')
  expect(Number(stats.get('total_net_input_bytes'))).toBeGreaterThan(100)
  expect(stats.get('expired_keys')).toBe('1')
  expect(stats.get('total_error_replies')).toBe('2')
  const commands = await info('commandstats')
  expect(commands.get('cmdstat_incr')).toMatch(/^calls=1,.*,rejected_calls=0,failed_calls=1$/)
  expect(commands.get('cmdstat_get')).toMatch(/^calls=1,.*,rejected_calls=1,failed_calls=0$/)
  // The pop of the waiting command is not counted.
  expect(commands.has('cmdstat_lpop')).toBe(false)
  expect((await info('errorstats')).get('errorstat_ERR')).toBe('count=2')

  await other.call('CONFIG', 'RESETSTAT')
  expect((await info('errorstats')).get('errorstat_ERR')).toBeUndefined()
  await http('RPUSH', 'q', 'a')
  expect(await popped).toEqual(['q', 'a'])
  expect((await info('commandstats')).get('cmdstat_blpop')).toMatch(/^calls=1,/)
})

test('CLIENT LIST shows what each client does', async () => {
  const [client, other] = [ioredis(), ioredis()]
  await client.client('SETNAME', 'first')
  await client.watch('k')
  await client.call('MULTI')
  await other.set('k', 'v')
  const lines = String(await other.client('LIST')).split('\n')

  expect(lines.find((line) => line.includes('name=first'))).toMatch(
    / flags=xd db=0 sub=0 psub=0 ssub=0 multi=0 .* cmd=multi user=default redir=-1 resp=3$/,
  )
})

test('a pause stops all commands until it ends', async () => {
  const [client, other] = [ioredis(), ioredis()]
  expect(await client.client('PAUSE', 1000)).toBe('OK')
  let isAnswered = false
  const answered = other.get('k').then((value) => {
    isAnswered = true
    return value
  })
  while (!String(await http('INFO', 'clients')).includes('blocked_clients:1')) await setImmediate()
  await mock.clock.advance(999)
  await setImmediate()
  expect(isAnswered).toBe(false)
  await mock.clock.advance(1)

  expect(await answered).toBeNull()
})

test('a client that disconnects during a pause runs no command', async () => {
  const [client, other] = [ioredis(), ioredis()]
  await client.client('PAUSE', 1000, 'WRITE')
  void other.set('k', 'v').catch(() => {})
  while (!(await client.info('clients')).includes('blocked_clients:1')) continue
  other.disconnect()
  while ((await client.info('clients')).includes('connected_clients:2')) continue
  await client.client('UNPAUSE')

  expect(await client.get('k')).toBeNull()
})

test.each([
  'BLPOP q 5',
  'BRPOPLPUSH a b 5',
  'BLMOVE a b LEFT LEFT 5',
  'BLMPOP 5 1 q LEFT',
  'BZPOPMIN z 5',
  'BZMPOP 5 1 z MIN',
  'XREAD BLOCK 5000 STREAMS s $',
])('%s that waited in vain is answered the null array, as by Redis', async (command) => {
  const socket = connect(port(), '127.0.0.1').setEncoding('latin1')
  leave.push(() => socket.destroy())
  socket.write(`AUTH ${mock.token}\r\n`)
  await once(socket, 'data')
  socket.write(`${command}\r\n`)
  const other = ioredis()
  await waiting(other)
  const answered = once(socket, 'data')
  await mock.clock.advance('4s')
  expect(await other.client('LIST')).toMatch(/flags=b/)
  await mock.clock.advance('1s')

  expect(await answered).toEqual(['*-1\r\n'])
})

interface Limits {
  readonly connections?: number
  readonly streamBytes?: number
  readonly allStreamsBytes?: number
  readonly allBodiesBytes?: number
}

describe('with limits the mock', () => {
  /** Starts a mock with the given limits. */
  async function limited({ connections = Infinity, allBodiesBytes, ...streams }: Limits) {
    const clock = realClock()
    const backend = createMemoryBackend({ clock })
    const safety = { ...defaultSafety, connections }
    const kv = createKv({ backend, tokens, clock, safety, ...streams })
    const { port, close } = await serveResp({ kv, backend, clock, port: 0, allBodiesBytes })
    leave.push(close)
    /** Connects a client that reads nothing after the login. */
    const stalled = async (sent: string) => {
      const socket = connect(port, '127.0.0.1')
      leave.push(() => socket.destroy())
      socket.on('error', () => {})
      socket.write(`AUTH ${tokens.standard}\r\n`)
      await once(socket, 'data')
      socket.pause()
      socket.write(sent)
      return socket
    }
    const url = `redis://default:${tokens.standard}@127.0.0.1:${port}`
    return { kv, stalled, client: () => ioredis(url), port }
  }

  const closed = (socket: Socket) => once(socket.resume(), 'close')
  const value = 'x'.repeat(2 ** 20)

  test('disconnects who does not read the answers of a transaction, nobody else', async () => {
    const { client, stalled } = await limited({ streamBytes: 2 ** 21 })
    const other = client()
    await other.set('k', value)
    const socket = await stalled(`MULTI\r\n${'GET k\r\n'.repeat(30)}EXEC\r\n`)
    // It reads nothing before the mock has disconnected it.
    while (/\n./.test(String(await other.client('LIST')))) continue
    await closed(socket)
    expect(await other.multi().get('k').exec()).toEqual([[null, value]])
  })

  test('sends an answer that is larger than what may wait', async () => {
    const { client } = await limited({ streamBytes: 100_000 })
    const other = client()
    await other.set('k', value)
    expect(await other.get('k')).toBe(value)
  })

  test('refuses a reply that is longer than any string, and keeps the connection', async () => {
    const { client } = await limited({})
    const other = client()
    await other.set('k', 'x'.repeat(9_000_000))
    const keys = Array.from({ length: 60 }, () => 'k')
    await expect(other.mget(keys)).rejects.toThrow('ERR the reply is longer than')
    expect(await other.ping()).toBe('PONG')
  })

  test('disconnects the slowest reader when too much waits for all, of either port', async () => {
    const { kv, client, stalled } = await limited({ allStreamsBytes: 20 * 2 ** 20 })
    const other = client()
    const accept = { authorization: `Bearer ${tokens.standard}`, accept: 'text/event-stream' }
    const stream = await fetchOf(kvHandler(kv))('/subscribe/news', {
      method: 'POST',
      headers: accept,
    })
    await stalled('SUBSCRIBE news\r\n')
    const slowest = await stalled('SUBSCRIBE news more\r\n')
    while (Number((await other.pubsub('NUMSUB', 'more'))[1]) !== 1) continue
    while (Number((await other.pubsub('NUMSUB', 'news'))[1]) !== 3) continue

    let sent = 0
    while ((await other.publish('more', value)) === 1) {
      await other.publish('news', value)
      expect(++sent).toBeLessThan(100)
    }
    await closed(slowest)
    expect(await other.pubsub('NUMSUB', 'news')).toEqual(['news', 2])
    await stream.body!.cancel()
  })

  test('refuses who comes when there are enough clients', async () => {
    const { client, port } = await limited({ connections: 2 })
    const others = [client(), client()]
    for (const other of others) await other.ping()
    const third = connect(port, '127.0.0.1').setEncoding('latin1')
    expect(await once(third, 'data')).toEqual(['-ERR max number of clients reached\r\n'])
    await once(third, 'close')

    others[0]!.disconnect()
    while (/id=1 /.test(String(await others[1]!.client('LIST')))) continue
    expect(await client().ping()).toBe('PONG')
  })

  test.each([
    ['half a command', `*1\r\n$1000000\r\n${'x'.repeat(300_000)}`],
    ['a transaction', `MULTI\r\nECHO ${'x'.repeat(60_000)}\r\n`.repeat(5)],
    ['subscriptions', `SUBSCRIBE ${'x'.repeat(60_000)}1 2 3\r\n`.repeat(5)],
    ['watched keys', `WATCH ${'x'.repeat(60_000)}\r\n`.repeat(5)],
  ])('disconnects who has sent most when all clients have sent too much: %s', async (_, sent) => {
    const { client, stalled } = await limited({ allBodiesBytes: 1_000_000 })
    const other = client()
    await other.ping()
    const sockets = await Promise.all(Array.from({ length: 20 }, () => stalled(sent)))
    await Promise.any(sockets.map(closed))
    expect(await other.ping()).toBe('PONG')
  })
})

test('a mock whose data is elsewhere has no such port', async () => {
  await expect(startMock({ respPort: 0, redis: 'redis://127.0.0.1:1' })).rejects.toThrow(
    'respPort is for data in memory',
  )
})

test('node-redis caches replies until a client changes the key', async () => {
  const cached = createClient({
    url: mock.resp!.url,
    RESP: 3,
    clientSideCache: { ttl: 0, maxEntries: 0, evictPolicy: 'LRU' },
    socket: { reconnectStrategy: false },
  })
  cached.on('error', () => {})
  await cached.connect()
  leave.push(() => cached.destroy())
  await http('SET', 'k', 'one')
  expect(await cached.get('k')).toBe('one')
  await http('CONFIG', 'RESETSTAT')
  expect(await cached.get('k')).toBe('one')
  expect(await http('INFO', 'commandstats')).not.toMatch(/cmdstat_get:/)
  await http('SET', 'k', 'two')
  while ((await cached.get('k')) !== 'two') await setImmediate()

  expect(await http('INFO', 'clients')).toMatch(/tracking_clients:1\r\n/)
})

test('the messages of a client in RESP2 go to another client', async () => {
  const [first, second] = [await rawClient(), await rawClient()]
  const id = /:(\d+)/.exec(await second.ask('CLIENT ID\r\n', '\r\n'))![1]!
  await second.ask('SUBSCRIBE __redis__:invalidate\r\n', ':1\r\n')
  expect(await first.ask(`CLIENT TRACKING ON REDIRECT ${id}\r\nGET k\r\n`, '-1\r\n')).toBe(
    '+OK\r\n$-1\r\n',
  )
  const heard = second.ask('', '$1\r\nk\r\n')
  await http('SET', 'k', 'v')

  expect(await heard).toBe(
    '*3\r\n$7\r\nmessage\r\n$20\r\n__redis__:invalidate\r\n*1\r\n$1\r\nk\r\n',
  )
})

// Tests the RESP port with real clients, which share their data with HTTP.

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { createClient } from 'redis'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startKv, startMock, type KvMock } from '../../index.js'
import type { Safety } from '../../safety.js'

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

async function nodeRedis() {
  const client = createClient({
    url: mock.resp!.url,
    RESP: 2,
    socket: { reconnectStrategy: false },
  })
  client.on('error', () => {})
  await client.connect()
  leave.push(() => client.destroy())
  return client
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

  test('is given by HTTP what it waits for', async () => {
    const [client, other] = [ioredis(), ioredis()]
    const first = client.blpop('q', 0)
    await waiting(other)
    await http('RPUSH', 'q', 'one')
    expect(await first).toEqual(['q', 'one'])
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

describe('node-redis', () => {
  test('sets, pipelines, transacts and listens', async () => {
    const [client, subscriber] = [await nodeRedis(), await nodeRedis()]
    expect(await Promise.all([client.set('k', 'v'), client.get('k')])).toEqual(['OK', 'v'])
    expect(await client.multi().incr('n').get('k').exec()).toEqual([1, 'v'])

    const heard = new Promise((resolve) => void subscriber.pSubscribe('n*', resolve))
    while ((await http('PUBLISH', 'news', 'one')) !== 1) await setImmediate()
    expect(await heard).toBe('one')
  })

  test('that asks for RESP3 is refused', async () => {
    const client = createClient({
      url: mock.resp!.url,
      RESP: 3,
      socket: { reconnectStrategy: false },
    })
    client.on('error', () => {})

    await expect(client.connect()).rejects.toThrow('NOPROTO unsupported protocol version')
  })
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

describe('with limits the mock', () => {
  /** Starts a mock with the given limits. */
  async function limited(safety: Partial<Safety>) {
    const own = await startKv({ respPort: 0, safety })
    leave.push(() => own.close())
    const url = new URL(own.resp!.url)
    /** Connects a client that reads nothing after the login. */
    const stalled = async (sent: string) => {
      const socket = connect(Number(url.port), '127.0.0.1')
      leave.push(() => socket.destroy())
      socket.on('error', () => {})
      socket.write(`AUTH ${own.token}\r\n`)
      await once(socket, 'data')
      socket.pause()
      socket.write(sent)
      return socket
    }
    return { own, stalled, client: () => ioredis(own.resp!.url), port: Number(url.port) }
  }

  const closed = (socket: Socket) => once(socket.resume(), 'close')
  const value = 'x'.repeat(2 ** 20)

  test('disconnects who does not read the answers of a transaction, nobody else', async () => {
    const { client, stalled } = await limited({ streamBytes: 2 ** 21 })
    const other = client()
    await other.set('k', value)
    const socket = await stalled(`MULTI\r\n${'GET k\r\n'.repeat(30)}EXEC\r\n`)
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
    const { own, client, stalled } = await limited({ allStreamsBytes: 20 * 2 ** 20 })
    const other = client()
    const accept = { authorization: `Bearer ${own.token}`, accept: 'text/event-stream' }
    const stream = await own.fetch('/subscribe/news', { method: 'POST', headers: accept })
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

test.skipIf(spawnSync('redis-cli', ['--version']).error)('redis-cli speaks with it', async () => {
  await http('SET', 'k', 'v')
  const cli = spawn('redis-cli', ['-u', mock.resp!.url, '--no-auth-warning'])
  cli.stdin.end('GET k\nMULTI\nINCR n\nEXEC\nPING\n')
  const [printed] = (await once(cli.stdout.setEncoding('utf8'), 'data')) as [string]

  expect(printed).toMatch(/^v\n/)
})

test('a mock whose data is elsewhere has no such port', async () => {
  await expect(startMock({ respPort: 0, redis: 'redis://127.0.0.1:1' })).rejects.toThrow(
    'respPort is for data in memory',
  )
})

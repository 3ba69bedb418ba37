// Tests a Redis that does not reply: the error of each command, and the connections afterwards.

import { setImmediate as aTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { greeted, startFakeRedis } from '../redis/fake.js'
import {
  askRedis,
  type RedisServer,
  startRedisServer,
  withoutRedisServer,
} from '../redis/server.js'
import { type Command, OK, ReplyError } from '../reply.js'
import { type Backend, type Executed, type ChannelMessage, Unavailable } from './backend.js'
import { connectRedis } from './redis.js'

/**
 * The time limit for a reply in milliseconds: longer than a busy machine needs, and longer than the
 * threshold of `BUSY`.
 */
const MS = 600

const ENDLESS: Command = ['EVAL', 'while true do end', '0']
const SILENT = /^ERR Redis at 127\.0\.0\.1:\d+ does not answer: no reply within 600 ms/

/** Returns the error of each command, or undefined for a command with a reply. */
const refusalsOf = (asked: readonly unknown[]): Promise<unknown[]> =>
  Promise.all(
    asked.map((each) =>
      Promise.resolve(each).then(
        () => undefined,
        (why: unknown) => why,
      ),
    ),
  )

/** Waits until the server refuses a command, and returns the error. */
async function untilRefused(redis: Backend): Promise<string> {
  for (;;) {
    await aTurn()
    const asked = Promise.resolve(redis.execute(['PING']))
    const reply = await asked.catch((error: unknown) => error)
    if (reply instanceof ReplyError) return reply.message
  }
}

describe.skipIf(withoutRedisServer())('a Redis that does not answer', () => {
  let server: RedisServer
  let redis: Backend
  beforeEach(async () => {
    server = await startRedisServer({ 'busy-reply-threshold': 200 })
    redis = await connectRedis(server.url, { ms: MS })
  })
  afterEach(async () => {
    server.resume()
    await redis.close()
    await server.close()
  })

  /** Returns the user of each connection of the server except the one of the test. */
  async function connections(): Promise<string[]> {
    const [list] = (await askRedis(server.url, ['CLIENT', 'LIST'])) as [string]
    return list
      .split('\n')
      .filter((line) => line !== '' && !line.includes('cmd=client|list'))
      .map((line) => / user=(\S+)/.exec(line)![1]!)
      .sort()
  }

  /** Waits until exactly these users are connected. */
  async function connectionsOf(...users: string[]): Promise<void> {
    let found: string[]
    do found = await connections()
    while (found.join() !== users.join())
  }

  /** Repeats an action until the server can be reached. */
  async function untilThere<T>(act: () => Promise<T> | T): Promise<T> {
    for (;;) {
      try {
        return await act()
      } catch (error) {
        if (!(error instanceof Unavailable)) throw error
        await aTurn()
      }
    }
  }

  const alice = { name: 'alice', password: 'pw' }
  const asAlice = { login: alice }
  const createAlice = () =>
    redis.execute(['ACL', 'SETUSER', 'alice', 'on', '>pw', '~*', '&*', '+@all'])

  test('refuses every command, and recovers', async () => {
    await createAlice()
    await redis.execute(['SET', 'k', 'v'], asAlice)
    server.pause()

    const asked: unknown[] = [
      redis.execute(['GET', 'k']),
      redis.execute(['GET', 'k'], asAlice),
      redis.pipeline([['GET', 'k'], ['PING']]),
      redis.transaction([['GET', 'k']]),
      redis.transaction([['GET', 'k']], asAlice),
      redis.execute(['SCRIPT', 'KILL']),
      redis.verify(alice),
      redis.subscribe('news', { next: () => {}, end: () => {} }),
      redis.monitor({ next: () => {}, end: () => {} }),
      redis.reset(),
    ]
    for (const refusal of await refusalsOf(asked)) {
      expect(refusal).toBeInstanceOf(Unavailable)
      expect((refusal as Unavailable).message).toMatch(SILENT)
    }
    // Refuses later commands at once.
    await expect(redis.execute(['GET', 'k'])).rejects.toThrow(/within 600 ms$/)

    server.resume()
    expect(await untilThere(() => redis.execute(['SET', 'k', 'new']))).toEqual(OK)
    expect(await untilThere(() => redis.execute(['GET', 'k'], asAlice))).toBe('new')
    expect(await untilThere(() => redis.verify(alice))).toBe(true)
    await connectionsOf('alice', 'alice', 'default')
  })

  test('has no connection left when the mock is closed', async () => {
    await createAlice()
    server.pause()
    const asked: unknown[] = [
      redis.execute(['GET', 'k']),
      redis.execute(['GET', 'k'], asAlice),
      redis.execute(['SCRIPT', 'KILL']),
      redis.verify(alice),
      redis.monitor({ next: () => {}, end: () => {} }),
    ]
    const refusals = refusalsOf(asked)
    await redis.close()
    for (const each of await refusals) expect(each).toBeInstanceOf(Unavailable)

    server.resume()
    await connectionsOf()
  })

  test('streams end, and can be opened again later', async () => {
    const received: unknown[] = []
    const ended: string[] = []
    const follower = (name: string) => ({
      next: (event: ChannelMessage | Executed) => received.push(event),
      end: () => ended.push(name),
    })
    const follow = async () => [
      await redis.subscribe('news', follower('subscribe')),
      await redis.psubscribe('n*', follower('psubscribe'), undefined),
      await redis.monitor(follower('monitor')),
    ]
    await follow()
    await connectionsOf('default', 'default', 'default', 'default')
    server.pause()
    // Redis receives a sign of life on each connection that has been silent for a while.
    await expect(redis.execute(['PING'])).rejects.toThrow(Unavailable)
    while (ended.length < 3) await aTurn()
    expect(ended.sort()).toEqual(['monitor', 'psubscribe', 'subscribe'])

    server.resume()
    const stops = await untilThere(follow)
    await untilThere(() => redis.execute(['PUBLISH', 'news', 'm']))
    while (!received.some((each) => 'payload' in (each as object))) await redis.execute(['PING'])
    for (const stop of stops) stop()
    await connectionsOf('default')
  })

  test.each([
    ['SCRIPT KILL', ENDLESS, undefined],
    ['SCRIPT KILL of a user', ENDLESS, asAlice],
    ['FUNCTION KILL', ['FCALL', 'endless', '0'] as Command, undefined],
  ])('an endless script is ended by %s, and others receive BUSY', async (_, script, sender) => {
    await createAlice()
    await redis.execute([
      ...(['FUNCTION', 'LOAD'] as const),
      "#!lua name=l\nredis.register_function('endless', function() while true do end end)",
    ])
    const kill: Command = [script[0] === 'EVAL' ? 'script' : 'Function', 'kIll']
    expect(await redis.execute(kill, sender)).toEqual(
      new ReplyError('NOTBUSY No scripts in execution right now.'),
    )
    const endless = Promise.resolve(redis.execute(script, sender)).catch((error: unknown) => error)

    // The connection of the script gets no reply. A new connection gets BUSY.
    expect(await endless).toMatchObject({ message: SILENT })
    expect(await untilRefused(redis)).toMatch(/^BUSY Redis is busy running a script/)
    const pipelined = await redis.pipeline([['PING'], kill, ['PING']], sender)
    expect(pipelined).toEqual([expect.any(ReplyError), OK, expect.anything()])

    // Redis ends the script later.
    while ((await redis.execute(['PING'], sender)) instanceof ReplyError) await aTurn()
    expect(await redis.execute(['SET', 'k', 'v'], sender)).toEqual(OK)
  })

  test('is busy for clients of another database, too', async () => {
    const own = await startRedisServer({ 'busy-reply-threshold': 100, databases: 2 })
    const second = await connectRedis(`${own.url}/1`, { ms: MS })
    await expect(second.execute(ENDLESS)).rejects.toThrow(Unavailable)

    expect(await untilRefused(second)).toMatch(/^BUSY /)
    expect(await second.execute(['SCRIPT', 'KILL'])).toEqual(OK)
    await second.close()
    await own.close()
  })
})

describe('a Redis that', () => {
  test('closes idle connections is connected to again at once', async () => {
    let connected = 0
    const server = await startFakeRedis((command, socket) => {
      if (command[0] === 'CLIENT') connected++
      if (command[0] === 'GET') socket.end('$1\r\nv\r\n')
      return command[0] === 'GET' ? undefined : greeted(command)
    })
    const redis = await connectRedis(server.url, { ms: MS })

    for (let asked = 1; asked <= 5; asked++) {
      expect(connected).toBe(asked)
      expect(await redis.execute(['GET', 'k'])).toBe('v')
      while (connected === asked) await aTurn()
    }
    await redis.close()
    await server.close()
  })

  test('loads its data is unavailable until then', async () => {
    let loading = true
    const server = await startFakeRedis((command) => {
      if (command[0] !== 'GET') return greeted(command)
      return loading ? '-LOADING Redis is loading the dataset in memory\r\n' : '$-1\r\n'
    })
    const redis = await connectRedis(server.url, { ms: MS })

    await expect(redis.execute(['GET', 'k'])).rejects.toEqual(
      new Unavailable('LOADING Redis is loading the dataset in memory'),
    )
    loading = false
    expect(await redis.execute(['GET', 'k'])).toBeNull()
    await redis.close()
    await server.close()
  })
})

test.skipIf(withoutRedisServer())('a read-only replica is used, with a warning', async () => {
  const server = await startRedisServer({ replicaof: ['127.0.0.1', '1'] })
  const warnings: string[] = []
  const redis = await connectRedis(server.url, { ms: MS, warn: (text) => warnings.push(text) })

  expect(await redis.execute(['GET', 'k'])).toBeNull()
  expect(await redis.execute(['SET', 'k', 'v'])).toEqual(
    new ReplyError("READONLY You can't write against a read only replica."),
  )
  expect(warnings).toEqual([
    `Redis at 127.0.0.1:${server.port} is a read-only replica, which refuses every write: name its master to write`,
  ])
  await redis.close()
  await server.close()
})

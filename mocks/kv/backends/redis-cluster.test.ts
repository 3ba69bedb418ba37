import { setImmediate as aTurn } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parse } from '../differential/typing.js'
import {
  askRedis,
  startRedisCluster,
  withoutRedisServer,
  type RedisServer,
} from '../redis/server.js'
import { type Command, OK, type Reply, ReplyError } from '../reply.js'
import { type Backend, type ChannelMessage, Unavailable } from './backend.js'
import { keySlot } from './redis-cluster.js'
import { connectRedis } from './redis.js'

/** Keys in the slots of all three servers. */
const KEYS = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `key:${name}`)

describe.skipIf(withoutRedisServer())('a database in a cluster', () => {
  let servers: readonly RedisServer[]
  let cluster: Backend
  beforeAll(async () => {
    servers = await startRedisCluster()
    cluster = await connectRedis(servers[0]!.url)
  }, 20_000)
  afterAll(async () => {
    await cluster.close()
    await Promise.all(servers.map((server) => server.close()))
  })
  beforeEach(() => cluster.reset())

  const run = (...command: Command) => cluster.execute(command)

  const script = (...lines: string[]) => lines.map(parse)

  /** Returns the server of a key. Each server owns a third of the slots. */
  const serverOf = (key: string) =>
    servers[[5461, 10_923].filter((at) => keySlot(key) >= at).length]!

  test('a key has the same slot as in the cluster', async () => {
    for (const key of ['foo', '', 'a{b}c', 'a{}{b}', '{', 'a{{b}}c', 'a{b}{c}', '\xff\x00']) {
      expect(await run('CLUSTER', 'KEYSLOT', key)).toBe(keySlot(key))
    }
  })

  test('each key is where its slot is', async () => {
    expect(new Set(KEYS.map(serverOf)).size).toBe(3)
    for (const key of KEYS) expect(await run('SET', key, `of ${key}`)).toEqual(OK)

    for (const key of KEYS) {
      expect(await run('GET', key)).toBe(`of ${key}`)
      expect(await askRedis(serverOf(key).url, ['GET', key])).toEqual([`of ${key}`])
    }
  })

  test('keys behind a number are found', async () => {
    for (const key of KEYS) {
      expect(await run('EVAL', "return redis.call('set', KEYS[1], 'v')", '1', key)).toEqual(OK)
      expect(await run('LMPOP', '1', `${key}:list`, 'LEFT')).toBeDefined()
      expect(await run('OBJECT', 'REFCOUNT', key)).toBe(1)
    }
  })

  test('a script without keys runs on any server', async () => {
    expect(await run('EVAL', 'return 7', '0')).toBe(7)
  })

  test('a pipeline is answered in order, wherever its keys are', async () => {
    const commands = KEYS.flatMap((key, i): Command[] => [
      ['SET', key, String(i)],
      ['INCR', key],
      ['DBSIZE'],
      ['LPUSH', key, 'x'],
    ])
    const replies = await cluster.pipeline(commands)

    expect(replies).toEqual(
      KEYS.flatMap((_, i) => [
        OK,
        i + 1,
        i + 1,
        new ReplyError('WRONGTYPE Operation against a key holding the wrong kind of value'),
      ]),
    )
  })

  test('a transaction within one slot is atomic', async () => {
    for (const key of KEYS) {
      expect(
        await cluster.transaction(
          script(`SET {${key}}1 1`, `INCR {${key}}1`, `EXISTS {${key}}2 {${key}}1`),
        ),
      ).toEqual([OK, 2, 1])
    }
  })

  test('a transaction across slots is refused and runs nothing', async () => {
    const crossSlot = new ReplyError("CROSSSLOT Keys in request don't hash to the same slot")
    const [first = '', second = ''] = KEYS

    for (const other of [`SET ${second} 2`, `MSET ${first} 2 ${second} 2`]) {
      await expect(cluster.transaction(script(`SET ${first} 1`, other))).rejects.toThrow(
        /CROSSSLOT/,
      )
    }
    expect(await run('MSET', first, '1', second, '2')).toEqual(crossSlot)
    expect(await run('DBSIZE')).toBe(0)
  })

  test('commands for all keys reach all servers', async () => {
    await cluster.pipeline(KEYS.map((key): Command => ['SET', key, 'v']))
    const found: Reply[] = []
    let cursor = '0'
    do {
      const [next, keys] = (await run('SCAN', cursor, 'COUNT', '2')) as [string, Reply[]]
      found.push(...keys)
      cursor = next
    } while (cursor !== '0')

    expect(found.sort()).toEqual(KEYS)
    expect(((await run('KEYS', '*')) as string[]).sort()).toEqual(KEYS)
    expect(await run('DBSIZE')).toBe(KEYS.length)
    expect(await run('FLUSHDB')).toEqual(OK)
    expect(await run('DBSIZE')).toBe(0)
  })

  test('a slot that moves is followed, while it moves and afterwards', async () => {
    const key = 'moving'
    const slot = String(keySlot(key))
    const from = serverOf(key)
    const to = servers.find((server) => server !== from)!
    const [fromId, toId] = await Promise.all(
      [from, to].map(
        async (server) => (await askRedis(server.url, ['CLUSTER', 'MYID']))[0] as string,
      ),
    )
    await askRedis(to.url, ['CLUSTER', 'SETSLOT', slot, 'IMPORTING', fromId!])
    await askRedis(from.url, ['CLUSTER', 'SETSLOT', slot, 'MIGRATING', toId!])

    // Checks that a new key is created on the new server.
    expect(await cluster.pipeline(script('SET moving 1', 'INCR moving'))).toEqual([OK, 2])
    expect(await askRedis(from.url, ['DBSIZE'])).toEqual([0])

    for (const server of [to, from, ...servers]) {
      await askRedis(server.url, ['CLUSTER', 'SETSLOT', slot, 'NODE', toId!])
    }
    expect(await cluster.transaction(script('INCR moving', 'INCR moving'))).toEqual([3, 4])
    expect(await cluster.pipeline(script('INCR moving', 'GET moving'))).toEqual([5, '5'])
  })

  test('a message from any server is received', async () => {
    const received: ChannelMessage[] = []
    const stop = await cluster.subscribe('news', { next: (m) => received.push(m), end: () => {} })
    await askRedis(servers[2]!.url, ['PUBLISH', 'news', 'one'])
    while (received.length === 0) await run('PING')
    stop()

    expect(received).toEqual([{ channel: 'news', payload: 'one' }])
  })

  test('ACL users have their permissions on every server', async () => {
    await run('ACL', 'SETUSER', 'alice', 'on', '>wonder', '~key:*', '+get', '+cluster', '+command')
    const login = { name: 'alice', password: 'wonder' }

    expect(await cluster.verify(login)).toBe(true)
    expect(await cluster.verify({ ...login, password: 'x' })).toBe(false)
    for (const key of KEYS) {
      expect(await cluster.execute(['GET', key], { login })).toBeNull()
      expect(await cluster.execute(['SET', key, 'v'], { login })).toBeInstanceOf(ReplyError)
    }
    await run('ACL', 'DELUSER', 'alice')
  })

  test('a silent server delays only its own commands', async () => {
    const hasty = await connectRedis(servers[0]!.url, { ms: 500 })
    const login = { name: 'alice', password: 'pw' }
    await run('ACL', 'SETUSER', 'alice', 'on', '>pw', '~*', '+@all')
    // The backend uses the first server to read the slots and to check logins.
    const silent = servers[0]!
    const [theirs, others] = [true, false].map((is) =>
      KEYS.filter((key) => (serverOf(key) === silent) === is),
    ) as [string[], string[]]
    const refusalOf = (asked: Reply | Promise<Reply>) =>
      Promise.resolve(asked).catch((error: unknown) => error)
    silent.pause()

    const held = theirs.map((key) => refusalOf(hasty.execute(['GET', key])))
    for (const key of others) {
      expect(await hasty.execute(['SET', key, 'v'])).toEqual(OK)
      expect(await hasty.execute(['EVAL', 'return 7', '1', key])).toBe(7)
      expect(await hasty.verify(login)).toBe(true)
      expect(await hasty.execute(['GET', key], { login })).toBe('v')
      expect(await hasty.transaction([['GET', key]])).toEqual(['v'])
    }
    for (const refusal of await Promise.all(held)) expect(refusal).toBeInstanceOf(Unavailable)
    expect(await refusalOf(hasty.execute(['DBSIZE']))).toBeInstanceOf(Unavailable)

    silent.resume()
    for (const key of theirs) {
      while ((await refusalOf(hasty.execute(['GET', key]))) instanceof Error) await aTurn()
    }
    await run('ACL', 'DELUSER', 'alice')
    await hasty.close()
  })

  test('a script on one of the servers is ended', async () => {
    expect(await run('SCRIPT', 'KILL')).toEqual(
      new ReplyError('NOTBUSY No scripts in execution right now.'),
    )
    const [key = ''] = KEYS
    await askRedis(serverOf(key).url, ['CONFIG', 'SET', 'busy-reply-threshold', '50'])
    const endless = run('EVAL', 'while true do end', '1', key)
    while ((await run('SCRIPT', 'KILL')) instanceof ReplyError);

    expect(((await endless) as ReplyError).message).toMatch(/Script killed by user/)
  })

  test('a server that returns has all acknowledged writes', async () => {
    const acknowledged = new Map<string, string>()
    const away: unknown[] = []
    let refused = 0

    async function write(round: number): Promise<void> {
      for (const key of KEYS) {
        const value = `${key} ${round}`
        try {
          expect(await run('SET', key, value)).toEqual(OK)
          acknowledged.set(key, value)
        } catch (error) {
          refused++
          away.push(error)
        }
      }
    }

    const lost = serverOf(KEYS[0]!)
    await write(1)
    await lost.stop()
    await write(2)
    expect(refused).toBe(KEYS.filter((key) => serverOf(key) === lost).length)
    expect(away).toEqual(away.map(() => expect.any(Unavailable) as unknown))
    await lost.start()
    let round = 3
    do {
      refused = 0
      await write(round++)
    } while (refused > 0)

    for (const [key, value] of acknowledged) expect(await run('GET', key)).toBe(value)
  })
})

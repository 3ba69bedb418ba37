// Tests the messages of the mock command for a queue on Redis: what is wrong, where, what to do.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startQueue } from '../../../mocks/index.js'
import {
  askRedis,
  startRedisServer,
  withoutRedisServer,
  type RedisServer,
} from '../../../mocks/kv/redis/server.js'
import { refuses, svcContract } from '../testing.js'
import { startMockFrom } from './testing.js'

refuses('mock', startMockFrom, [
  [
    '--queue-store redis',
    /--queue-store redis needs --redis URL; or name a Redis: --queue-store URL/,
  ],
  [
    '--queue-store rediss',
    /--queue-store takes memory, redis or the URL of a Redis, not "rediss" \(did you mean redis\?\)/,
  ],
  ['--queue-store u:SECRET@', /^(?!.*SECRET).*--queue-store: expected the URL of a Redis/],
  ['--queue-store http://127.0.0.1', /--queue-store: expected the URL of a Redis/],
  ['--queue-store redis://127.0.0.1/abc', /--queue-store: .*the database "abc"/],
  [
    '--queue-store redis://127.0.0.1:1',
    /could not start: cannot use Redis at 127.0.0.1:1: nothing/,
  ],
  [
    '--queue-name jobs',
    /--queue-name is for a queue on Redis; add --redis URL or --queue-store URL/,
  ],
  [
    '--queue-lease 5',
    /--queue-lease is for a queue on Redis; add --redis URL or --queue-store URL/,
  ],
  ['--queue-store memory --queue-lease 5', /--queue-lease is for a queue on Redis/],
  [
    '--queue-name a:b --queue-store redis://127.0.0.1:1',
    /--queue-name takes up to 100 letters, dig/,
  ],
  ['--queue-name {a} --redis redis://127.0.0.1:1', /--queue-name takes up to 100 letters, digits/],
  ['--queue-lease 0 --redis redis://127.0.0.1:1', /--queue-lease takes a whole number from 1/],
  ['--queue-lease 1.5 --redis redis://127.0.0.1:1', /--queue-lease takes a whole number from 1/],
  ['--engine prism --queue-store memory', /--queue-store is for --engine stateful/],
])

describe.skipIf(withoutRedisServer())('on a Redis that cannot keep a queue', () => {
  const servers: RedisServer[] = []
  async function serverWith(settings: Parameters<typeof startRedisServer>[0] = {}) {
    const server = await startRedisServer(settings)
    servers.push(server)
    return server
  }
  afterAll(() => Promise.all(servers.map((server) => server.close())))

  let shared: RedisServer
  beforeAll(async () => {
    shared = await serverWith()
  })

  async function expectRefused(options: readonly string[], message: RegExp) {
    const ports = ['--kv-port', '0', '--queue-port', '0']
    const { code, stderr } = await svcContract('mock', ...ports, ...options)
    expect(stderr).toMatch(message)
    expect(stderr).toMatch(
      /^svc-contract: the mock could not start: cannot use Redis at 127\.0\.0/m,
    )
    expect(stderr).not.toMatch(/SECRET|^ +at /m)
    expect(code).toBe(2)
  }

  it('has one database', async () => {
    const { url } = await serverWith({ databases: 1 })
    await expectRefused(
      ['--redis', url],
      /refused the database.*The queue needs a database of its own: name another Redis, or keep/,
    )
  })

  it('wants another password', async () => {
    const { url } = await serverWith({ requirepass: 'x' })
    await expectRefused(
      ['--queue-store', url.replace('//', '//:SECRET@')],
      /refused the user or the password: WRONGPASS/,
    )
  })

  it('is a read-only replica', async () => {
    const { url } = await serverWith({ replicaof: ['127.0.0.1', '1'] })
    await expectRefused(['--queue-store', url], /READONLY.*It is a replica: name its master/)
  })

  it('allows its user too little', async () => {
    const user = ['u', 'on', '>SECRET', '~*', '+@all', '-eval', '-evalsha']
    const { url } = await serverWith({ user })
    await expectRefused(
      ['--queue-store', url.replace('//', '//u:SECRET@')],
      /NOPERM.*Allow its user all commands on the keys of the queue/,
    )
  })

  it('has a queue with a newer layout', async () => {
    await askRedis(shared.url, ['SET', '{svc-queue:newer}:layout', '2'])
    await expectRefused(
      ['--queue-store', shared.url, '--queue-name', 'newer'],
      /the queue "newer" has layout 2, and this version knows layout 1: use the newer version, or /,
    )
  })

  it('has a queue in virtual time', async () => {
    const queue = await startQueue({ store: { redis: shared.url } })
    const options = ['--queue-store', shared.url]
    await expectRefused(options, /another process uses the queue "default", and a virtual clock/)
    await queue.close()
  })

  it('has a queue in real time, for a mock in virtual time', async () => {
    const queue = await startQueue({ clock: 'real', store: { redis: shared.url } })
    const options = ['--clock', 'virtual', '--queue-store', shared.url]
    await expectRefused(
      options,
      /allows only one: give one of them another name, or the real clock/,
    )
    await queue.close()
  })
})

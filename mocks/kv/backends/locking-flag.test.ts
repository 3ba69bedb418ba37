// Tests scripts with the flag allow-key-locking on a real Redis, which refuses the flag.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  startRedisCluster,
  startRedisServer,
  withoutRedisServer,
  type RedisServer,
} from '../redis/server.js'
import { OK, ReplyError, type Command } from '../reply.js'
import { sha1 } from '../scripting/redis-library.js'
import type { Backend } from './backend.js'
import { withLockingFlag } from './translated.js'
import { connectRedis } from './redis.js'

const FIRST = '#!lua flags=allow-key-locking\n'
const script = `${FIRST}return redis.call('INCR', KEYS[1])`
const failing = `${FIRST}return redis.call('INCR', KEYS[1], 1)`
const NO_SCRIPT = new ReplyError('NOSCRIPT No matching script. Please use EVAL.')

describe.skipIf(withoutRedisServer()).each([
  ['a server', async () => [await startRedisServer()]],
  ['a cluster', startRedisCluster],
] as const)('scripts with the flag, on %s', (_, start) => {
  let servers: readonly RedisServer[]
  let redis: Backend
  let backend: Backend
  beforeAll(async () => {
    servers = await start()
    redis = await connectRedis(servers[0]!.url)
  }, 20_000)
  afterAll(async () => {
    await redis.close()
    await Promise.all(servers.map((server) => server.close()))
  })
  beforeEach(async () => {
    await redis.pipeline([['FLUSHDB'], ['SCRIPT', 'FLUSH']])
    backend = withLockingFlag(redis)
  })

  const run = async (...command: Command) => backend.execute(command)

  test('run, and keep the digest of the client', async () => {
    const digest = sha1(script)
    expect(await run('EVALSHA', digest, '1', 'a')).toEqual(NO_SCRIPT)
    expect(await run('SCRIPT', 'EXISTS', digest)).toEqual([0])
    expect(await run('EVAL', script, '1', 'a')).toBe(1)
    expect(await run('evalsha', digest.toUpperCase(), '1', 'a')).toBe(2)
    expect(await run('SCRIPT', 'LOAD', script)).toBe(digest)
    expect(await run('script', 'exists', digest, sha1('other'))).toEqual([1, 0])
    await run('SCRIPT', 'FLUSH')
    expect(await run('EVALSHA', digest, '1', 'a')).toEqual(NO_SCRIPT)
  })

  test('run in a pipeline and in a transaction', async () => {
    const commands: Command[] = [
      ['SET', 'a', '5'],
      ['EVAL', script, '1', 'a'],
      ['EVALSHA', sha1(script), '1', 'a'],
    ]
    expect(await backend.pipeline(commands)).toEqual([OK, 6, 7])
    expect(await backend.transaction(commands)).toEqual([OK, 6, 7])
  })

  test('read without writing', async () => {
    const reading = "#!lua flags=no-writes,allow-key-locking\nreturn redis.call('GET', KEYS[1])"
    await run('SET', 'a', 'text')
    expect(await run('EVAL_RO', reading, '1', 'a')).toBe('text')
    expect(await run('EVALSHA_RO', sha1(reading), '1', 'a')).toBe('text')
  })

  test('fail with the digest and the line that the client knows', async () => {
    const digest = sha1(failing)
    const error = await run('EVAL', failing, '1', 'a')
    expect((error as Error).message).toMatch(
      new RegExp(` script: ${digest}, on @user_script:2\\.$`),
    )
    expect(await run('EVALSHA', digest, '1', 'a')).toEqual(error)
  })

  test('have no other unknown flag', async () => {
    const unknown = script.replace('allow-key', 'allow-key-locking,forbid-key')
    const refusal = 'ERR Unexpected flag in script shebang: forbid-key-locking'
    expect(await run('EVAL', unknown, '1', 'a')).toEqual(new ReplyError(refusal))
    expect(await run('EVAL', `return [[${FIRST}]]`, '0')).toBe(FIRST)
  })
})

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { closeServed, connected, servedFromHead, statuses, until } from '../http/testing.js'
import { connectRedis } from './backends/redis.js'
import { parse } from './differential/typing.js'
import type { Kv } from './kv.js'
import { startRedisServer, withoutRedisServer } from './redis/server.js'
import { seal } from './rest-token.js'
import { kvHandler } from './server.js'
import { ask, kvOn, useRedis } from './testing.js'

const kv = kvOn()
beforeEach(() => kv.backend.reset())

const send = (method: string, target: string, asked?: Parameters<typeof ask>[3]) =>
  ask(kv, method, target, asked)

const batch = (...commands: unknown[][]) => ({ body: commands })
const resp2 = { 'Svc-Response-Format': 'resp2' }

test('an unexpected rejection is passed on', async () => {
  const bug = new Error('bug')
  const buggy: Kv = { ...kv, command: () => Promise.reject(bug) }

  await expect(ask(buggy, 'GET', '/ping')).rejects.toBe(bug)
})

describe('a reply that is longer than any string', () => {
  const keys = Array.from({ length: 60 }, () => 'k')
  const tooLong = /^.{1,12}ERR the reply is longer than 536870888 characters/
  beforeEach(() => send('POST', '/set/k', { body: 'x'.repeat(9_000_000) }))

  test.each([
    ['of one command', '/', ['MGET', ...keys], resp2],
    ['of a command in a batch', '/pipeline', [['MGET', ...keys]], {}],
  ])('is refused as that %s', async (_, target, body, headers) => {
    const answer = await send('POST', target, { headers, body })

    expect(answer.status).toBe(400)
    expect(answer.body).toMatch(tooLong)
  })

  test('is refused when only its JSON is too long', async () => {
    await send('GET', '/setrange/long/95000000/x')

    const answer = await send('GET', '/get/long')
    expect(answer.status).toBe(400)
    expect(answer.body).toMatch(tooLong)
  })
})

describe.skipIf(withoutRedisServer())('with a real Redis behind it', () => {
  const redis = useRedis()
  const onRedis = async (...asked: Parameters<typeof send>) => {
    const { status, body } = await ask(kvOn(redis.backend), ...asked)
    return { status, body }
  }

  test.each([
    'OBJECT NOPE k',
    'OBJECT "no\\r\\npe"',
    'OBJECT ENCODING',
    'COMMAND NOPE',
    '| x',
    '"no\\x00pe" "a\\x00b" c',
    `${'n'.repeat(200)} ${'a'.repeat(125)} b c`,
    '\u212aEYS *',
    'GET',
    'BLPOP k 0',
    'CLIENT ID',
    'MULTI',
    'XREAD BLOCK 0 STREAMS s $',
  ])('a transaction with %j is discarded with the same error', async (line) => {
    const commands = batch(['SET', 'a', '1'], [...parse(line)])
    await kv.backend.reset()

    const ours = await send('POST', '/multi-exec', commands)
    expect(ours).toMatchObject(await onRedis('POST', '/multi-exec', commands))
    expect(ours.status).toBe(400)
    expect(ours.body).toMatch(/^\{"error":"EXECABORT Transaction discarded because of: ERR /)
    expect((await send('GET', '/get/a')).body).toBe('{"result":null}')
    expect((await onRedis('GET', '/get/a')).body).toBe('{"result":null}')
  })

  test.each([
    'OBJECT ENCODING none',
    'object Encoding a',
    'LPOP a 1 more',
    'PING a b',
    'SET k v NOPE',
    'COMMAND INFO object|nope object|encoding|x nope',
  ])('a transaction with %j runs, with the same replies', async (line) => {
    const commands = batch(['SET', 'a', '1'], [...parse(line)], ['DEL', 'a'])
    await kv.backend.reset()

    const ours = await send('POST', '/multi-exec', commands)
    expect(ours).toMatchObject(await onRedis('POST', '/multi-exec', commands))
    expect(ours.status).toBe(200)
  })

  test.each([
    [`return redis.call('get', 'k')`, null],
    [`return redis.pcall('keys', '*')`, "can't run this command or subcommand"],
    [`return redis.pcall('scan', '0')`, "can't run this command or subcommand"],
    [`return redis.pcall('set', 'k', 'v')`, 'Write commands are not allowed'],
    [`return redis.pcall('publish', 'c', 'm')`, 'Write commands are not allowed'],
  ])('the Read Only token has its permissions in a script: %s', async (script, refusal) => {
    const body = ['EVAL_RO', script, '0']

    const { status, body: answer } = await send('POST', '/', { token: 'read-only', body })
    expect(status).toBe(refusal === null ? 200 : 400)
    expect(answer).toContain(refusal ?? '{"result":null}')
  })

  test.each([
    ['XGROUP CREATE s g $ MKSTREAM', 'xgroup|create'],
    ['CONFIG SET maxmemory 0', 'config|set'],
    [`EVAL_RO 'return redis.call("keys", "*")' 0`, 'eval_ro'],
    ['EVALSHA_RO sha 0', 'evalsha_ro'],
    ['FCALL_RO f 0', 'fcall_ro'],
  ])('the Read Only token may not run %s', async (line, name) => {
    const body = parse(line)

    expect(await onRedis('POST', '/', { token: 'read-only', body })).toMatchObject({
      status: 400,
      body: `{"error":"NOPERM this user has no permissions to run the '${name}' command"}`,
    })
  })

  test('every endpoint answers 503 without it', async () => {
    const own = await startRedisServer()
    const backend = await connectRedis(own.url)
    const away = kvOn(backend)
    const answers = () =>
      Promise.all([
        ask(away, 'GET', '/get/k'),
        ask(away, 'POST', '/', { body: ['GET', 'k'] }),
        ask(away, 'POST', '/pipeline', batch(['GET', 'k'], ['GET', 'k'])),
        ask(away, 'POST', '/multi-exec', batch(['GET', 'k'], ['GET', 'k'])),
      ])
    expect((await answers()).map(({ status }) => status)).toEqual([200, 200, 200, 200])

    await own.close()

    const error = `ERR no connection to Redis at 127.0.0.1:${own.port}: `
    for (const answer of await answers()) {
      expect(answer).toMatchObject({ status: 503, body: expect.stringContaining(error) as string })
    }
    await backend.close()
  })
})

describe('before its body comes, a request', () => {
  const head = (method: string, token: string) =>
    `${method} / HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nContent-Length: 8\r\n\r\n`
  afterEach(closeServed)

  test.each([
    ['POST', 'other', 401],
    ['DELETE', 'standard', 405],
  ])('of %s with the token %s is refused with %d', async (method, token, status) => {
    const server = await servedFromHead(kvHandler(kv))
    const socket = await connected(server, head(method, token))
    expect(statuses(await until(socket, /}$/))).toEqual([status])

    socket.write('["PING"]')
    socket.write(head('POST', 'standard') + '["PING"]')
    expect(statuses(await until(socket, /}$/))).toEqual([200])
  })

  test('is refused where the check of its token is asynchronous', async () => {
    const backend = { ...kv.backend, verify: async () => false }
    const server = await servedFromHead(kvHandler({ ...kv, backend }))
    const token = seal(kv, { name: 'alice', password: 'wrong' })
    const socket = await connected(server, head('POST', token))

    expect(statuses(await until(socket, /}$/))).toEqual([401])
  })
})

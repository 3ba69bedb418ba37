import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { requestOf, type Handler } from '../http/message.js'
import type { Backend } from './backends/backend.js'
import { createMemoryBackend } from './backends/memory.js'
import { connectRedis } from './backends/redis.js'
import { createKv, endStreams, type Kv } from './kv.js'
import { startRedisServer, withoutRedisServer, type RedisServer } from './redis-server.js'
import { kvHandler } from './server.js'

const tokens = { standard: 'standard', readOnly: 'read-only' }
const kvBefore = (backend: Backend) => createKv({ backend, tokens })
const alice = { name: 'alice', password: 'p\xc3\xa4ss' }

describe('a token', () => {
  const kv = kvBefore({} as Backend)

  test('is the same each time, and decrypts to its user', () => {
    expect(kv.seal(alice)).toBe(kv.seal(alice))
    expect(kv.seal(alice)).not.toBe(kv.seal({ ...alice, password: 'other' }))
    expect(kv.unseal(kv.seal(alice))).toEqual(alice)
    expect(kvBefore({} as Backend).unseal(kv.seal(alice))).toEqual(alice)
  })

  test('shows neither name nor password', () => {
    expect(Buffer.from(kv.seal(alice), 'base64url').toString('latin1')).not.toMatch(/alice|p.+ss/)
  })

  test.each([
    ['nothing', () => ''],
    ['another text', () => 'development-kv-token'],
    ['a part of it', (token: string) => token.slice(0, -1)],
    ['more than it', (token: string) => `${token}A`],
    ['it in another spelling', (token: string) => `${token}=`],
    ['it in the other case', (token: string) => token.toUpperCase()],
    [
      'one of another database',
      () => createKv({ backend: {} as Backend, tokens: { ...tokens, standard: 'x' } }).seal(alice),
    ],
  ])('is invalid as %s', (_, of) => {
    expect(kv.unseal(of(kv.seal(alice)))).toBeUndefined()
  })

  test('is invalid after a reset of the password', () => {
    const reset = kvBefore({} as Backend)
    const token = reset.seal(alice)
    reset.resetPassword()

    expect(reset.unseal(token)).toBeUndefined()
  })
})

const backends: readonly (readonly [string, (url: string) => Promise<Backend>])[] = [
  ['in memory', async () => createMemoryBackend({ clock: { now: Date.now } })],
  ['in a real Redis', connectRedis],
]

describe.skipIf(withoutRedisServer()).each(backends)('the token of an ACL user %s', (_, open) => {
  let server: RedisServer
  let backend: Backend
  let kv: Kv
  let handler: Handler
  beforeAll(async () => {
    server = await startRedisServer()
    backend = await open(server.url)
    kv = kvBefore(backend)
    handler = kvHandler(kv)
  })
  afterAll(async () => {
    await backend.close()
    await server.close()
  })

  async function ask(token: string, target: string, json: unknown) {
    const headers = { authorization: `Bearer ${token}` }
    const request = requestOf('POST', target, { headers, body: JSON.stringify(json) })
    const { status, body } = (await handler(request)) as { status: number; body: string }
    return [status, JSON.parse(body) as unknown] as const
  }
  const standard = (...command: readonly string[]) => ask('standard', '/', command)
  const noperm = (what: string) => `NOPERM this user has no permissions to ${what}`

  let token: string
  beforeEach(async () => {
    await backend.reset()
    await standard('ACL', 'DELUSER', 'alice')
    const rules = ['on', '>pw', '~own*', '%R~read*', '&own*', '+@all', '-append']
    expect(await standard('ACL', 'SETUSER', 'alice', ...rules)).toEqual([200, { result: 'OK' }])
    const [, given] = await standard('acl', 'resttoken', 'alice', 'pw')
    token = (given as { result: string }).result
  })
  const asAlice = (...command: readonly string[]) => ask(token, '/', command)

  test.each([
    [['SET', 'own', 'v'], undefined],
    [['GET', 'read'], undefined],
    [['PUBLISH', 'own', 'm'], undefined],
    [['APPEND', 'own', 'v'], "run the 'append' command"],
    [['SET', 'read', 'v'], 'access one of the keys used as arguments'],
    [['MGET', 'own', 'other'], 'access one of the keys used as arguments'],
    [['LMPOP', '2', 'own', 'read', 'LEFT'], 'access one of the keys used as arguments'],
    [['SINTERCARD', '2', 'own', 'read'], undefined],
    [['PUBLISH', 'other', 'm'], 'access one of the channels used as arguments'],
  ])('%j, alone and in batches', async (command, denied) => {
    const batch = [['SET', 'own2', 'v'], command]
    const error = denied && noperm(denied)

    expect((await asAlice(...command))[1]).toMatchObject(error ? { error } : {})
    const [, pipelined] = await ask(token, '/pipeline', batch)
    expect(pipelined).toMatchObject([{ result: 'OK' }, error ? { error } : {}])
    await standard('DEL', 'own2')
    const [status, transacted] = await ask(token, '/multi-exec', batch)
    expect(status).toBe(error ? 400 : 200)
    expect(transacted).toMatchObject(
      error
        ? { error: `EXECABORT Transaction discarded because of: ${error}` }
        : [{ result: 'OK' }, {}],
    )
    expect(await standard('EXISTS', 'own2')).toEqual([200, { result: error ? 0 : 1 }])
  })

  test.each([
    ['/subscribe/own', undefined],
    ['/subscribe/other', 'access one of the channels used as arguments'],
    ['/psubscribe/own*', undefined],
    ['/psubscribe/own2', 'access one of the channels used as arguments'],
    ['/monitor', "run the 'monitor' command"],
  ])('opens the stream %s where it has the permission', async (target, denied) => {
    await standard('ACL', 'SETUSER', 'alice', '-monitor')
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' }
    const { status, body } = await handler(requestOf('POST', target, { headers }))
    endStreams(kv)

    expect(status).toBe(denied ? 400 : 200)
    if (denied) expect(body).toBe(JSON.stringify({ error: noperm(denied) }))
  })

  test.each(['multi', 'exec'])('runs no transaction without %s', async (name) => {
    await standard('ACL', 'SETUSER', 'alice', `-${name}`)

    const error = `EXECABORT Transaction discarded because of: ${noperm(`run the '${name}' command`)}`
    expect(await ask(token, '/multi-exec', [['SET', 'own', 'v']])).toEqual([400, { error }])
    expect(await standard('EXISTS', 'own')).toEqual([200, { result: 0 }])
    expect((await asAlice('GET', 'own'))[0]).toBe(200)
  })

  test('is returned in a pipeline, and refused in a transaction', async () => {
    const batch = [
      ['ACL', 'SETUSER', 'alice', '>two'],
      ['ACL', 'RESTTOKEN', 'alice', 'two'],
      ['ACL', 'SETUSER', 'alice', '<two'],
    ]
    const [, replies] = await ask('standard', '/pipeline', batch)
    expect(replies).toEqual([
      { result: 'OK' },
      { result: expect.any(String) as string },
      { result: 'OK' },
    ])

    const [status] = await ask('standard', '/multi-exec', batch)
    expect(status).toBe(400)
  })

  test('cannot lock out the Standard token, nor can that token itself', async () => {
    const error = 'ERR the user "default" has the Standard token and stays'

    expect(await asAlice('ACL', 'SETUSER', 'default', 'off')).toEqual([400, { error }])
    expect(await standard('ACL', 'SETUSER', 'default', '-@all')).toEqual([400, { error }])
    expect((await standard('ACL', 'DELUSER', 'default'))[0]).toBe(400)
    expect((await standard('PING'))[0]).toBe(200)
  })
})

import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { requestOf } from '../http/message.js'
import { endStreams, type Kv } from './kv.js'
import { withoutRedisServer } from './redis/server.js'
import { seal, unseal } from './rest-token.js'
import { kvHandler } from './server.js'
import { ask, kvOn, tokens, useRedis } from './testing.js'

const alice = { name: 'alice', password: 'p\xc3\xa4ss' }

describe('a token', () => {
  const kv = kvOn()

  test('is the same each time, and decrypts to its user', () => {
    expect(seal(kv, alice)).toBe(seal(kv, alice))
    expect(seal(kv, alice)).not.toBe(seal(kv, { ...alice, password: 'other' }))
    expect(unseal(kv, seal(kv, alice))).toEqual(alice)
    expect(unseal(kvOn(), seal(kv, alice))).toEqual(alice)
  })

  test('shows neither name nor password', () => {
    expect(Buffer.from(seal(kv, alice), 'base64url').toString('latin1')).not.toMatch(/alice|p.+ss/)
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
      () => seal(kvOn(undefined, { tokens: { ...tokens, standard: 'x' } }), alice),
    ],
  ])('is invalid as %s', (_, of) => {
    expect(unseal(kv, of(seal(kv, alice)))).toBeUndefined()
  })

  test('is invalid after a reset of the password', () => {
    const reset = kvOn()
    const token = seal(reset, alice)
    reset.resetPassword()

    expect(unseal(reset, token)).toBeUndefined()
  })
})

describe.skipIf(withoutRedisServer()).each(['memory', 'a real Redis'])(
  'the token of an ACL user with data in %s',
  (where) => {
    const redis = useRedis()
    let kv: Kv
    beforeAll(() => {
      kv = where === 'memory' ? kvOn() : kvOn(redis.backend)
    })

    async function send(token: string, target: string, body: unknown) {
      const answer = await ask(kv, 'POST', target, { token, body })
      return [answer.status, JSON.parse(answer.body) as unknown] as const
    }
    const standard = (...command: readonly string[]) => send('standard', '/', command)
    const noperm = (what: string) => `NOPERM this user has no permissions to ${what}`

    let token: string
    beforeEach(async () => {
      await kv.backend.reset()
      await standard('ACL', 'DELUSER', 'alice')
      const rules = ['on', '>pw', '~own*', '%R~read*', '&own*', '+@all', '-append']
      expect(await standard('ACL', 'SETUSER', 'alice', ...rules)).toEqual([200, { result: 'OK' }])
      const [, given] = await standard('acl', 'resttoken', 'alice', 'pw')
      token = (given as { result: string }).result
    })
    const asAlice = (...command: readonly string[]) => send(token, '/', command)

    test.each([
      ['/psubscribe/own*', undefined],
      ['/psubscribe/own2', 'access one of the channels used as arguments'],
    ])('opens the stream %s where it has the permission', async (target, denied) => {
      const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' }
      const { status, body } = await kvHandler(kv)(requestOf('POST', target, { headers }))
      endStreams(kv)

      expect(status).toBe(denied ? 400 : 200)
      if (denied) expect(body).toBe(JSON.stringify({ error: noperm(denied) }))
    })

    test.each(['multi', 'exec'])('runs no transaction without %s', async (name) => {
      await standard('ACL', 'SETUSER', 'alice', `-${name}`)

      const error = `EXECABORT Transaction discarded because of: ${noperm(`run the '${name}' command`)}`
      expect(await send(token, '/multi-exec', [['SET', 'own', 'v']])).toEqual([400, { error }])
      expect(await standard('EXISTS', 'own')).toEqual([200, { result: 0 }])
      expect((await asAlice('GET', 'own'))[0]).toBe(200)
    })

    test('is returned in a pipeline, and refused in a transaction', async () => {
      const batch = [
        ['ACL', 'SETUSER', 'alice', '>two'],
        ['ACL', 'RESTTOKEN', 'alice', 'two'],
        ['ACL', 'SETUSER', 'alice', '<two'],
      ]
      const OK = { result: 'OK' }
      const token = { result: expect.any(String) as string }
      expect(await send('standard', '/pipeline', batch)).toEqual([200, [OK, token, OK]])
      const [status] = await send('standard', '/multi-exec', batch)
      expect(status).toBe(400)
    })

    test('cannot lock out the Standard token, nor can that token itself', async () => {
      const error = 'ERR the user "default" has the Standard token and stays'

      expect(await asAlice('ACL', 'SETUSER', 'default', 'off')).toEqual([400, { error }])
      expect(await standard('ACL', 'SETUSER', 'default', '-@all')).toEqual([400, { error }])
      expect((await standard('ACL', 'DELUSER', 'default'))[0]).toBe(400)
      expect((await standard('PING'))[0]).toBe(200)
    })
  },
)

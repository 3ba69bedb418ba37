import { expect, test } from 'vitest'
import { dialects } from '#generated/dialects.js'
import type { Exchange, HeaderLines } from '../exchange.js'
import { saysSecrets, secretsOf } from './secrets.js'

const exchange = (target: string, headers: HeaderLines = [], body = ''): Exchange => ({
  request: { method: 'POST', target, headers, body: Buffer.from(body) },
  ...{ status: 200, headers: [['Set-Cookie', 'a=b']], body: Buffer.from('{}'), durationMs: 1 },
})

test('a token is learnt where it stands, and told by its variable from then on', () => {
  const secrets = secretsOf(dialects.upstash, { SVC_KV_READONLY_TOKEN: 'read-only' })
  secrets.learn('kv', '/get/a', [['AUTHORIZATION', 'bearer kv+token']])
  secrets.learn('queue', '/v2/publish/x?a&qstash_token=queue%2Btoken', [])

  expect(secrets.redactor().text('kv+token kv%2Btoken queue+token read-only')).toBe(
    '<SVC_KV_TOKEN> <SVC_KV_TOKEN> <SVC_QUEUE_TOKEN> <SVC_KV_READONLY_TOKEN>',
  )
})

test('one too short to be looked for is hidden where it stands', () => {
  const secrets = secretsOf(dialects.svc, {})
  const headers = [['Authorization', 'Bearer on']] as const
  secrets.learn('kv', '/get/on?_token=on&on=1', headers)
  const { request } = secrets.hidden(exchange('/get/on?_token=on&on=1', headers))

  expect(secrets.redactor().text('on and on')).toBe('on and on')
  expect(request.target).toBe('/get/on?_token=<hidden>&on=1')
  expect(request.headers).toEqual([['Authorization', '<hidden>']])
})

test('what an application hands on to others is hidden', () => {
  const headers = [
    ['Svc-Forward-Authorization', 'Bearer other'],
    ['X-Api-Key', 'key'],
    ['Content-Type', 'text/plain'],
  ] as const
  const hidden = secretsOf(dialects.svc, {}).hidden(exchange('/v2/publish/x', headers))

  expect(hidden.request.headers.map(([, value]) => value)).toEqual([
    ...['<hidden>', '<hidden>', 'text/plain'],
  ])
  expect(hidden.headers).toEqual([['Set-Cookie', '<hidden>']])
})

test.each([
  ['/acl/resttoken/user/password', ''],
  ['/pipeline', '[["ACL","RESTTOKEN","user","password"]]'],
  ['/', '["acl","setuser","user",">password"]'],
])('a request that carries a password is not told: %s %s', (target, body) => {
  const told = secretsOf(dialects.svc, {}).hidden(exchange(target, [], body))

  expect(saysSecrets(exchange(target, [], body))).toBe(true)
  expect(told.request.target + Buffer.from(told.request.body).toString()).not.toContain('password')
  expect(Buffer.from(told.body).toString()).toBe('<hidden>')
})

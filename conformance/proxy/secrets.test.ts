import { expect, test } from 'vitest'
import { dialects } from '#generated/dialects.js'
import type { Exchange, HeaderLines } from '../wire/exchange.js'
import { saysSecrets, secretsOf } from './secrets.js'

const exchange = (target: string, headers: HeaderLines = [], body = ''): Exchange => ({
  request: { method: 'POST', target, headers, body: Buffer.from(body) },
  status: 200,
  headers: [['Set-Cookie', 'a=b']],
  body: Buffer.from('{}'),
  durationMs: 1,
})

test('tokens of requests are replaced with their variable from then on', () => {
  const secrets = secretsOf(dialects.upstash, { SVC_KV_READONLY_TOKEN: 'read-only' })
  secrets.learn('kv', '/get/a', [['AUTHORIZATION', 'bearer kv+token']])
  secrets.learn('queue', '/v2/publish/x?a&qstash_token=queue%2Btoken', [])

  expect(secrets.redactor().text('kv+token kv%2Btoken queue+token read-only')).toBe(
    '<SVC_KV_TOKEN> <SVC_KV_TOKEN> <SVC_QUEUE_TOKEN> <SVC_KV_READONLY_TOKEN>',
  )
})

test('a short token is hidden only in its place', () => {
  const secrets = secretsOf(dialects.svc, {})
  const headers = [['Authorization', 'Bearer on']] as const
  secrets.learn('kv', '/get/on?_token=on&on=1', headers)
  const { request } = secrets.hidden(exchange('/get/on?_token=on&on=1', headers))

  expect(secrets.redactor().text('on and on')).toBe('on and on')
  expect(request.target).toBe('/get/on?_token=<hidden>&on=1')
  expect(request.headers).toEqual([['Authorization', '<hidden>']])
})

test('credentials for other services are hidden', () => {
  const headers = [
    ['Svc-Forward-Authorization', 'Bearer other'],
    ['X-Api-Key', 'key'],
    ['Content-Type', 'text/plain'],
  ] as const
  const hidden = secretsOf(dialects.svc, {}).hidden(exchange('/v2/publish/x', headers))

  expect(hidden.request.headers.map(([, value]) => value)).toEqual([
    '<hidden>',
    '<hidden>',
    'text/plain',
  ])
  expect(hidden.headers).toEqual([['Set-Cookie', '<hidden>']])
})

test.each([
  ['/acl/resttoken/user/password', ''],
  ['/pipeline', '[["ACL","RESTTOKEN","user","password"]]'],
  ['/', '["acl","setuser","user",">password"]'],
])('passwords are hidden: %s %s', (target, body) => {
  const hidden = secretsOf(dialects.svc, {}).hidden(exchange(target, [], body))

  expect(saysSecrets(exchange(target, [], body))).toBe(true)
  expect(hidden.request.target + Buffer.from(hidden.request.body).toString()).not.toContain(
    'password',
  )
  expect(Buffer.from(hidden.body).toString()).toBe('<hidden>')
})

test('bodies with a long token, or one after the first 20, are hidden', () => {
  const secrets = secretsOf(dialects.svc, {})
  const bearer = (token: string) => [['Authorization', `Bearer ${token}`]] as const
  const shown = (token: string) => {
    secrets.learn('kv', '/get/a', bearer(token))
    const { request } = secrets.hidden(exchange('/get/a', bearer(token), 'body'))
    return { header: request.headers[0]?.[1], body: Buffer.from(request.body).toString() }
  }
  const hidden = { header: '<hidden>', body: '<hidden>' }

  expect(shown('x'.repeat(1_001))).toEqual(hidden)
  for (let n = 0; n < 20; n++) expect(shown(`token-${n}`).body).toBe('body')
  expect(shown('one too many')).toEqual(hidden)
  expect(shown('token-19').body).toBe('body')
  expect(secrets.redactor().text('token-19, one too many')).toBe('<SVC_KV_TOKEN>, one too many')
})

// This took a minute when the search needed quadratic time.
test('a target may have 250,000 question marks', () => {
  const target = `/get/a${'?'.repeat(250_000)}_token=secret&a=b`
  expect(secretsOf(dialects.svc, {}).visible(target)).toBe(target)
  expect(secretsOf(dialects.svc, {}).visible('/a?b=?&_token=x=y&c')).toBe(
    '/a?b=?&_token=<hidden>&c',
  )
})

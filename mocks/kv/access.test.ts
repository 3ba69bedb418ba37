import { expect, test } from 'vitest'
import { requestOf } from '../http/message.js'
import { Refusal } from '../http/refusal.js'
import type { Backend } from './backends/backend.js'
import { createKv } from './kv.js'

const kv = createKv({
  backend: {} as Backend,
  tokens: { standard: 'standard', readOnly: 'read-only' },
})

const standard = { readOnly: false }
const readOnly = { readOnly: true }
const unauthorized = new Refusal(401, 'WRONGPASS invalid or missing auth token')

test.each(['GET', 'HEAD', 'POST', 'PUT'])('%s is answered', (method) => {
  expect(() => kv.checkMethod(requestOf(method, '/ping'))).not.toThrow()
})

test.each(['DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'CONNECT', 'FOO', 'get'])(
  '%s is refused with 405 and the methods there are',
  (method) => {
    expect(() => kv.checkMethod(requestOf(method, '/ping'))).toThrow(
      new Refusal(405, `ERR method not allowed: expected GET, HEAD, POST, PUT, got ${method}`, {
        allow: 'GET, HEAD, POST, PUT',
      }),
    )
  },
)

test.each([
  ['in the header', '/ping', 'Bearer standard', standard],
  ['in the header, of a scheme in any case', '/ping', 'bEARER  standard', standard],
  ['in the query', '/ping?_token=standard', undefined, standard],
  ['in the query, percent-encoded', '/ping?EX=1&_token=%73tandard', undefined, standard],
  ['in the query, the first of two', '/ping?_token=standard&_token=x', undefined, standard],
  ['of the other kind', '/ping', 'Bearer read-only', readOnly],
  ['in the header, which wins', '/ping?_token=standard', 'Bearer read-only', readOnly],
  ['in the query, beside another scheme', '/ping?_token=standard', 'Basic eDp5', standard],
])('a token is accepted %s', async (_, target, authorization, session) => {
  const headers = authorization === undefined ? {} : { authorization }

  expect(await kv.authenticate(requestOf('GET', target, { headers }))).toEqual(session)
})

test.each([
  ['a missing token', '/ping', undefined],
  ['an unknown token', '/ping', 'Bearer unknown'],
  ['a token that only begins right', '/ping', 'Bearer stand'],
  ['a token that goes on too long', '/ping', 'Bearer standard2'],
  ['a token in other letters', '/ping', 'Bearer STANDARD'],
  ['a token without its scheme', '/ping', 'standard'],
  ['a token of another scheme', '/ping', 'Basic standard'],
  ['an empty token', '/ping?_token=', 'Bearer '],
  ['a wrong header beside a right query', '/ping?_token=standard', 'Bearer unknown'],
  ['a right second query token', '/ping?_token=x&_token=standard', undefined],
  ['the token under the name of the other interface', '/ping?svc_token=standard', undefined],
])('%s is refused with 401', async (_, target, authorization) => {
  const headers = authorization === undefined ? {} : { authorization }

  await expect(async () => kv.authenticate(requestOf('GET', target, { headers }))).rejects.toThrow(
    unauthorized,
  )
})

const keys = { first: 0, last: 0, step: 0 }

test.each([true, false])(
  'the Read Only token may run scripts that only read where their calls are judged: %s',
  (judgesCalls) => {
    const judging = createKv({ backend: { judgesCalls } as Backend, tokens: kv.tokens })
    for (const name of ['eval_ro', 'evalsha_ro', 'fcall_ro']) {
      const info = { name, arity: -3, write: false, keys }
      expect(judging.isDeniedToReadOnly(info)).toBe(!judgesCalls)
    }
  },
)

test.each([
  ...['set', 'keys', 'scan', 'publish', 'acl', 'config', 'config|get', 'acl|whoami'],
  ...['eval', 'eval_ro', 'evalsha_ro', 'fcall_ro', 'script|load'],
])('the Read Only token may not run %s', (name) => {
  expect(kv.isDeniedToReadOnly({ name, arity: -2, write: name === 'set', keys })).toBe(true)
})

test.each(['get', 'hscan', 'sscan', 'zscan', 'info', 'dbsize', 'time', 'ping', 'object|encoding'])(
  'the Read Only token may run %s',
  (name) => {
    expect(kv.isDeniedToReadOnly({ name, arity: -1, write: false, keys })).toBe(false)
  },
)

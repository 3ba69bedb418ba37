import { expect, test } from 'vitest'
import { dialects } from '#generated/dialects.js'
import { Refusal } from '../http/refusal.js'
import { documentOf } from './document.js'
import { router } from './route.js'

/** Lists every operation of an OpenAPI document in the format of Prism. */
const routerOf = (of: 'kv' | 'queue') => {
  const document = documentOf(of, dialects.svc)
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((method) => /^(get|head|post|put|patch|delete)$/.test(method))
      .map((method) => ({ method, path })),
  )
  return router(document, operations)
}
const DLQ = '/v2/workflows/dlq'
const routers = { kv: routerOf('kv'), queue: routerOf('queue') }

test.each([
  ['kv', 'POST', '/', '/', '/'],
  ['kv', 'GET', '/', '/{command}', '/'],
  ['kv', 'POST', '/pipeline', '/pipeline', '/pipeline'],
  ['kv', 'GET', '/pipeline', '/{command}', '/pipeline'],
  ['kv', 'GET', '/set/key/a%2Fb', '/{command}/{args}', '/set/key%2Fa%2Fb'],
  ['kv', 'GET', '/set/%ff/', '/{command}/{args}', '/set/%C3%BF%2F'],
  ['kv', 'POST', '/publish/a/b', '/publish/{channel}/{message}', '/publish/a/b'],
  ['kv', 'POST', '/publish/a/b/c', '/{command}/{args}', '/publish/a%2Fb%2Fc'],
  [
    'queue',
    'POST',
    '/v2/publish/ftp://a',
    '/v2/publish/{destination}',
    '/v2/publish/ftp%3A%2F%2Fa',
  ],
  ['queue', 'POST', `${DLQ}/restart`, `${DLQ}/restart`, `${DLQ}/restart`],
  ['queue', 'GET', `${DLQ}/restart`, `${DLQ}/{dlqId}`, `${DLQ}/restart`],
  ['queue', 'POST', '/v2/notify/%zz', '/v2/notify/{eventId}', '/v2/notify/%25zz'],
] as const)('%s: %s %s is for %s, as %s', (of, method, path, template, folded) => {
  const found = routers[of](method, path)

  expect(found.operation).toEqual({ method: method.toLowerCase(), path: template })
  expect(found.path).toBe(folded)
})

test.each([
  ['queue', 'GET', '/v2/nowhere', 404, undefined],
  ['queue', 'PUT', '/v2/workflows/dlq/1', 405, 'DELETE, GET'],
  ['queue', 'TRACE', '/v2/nowhere', 405, 'DELETE, GET, PATCH, POST'],
  ['kv', 'DELETE', '/get/key', 405, 'GET, HEAD, POST, PUT'],
  ['kv', 'OPTIONS', '*', 405, 'GET, HEAD, POST, PUT'],
] as const)('%s: %s %s is refused: %i', (of, method, path, status, allow) => {
  const refused = expect(() => routers[of](method, path))

  refused.toThrow(Refusal)
  refused.toThrow(
    expect.objectContaining({ status, headers: allow === undefined ? {} : { allow } }),
  )
})

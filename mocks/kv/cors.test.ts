import { expect, test } from 'vitest'
import { ask, kvOn } from './testing.js'

const origin = { origin: 'http://page.test' }
const question = { ...origin, 'access-control-request-method': 'POST' }

const asked = (method: string, headers: Record<string, string>, cors: boolean, token?: null) =>
  ask(kvOn(undefined, { cors }), method, '/ping', { headers, token })

test('a preflight lists the allowed methods and headers', async () => {
  expect(await asked('OPTIONS', question, true, null)).toMatchObject({
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, POST, PUT',
      'access-control-allow-headers':
        'Authorization, Content-Type, Accept, Svc-Encoding, Svc-Response-Format, Svc-Sync-Token',
    },
  })
})

test('a preflight allows every requested header', async () => {
  const asks = { ...question, 'access-control-request-headers': 'svc-telemetry-runtime' }
  expect((await asked('OPTIONS', asks, true, null)).headers).toMatchObject({
    'access-control-allow-headers': 'svc-telemetry-runtime',
  })
})

test.each([undefined, null])('any page may read an answer (token: %s)', async (token) => {
  expect((await asked('POST', origin, true, token)).headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'Svc-Sync-Token',
  })
})

test.each([
  ['OPTIONS without a preflight', origin, true],
  ['a preflight without the option', question, false],
])('%s stays refused', async (_, headers, cors) => {
  expect((await asked('OPTIONS', headers, cors)).status).toBe(405)
})

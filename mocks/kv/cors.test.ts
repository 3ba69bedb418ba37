import { expect, test } from 'vitest'
import { realClock } from '../clock.js'
import { requestOf } from '../http/message.js'
import { createMemoryBackend } from './backends/memory.js'
import { createKv } from './kv.js'
import { kvHandler } from './server.js'

const options = {
  backend: createMemoryBackend({ clock: realClock() }),
  tokens: { standard: 'standard', readOnly: 'read-only' },
}
const origin = { origin: 'http://page.test' }
const question = { ...origin, 'access-control-request-method': 'POST' }
const token = { authorization: 'Bearer standard' }

const asked = (method: string, headers: Record<string, string>, cors?: boolean) =>
  kvHandler(createKv({ ...options, cors }))(requestOf(method, '/ping', { headers }))

test('a preflight lists the allowed methods and headers', async () => {
  const { status, headers } = await asked('OPTIONS', question, true)

  expect(status).toBe(204)
  expect(headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, HEAD, POST, PUT',
    'access-control-allow-headers':
      'Authorization, Content-Type, Accept, Svc-Encoding, Svc-Response-Format, Svc-Sync-Token',
  })
})

test('a preflight allows every requested header', async () => {
  const asks = { ...question, 'access-control-request-headers': 'svc-telemetry-runtime' }
  expect((await asked('OPTIONS', asks, true)).headers).toMatchObject({
    'access-control-allow-headers': 'svc-telemetry-runtime',
  })
})

test.each([token, {}])('any page may read an answer, also a refusal: %j', async (headers) => {
  expect((await asked('POST', { ...origin, ...headers }, true)).headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'Svc-Sync-Token',
  })
})

test.each([
  ['OPTIONS without a preflight', 'OPTIONS', { ...origin, ...token }, true],
  ['a preflight without the option', 'OPTIONS', question, false],
])('%s stays refused', async (_, method, headers, cors) => {
  expect((await asked(method, headers, cors)).status).toBe(405)
})

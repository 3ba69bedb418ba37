import { expect, test, vi } from 'vitest'
import { startKv, startQueue } from './start.js'
import { warningsOf } from '../testing.js'

const base64 = (prefix: string, token: string) => ({
  headers: { Authorization: `Bearer ${token}`, [`${prefix}Encoding`]: 'base64' },
})

test('each header of another dialect causes one warning, and the answer is the same', async () => {
  const warnings = warningsOf('DialectWarning')
  const kv = await startKv({ listen: false })
  const get = async (prefix: string) => (await kv.fetch('/echo/a', base64(prefix, kv.token))).json()

  expect(await get('Svc-')).toEqual({ result: 'YQ==' })
  expect(await get('Upstash-')).toEqual({ result: 'a' })
  expect(await get('Upstash-')).toEqual({ result: 'a' })
  await vi.waitFor(() => expect(warnings).toHaveLength(1))
  expect(warnings[0]).toBe(
    "the mock ignores the header upstash-encoding: it has the dialect svc, whose headers begin with Svc-; send Svc-…, or start the mock with the dialect upstash (--dialect upstash, or { dialect: 'upstash' } in useMock and startMock)",
  )

  const both = base64('Upstash-', kv.token).headers
  const more = { 'Upstash-Response-Format': 'resp2', 'Upstash-Telemetry-Sdk': 'redis' }
  await kv.fetch('/echo/a', { headers: { ...both, ...more } })
  await vi.waitFor(() => expect(warnings).toHaveLength(2))
  expect(warnings[1]).toContain('the mock ignores the header upstash-response-format')
  await kv.close()
})

test('a misspelt header of the key-value interface causes a warning with the right name', async () => {
  const warnings = warningsOf('DialectWarning')
  const kv = await startKv({ listen: false })
  await kv.fetch('/echo/a', {
    headers: { ...base64('Svc-', kv.token).headers, 'Svc-Encodng': 'base64' },
  })
  await vi.waitFor(() =>
    expect(warnings).toEqual([
      'the mock ignores the header svc-encodng (did you mean svc-encoding?)',
    ]),
  )
  await kv.close()
})

test('the queue in the dialect upstash warns of Svc- headers over HTTP, and of no others', async () => {
  const warnings = warningsOf('DialectWarning')
  const queue = await startQueue({ dialect: 'upstash' })
  const publish = (header: string) =>
    fetch(`${queue.url}/v2/publish/http://127.0.0.1:9/`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${queue.token}`, [header]: '1h' },
    })

  expect((await publish('Upstash-Delay')).status).toBe(200)
  await new Promise(setImmediate)
  expect(warnings).toEqual([])

  expect((await publish('Svc-Delay')).status).toBe(200)
  await vi.waitFor(() => expect(warnings).toHaveLength(1))
  expect(warnings[0]).toContain(
    'send Upstash-…, or start the mock with the dialect svc (--dialect svc, or',
  )
  await queue.close()
})

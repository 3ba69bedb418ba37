// Tests of the warning about QSTASH_DEV, with which clients bypass the mock.

import { once } from 'node:events'
import { Client } from '@upstash/qstash'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startQueue } from '../index.js'
import { DEVELOPMENT_KEYS } from '../queue/deliver/signature.js'
import { devModeProblem } from './dev-mode.js'

const here = { url: 'http://127.0.0.1:8080', signingKeys: DEVELOPMENT_KEYS }
const elsewhere = { ...here, url: 'http://127.0.0.1:40123' }

test.each([
  ['not set', {}, elsewhere],
  ['true, and the mock is where clients look', { QSTASH_DEV: 'true' }, here],
  ['1, with the port of the mock', { QSTASH_DEV: '1', QSTASH_DEV_PORT: '40123' }, elsewhere],
])('QSTASH_DEV that is %s is no problem', (_, env, address) => {
  expect(devModeProblem(env, address)).toBeUndefined()
})

test.each([
  ['another port', { QSTASH_DEV: 'true' }, elsewhere],
  ['another port of the client', { QSTASH_DEV: 'true', QSTASH_DEV_PORT: '8081' }, here],
  ['other keys', { QSTASH_DEV: 'true' }, { url: here.url }],
])('QSTASH_DEV=true and %s: clients bypass the mock', (_, env, address) => {
  expect(devModeProblem(env, address)).toMatch(/^with QSTASH_DEV=true, .*Remove QSTASH_DEV from/)
})

test('a mock in a process with QSTASH_DEV warns, in the dialect upstash only', async () => {
  vi.stubEnv('QSTASH_DEV', 'true')
  onTestFinished(() => void vi.unstubAllEnvs())
  const warnings: Error[] = []
  const keep = (warning: Error) => void warnings.push(warning)
  process.on('warning', keep)
  onTestFinished(() => void process.off('warning', keep))
  for (const dialect of ['svc', 'upstash'] as const) await (await startQueue({ dialect })).close()
  if (warnings.length === 0) await once(process, 'warning')
  expect(warnings.map(({ name }) => name)).toEqual(['DevModeWarning'])
})

test('a client in development mode uses a mock at its port', async () => {
  const queue = await startQueue({ dialect: 'upstash', signingKeys: DEVELOPMENT_KEYS })
  onTestFinished(() => queue.close())
  vi.stubEnv('QSTASH_DEV', 'true')
  vi.stubEnv('QSTASH_DEV_PORT', new URL(queue.url).port)
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.spyOn(console, 'log').mockImplementation(() => {})
  onTestFinished(() => void vi.restoreAllMocks())
  const client = new Client({ token: 'ignored', retry: false })
  const published = await client.publishJSON({ url: 'http://127.0.0.1:9/a', body: {}, delay: '1d' })
  expect(await client.messages.get((published as { messageId: string }).messageId)).toMatchObject({
    url: 'http://127.0.0.1:9/a',
  })
})

import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { preflight } from './preflight.js'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function targetThat(answers: RequestListener, scheme = 'http') {
  const server = createServer(answers)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return { url: `${scheme}://127.0.0.1:${port}`, token: 'secret' }
}

test.each(['kv', 'queue'] as const)('a target that answers can be judged (%s)', async (of) => {
  const target = await targetThat((_, response) => response.end('{}'))

  expect(await preflight(of, target, 10_000)).toBeUndefined()
})

test.each([401, 403])('a token that is refused with %i is to be checked', async (status) => {
  const target = await targetThat((_, response) => response.writeHead(status).end())

  expect(await preflight('kv', target, 10_000)).toBe(
    `${target.url} (kv) refused the token with status ${status}; check --kv-token`,
  )
})

test('a target that does not answer in time may not be running', async () => {
  const target = await targetThat(() => {})

  expect(await preflight('kv', target, 1)).toMatch(
    /none: 1 ms had passed; is the service running there\?$/,
  )
})

test('a plain target at an https URL is told so, in one line', async () => {
  const target = await targetThat((_, response) => response.end('{}'), 'https')

  expect(await preflight('kv', target, 10_000)).toBe(
    `${target.url} (kv): it answers no TLS; is it http://?`,
  )
})

test('an interruption ends the wait, and is no fault of the target', async () => {
  const interrupted = new AbortController()
  const reason = new Error('the run was interrupted')
  const target = await targetThat(() => interrupted.abort(reason))

  await expect(preflight('kv', target, 2 ** 30, interrupted.signal)).rejects.toBe(reason)
})

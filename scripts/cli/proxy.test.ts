// What the command does that needs a process of its own: how it is interrupted, and what it does before
// a target that speaks TLS, whose authority the process is told of when it starts.

import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const cli = fileURLToPath(new URL('../../dist/scripts/cli.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'svc-contract-proxy-'))
const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
const made = spawnSync('openssl', [
  ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost'],
  ...['-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', certificate],
])
if (made.status !== 0)
  console.warn('openssl is not installed, so that no certificate can be made: TLS is not tested')

afterAll(() => rmSync(folder, { recursive: true }))

const client = 'fetch(process.env.SVC_KV_URL + "/get/a").then((a) => a.text()).then(console.log)'

it('ends its command with the second interrupt, where the first has reached it alone', async () => {
  const patient =
    'process.on("SIGINT", () => {}); console.log("it runs"); setInterval(() => {}, 1e6)'
  const args = ['proxy', '--kv-url', 'http://127.0.0.1:9', '--', process.execPath, '-e', patient]
  const child = spawn(process.execPath, [cli, ...args])
  let printed = ''
  for await (const chunk of child.stdout) {
    printed += String(chunk)
    if (printed.includes('it runs')) break
  }
  // Two that come at once may be one.
  const interrupting = setInterval(() => child.kill('SIGINT'), 50)
  const [code] = (await once(child, 'close')) as [number]
  clearInterval(interrupting)

  expect(code).toBe(128 + constants.signals.SIGTERM)
})

describe.skipIf(made.status !== 0)('before a target that speaks TLS', () => {
  const seen: string[] = []
  let server: ReturnType<typeof createServer>
  beforeAll(async () => {
    const options = { key: readFileSync(key), cert: readFileSync(certificate) }
    server = createServer(options, ({ url = '', headers: { host = '' } }, response) => {
      seen.push(host + url)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"result":1}')
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(() => {
    server.close()
    server.closeAllConnections()
  })

  const proxy = (env: NodeJS.ProcessEnv) => {
    const host = `localhost:${(server.address() as AddressInfo).port}`
    const args = ['proxy', '--kv-url', `https://${host}/base`, '--', process.execPath, '-e', client]
    return new Promise<{ code: number; stdout: string; host: string }>((resolve) => {
      const options = { env: { PATH: process.env['PATH'], ...env } }
      execFile(process.execPath, [cli, ...args], options, (error, stdout) =>
        resolve({ code: Number(error?.code ?? 0), stdout, host }),
      )
    })
  }

  it('asks it by its own name, at its own path', async () => {
    const { code, stdout, host } = await proxy({ NODE_EXTRA_CA_CERTS: certificate })
    expect(stdout).toContain('{"result":1}')
    expect(seen).toEqual([`${host}/base/get/a`])
    expect(code).toBe(0)
  })

  it('does not believe whom nobody vouches for, and says so', async () => {
    const { code, stdout } = await proxy({})
    expect(stdout).toMatch(/"svc-contract proxy: .* cannot be reached: self.signed certificate"/)
    expect(code).toBe(3)
  })
})

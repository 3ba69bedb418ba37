// Tests the mock command on a Redis that speaks TLS.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  freePort,
  startRedisServer,
  withoutRedisServer,
  type RedisServer,
} from '../../../mocks/kv/redis/server.js'
import { cli, svcContract, wroteCertificate } from '../testing.js'

const directory = mkdtempSync(join(tmpdir(), 'redis-tls-'))
afterAll(() => rmSync(directory, { recursive: true }))

const [key, certificate] = ['key.pem', 'cert.pem'].map((name) => join(directory, name)) as [
  string,
  string,
]
const isMade = wroteCertificate(key, certificate)

describe.skipIf(withoutRedisServer() || !isMade)('on a Redis that speaks TLS', () => {
  let server: RedisServer
  let redis: string
  beforeAll(async () => {
    const port = await freePort()
    server = await startRedisServer({
      databases: 2,
      requirepass: 'secret',
      'tls-port': port,
      'tls-auth-clients': 'no',
      'tls-cert-file': certificate,
      'tls-key-file': key,
      'tls-ca-cert-file': certificate,
    })
    redis = `rediss://:secret@localhost:${port}`
  })
  afterAll(() => server.close())

  const ports = ['--kv-port', '0', '--queue-port', '0']

  it('keeps keys and messages there', async () => {
    const child = spawn(process.execPath, [cli, 'mock', '--json', ...ports, '--redis', redis], {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: certificate },
    })
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const { kv } = JSON.parse(line.toString()) as { kv: { url: string; token: string } }
    const headers = { Authorization: `Bearer ${kv.token}` }

    expect(await (await fetch(`${kv.url}/set/k/v`, { headers })).json()).toEqual({ result: 'OK' })
    expect(await (await fetch(`${kv.url}/get/k`, { headers })).json()).toEqual({ result: 'v' })
    child.kill()
    expect(await once(child, 'close')).toEqual([0, null])
  })

  it('does not trust an unknown certificate', async () => {
    const { code, stderr } = await svcContract('mock', ...ports, '--redis', redis)

    expect(stderr).toMatch(/certificate is not trusted .* NODE_EXTRA_CA_CERTS/)
    expect(stderr).not.toContain('secret')
    expect(code).toBe(2)
  })
})

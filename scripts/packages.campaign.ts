// Runs published packages that are built on @upstash/redis against the mock. npm installs them in a
// temporary folder. Each program in scripts/packages/ uses one package.

import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startMock, type AlarmClock, type Mock } from '../mocks/index.js'
import { root, run, temporaryFolder } from './testing.js'

const PACKAGES = [
  '@upstash/redis',
  '@upstash/lock',
  '@upstash/realtime',
  '@upstash/query',
  '@upstash/queue',
  '@upstash/core-analytics',
  '@vercel/kv',
  '@auth/upstash-redis-adapter',
  'unstorage',
  'hono',
  'hono-rate-limiter',
  '@hono-rate-limiter/redis',
  'zod',
]

const project = temporaryFolder()
const programs = readdirSync(join(root, 'scripts/packages'))

let mock: Mock<AlarmClock>

beforeAll(async () => {
  writeFileSync(join(project, 'package.json'), '{ "type": "module", "private": true }\n')
  const options = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund']
  const { code, output } = await run('npm', ['install', ...options, ...PACKAGES], { cwd: project })
  expect(code, output).toBe(0)
  for (const name of programs)
    copyFileSync(join(root, 'scripts/packages', name), join(project, name))
  mock = await startMock({ dialect: 'upstash', clock: 'real' })
}, 300_000)
afterAll(() => mock.close())
beforeEach(() => mock.reset())

it('prints the versions', () => {
  const versions = PACKAGES.map((name) => {
    const manifest = readFileSync(join(project, 'node_modules', name, 'package.json'), 'utf8')
    return `${name} ${(JSON.parse(manifest) as { version: string }).version}`
  })
  console.log(versions.join(', '))
})

describe('a published package works on the mock', () => {
  it.each(programs)('%s', async (program) => {
    const { url, token } = mock.kv
    const env = {
      ...process.env,
      UPSTASH_REDIS_REST_URL: url,
      UPSTASH_REDIS_REST_TOKEN: token,
      KV_REST_API_URL: url,
      KV_REST_API_TOKEN: token,
    }
    const { code, output } = await run(process.execPath, [program], { cwd: project, env })
    expect(code, output).toBe(0)
  })
})

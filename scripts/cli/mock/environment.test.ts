// Tests of the environment variables that `mock` prints, and that it writes with --write-env.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../testing.js'
import { svcContract } from '../testing.js'
import { readyLines, startReady } from './testing.js'

it('prints the environment that existing clients read, with --dialect upstash', async () => {
  const text = await readyLines('--dialect', 'upstash', '--kv-token', "it's")
  const environment = /^UPSTASH[^]*?(?=\n\n)/m.exec(text)![0]
  const script = `set -a\n${environment}\nexec "$0" -p 'JSON.stringify(process.env)'`
  const child = spawn('bash', ['-c', script, process.execPath])
  const [pasted] = (await once(child.stdout, 'data')) as [Buffer]
  expect(JSON.parse(pasted.toString())).toMatchObject({
    UPSTASH_REDIS_REST_URL: /^key-value +(\S+)/m.exec(text)![1],
    UPSTASH_REDIS_REST_TOKEN: "it's",
    KV_REST_API_URL: /^key-value +(\S+)/m.exec(text)![1],
    KV_REST_API_TOKEN: "it's",
    QSTASH_URL: /^queue +(\S+)/m.exec(text)![1],
    QSTASH_TOKEN: 'eyJVc2VySUQiOiJtb2NrIiwiUGFzc3dvcmQiOiJkZXZlbG9wbWVudC1xdWV1ZS10b2tlbiJ9',
    QSTASH_CURRENT_SIGNING_KEY: /^signed +(\S+)/m.exec(text)![1],
    QSTASH_NEXT_SIGNING_KEY: /^signed .* (\S+)$/m.exec(text)![1],
  })

  const {
    child: mock,
    kv,
    environment: json,
    ...state
  } = await startReady(
    ...['--dialect', 'upstash', '--clock', 'virtual', '--fault', 'head-runs-twice'],
  )
  expect(state).toMatchObject({
    dialect: 'upstash',
    clock: 'virtual',
    control: `${kv.url}/__mock`,
    faults: ['head-runs-twice'],
  })
  expect(json).toMatchObject({ UPSTASH_REDIS_REST_URL: kv.url, UPSTASH_REDIS_REST_TOKEN: kv.token })
  mock.kill('SIGTERM')
  await once(mock, 'close')
})

it('writes the environment to a dotenv file, and keeps the other lines of the file', async () => {
  const file = join(temporaryFolder(), '.env')
  writeFileSync(file, 'OTHER=1\nQSTASH_TOKEN=live\nQSTASH_DEV=true\n')
  const first = await startReady('--dialect', 'upstash', '--write-env', file)
  first.child.kill('SIGTERM')
  const written = readFileSync(file, 'utf8')
  expect(parseEnv(written)).toMatchObject({
    OTHER: '1',
    UPSTASH_REDIS_REST_URL: first.kv.url,
    KV_REST_API_URL: first.kv.url,
    QSTASH_TOKEN: first.queue.token,
  })
  expect(written).toMatch(
    /^OTHER=1\nQSTASH_TOKEN=live\nQSTASH_DEV=true\n# svc-contract mock: begin/,
  )
  expect(first.environmentFile).toEqual({
    file,
    notes: [
      'QSTASH_TOKEN is also in line 2; the later line, of the mock, wins',
      expect.stringContaining('warning: with QSTASH_DEV=true, '),
    ],
  })
  const again = await startReady('--dialect', 'upstash', '--write-env', file)
  expect(again).toMatchObject({ environmentFile: { file } })
  expect(parseEnv(readFileSync(file, 'utf8'))).toMatchObject({ KV_REST_API_URL: again.kv.url })
  again.child.kill('SIGTERM')
  await once(again.child, 'close')
})

it.each([
  ['.env', [], /the dialect svc names no environment variables/],
  ['/nowhere/.env', ['--dialect', 'upstash'], /there is no folder \/nowhere for the file/],
] as const)('refuses --write-env %s %j', async (file, options, message) => {
  const { code, stderr } = await svcContract('mock', '--write-env', file, ...options)
  expect(code).toBe(2)
  expect(stderr).toMatch(message)
})

// docs/live-targets.md as its reader follows it: its provider module, and every command in its order,
// against a mock whose clock is real.

import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { abilities } from '../conformance/provider/provider.js'
import { startMock, type Mock } from '../mocks/index.js'

const pathOf = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const page = readFileSync(pathOf('docs/live-targets.md'), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'svc-contract-live-'))

const blocks = (language: string) =>
  Array.from(page.matchAll(/^```(\w+)\n([^]*?)^```$/gm))
    .filter(([, each]) => each === language)
    .map(([, , code = '']) => code)
const [exports = '', ...commands] = blocks('sh')
const [provider = ''] = blocks('js')

let mock: Pick<Mock, 'kv' | 'queue' | 'close'>
beforeAll(async () => {
  mock = await startMock({ clock: 'real' })
  writeFileSync(join(folder, 'provider.mjs'), provider)
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await mock.close()
})

/** Runs a script after the exports that the page begins with. */
const bash = (script: string): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    const { kv, queue } = mock
    const env = {
      PATH: process.env['PATH'],
      ...{ KV_URL: kv.url, KV_TOKEN: kv.token, KV_READONLY_TOKEN: kv.readOnlyToken },
      ...{ QUEUE_URL: queue.url, QUEUE_TOKEN: queue.token },
    }
    const cli = `${process.execPath} ${pathOf('dist/scripts/cli.js')}`
    const whole = exports + script.replace('npx svc-contract', cli)
    const options = { cwd: folder, env, maxBuffer: 1 << 26 }
    execFile('bash', ['-euc', whole], options, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    )
  })

describe('the page on live targets', () => {
  it.each(commands.flatMap((code) => code.trim().split('\n')))(
    'runs %s',
    async (command) => {
      const { code, output } = await bash(command)
      expect(code, output).toBe(0)
      expect(output).not.toContain(mock.queue.token)
    },
    60_000,
  )

  it('has every ability judged that its provider module brings', async () => {
    const { output } = await bash(
      'npx svc-contract doctor --provider ./provider.mjs "queue.group.*"',
    )
    expect(output).toMatch(/arranges +readOnlyToken, group, runs\n/)
    expect(output).not.toContain('cannot arrange')
  }, 60_000)

  it('tells of every ability', () => {
    const told = Array.from(page.matchAll(/^\| `(\w+)` /gm), ([, name]) => name)
    expect(told.toSorted()).toEqual(Object.keys(abilities).toSorted())
  })
})

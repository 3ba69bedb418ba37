// Tests docs/live-targets.md like a reader: runs its provider module and every command in order
// against a mock with a real clock.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { abilities } from '../../conformance/provider/provider.js'
import { startMock } from '../../mocks/index.js'
import { blocksIn, cli, run, temporaryFolder, textOf } from '../testing.js'

const page = textOf('docs/live-targets.md')
const folder = temporaryFolder()
const codeIn = (language: string) =>
  blocksIn(page).flatMap((block) => (block.language === language ? [block.code] : []))
const [exports = '', ...commands] = codeIn('sh')

let mock: Awaited<ReturnType<typeof startMock>>
beforeAll(async () => {
  mock = await startMock({ clock: 'real' })
  writeFileSync(join(folder, 'provider.mjs'), codeIn('js').join(''))
})
afterAll(() => mock.close())

/** Runs a script after the export commands at the beginning of the page. */
function bash(script: string) {
  const { kv, queue } = mock
  const env = {
    PATH: process.env['PATH'],
    KV_URL: kv.url,
    KV_TOKEN: kv.token,
    KV_READONLY_TOKEN: kv.readOnlyToken,
    QUEUE_URL: queue.url,
    QUEUE_TOKEN: queue.token,
  }
  const own = exports + script.replace('npx svc-contract', `${process.execPath} ${cli}`)
  return run('bash', ['--norc', '-euc', own], { cwd: folder, env })
}

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

  it('has a provider module with abilities that are used', async () => {
    const doctor = 'npx svc-contract doctor --provider ./provider.mjs "queue.group.*"'
    const { output } = await bash(doctor)
    expect(output).toMatch(/arranges +readOnlyToken, group, runs\n/)
    expect(output).not.toContain('cannot arrange')
  }, 60_000)

  it('lists every ability', () => {
    const [, section = ''] = page.split('\n## Set up state with a provider\n')
    const listed = Array.from(section.matchAll(/^\| `(\w+)` /gm), ([, name]) => name)
    expect(listed.toSorted()).toEqual(Object.keys(abilities).toSorted())
  })
})

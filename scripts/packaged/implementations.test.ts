// Tests docs/implementations.md like a reader: runs its commands in order, and each command of its workflow
// except those that install or upload.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { freePort } from '../free-port.js'
import { blocksIn, cli, run, temporaryFolder, textOf } from '../testing.js'

const blocks = blocksIn(textOf('docs/implementations.md'))
const folder = temporaryFolder()
const bash = (script: string) => {
  const own = script.replaceAll('npx svc-contract', `${process.execPath} ${cli}`)
  return run('bash', ['--norc', '-uc', own], { cwd: folder, env: { PATH: process.env['PATH'] } })
}

const commands = blocks.flatMap(({ language, code }) =>
  language === 'sh' ? code.trim().split('\n') : [],
)
const workflow = parse(blocks.find(({ language }) => language === 'yaml')!.code) as {
  readonly jobs: { readonly test: { readonly steps: readonly { readonly run?: string }[] } }
}
const steps = workflow.jobs.test.steps.flatMap(({ run = '' }) =>
  run.includes('npx svc-contract') ? [run] : [],
)

describe('the page on implementations', () => {
  it.each(commands)('runs %s', async (command) => {
    const { code, output } = await bash(command)
    expect(code, output).toBe(0)
  })

  it('has a workflow that compares a server with the mock', async () => {
    const port = String(await freePort())
    const answer = `(_, response) => response.end('{"result":"OK"}')`
    writeFileSync(
      join(folder, 'server.js'),
      `require('http').createServer(${answer}).listen(${port})`,
    )
    expect(steps).toHaveLength(3)
    for (const step of steps) {
      const part = step.replace(' --quiet', " --quiet 'kv.methods.*'").replaceAll('8079', port)
      const { code, output } = await bash(part)
      expect(code, output).toBe(0)
    }
  })
}, 120_000)

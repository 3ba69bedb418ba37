// Runs the suite on each implementation of .github/workflows/implementations.yml, as the workflow does, and
// writes the counts for the table in docs/implementations.md.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { implementationCounts, type ImplementationCounts } from './check/small-tables.js'
import { freePort } from './free-port.js'
import { cli, root, run, temporaryFolder, textOf } from './testing.js'

interface Workflow {
  readonly jobs: {
    readonly test: {
      readonly strategy: {
        readonly matrix: {
          readonly include: readonly { readonly name: string; readonly options: string }[]
        }
      }
    }
  }
}

const workflow = parse(textOf('.github/workflows/implementations.yml')) as Workflow
const { include } = workflow.jobs.test.strategy.matrix
const folder = temporaryFolder()

/** Runs a command of the workflow on ports that are free. */
async function bash(command: string) {
  let script = command.replaceAll('npx svc-contract', `${process.execPath} ${cli}`)
  for (const port of ['8079', '8080', '6379'])
    script = script.replaceAll(port, String(await freePort()))
  const PATH = `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`
  return run('bash', ['--norc', '-uc', script], { cwd: folder, env: { PATH } })
}

const codes = new Map<string, number>()

test.each(include)('the suite has a verdict on $name', async ({ name, options }) => {
  const command = `npx svc-contract test ${options} --quiet --report json=${name}.json`
  const { code, output } = await bash(command.replaceAll('exec npx upstash', 'exec upstash'))
  codes.set(name, code)
  expect([0, 1], output).toContain(code)
})

test('the reports are compared', async () => {
  // On a busy machine, a run in real time may fail. Its counts must not reach the page.
  expect([codes.get('mock'), codes.get('mock-on-redis')]).toEqual([0, 0])
  const files = include.map(({ name }) => `${name}.json`).join(' ')
  const { code, output } = await bash(
    `npx svc-contract compare ${files} --html comparison.html --json comparison.json`,
  )
  expect(code, output).toBe(0)
  const { implementations, headings } = JSON.parse(
    readFileSync(join(folder, 'comparison.json'), 'utf8'),
  ) as ImplementationCounts
  const counts: ImplementationCounts = {
    implementations: implementations.map(({ name, rules }) => ({ name, rules })),
    headings,
  }
  writeFileSync(join(root, implementationCounts), `${JSON.stringify(counts, null, 2)}\n`)
})

// Tests the package like a user: packs it, installs it into an empty project, and runs every
// command and example of the README, and of the pages that continue its paths, in order.

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faults, startMock } from '../../mocks/index.js'
import { blocksIn, root, run as runIn, temporaryFolder, textOf } from '../testing.js'

const readme = textOf('README.md')
const pages = [readme, textOf('docs/mock.md'), textOf('docs/ci.md')]
const blocks = pages.flatMap(blocksIn)
const project = temporaryFolder()
/** The comments of blocks that other tests run, or that need a container. */
const notRunByLine: readonly string[] = ['background', 'in a container', 'exits with 1']
/** The only block for a clone of the repository. The gate runs its commands. */
const inClone = blocks.find(({ code }) => code.includes('npm ci'))!

/** The variables that the README exports: the mock that it starts in the background. */
const target = {
  SVC_KV_URL: 'http://127.0.0.1:8079',
  SVC_KV_TOKEN: 'development-kv-token',
}
const queueTarget = {
  SVC_QUEUE_URL: 'http://127.0.0.1:8080',
  SVC_QUEUE_TOKEN: 'development-queue-token',
}

const run = (command: string, args: readonly string[], variables: NodeJS.ProcessEnv = {}) =>
  runIn(command, args, { cwd: project, env: { ...process.env, ...variables } })

const started: ChildProcess[] = []

/** Starts a block, waits until its server is ready and returns its output. */
async function startInBackground(script: string): Promise<string> {
  const child = spawn('bash', ['-c', `exec ${script.trim()}`], { cwd: project, detached: true })
  started.push(child)
  return new Promise((resolve, reject) => {
    let log = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        log += chunk.toString()
        if (/Ctrl-C|is listening on/.test(log)) resolve(log)
      })
    child.once('close', () => reject(new Error(`${script} ended:\n${log}`)))
  })
}

/**
 * Checks that `output` contains every line of the output in a page. Ignores differences in numbers and
 * run ids.
 */
function expectPrinted(name: string, output: string, page = readme): void {
  const lines = (text: string) =>
    text.split('\n').map((line) =>
      line
        .replace(/svc-contract-[0-9a-f]+-\d+/g, 'ID')
        .replace(/, (\d+ min )?\d+(\.\d+)? s$/, ', TIME')
        .replace(/\d+/g, 'N')
        .replace(/ …$/, '')
        .trimEnd(),
    )
  const block = new RegExp(`<!-- output:${name} -->\n+\`\`\`\n([^]*?)\`\`\``)
  const shown = lines(block.exec(page)?.[1] ?? '').filter((line) => line !== '…')
  const printed = lines(output)

  expect(shown.length).toBeGreaterThan(8)
  const missing = shown.filter((line) => !printed.some((each) => each.startsWith(line)))
  expect(missing).toEqual([])
}

beforeAll(async () => {
  writeFileSync(join(project, 'package.json'), '{ "type": "module", "private": true }\n')
  const { output } = await run('npm', ['pack', root, '--silent', '--ignore-scripts'])
  const packages = [`./${output.trim()}`, 'vitest@4.1.12', 'redis@6.3.1']
  expect(await run('npm', ['install', '--silent', ...packages])).toMatchObject({ code: 0 })
  for (const { name, code } of blocks) if (name) writeFileSync(join(project, name), code)
}, 120_000)

afterAll(async () => {
  for (const child of started) {
    process.kill(-child.pid!, 'SIGTERM')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
  }
}, 60_000)

it('contains every file that package.json exports, and each can be imported', async () => {
  interface Manifest {
    readonly exports: Readonly<Record<string, string | { types: string; default?: string }>>
  }
  const own = join(project, 'node_modules/svc-contract')
  const { exports } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')) as Manifest
  const imports = Object.entries(exports).flatMap(([path, target]) => {
    const name = JSON.stringify(join('svc-contract', path))
    if (typeof target === 'string') return [`await import(${name}, { with: { type: 'json' } })`]
    expect(existsSync(join(own, target.types)), target.types).toBe(true)
    return target.default === undefined ? [] : [`await import(${name})`]
  })
  // The link is necessary, because svc-contract/msw needs msw as a peer dependency.
  const msw = join(project, 'node_modules/msw')
  symlinkSync(join(root, 'node_modules/msw'), msw)
  const script = imports.join('\n')
  const imported = await run(process.execPath, ['--input-type=module', '--eval', script])
  rmSync(msw)

  expect(imports.length).toBeGreaterThan(5)
  expect(imported, imported.output).toMatchObject({ code: 0 })
})

describe('README', () => {
  it('begins with commands that the gate runs', () => {
    const gate = textOf('.ci/run').split('\n')
    for (const command of inClone.code.matchAll(/npm (ci|start|test)/g))
      expect(gate).toContain(command[0])
  })

  const install = 'npm install --save-dev svc-contract'
  const exported = Object.entries(target).map((each) => each.join('='))
  const exportsTarget = `export ${exported.join(' ')}`
  it.each([
    ['a verdict on a live service', [install, exportsTarget, 'npx svc-contract test']],
    ['a test with the mock', [install, 'node --test']],
    [
      'a red gate',
      [
        install,
        'npx svc-contract mock --fault transaction-runs-before-all-checked',
        'npx svc-contract test --kv-url http://127.0.0.1:8079 --kv-token development-kv-token',
      ],
    ],
  ])('leads to %s with at most 3 commands', (_, commands) => {
    for (const command of commands) expect(readme.replace(/\s+/g, ' ')).toContain(command)
  })

  it('shows the output of its first command', async () => {
    expectPrinted('npm start', (await run('npx', ['svc-contract', 'test', '--embedded'])).output)
  }, 60_000)

  it('shows a violation as it is printed', async () => {
    const id = 'transaction-runs-before-all-checked'
    const mock = await startMock({ faults: faults.filter((each) => each.id === id) })
    const target = ['--kv-url', mock.kv.url, '--kv-token', mock.kv.token]
    const { code, output } = await run('npx', ['svc-contract', 'test', ...target])
    await mock.close()

    expect(code).toBe(1)
    expectPrinted('violation', output)
  }, 60_000)

  it('shows a gate that fails', async () => {
    const script = blocks.find(({ comment }) => comment === 'exits with 1')?.code ?? ''
    const env = { PATH: process.env['PATH'], HOME: process.env['HOME'] }
    const gate = spawn('bash', ['-c', script], { cwd: project, env, detached: true })
    const closed = once(gate, 'close')
    let output = ''
    gate.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const [code] = (await once(gate, 'exit')) as [number | null]
    process.kill(-gate.pid!, 'SIGTERM')
    await closed

    expect(code, output).toBe(1)
    expect(output).toContain('✗ violated  kv.transaction.unsupported-command-discards')
  }, 120_000)

  it('accepts a list of known failures that another run has written', async () => {
    const id = /mock --fault (\S+)/.exec(readme)?.[1] ?? ''
    const mock = await startMock({ faults: faults.filter((each) => each.id === id) })
    const patterns = ['kv.transaction.*', 'kv.limits.*']
    const target = ['--kv-url', mock.kv.url, '--kv-token', mock.kv.token]
    const test = (...options: readonly string[]) =>
      run('npx', ['svc-contract', 'test', ...patterns, ...target, ...options])
    const written = await test('--write-known-failing', 'known.txt')
    const known = [
      await test('--known-failing', 'known.txt'),
      await test('--known-flaky', 'known.txt'),
    ]
    await mock.close()

    expect(written.code).toBe(1)
    expect(known.map(({ code }) => code)).toEqual([0, 0])
  }, 120_000)

  it('installs Prism only on request, with a command that the error message names', async () => {
    const { code, output } = await run('npx', ['svc-contract', 'mock', '--engine', 'prism'])
    const [command = ''] = /npm install --save-dev \S*prism\S+/.exec(output) ?? []

    expect(code).toBe(2)
    expect(pages.join('')).toContain(`\n${command}\n`)
  })

  // Commands in the background serve the following commands.
  it.each(blocks.flatMap(({ comment, code }) => (comment === 'background' ? [code.trim()] : [])))(
    'starts %s',
    async (command) => {
      const output = await startInBackground(command)
      if (command === 'npx svc-contract mock') expectPrinted('mock', output)
    },
    120_000,
  )

  it('shows what doctor prints', async () => {
    const { code, output } = await run('npx', ['svc-contract', 'doctor'], {
      ...target,
      ...queueTarget,
    })
    expect(code, output).toBe(0)
    expectPrinted('doctor', output, textOf('docs/live-targets.md'))
  }, 60_000)

  // The key-value interface alone, because scenarios of the queue wait in real time.
  it.each(
    blocks
      .filter((block) => block.language === 'sh' && block !== inClone)
      .filter(({ comment = '' }) => !notRunByLine.includes(comment))
      .flatMap(({ code }) => code.trim().split('\n')),
  )(
    'runs %s',
    async (command) => {
      const ended = await run('bash', ['-euo', 'pipefail', '-c', command], target)
      expect(ended).toMatchObject({ code: 0 })
    },
    60_000,
  )

  it.each(blocks.flatMap(({ language, code }) => (language === 'ts' ? [code] : [])))(
    'runs the example %#',
    async (code) => {
      const isTest = code.includes('svc-contract/vitest')
      const file = isTest ? 'example.test.mjs' : 'example.mjs'
      writeFileSync(join(project, file), code)

      const { code: exit, output } = isTest
        ? await run('npx', ['vitest', 'run'])
        : await run(process.execPath, [file])
      expect(exit, output).toBe(0)
      for (const [, printed = ''] of code.matchAll(/console\.log\(.*?\/\/ (.*)$/gm))
        expect(output).toContain(printed)
    },
    60_000,
  )
})

it.each(['virtual', 'real'])(
  'a process ends although its mock with a %s clock is open and has a message to send',
  async (clock) => {
    const script = `
      import { startMock } from 'svc-contract/mocks'
      const { kv, queue } = await startMock({ clock: '${clock}', respPort: 0 })
      const headers = { Authorization: 'Bearer ' + queue.token, 'Svc-Delay': '1h' }
      const url = queue.url + '/v2/publish/http://127.0.0.1:9/'
      console.log((await fetch(url, { method: 'POST', headers })).status)
    `
    const ended = await run(process.execPath, ['--input-type=module', '--eval', script])
    expect(ended).toMatchObject({ code: 0, output: '200\n' })
  },
)

it('has types that a strict project can import', async () => {
  writeFileSync(
    join(project, 'types.ts'),
    `import { run, scenarios, type Report } from 'svc-contract'
     import { startMock, type Mock } from 'svc-contract/mocks'
     import { conformance, useMock } from 'svc-contract/vitest'
     import type { paths as Kv } from 'svc-contract/kv.types'
     import type { paths as Queue } from 'svc-contract/queue.types'
     import kv from 'svc-contract/kv.openapi.json' with { type: 'json' }

     export const version: string = kv.info.version
     export type Pipeline = Kv['/pipeline']['post']
     export type Dlq = Queue['/v2/workflows/dlq']['get']
     export const exportsTarget = async (mock: Mock): Promise<Report> => run({ kv: mock.kv, scenarios })
     export { startMock, conformance, useMock }
     // @ts-expect-error there is no such interface
     void run({ kw: {}, scenarios })
    `,
  )
  const types = join(root, 'node_modules/@types')
  const options =
    `--noEmit --strict --module nodenext --target es2022 --resolveJsonModule --skipLibCheck false ` +
    `--typeRoots ${types} --types node types.ts`
  const { code, output } = await run(join(root, 'node_modules/.bin/tsc'), options.split(' '))
  expect({ code, output }).toEqual({ code: 0, output: '' })
}, 60_000)

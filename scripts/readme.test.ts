// The package as a user gets it, by the README: packed, installed into an empty project, and every
// command and example there run in the order it stands.

import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faults, startMock } from '../mocks/index.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const project = mkdtempSync(join(tmpdir(), 'svc-contract-user-'))

interface Block {
  readonly language: string
  readonly code: string
  /** Marked as something that goes on running beside what follows. */
  readonly background: boolean
  /** Marked as something for a Docker, which is not there: `image.test.ts` holds it as far as it can. */
  readonly inContainer: boolean
}

const blocks: readonly Block[] = Array.from(
  readme.matchAll(/(?:<!-- (background|in a container) -->\n\n)?^```(\w+)\n([^]*?)^```$/gm),
  ([, mark, language = '', code = '']) => ({
    language,
    code,
    background: mark === 'background',
    inContainer: mark === 'in a container',
  }),
)
/** The one block that is for a clone of the repository; the gate runs it. */
const inClone = blocks.findIndex(({ code }) => code.includes('npm ci'))

interface Ended {
  readonly code: number
  readonly output: string
}

const run = (command: string, args: readonly string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const env = {
      ...process.env,
      KV_URL: 'http://127.0.0.1:8079',
      KV_TOKEN: 'development-kv-token',
    }
    execFile(command, args, { cwd: project, env, maxBuffer: 1 << 26 }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    )
  })
const bash = (script: string) => run('bash', ['-euo', 'pipefail', '-c', script])

const started: ChildProcess[] = []

/** Starts a block and waits until it says that it serves. */
async function startInBackground(script: string): Promise<void> {
  const child = spawn('bash', ['-c', `exec ${script.trim()}`], { cwd: project, detached: true })
  started.push(child)
  await new Promise<void>((resolve, reject) => {
    let log = ''
    const read = (chunk: Buffer) => {
      log += chunk.toString()
      if (/Ctrl-C ends it|is listening on/.test(log)) resolve()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('close', () => reject(new Error(`${script} ended:\n${log}`)))
  })
}

/** Every line that the README shows under that name was printed, but for numbers and names of runs. */
function expectPrinted(name: string, output: string): void {
  const block = new RegExp(`<!-- output:${name} -->\n+\`\`\`\n([^]*?)\`\`\``)
  const lines = (text: string) =>
    text.split('\n').map((line) =>
      line
        .replace(/svc-contract-[0-9a-f]+-\d+/g, 'ID')
        .replace(/\d+/g, 'N')
        .replace(/ …$/, '')
        .trimEnd(),
    )
  const shown = lines(block.exec(readme)?.[1] ?? '').filter((line) => line !== '…')
  const printed = lines(output)

  expect(shown.length).toBeGreaterThan(8)
  for (const line of shown)
    expect(
      printed.some((each) => each.startsWith(line)),
      line,
    ).toBe(true)
}

beforeAll(async () => {
  writeFileSync(join(project, 'package.json'), '{ "type": "module", "private": true }\n')
  const { output } = await run('npm', ['pack', root, '--silent', '--ignore-scripts'])
  const installed = await run('npm', [
    'install',
    '--silent',
    `./${output.trim()}`,
    'vitest@4.1.12',
    'redis@6.3.1',
  ])
  expect(installed).toMatchObject({ code: 0 })
}, 120_000)

afterAll(async () => {
  for (const child of started) {
    process.kill(-child.pid!, 'SIGTERM')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
  }
  rmSync(project, { recursive: true })
}, 60_000)

it('has in it every file that its package.json exports, and each can be imported', async () => {
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
  // Whoever imports what is for msw has it.
  const msw = join(project, 'node_modules/msw')
  symlinkSync(join(root, 'node_modules/msw'), msw)
  const script = imports.join('\n')
  const imported = await run(process.execPath, ['--input-type=module', '--eval', script])
  rmSync(msw)

  expect(imports.length).toBeGreaterThan(5)
  // Of imports of JSON some versions of Node say that they are new.
  expect(imported, imported.output).toMatchObject({ code: 0 })
})

describe('README', () => {
  it('begins with two commands, which the gate runs', () => {
    const gate = readFileSync(join(root, '.ci/run'), 'utf8').split('\n')
    for (const command of blocks[inClone]!.code.matchAll(/npm (ci|start|test)/g))
      expect(gate).toContain(command[0])
  })

  it('shows output that its first command really prints', async () => {
    expectPrinted('npm start', (await run('npx', ['svc-contract', 'test'])).output)
  }, 60_000)

  it('shows a violation as it is really printed', async () => {
    const id = 'transaction-is-pipeline'
    const mock = await startMock({ faults: faults.filter((fault) => fault.id === id) })
    const target = ['--kv-url', mock.kv.url, '--kv-token', mock.kv.token]
    const { output } = await run('npx', ['svc-contract', 'test', ...target])
    await mock.close()
    expectPrinted('violation', output)
  }, 60_000)

  it('installs no Prism unasked, and says how to', async () => {
    const { code, output } = await run('npx', ['svc-contract', 'mock', '--engine', 'prism'])
    const [command = ''] = /npm install --save-dev \S*prism\S+/.exec(output) ?? []

    expect(code).toBe(2)
    expect(readme).toContain(`\n${command}\n`)
  })

  // What goes on running is there for those that follow.
  it.each(blocks.filter(({ background }) => background).map(({ code }) => code.trim()))(
    'starts %s',
    (command) => startInBackground(command),
    120_000,
  )

  it.each(
    blocks
      .filter(({ language }) => language === 'sh')
      .filter((block) => !block.background && !block.inContainer && block !== blocks[inClone])
      .flatMap(({ code }) => code.trim().split('\n')),
  )(
    'runs %s',
    async (command) => {
      expect(await bash(command)).toMatchObject({ code: 0 })
    },
    60_000,
  )

  it.each(blocks.filter(({ language }) => language === 'ts').map(({ code }) => code))(
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
     export const judge = async (mock: Mock): Promise<Report> => run({ kv: mock.kv, scenarios })
     export { startMock, conformance, useMock }
     // @ts-expect-error there is no such interface
     void run({ kw: {}, scenarios })
    `,
  )
  const options =
    '--noEmit --strict --module nodenext --target es2022 --resolveJsonModule --skipLibCheck false'
  const { code, output } = await run(join(root, 'node_modules/.bin/tsc'), [
    ...options.split(' '),
    '--typeRoots',
    join(root, 'node_modules/@types'),
    '--types',
    'node',
    'types.ts',
  ])
  expect(output).toBe('')
  expect(code).toBe(0)
}, 60_000)

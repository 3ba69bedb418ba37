// Follows the three ways to start, each in an empty project with the commands of the README.
// Measures the time to the first verdict, the first test and the first failing gate.

import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { printTable } from './print.js'

export interface UserPath {
  readonly name: string
  /** The commands as in the README. A command that ends with `&` runs while the next command runs. */
  readonly commands: readonly string[]
  /** A file with an example of the README, if the path needs one. */
  readonly file?: string
}

const install = 'npm install --save-dev svc-contract'
const mockWithFault = `npx svc-contract mock --fault transaction-is-pipeline`
const judge = 'npx svc-contract test --kv-url "$KV_URL" --kv-token "$KV_TOKEN"'

export const userPaths: readonly UserPath[] = [
  { name: 'a verdict on a live service', commands: [install, judge] },
  { name: 'a test with the mock', commands: [install, 'node --test'], file: 'greeting.test.mjs' },
  { name: 'a red gate', commands: [install, `${mockWithFault} &`, judge] },
]

const root = fileURLToPath(new URL('../../..', import.meta.url))
const cli = join(root, 'dist/scripts/cli.js')

/** Returns the first example in the README of a mock in the process of the test. */
const example = () =>
  /```ts\n(import { startMock }[^]*?)```/.exec(readFileSync(join(root, 'README.md'), 'utf8'))?.[1]

/** Follows each path in a new, empty project. Prints the time of each path. */
export async function paths(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-contract-paths-'))
  const started: ChildProcess[] = []
  /** Starts a mock on free ports and waits until it is ready. */
  const start = async (command: string, cwd: string) => {
    const words = `exec ${command} --kv-port 0 --queue-port 0 --json`
    const child = spawn('bash', ['-c', words], { cwd, detached: true })
    started.push(child)
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const { kv } = JSON.parse(line.toString()) as { kv: { url: string; token: string } }
    return { KV_URL: kv.url, KV_TOKEN: kv.token }
  }
  const rows: string[][] = []
  try {
    const pack = `npm pack ${JSON.stringify(root)} --silent --ignore-scripts`
    const tarball = join(folder, (await run(pack, folder)).trim())
    // This mock replaces a live service.
    const live = await start(`node ${JSON.stringify(cli)} mock`, folder)
    for (const [index, { name, commands, file }] of userPaths.entries()) {
      const project = join(folder, `project-${index}`)
      mkdirSync(project)
      writeFileSync(join(project, 'package.json'), '{ "private": true }\n')
      if (file !== undefined) writeFileSync(join(project, file), example() ?? '')

      const begin = performance.now()
      let target = live
      for (const command of commands) {
        if (command.endsWith('&')) target = await start(command.slice(0, -1).trim(), project)
        // The command installs the tarball instead of the published package.
        else await run(command.replace(/svc-contract$/, tarball), project, target)
      }
      const seconds = ((performance.now() - begin) / 1000).toFixed(1)
      rows.push([name, String(commands.length), seconds])
    }
  } finally {
    for (const child of started) {
      process.kill(-child.pid!, 'SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
    }
    rmSync(folder, { recursive: true })
  }
  printTable('From an empty project to the first', ['', 'commands', 's'], rows)
}

/** Runs a command and returns its output. A failure is allowed, because a failing gate is expected. */
const run = (command: string, cwd: string, environment: Readonly<Record<string, string>> = {}) =>
  new Promise<string>((resolve) => {
    const env = { ...process.env, ...environment }
    execFile('bash', ['-c', command], { cwd, env, maxBuffer: 1 << 26 }, (_, stdout) =>
      resolve(stdout),
    )
  })

// The three ways a user begins, each from an empty project in as few commands as the README tells,
// with how long it took until there was a verdict, a test and a red gate.

import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { printTable } from './print.js'

export interface UserPath {
  readonly name: string
  /** What the user types, as the README has it. One that ends with `&` goes on beside the next. */
  readonly commands: readonly string[]
  /** The file of the user's own that there is, if any: its content is the README's. */
  readonly file?: string
}

const install = 'npm install --save-dev svc-contract'
const judge = 'npx svc-contract test --kv-url "$KV_URL" --kv-token "$KV_TOKEN"'

export const userPaths: readonly UserPath[] = [
  { name: 'a verdict on a live service', commands: [install, judge] },
  {
    name: 'a test with the mock',
    commands: [install, 'node --test'],
    file: 'greeting.test.mjs',
  },
  {
    name: 'a red gate',
    commands: [install, `npx svc-contract mock --fault transaction-is-pipeline &`, judge],
  },
]

export interface Gone {
  readonly milliseconds: number
  /** Of the last command. */
  readonly code: number
  readonly output: string
}

const rootOf = (from: string) => fileURLToPath(new URL(from, import.meta.url))

/**
 * Goes each path in a new, empty project, one after the other.
 *
 * @param root the folder of this repository, built
 * @param installs whether each of them installs the package, or the later ones begin with a copy of what
 * the first has installed, which takes less and tells nothing of how long they take
 */
export async function goPaths(
  root: string,
  installs: 'each' | 'once',
): Promise<ReadonlyMap<UserPath, Gone>> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-contract-paths-'))
  const started: ChildProcess[] = []
  /** Starts a mock on free ports and waits until it is ready. */
  const start = async (command: string, cwd: string) => {
    const words = `exec ${command} --kv-port 0 --queue-port 0 --json`
    const child = spawn('bash', ['-c', words], { cwd, detached: true })
    started.push(child)
    const ended = once(child, 'close').then(([code]) => {
      throw new Error(`${command} ended with ${String(code)} before it was ready`)
    })
    const [line] = (await Promise.race([once(child.stdout, 'data'), ended])) as [Buffer]
    // Later its end is what is wanted.
    ended.catch(() => {})
    const { kv } = JSON.parse(line.toString()) as { kv: { url: string; token: string } }
    return { KV_URL: kv.url, KV_TOKEN: kv.token }
  }
  try {
    const { output } = await run(
      `npm pack ${JSON.stringify(root)} --silent --ignore-scripts`,
      folder,
    )
    const tarball = join(folder, output.trim())
    // It plays the service that is there.
    const live = await start(
      `node ${JSON.stringify(join(root, 'dist/scripts/cli.js'))} mock`,
      folder,
    )

    const gone = new Map<UserPath, Gone>()
    for (const [index, path] of userPaths.entries()) {
      const project = join(folder, `project-${index}`)
      mkdirSync(project)
      writeFileSync(join(project, 'package.json'), '{ "private": true }\n')
      if (path.file !== undefined) writeFileSync(join(project, path.file), exampleOf(root))

      const begin = performance.now()
      let target = live
      let last: Omit<Gone, 'milliseconds'> = { code: 0, output: '' }
      for (const command of path.commands) {
        if (command.endsWith('&')) target = await start(command.slice(0, -1).trim(), project)
        else if (command === install && installs === 'once' && index > 0)
          cpSync(join(folder, 'project-0'), project, { recursive: true, force: false })
        // As it is on the registry.
        else last = await run(command.replace(/svc-contract$/, tarball), project, target)
      }
      gone.set(path, { milliseconds: performance.now() - begin, ...last })
    }
    return gone
  } finally {
    for (const child of started) {
      process.kill(-child.pid!, 'SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
    }
    rmSync(folder, { recursive: true })
  }
}

/** The README's first example of a mock in a process of one's own. */
const exampleOf = (root: string): string =>
  /```ts\n(import { startMock }[^]*?)```/.exec(
    readFileSync(join(root, 'README.md'), 'utf8'),
  )?.[1] ?? ''

const run = (command: string, cwd: string, environment: Readonly<Record<string, string>> = {}) =>
  new Promise<Omit<Gone, 'milliseconds'>>((resolve) => {
    const env = { ...process.env, ...environment }
    execFile('bash', ['-c', command], { cwd, env, maxBuffer: 1 << 26 }, (error, stdout, stderr) =>
      resolve({
        code: typeof error?.code === 'number' ? error.code : error === null ? 0 : 1,
        output: error === null ? stdout : stdout + stderr,
      }),
    )
  })

export async function paths(): Promise<void> {
  const gone = await goPaths(rootOf('../../..'), 'each')
  printTable(
    'From an empty project to the first',
    ['', 'commands', 's'],
    Array.from(gone, ([{ name, commands }, { milliseconds }]) => [
      name,
      String(commands.length),
      (milliseconds / 1000).toFixed(1),
    ]),
  )
}

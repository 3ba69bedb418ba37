// Runs the command of the user against a mock of its own.

import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Dialect } from '#generated/dialects.js'
import { UsageError } from '../../../conformance/core/usage-error.js'
import { DEVELOPMENT_KEYS } from '../../../mocks/queue/deliver/signature.js'
import { startMock, type AlarmClock, type Mock, type MockOptions } from '../../../mocks/index.js'
import { FAULT_VARIABLE, recording, USES_VARIABLE } from '../../../mocks/start/mutation.js'
import { environmentOf } from '../mock/environment.js'

/** The command and its mock. */
export interface Setting {
  readonly command: readonly string[]
  readonly dialect: Dialect
  readonly clock: 'real' | 'virtual'
  /** Ends the command. */
  readonly signal: AbortSignal
}

/** The end of a command. */
export interface Ended {
  readonly outcome: 'passed' | 'failed' | 'timed out' | 'interrupted'
  readonly ms: number
  /** The end of its output. */
  readonly output: string
}

/**
 * Runs the command against a correct mock. `uses` has what it used, also of mocks in its own processes.
 */
export async function runCorrect(
  setting: Setting,
): Promise<Ended & { readonly uses: ReadonlySet<string> }> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-contract-mutate-'))
  const file = join(folder, 'uses')
  const uses = new Set<string>()
  try {
    const faults = recording((use) => uses.add(use))
    const ended = await runAgainst(setting, { faults, environment: { [USES_VARIABLE]: file } })
    for (const use of linesOf(file)) uses.add(use)
    return { ...ended, uses }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function linesOf(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean)
  } catch {
    // No process of the command has started a mock.
    return []
  }
}

/** Runs the command against a mock with a fault. Mocks in processes of the command have it too. */
export const runWithFault = (setting: Setting, id: string, timeoutMs: number): Promise<Ended> =>
  runAgainst(setting, {
    ...{ faults: [id], timeoutMs },
    environment: { [FAULT_VARIABLE]: id, [USES_VARIABLE]: 'none' },
  })

interface Against {
  readonly faults: MockOptions['faults']
  readonly environment: Readonly<Record<string, string>>
  readonly timeoutMs?: number
}

async function runAgainst(
  { command, dialect, clock, signal }: Setting,
  { faults, environment, timeoutMs }: Against,
): Promise<Ended> {
  const mock = await startMock({ dialect, clock, faults, signingKeys: DEVELOPMENT_KEYS })
  try {
    const env = { ...process.env, ...variablesOf(mock, dialect), ...environment }
    return await ending(command, env, signal, timeoutMs)
  } finally {
    await mock.close()
  }
}

/** Returns the variables of the suite, and those that clients of the dialect read. */
const variablesOf = (mock: Mock<AlarmClock>, dialect: Dialect) => ({
  ...{ SVC_KV_URL: mock.kv.url, SVC_KV_TOKEN: mock.kv.token },
  SVC_KV_READONLY_TOKEN: mock.kv.readOnlyToken,
  ...{ SVC_QUEUE_URL: mock.queue.url, SVC_QUEUE_TOKEN: mock.queue.token },
  ...environmentOf(dialect, mock),
})

/** The characters of output that are kept. */
const KEPT = 4_000

/** Starts a command in a process group of its own, and kills the group when its first process ends. */
function ending(
  [file = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
  timeoutMs = 2 ** 31 - 1,
): Promise<Ended> {
  const start = performance.now()
  const child = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-KEPT)))
  let why: 'timed out' | 'interrupted' | undefined
  const end = (reason: typeof why) => {
    why ??= reason
    killGroup(child.pid)
  }
  const timer = setTimeout(() => end('timed out'), timeoutMs)
  const interrupt = () => end('interrupted')
  if (signal.aborted) interrupt()
  signal.addEventListener('abort', interrupt)
  child.once('exit', () => killGroup(child.pid))
  return new Promise<Ended>((resolve, reject) => {
    child.once('error', ({ message }) =>
      reject(new UsageError(`the command ${file} could not be started: ${message}`)),
    )
    child.once('close', (code) =>
      resolve({
        outcome: why ?? (code === 0 ? 'passed' : 'failed'),
        ms: performance.now() - start,
        output,
      }),
    )
  }).finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', interrupt)
  })
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // All its processes have ended.
  }
}

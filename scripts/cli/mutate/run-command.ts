// Runs the command of the user against a mock of its own.

import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Dialect } from '#generated/dialects.js'
import { UsageError } from '../../../conformance/core/usage-error.js'
import { faultsOf } from '../../../mocks/faults/by-id.js'
import { DEVELOPMENT_KEYS } from '../../../mocks/queue/deliver/signature.js'
import {
  faults,
  startMock,
  type AlarmClock,
  type Mock,
  type MockOptions,
} from '../../../mocks/index.js'
import { FAULT_VARIABLE, RECORD_VARIABLE, recording } from '../../../mocks/start/mutation.js'
import { TAPE_VARIABLE } from '../../../mocks/start/tape.js'
import { tracer } from '../../../mocks/start/trace.js'
import { environmentOf } from '../mock/environment.js'
import type { Tape } from './replay.js'
import { tapesIn } from './silent.js'

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

/** A run and its record. */
export interface Recorded extends Ended {
  /** The functions and the properties of requests that the run used. Empty in a run with a fault. */
  readonly uses: ReadonlySet<string>
  /** The requests and deliveries. A delivery that is made twice has two elements. */
  readonly trace: ReadonlySet<string>
  /** The tapes of the mocks in processes of the command. Empty unless they saw everything. */
  readonly tapes: readonly Tape[]
}

/**
 * Runs the command against a correct mock. The record includes mocks in processes of the command, with
 * `isTaped` also their tapes.
 */
export const runCorrect = (setting: Setting, { isTaped = false } = {}): Promise<Recorded> =>
  recorded((lines, file) => {
    const faults = recording((use) => lines.push(`use ${use}`))
    const environment = {
      [RECORD_VARIABLE]: file,
      [TAPE_VARIABLE]: isTaped ? tapeBeside(file) : '',
    }
    return runAgainst(setting, { faults, lines, environment })
  })

/** Runs the command against a mock with a fault. Mocks in processes of the command have it too. */
export const runWithFault = (setting: Setting, id: string, timeoutMs: number): Promise<Recorded> =>
  recorded((lines, file) =>
    runAgainst(setting, {
      faults: faultsOf([id], faults),
      timeoutMs,
      lines,
      environment: { [FAULT_VARIABLE]: id, [RECORD_VARIABLE]: file },
    }),
  )

/** Calls `run` with a list and a file for its record. */
async function recorded(run: (lines: string[], file: string) => Promise<Ended>): Promise<Recorded> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-contract-mutate-'))
  const file = join(folder, 'record')
  const lines: string[] = []
  try {
    const ended = await run(lines, file)
    // A tape has nothing of the mock of the command itself.
    const tape = lines.some((line) => !line.startsWith('use ')) ? '' : contentOf(tapeBeside(file))
    lines.push(...contentOf(file).split('\n'))
    return { ...ended, uses: usesIn(lines), trace: traceIn(lines), tapes: tapesIn(tape) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const tapeBeside = (file: string) => `${file}.tape`
const contentOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

const usesIn = (lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => (line.startsWith('use ') ? [line.slice(4)] : [])))

/** A request may be sent any number of times, because applications poll. Deliveries are counted. */
function traceIn(lines: readonly string[]): ReadonlySet<string> {
  const trace = new Set<string>()
  for (const line of lines) {
    if (line.startsWith('request ')) trace.add(line)
    if (!line.startsWith('attempt ')) continue
    let count = 1
    while (trace.has(`${line} ${count}`)) count++
    trace.add(`${line} ${count}`)
  }
  return trace
}

/** True if a run shows nothing that no correct run shows, and lacks nothing that all of them show. */
export const isLike = (trace: Recorded['trace'], correct: readonly Recorded[]): boolean =>
  [...trace].every((line) => correct.some((each) => each.trace.has(line))) &&
  [...correct[0]!.trace].every(
    (line) => trace.has(line) || !correct.every((each) => each.trace.has(line)),
  )

interface Against {
  readonly faults: MockOptions['faults']
  readonly environment: Readonly<Record<string, string>>
  /** Receives a line for each request and delivery. */
  readonly lines: string[]
  readonly timeoutMs?: number
}

async function runAgainst(
  { command, dialect, clock, signal }: Setting,
  { faults, environment, lines, timeoutMs }: Against,
): Promise<Ended> {
  const mock = await startMock({ dialect, clock, faults, signingKeys: DEVELOPMENT_KEYS })
  const traceOf = tracer(clock === 'virtual')
  const stop = mock.journal.follow((entry) => lines.push(traceOf(entry)))
  try {
    const env = { ...process.env, ...variablesOf(mock, dialect), ...environment }
    return await ending(command, env, signal, timeoutMs)
  } finally {
    stop()
    await mock.close()
  }
}

/** Returns the variables of the suite, and those that clients of the dialect read. */
const variablesOf = (mock: Mock<AlarmClock>, dialect: Dialect) => ({
  SVC_KV_URL: mock.kv.url,
  SVC_KV_TOKEN: mock.kv.token,
  SVC_KV_READONLY_TOKEN: mock.kv.readOnlyToken,
  SVC_QUEUE_URL: mock.queue.url,
  SVC_QUEUE_TOKEN: mock.queue.token,
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

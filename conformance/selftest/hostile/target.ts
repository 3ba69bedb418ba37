// A process under attack: started as a user starts it, watched from outside, and ended with the test.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startProbe, type Probed, type Seen } from './probe.js'

export interface Target {
  /** What it printed when it was ready. */
  readonly ready: unknown
  /** Set once it has ended without being told to. */
  readonly ended: string | undefined
  /** What it has written to its standard error. */
  readonly stderr: () => string
  /** What has been seen since the last call. */
  readonly seen: () => Promise<Seen>
  /** Begins to ask these; what was asked before is asked no more. */
  readonly probe: (probed: readonly Probed[]) => Promise<void>
  /**
   * The bytes resident after garbage collection and so many milliseconds without requests: V8 gives
   * space back only after some seconds.
   */
  readonly resident: (restMs: number) => Promise<number>
  /** Ends it as Ctrl-C does; resolves with how it ended, at the latest 5 s later. */
  readonly stop: () => Promise<string>
  readonly kill: () => Promise<void>
}

const root = fileURLToPath(new URL('../../../', import.meta.url))
export const cli = `${root}dist/scripts/cli.js`
export const sinkModule = `${root}dist/conformance/sink/sink.js`

/** A heap this large is none that bounded input needs, and is gone before the machine suffers. */
const HEAP_MB = 1024

/** How often garbage is collected before memory is measured. */
const ROUNDS = 8

/** Collects garbage in every thread whenever the process is told to: each has a heap of its own. */
const collector = `
import { isMainThread } from 'node:worker_threads'
const channel = new BroadcastChannel('collector')
if (isMainThread) {
  let [threads, left] = [0, 0]
  const end = () => process.stdout.write('collected\\n')
  channel.onmessage = ({ data }) => {
    if (data === 'started') threads++
    if (data === 'collected' && --left === 0) end()
  }
  process.on('SIGUSR2', () => {
    gc()
    left = threads
    if (left === 0) end()
    else channel.postMessage('collect')
  })
} else {
  channel.onmessage = ({ data }) => {
    if (data !== 'collect') return
    gc()
    channel.postMessage('collected')
  }
  channel.postMessage('started')
}
channel.unref()
`

/** Starts a node program that prints a line of JSON when it is ready. Rejects where it does not. */
export async function startTarget(program: readonly string[]): Promise<Target> {
  const child = spawn(
    process.execPath,
    [
      ...['--expose-gc', `--max-old-space-size=${HEAP_MB}`],
      ...['--import', `data:text/javascript,${encodeURIComponent(collector)}`, ...program],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'], cwd: root, env: {} },
  )
  const lines = createInterface(child.stdout)
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString().slice(0, 20_000)))
  let ended: string | undefined
  let isTold = false
  const exit = once(child, 'exit').then(([code, signal]) => {
    const how = signal === null ? `exit ${code}` : String(signal)
    if (!isTold) ended = how
    return how
  })
  const ready = await Promise.race([
    once(lines, 'line').then(([line]) => JSON.parse(line as string) as unknown),
    exit.then((how) => Promise.reject(new Error(`the target did not start: ${how}\n${stderr}`))),
  ])
  let asked: readonly Probed[] = []
  let probe = startProbe(child.pid!, asked)

  const memory = () => {
    const status = readFileSync(`/proc/${child.pid}/status`, 'latin1')
    return Number(/VmRSS:\s*(\d+)/.exec(status)?.[1]) * 1024
  }

  return {
    ready,
    get ended() {
      return ended
    },
    stderr: () => stderr,
    seen: () => probe.take(),
    async probe(probed) {
      await probe.stop()
      asked = probed
      probe = startProbe(child.pid!, asked)
    },
    async resident(restMs) {
      let least = Infinity
      await probe.stop()
      for (let round = 0; round < ROUNDS && ended === undefined; round++) {
        await pause(restMs / ROUNDS)
        child.kill('SIGUSR2')
        await Promise.race([once(lines, 'line'), exit])
        if (ended === undefined) least = Math.min(least, memory())
      }
      probe = startProbe(child.pid!, asked)
      return least
    },
    async stop() {
      isTold = true
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), 5_000)
      const how = await exit
      clearTimeout(timer)
      await probe.stop()
      return how
    },
    async kill() {
      isTold = true
      child.kill('SIGKILL')
      await Promise.all([exit, probe.stop()])
    },
  }
}

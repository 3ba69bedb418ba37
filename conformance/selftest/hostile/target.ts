// A process under attack. It is started as a user starts it, watched from outside, and stopped when
// the test ends.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startProbe, type Probed } from './probe.js'

export type AttackedTarget = Awaited<ReturnType<typeof startTarget>>

const root = fileURLToPath(new URL('../../../', import.meta.url))
export const cli = `${root}dist/scripts/cli.js`
export const sinkModule = `${root}build/conformance/sink/sink.js`

/** The heap limit. It is more than limited input needs, and less than would harm the machine. */
const HEAP_MB = 1024

/** The number of garbage collections before memory is measured. */
const ROUNDS = 8

/**
 * A program that collects garbage in every thread on SIGUSR2, because each thread has a separate
 * heap.
 */
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

/**
 * Starts a node program that prints a line of JSON when it is ready. Rejects if the program ends
 * before.
 */
export async function startTarget(program: readonly string[]) {
  const child = spawn(
    process.execPath,
    [
      '--expose-gc',
      `--max-old-space-size=${HEAP_MB}`,
      // Hostile requests have unknown settings and refused messages in batches. Any other text on stderr
      // is a failure.
      '--disable-warning=SettingWarning',
      '--disable-warning=BatchWarning',
      '--import',
      `data:text/javascript,${encodeURIComponent(collector)}`,
      ...program,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'], cwd: root, env: {} },
  )
  const lines = createInterface(child.stdout)
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString().slice(0, 20_000)))
  let ended: string | undefined
  let isStopped = false
  const exit = once(child, 'exit').then(([code, signal]) => {
    const how = signal === null ? `exit ${code}` : String(signal)
    if (!isStopped) ended = how
    return how
  })
  const ready = await Promise.race([
    once(lines, 'line').then(([line]) => JSON.parse(line as string) as unknown),
    exit.then((how) => Promise.reject(new Error(`the target did not start: ${how}\n${stderr}`))),
  ])
  let probed: readonly Probed[] = []
  let probe = startProbe(child.pid!, probed)

  const memory = () => {
    const status = readFileSync(`/proc/${child.pid}/status`, 'latin1')
    return Number(/VmRSS:\s*(\d+)/.exec(status)?.[1]) * 1024
  }
  /** Resolves with how the process ended. */
  async function end(signal: NodeJS.Signals): Promise<string> {
    isStopped = true
    child.kill(signal)
    const timer = setTimeout(() => child.kill('SIGKILL'), 5_000)
    const how = await exit
    clearTimeout(timer)
    await probe.stop()
    return how
  }

  return {
    /** The JSON that the process printed when it was ready. */
    ready,
    /** The exit code or signal of the process, unless the campaign stopped it. */
    get ended() {
      return ended
    },
    stderr: () => stderr,
    /** Returns the measurements since the previous call. */
    seen: () => probe.take(),
    /** Sends these requests repeatedly. They replace the previous ones. */
    async probe(requests: readonly Probed[]) {
      await probe.stop()
      probed = requests
      probe = startProbe(child.pid!, probed)
    },
    /**
     * Returns the resident memory in bytes after garbage collection and `restMs` milliseconds
     * without requests.
     */
    async resident(restMs: number) {
      let least = Infinity
      await probe.stop()
      for (let round = 0; round < ROUNDS && ended === undefined; round++) {
        await pause(restMs / ROUNDS)
        child.kill('SIGUSR2')
        await Promise.race([once(lines, 'line'), exit])
        if (ended === undefined) least = Math.min(least, memory())
      }
      probe = startProbe(child.pid!, probed)
      return least
    },
    /** Stops the process with SIGTERM, and after 5 s with SIGKILL. */
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

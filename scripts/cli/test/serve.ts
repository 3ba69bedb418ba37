// Starts the target of a run with a command of the user, starts it again when it no longer serves, and
// ends it.

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { request as http } from 'node:http'
import { request as https } from 'node:https'
import { setTimeout as pause } from 'node:timers/promises'
import { CouldNotJudge } from './could-not-judge.js'
import type { TestValues } from './options.js'
import type { GivenTarget } from './target.js'

export interface ServeOptions {
  /** A shell command. */
  readonly command: string
  /** The URLs that the target must answer. */
  readonly urls: readonly string[]
  readonly signal: AbortSignal
  /** The longest wait for an answer in milliseconds, 30,000 by default. */
  readonly startMs?: number
}

/** Starts the target of `--serve` if there is one. */
export async function servedFor(
  { values, named }: { readonly values: TestValues; readonly named: GivenTarget | undefined },
  signal: AbortSignal,
): Promise<Served | undefined> {
  const { serve: command } = values
  const urls = [named?.kv, named?.queue].flatMap((each) => each?.url ?? [])
  return command === undefined ? undefined : serve({ command, urls, signal })
}

export type Served = Awaited<ReturnType<typeof serve>>

/** The most starts of a target in one run, because a target may die after every scenario. */
const mostStarts = 50

/** The time in milliseconds in which a process ends by itself after SIGTERM. */
const graceMs = 2_000

const stepMs = 50

/** Starts a target and waits until it answers. Throws a `CouldNotJudge` error if it does not. */
export async function serve({ command, urls, signal, startMs = 30_000 }: ServeOptions) {
  let child: ChildProcess | undefined
  let output = ''
  let starts = 0
  const keep = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4000))
  const hasEnded = () => child === undefined || child.exitCode !== null || child.signalCode !== null

  /** Ends the command and all its children, which are in a process group of their own. */
  function kill(how: NodeJS.Signals): void {
    if (child?.pid === undefined) return
    try {
      process.kill(-child.pid, how)
    } catch {
      // The group has ended.
    }
  }
  const killAtExit = () => kill('SIGKILL')

  async function end(): Promise<void> {
    process.off('exit', killAtExit)
    kill('SIGTERM')
    for (let waited = 0; waited < graceMs && !hasEnded(); waited += stepMs) await pause(stepMs)
    // Children of a command that has ended may still have the port.
    kill('SIGKILL')
    if (child !== undefined && !hasEnded()) await once(child, 'exit')
    child = undefined
  }

  async function start(): Promise<string | undefined> {
    starts++
    output = ''
    child = spawn(command, { shell: true, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    child.on('error', (error) => keep(Buffer.from(`${error.message}\n`)))
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    process.on('exit', killAtExit)
    for (let waited = 0; waited < startMs; waited += stepMs) {
      if (signal.aborted) return 'was interrupted'
      if (hasEnded()) return `ended with ${child.signalCode ?? `exit code ${child.exitCode}`}`
      if ((await Promise.all(urls.map(answers))).every(Boolean)) return undefined
      await pause(stepMs)
    }
    return `did not answer at ${urls.join(' and ')} within ${startMs / 1000} s`
  }

  const problem = await start()
  if (problem !== undefined) {
    await end()
    const lines = output.trim().split('\n').slice(-mostLines)
    const shown = lines.join('') === '' ? 'It printed nothing' : `It printed:\n${lines.join('\n')}`
    throw new CouldNotJudge(`the target of --serve ${problem}. ${shown}`)
  }
  return {
    /** Starts the target again. Resolves with true when it answers, and false if it does not. */
    revive: async (): Promise<boolean> => {
      await end()
      if (starts >= mostStarts) return false
      return (await start()) === undefined
    },
    close: end,
  }
}

/** The most lines of its output that are shown if a target does not start. */
const mostLines = 10

/** The longest wait for one answer in milliseconds. */
const answerMs = 1_000

/** Resolves with true if a URL gets any response. */
const answers = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const send = url.startsWith('https:') ? https : http
    const sent = send(url, { agent: false, timeout: answerMs, rejectUnauthorized: false })
    sent.on('response', (response) => {
      response.destroy()
      resolve(true)
    })
    sent.on('timeout', () => sent.destroy())
    sent.on('error', () => resolve(false))
    sent.on('close', () => resolve(false))
    sent.end()
  })

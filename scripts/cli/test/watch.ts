// Runs `test` again when a file below the working folder changes or the target starts again. Each run is a
// process of its own, so that it reads changed files and provider modules.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fstatSync, statSync, watch } from 'node:fs'
import { resolve, sep } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { exit } from './exit.js'

/** The variable that is set in the runs, which must not watch again. */
export const WATCHED_VARIABLE = 'SVC_CONTRACT_IN_WATCH'

/** The time in milliseconds in which further changes belong to the same one. */
const quietMs = 200

/** The time in milliseconds between two requests to the target. */
const pollMs = 500

interface WatchOptions {
  /** The command line of each run. */
  readonly command: readonly string[]
  readonly folder: string
  /** The files that the runs write. */
  readonly written: readonly string[]
  /** The URLs of the target. */
  readonly urls: readonly string[]
  readonly signal: AbortSignal
  /** Prints a line. */
  readonly say: (line: string) => void
}

/** Runs the command until the signal aborts. Resolves with the exit code of the last run. */
export async function watched(options: WatchOptions): Promise<number> {
  const { command, folder, urls, signal, say } = options
  const isIgnored = ignored(folder, options.written)
  let changed: string | undefined
  const watcher = watch(folder, { recursive: true }, (_, file) => {
    if (file !== null && !isIgnored(file)) changed = file
  })
  // A folder that is deleted while it is watched is no error of the run.
  watcher.on('error', () => {})
  try {
    for (;;) {
      const code = await runOnce(command, signal)
      if (signal.aborted) return code
      say('Watching files and the target for changes; Ctrl-C ends.')
      const before = await startsOf(urls, signal)
      let why: string | undefined
      while (why === undefined && !signal.aborted) {
        await pause(pollMs, undefined, { signal }).catch(() => {})
        const now = changed === undefined ? await startsOf(urls, signal) : before
        if (changed !== undefined) why = `${changed} changed`
        else if (now !== undefined && now !== before) why = 'the target started again'
      }
      if (signal.aborted) return code
      await pause(quietMs)
      changed = undefined
      say(`Running again: ${why}.`)
    }
  } finally {
    watcher.close()
  }
}

/**
 * Returns a function that is true for files that start no run: packages, hidden files, logs and outputs.
 *
 * @param printed the descriptors to which runs print, which may be files, as after `> out.txt`
 */
export function ignored(
  folder: string,
  written: readonly string[],
  printed: readonly number[] = [1, 2],
): (file: string) => boolean {
  const outputs = new Set(written.map((file) => resolve(folder, file)))
  const streams = printed.map((each) => fstatSync(each))
  const isPrinted = (file: string) => {
    const found = statSync(resolve(folder, file), { throwIfNoEntry: false })
    return streams.some(({ dev, ino }) => dev === found?.dev && ino === found.ino)
  }
  return (file) =>
    outputs.has(resolve(folder, file)) ||
    isPrinted(file) ||
    file.endsWith('.log') ||
    file.split(sep).some((part) => part === 'node_modules' || /^\../.test(part))
}

/** Runs the command once, and resolves with its exit code. Ctrl-C of a terminal reaches it by itself. */
async function runOnce([program = '', ...args]: readonly string[], signal: AbortSignal) {
  const env = { ...process.env, [WATCHED_VARIABLE]: '1' }
  const child = spawn(program, args, { stdio: 'inherit', env })
  const stop = () => child.kill('SIGTERM')
  signal.addEventListener('abort', stop)
  const [code] = (await once(child, 'close')) as [number | null]
  signal.removeEventListener('abort', stop)
  return code ?? exit.couldNotJudge
}

/**
 * Returns a text that differs after a start of the target, or undefined while one of its URLs does not
 * answer. The health route of a mock has an id of its start. Any other target has started again if it did
 * not answer before.
 */
async function startsOf(urls: readonly string[], signal: AbortSignal): Promise<string | undefined> {
  try {
    const starts = urls.map(async (url) => {
      const answer = await fetch(`${url.replace(/\/$/, '')}/__mock/health`, { signal })
      const text = await answer.text()
      return answer.ok ? text : 'answers'
    })
    return (await Promise.all(starts)).join('\n')
  } catch {
    return undefined
  }
}

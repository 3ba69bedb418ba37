// Handles Ctrl-C, SIGTERM and SIGHUP, the signal of a terminal that was closed.

import { CouldNotJudge } from './test/could-not-judge.js'

/**
 * Resolves with the first Ctrl-C, SIGTERM or SIGHUP. A later SIGHUP is ignored: a closed terminal and
 * its shell both send one.
 */
export const stopSignal = (): Promise<void> =>
  new Promise((resolve) => void onStopSignal(() => resolve()))

/** Calls `act` at each of these signals. Returns a function that ends this. */
function onStopSignal(act: () => void): () => void {
  process.once('SIGINT', act).once('SIGTERM', act).on('SIGHUP', act)
  return () => void process.off('SIGINT', act).off('SIGTERM', act).off('SIGHUP', act)
}

/**
 * Resolves when npx, which started this process, has ended without a signal to it. Never resolves if
 * the process was started in another way, because a mock in the background outlives its shell.
 */
export const parentEnd = (environment: NodeJS.ProcessEnv, everyMs = 500): Promise<void> =>
  new Promise((resolve) => {
    const { npm_lifecycle_event: event, npm_lifecycle_script: script = '' } = environment
    if (event !== 'npx' || !/^'?([^ ]*\/)?svc-contract\b/.test(script)) return
    const parent = process.ppid
    const timer = setInterval(() => {
      if (process.ppid === parent) return
      clearInterval(timer)
      resolve()
    }, everyMs).unref()
  })

/**
 * Runs with an AbortSignal that the first Ctrl-C aborts, so that the run can clean up. The second
 * Ctrl-C kills the process. The end of npx, which started the process, aborts too.
 */
export async function interruptible<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const abort = () => controller.abort(new CouldNotJudge('the run was interrupted'))
  const ignoreSignals = onStopSignal(abort)
  void parentEnd(process.env).then(abort)
  try {
    return await run(controller.signal)
  } finally {
    ignoreSignals()
  }
}

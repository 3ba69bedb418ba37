// Handles Ctrl-C and SIGTERM.

import { CouldNotJudge } from './test/exit.js'

/** Resolves with the first Ctrl-C or SIGTERM. */
export const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    process.once('SIGINT', resolve)
    process.once('SIGTERM', resolve)
  })

/**
 * Returns an AbortSignal that the first Ctrl-C aborts, so that the run can clean up. The second
 * Ctrl-C kills the process.
 */
export function interruption(): AbortSignal {
  const controller = new AbortController()
  void stopSignal().then(() => controller.abort(new CouldNotJudge('the run was interrupted')))
  return controller.signal
}

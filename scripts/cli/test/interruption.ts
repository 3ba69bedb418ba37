// Ctrl-C, as a signal that all a run waits for listens to.

import { CouldNotJudge } from './could-not-judge.js'

/** Aborted by the first Ctrl-C, so that what is under way is still cleaned up; the second one kills. */
export function interruption(): AbortSignal {
  const controller = new AbortController()
  const interrupt = () => controller.abort(new CouldNotJudge('the run was interrupted'))
  process.once('SIGINT', interrupt)
  process.once('SIGTERM', interrupt)
  return controller.signal
}

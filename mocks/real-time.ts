// The time and the timers of this process, also after a test of an application has replaced the
// global ones.

import { clearTimeout, setImmediate, setTimeout } from 'node:timers'

export const realTime = {
  /** Returns the time in Unix milliseconds. */
  now: Date.now,
  /** Returns the milliseconds since an arbitrary start. */
  stopwatch: performance.now.bind(performance),
  setTimeout,
  clearTimeout,
  setImmediate,
}

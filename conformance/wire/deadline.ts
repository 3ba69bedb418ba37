// A timeout as an abort signal. The timer can be paused.

import { setMaxListeners } from 'node:events'
import { stalledBetween } from './lateness.js'

export interface Deadline {
  readonly signal: AbortSignal
  readonly clear: () => void
  /** Adds time. */
  readonly extend: (milliseconds: number) => void
  /** Aborts the signal now, so that nothing that still waits keeps the process alive. */
  readonly end: (reason: string) => void
  /** Pauses the timer until the returned function is called. Pauses may overlap. */
  readonly hold: () => () => void
  /** Starts the time anew. */
  readonly renew: () => void
}

/**
 * Returns a deadline in `milliseconds` from now. Time in which this process stood still does not
 * count, because it received nothing. The deadline is also aborted when `sooner` is aborted. `limit`
 * names what sets its time.
 */
export function deadlineAfter(
  milliseconds: number,
  sooner?: AbortSignal,
  limit = '--timeout',
): Deadline {
  const controller = new AbortController()
  // A scenario may have many unfinished requests that all listen to this signal.
  setMaxListeners(0, controller.signal)
  const abort = () => controller.abort(sooner?.reason)
  const startedAt = Date.now()
  let stalledMs = 0
  function timeOut() {
    const stalled = stalledBetween(startedAt, Date.now())
    if (stalled > stalledMs) {
      timer = setTimeout(timeOut, stalled - stalledMs)
      stalledMs = stalled
      return
    }
    const reason = `timed out after ${Math.round(milliseconds)} ms (limit: ${limit})`
    controller.abort(new Error(reason))
  }
  let timer = setTimeout(timeOut, milliseconds)
  let [left, since] = [milliseconds, performance.now()]
  let holders = 0
  let cleared = false
  if (sooner?.aborted === true) abort()
  if (sooner !== undefined) {
    // All running scenarios listen to the signal of their run.
    setMaxListeners(0, sooner)
    sooner.addEventListener('abort', abort, { once: true })
  }
  function clear() {
    cleared = true
    clearTimeout(timer)
    sooner?.removeEventListener('abort', abort)
  }
  return {
    signal: controller.signal,
    hold() {
      if (holders++ === 0) {
        clearTimeout(timer)
        left -= performance.now() - since
      }
      return () => {
        if (--holders > 0 || cleared) return
        since = performance.now()
        timer = setTimeout(timeOut, Math.max(0, left))
      }
    },
    clear,
    extend(more) {
      const goOn = this.hold()
      left += more
      goOn()
    },
    end(reason) {
      clear()
      controller.abort(new Error(reason))
    },
    renew() {
      left = milliseconds
      if (holders > 0 || cleared || controller.signal.aborted) return
      since = performance.now()
      clearTimeout(timer)
      timer = setTimeout(timeOut, left)
    },
  }
}

/** Returns the reason of an aborted signal as text. */
export const reasonOf = ({ reason }: AbortSignal): string =>
  reason instanceof Error ? reason.message : String(reason)

export const aborted = (signal: AbortSignal): Promise<void> =>
  signal.aborted
    ? Promise.resolve()
    : new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))

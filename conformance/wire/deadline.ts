// How long a scenario may take, as a signal that everything it waits for listens to.

import { setMaxListeners } from 'node:events'

export interface Deadline {
  readonly signal: AbortSignal
  /** Stops the timer. */
  readonly clear: () => void
  /** Lets time pass that does not count, until what it returns is called; also several at once. */
  readonly hold: () => () => void
}

/** A deadline in `milliseconds` from now, or as soon as `sooner` is aborted. */
export function deadlineAfter(milliseconds: number, sooner?: AbortSignal): Deadline {
  const controller = new AbortController()
  // A scenario may have many requests under way; each listens to the one signal.
  setMaxListeners(0, controller.signal)
  const end = () => controller.abort(sooner?.reason)
  const pass = () => controller.abort(new Error(`${milliseconds} ms had passed`))
  let timer = setTimeout(pass, milliseconds)
  let [left, since] = [milliseconds, performance.now()]
  let holders = 0
  let cleared = false
  if (sooner?.aborted === true) end()
  if (sooner !== undefined) {
    // All scenarios under way listen to the signal of their run.
    setMaxListeners(0, sooner)
    sooner.addEventListener('abort', end, { once: true })
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
        timer = setTimeout(pass, Math.max(0, left))
      }
    },
    clear() {
      cleared = true
      clearTimeout(timer)
      sooner?.removeEventListener('abort', end)
    },
  }
}

/** Why a signal was aborted, in words. */
export const reasonOf = ({ reason }: AbortSignal): string =>
  reason instanceof Error ? reason.message : String(reason)

/** Resolves when the signal is aborted. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  signal.aborted
    ? Promise.resolve()
    : new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))

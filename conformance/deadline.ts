// How long a scenario may take, as a signal that everything it waits for listens to.

import { setMaxListeners } from 'node:events'

export interface Deadline {
  readonly signal: AbortSignal
  /** Stops the timer. */
  readonly clear: () => void
}

/** A deadline in `milliseconds` from now, or as soon as `sooner` is aborted. */
export function deadlineAfter(milliseconds: number, sooner?: AbortSignal): Deadline {
  const controller = new AbortController()
  // A scenario may have many requests under way; each listens to the one signal.
  setMaxListeners(0, controller.signal)
  const end = () => controller.abort(sooner?.reason)
  const timer = setTimeout(
    () => controller.abort(new Error(`${milliseconds} ms had passed`)),
    milliseconds,
  )
  if (sooner?.aborted === true) end()
  if (sooner !== undefined) {
    // All scenarios under way listen to the signal of their run.
    setMaxListeners(0, sooner)
    sooner.addEventListener('abort', end, { once: true })
  }
  return {
    signal: controller.signal,
    clear() {
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

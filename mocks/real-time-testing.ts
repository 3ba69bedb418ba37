// Fake timers for tests of the clocks, which do not follow those of an application's test.

import { vi } from 'vitest'
import { realTime } from './clock.js'

const original = { ...realTime }

/** Uses fake timers, also in the clocks of the mocks, until `useRealTimers` is called. */
export function useFakeTimers(): void {
  vi.useFakeTimers()
  Object.assign(realTime, {
    now: () => Date.now(),
    stopwatch: () => performance.now(),
    setTimeout: (act: () => void, milliseconds?: number) => setTimeout(act, milliseconds),
    clearTimeout: (timer: NodeJS.Timeout | undefined) => clearTimeout(timer),
  })
}

export function useRealTimers(): void {
  vi.useRealTimers()
  Object.assign(realTime, original)
}

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { latenessBetween, watchLateness } from './lateness.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('events during a stall of the process may be recorded late, others not', () => {
  const start = Date.now()
  watchLateness()
  vi.advanceTimersByTime(1000)
  // The process stalls for 400 ms.
  vi.setSystemTime(start + 1400)
  vi.advanceTimersByTime(25)
  vi.advanceTimersByTime(1000)

  expect(latenessBetween(start, start + 3000)).toBe(400)
  expect(latenessBetween(start + 1200, start + 1300)).toBe(400)
  expect(latenessBetween(start, start + 1000)).toBe(0)
  expect(latenessBetween(start + 1500, start + 3000)).toBe(0)
})

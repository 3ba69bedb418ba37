import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.useFakeTimers()
  // The module keeps the stalls of the process.
  vi.resetModules()
})
afterEach(() => void vi.useRealTimers())

test('events just after a stall may be recorded as late as its length, after several as their sum', async () => {
  const { latenessBetween, watchLateness } = await import('./lateness.js')
  const start = Date.now()
  watchLateness()
  for (const end of [1400, 1800]) {
    vi.setSystemTime(start + end)
    vi.advanceTimersByTime(25)
  }

  expect(latenessBetween(start + 1900, start + 4000)).toBeGreaterThan(1700)
  expect(latenessBetween(start - 5000, start + 1900)).toBeGreaterThan(1700)
  expect(latenessBetween(start + 2900, start + 4000)).toBe(0)
})

test('events during a stall of the process may be recorded late, others not', async () => {
  const { latenessBetween, watchLateness } = await import('./lateness.js')
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
  expect(latenessBetween(start + 2500, start + 3000)).toBe(0)
})

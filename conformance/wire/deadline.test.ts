import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type * as deadline from './deadline.js'

let aborted: typeof deadline.aborted
let deadlineAfter: typeof deadline.deadlineAfter

beforeEach(async () => {
  // Other tests of this process may have started to watch its lateness.
  vi.resetModules()
  ;({ aborted, deadlineAfter } = await import('./deadline.js'))
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

describe('a deadline', () => {
  test('aborts after its time, with the time as the reason', () => {
    const { signal } = deadlineAfter(200)
    vi.advanceTimersByTime(199)
    expect(signal.aborted).toBe(false)
    vi.advanceTimersByTime(1)
    expect(signal.reason).toEqual(new Error('timed out after 200 ms (limit: --timeout)'))
  })

  test('does not count the time of overlapping pauses', () => {
    const { signal, hold } = deadlineAfter(200)
    vi.advanceTimersByTime(100)
    const resumes = [hold(), hold()]
    for (const resume of resumes) {
      vi.advanceTimersByTime(10_000)
      resume()
    }
    vi.advanceTimersByTime(99)
    expect(signal.aborted).toBe(false)
    vi.advanceTimersByTime(1)
    expect(signal.aborted).toBe(true)
  })

  test('does not count the time in which this process stood still', async () => {
    const { watchLateness } = await import('./lateness.js')
    watchLateness()
    const { signal } = deadlineAfter(200)
    // The process stands still for 400 ms: no timer runs, and then all that are due.
    vi.setSystemTime(Date.now() + 400)
    vi.advanceTimersByTime(200)
    expect(signal.aborted).toBe(false)
    vi.advanceTimersByTime(400)
    expect(signal.aborted).toBe(true)
  })

  test('never aborts once it is cleared, even in a pause', () => {
    const sooner = new AbortController()
    const [one, paused] = [deadlineAfter(200, sooner.signal), deadlineAfter(200)]
    const resume = paused.hold()
    one.clear()
    paused.clear()
    resume()
    sooner.abort()
    vi.advanceTimersByTime(1000)
    expect([one.signal.aborted, paused.signal.aborted]).toEqual([false, false])
  })

  test('aborts with its parent signal, also one that is already aborted', async () => {
    const sooner = new AbortController()
    const { signal } = deadlineAfter(60_000, sooner.signal)
    const reason = new Error('interrupted by the user')
    const waiting = aborted(signal)
    sooner.abort(reason)

    await waiting
    await aborted(signal)
    expect(signal.reason).toBe(reason)
    expect(deadlineAfter(60_000, sooner.signal).signal.reason).toBe(reason)
  })
})

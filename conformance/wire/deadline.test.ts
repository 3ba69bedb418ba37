import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { aborted, deadlineAfter } from './deadline.js'

describe('a deadline', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('passes after its time and says how long that was', () => {
    const { signal } = deadlineAfter(200)
    vi.advanceTimersByTime(199)
    expect(signal.aborted).toBe(false)
    vi.advanceTimersByTime(1)
    expect(signal.reason).toEqual(new Error('200 ms had passed'))
  })

  test('does not count time for which it is held', () => {
    const { signal, hold } = deadlineAfter(200)
    vi.advanceTimersByTime(100)
    const [goOn, other] = [hold(), hold()]
    vi.advanceTimersByTime(10_000)
    goOn()
    vi.advanceTimersByTime(10_000)
    other()
    vi.advanceTimersByTime(99)
    expect(signal.aborted).toBe(false)
    vi.advanceTimersByTime(1)
    expect(signal.aborted).toBe(true)
  })

  test('that is cleared never passes, though it was held', () => {
    const sooner = new AbortController()
    const [one, held] = [deadlineAfter(200, sooner.signal), deadlineAfter(200)]
    const goOn = held.hold()
    one.clear()
    held.clear()
    goOn()
    sooner.abort()
    vi.advanceTimersByTime(1000)
    expect([one.signal.aborted, held.signal.aborted]).toEqual([false, false])
  })
})

test('a deadline passes as soon as what it belongs to is ended', () => {
  const sooner = new AbortController()
  const { signal, clear } = deadlineAfter(60_000, sooner.signal)
  const reason = new Error('the user had enough')
  sooner.abort(reason)

  expect(signal.reason).toBe(reason)
  expect(deadlineAfter(60_000, sooner.signal).signal.reason).toBe(reason)
  clear()
})

test('one can wait for a signal, also for one that has passed', async () => {
  const controller = new AbortController()
  const waiting = aborted(controller.signal)
  controller.abort()

  await waiting
  await aborted(controller.signal)
})

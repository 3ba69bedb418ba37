import { expect, test, vi } from 'vitest'
import { aborted, deadlineAfter } from './deadline.js'

test('a deadline passes after its time and says how long that was', () => {
  vi.useFakeTimers()
  try {
    const { signal } = deadlineAfter(200)
    vi.advanceTimersByTime(199)
    expect(signal.aborted).toBe(false)
    vi.advanceTimersByTime(1)
    expect(signal.reason).toEqual(new Error('200 ms had passed'))
  } finally {
    vi.useRealTimers()
  }
})

test('time for which it is held does not count', () => {
  vi.useFakeTimers()
  try {
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
  } finally {
    vi.useRealTimers()
  }
})

test('a deadline that was cleared while it was held never passes', () => {
  vi.useFakeTimers()
  try {
    const { signal, clear, hold } = deadlineAfter(200)
    const goOn = hold()
    clear()
    goOn()
    vi.advanceTimersByTime(1000)
    expect(signal.aborted).toBe(false)
  } finally {
    vi.useRealTimers()
  }
})

test('a deadline that is cleared never passes', () => {
  vi.useFakeTimers()
  try {
    const sooner = new AbortController()
    const { signal, clear } = deadlineAfter(200, sooner.signal)
    clear()
    sooner.abort()
    vi.advanceTimersByTime(1000)
    expect(signal.aborted).toBe(false)
  } finally {
    vi.useRealTimers()
  }
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

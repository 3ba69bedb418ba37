import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { virtualClock } from '../../clock.js'
import { useFakeTimers, useRealTimers } from '../../real-time-testing.js'
import type { Queue } from '../queue.js'
import { createScheduler } from './scheduler.js'
import { beginUnsettledAttempt, createUnsettledAttempts, unsettledRoom } from './unsettled.js'

beforeEach(useFakeTimers)
afterEach(useRealTimers)

const { signal } = new AbortController()

/** Returns the parts of a queue that the attempts use, and the number of times that it was woken. */
function queueWith({ isTransactional = true } = {}) {
  const unsettled = createUnsettledAttempts()
  const awaitDue = vi.fn(async () => {})
  const clock = virtualClock()
  const queue = {
    store: { isTransactional },
    room: { unsettled },
    delivery: { awaitDue },
    scheduler: createScheduler(clock),
  } as unknown as Queue
  return { queue, clock, unsettled, awaitDue, begin: () => beginUnsettledAttempt(queue, signal) }
}

const storedAfter = (milliseconds: number) => async () => {
  vi.setSystemTime(Date.now() + milliseconds)
  vi.advanceTimersByTime(milliseconds)
}

test('outcomes that are stored soon raise the limit by 1 to 16, a slow one halves it to at least 2', async () => {
  const { queue, begin } = queueWith()
  const settle = async (milliseconds: number) => {
    const attempt = begin()
    await attempt.settle(storedAfter(milliseconds))
    await attempt.end()
    return unsettledRoom(queue)
  }
  expect(unsettledRoom(queue)).toBe(2)
  expect([await settle(9), await settle(9), await settle(9)]).toEqual([3, 4, 5])
  for (let n = 0; n < 20; n++) await settle(1)
  expect(unsettledRoom(queue)).toBe(16)
  expect([await settle(10), await settle(10), await settle(10), await settle(10)]).toEqual([
    8, 4, 2, 2,
  ])
})

test('the end of an attempt wakes a queue that had no room, when half of the limit is free', async () => {
  const { queue, awaitDue, begin } = queueWith()
  const [first, second] = [begin(), begin()]
  expect(unsettledRoom(queue)).toBe(0)

  await first.end()
  expect(awaitDue).toHaveBeenCalledOnce()
  await second.end()
  await second.end()
  expect(awaitDue).toHaveBeenCalledOnce()
  expect(unsettledRoom(queue)).toBe(2)
})

test('a virtual clock that knows of the attempts in progress waits while there is no room', async () => {
  const { queue, clock, begin } = queueWith()
  for (const attempt of [begin(), begin()]) {
    attempt.sent()
    queue.scheduler.start(() => new Promise(() => {}))
  }
  expect(unsettledRoom(queue)).toBe(0)

  let hasAdvanced = false
  void clock.advance(0, { hanging: 2 }).then(() => (hasAdvanced = true))
  await vi.advanceTimersByTimeAsync(50)
  expect(hasAdvanced).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(hasAdvanced).toBe(true)
})

test('an attempt without a response after more than 50 ms does not count until its outcome is stored', async () => {
  const { queue, begin } = queueWith()
  const attempt = begin()
  attempt.sent()
  vi.advanceTimersByTime(50)
  expect(unsettledRoom(queue)).toBe(1)
  vi.advanceTimersByTime(1)
  expect(unsettledRoom(queue)).toBe(2)

  await attempt.settle(async () => expect(unsettledRoom(queue)).toBe(1))
  await attempt.end()
  expect(unsettledRoom(queue)).toBe(3)
})

test('attempts of a queue in memory are not limited', async () => {
  const { queue, unsettled, begin } = queueWith({ isTransactional: false })
  const attempt = begin()
  attempt.sent()
  await attempt.settle(async () => {})
  await attempt.end()

  expect(unsettled.count).toBe(0)
  expect(unsettledRoom(queue)).toBe(Infinity)
})

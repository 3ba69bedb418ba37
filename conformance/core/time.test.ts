import { describe, expect, test } from 'vitest'
import { days, minutes, polled, realTime, virtualTime } from './time.js'

const { signal } = new AbortController()
const never = new Promise<void>(() => {})

describe('virtual time', () => {
  /** A clock, and how far it was turned; it settles when it is let. */
  const turned: number[] = []
  const clock = {
    now: async () => 5,
    advance: async (milliseconds: number) => void turned.push(milliseconds),
  }

  test('is turned, and told by the clock', async () => {
    const time = virtualTime(clock, { signal, patienceMs: 1000, hanging: () => 0 })
    await time.pass(days(1))
    await time.until(never, minutes(2))

    expect(turned).toEqual([86_400_000, 120_000])
    expect(await time.now()).toBe(5)
  })

  test('does not wait for the clock to settle when what is due now has come', async () => {
    const stuck = { ...clock, advance: () => never }
    const time = virtualTime(stuck, { signal, patienceMs: 60_000, hanging: () => 0 })

    await time.until(Promise.resolve(), 0)
  })

  test('gives up on a clock that does not settle', async () => {
    const stuck = { ...clock, advance: () => never }

    await virtualTime(stuck, { signal, patienceMs: 1, hanging: () => 0 }).until(never, 1000)
  })
})

describe('real time', () => {
  test('ends with what it waits for, or when both the time and the patience are over', async () => {
    const time = realTime({ signal, patienceMs: 1 })
    await time.until(Promise.resolve(), days(1))
    const before = performance.now()
    await time.until(never, 20)

    expect(performance.now() - before).toBeGreaterThanOrEqual(20)
  })

  test('is looked through for as long as it takes by itself, and the patience', async () => {
    const before = performance.now()
    await polled(realTime({ signal, patienceMs: 1 }), async () => false, 20)

    expect(performance.now() - before).toBeGreaterThanOrEqual(20)
  })

  test('ends with its scenario', async () => {
    const time = realTime({ signal: AbortSignal.abort(), patienceMs: 60_000 })
    await time.pass(days(1))
    await time.until(never, days(1))
  })
})

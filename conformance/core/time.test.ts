import { describe, expect, test } from 'vitest'
import { days, minutes, polled, realTime, virtualTime } from './time.js'

const { signal } = new AbortController()
const never = new Promise<void>(() => {})

describe('virtual time', () => {
  const advanced: number[] = []
  const clock = {
    now: async () => 5,
    advance: async (milliseconds: number) => void advanced.push(milliseconds),
  }
  const stuck = { ...clock, advance: () => never }
  const hanging = () => 0

  test('advances the clock and has its time', async () => {
    const time = virtualTime(clock, { signal, patienceMs: 1000, hanging })
    await time.pass(days(1))
    await time.until(never, minutes(2))

    expect(advanced).toEqual([86_400_000, 120_000])
    expect(await time.now()).toBe(5)
  })

  test('does not wait for a stuck clock if something due now has happened', async () => {
    await virtualTime(stuck, { signal, patienceMs: 60_000, hanging }).until(Promise.resolve(), 0)
  })

  test('stops waiting for a stuck clock after the timeout', async () => {
    await virtualTime(stuck, { signal, patienceMs: 1, hanging }).until(never, 1000)
  })
})

describe('real time', () => {
  const unheld = { hold: () => () => {}, pausesMs: 0 }

  test('stops the time of the scenario during pauses, up to a limit', async () => {
    const held: string[] = []
    const hold = () => (held.push('held'), () => void held.push('goes on'))
    const time = realTime({ signal, patienceMs: 1, hold, pausesMs: 5 })
    for (const pause of [3, 2, 1]) await time.pause(pause)

    expect(held).toEqual(['held', 'goes on', 'held', 'goes on'])
  })

  test('waits for an event, or for the time plus the patience', async () => {
    const time = realTime({ signal, patienceMs: 1, ...unheld })
    await time.until(Promise.resolve(), days(1))
    const before = performance.now()
    await time.until(never, 20)
    await polled(time, async () => false, 20)

    expect(performance.now() - before).toBeGreaterThanOrEqual(40)
  })

  test('counts only the pauses between polls, and tells the last call', async () => {
    const time = realTime({ signal, patienceMs: 1, ...unheld })
    const calls: boolean[] = []
    await polled(time, async (isLast) => {
      calls.push(isLast)
      await time.pass(20)
      return false
    })
    expect(calls).toEqual([false, true])
  })

  test('ends with its scenario', async () => {
    const time = realTime({ signal: AbortSignal.abort(), patienceMs: 60_000, ...unheld })
    await time.pass(days(1))
    await time.until(never, days(1))
  })
})

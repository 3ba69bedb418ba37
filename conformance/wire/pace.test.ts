import { expect, test } from 'vitest'
import { paceOf, type Ticker } from './pace.js'

/** A clock that stands still until it is turned, and wakes those who wait in their order. */
function manualTicker() {
  let time = 0
  const waiting: { at: number; wake: () => void }[] = []
  const ticker: Ticker = {
    now: () => time,
    wait: (milliseconds, signal) =>
      new Promise((resolve) => {
        waiting.push({ at: time + milliseconds, wake: resolve })
        signal.addEventListener('abort', () => resolve(), { once: true })
      }),
  }
  return {
    ticker,
    advance: async (milliseconds: number) => {
      time += milliseconds
      for (const { at, wake } of waiting) if (at <= time) wake()
      await new Promise(setImmediate)
    },
  }
}

const never = () => new AbortController().signal

/** When each of so many who ask at once gets its turn, looked at every 10 ms of so many. */
async function turns(perSecond: number, count: number, milliseconds: number) {
  const { ticker, advance } = manualTicker()
  const pace = paceOf(perSecond, ticker)
  const times: number[] = []
  for (let n = 0; n < count; n++) void pace.turn(never()).then(() => times.push(ticker.now()))
  await advance(0)
  for (let time = 0; time < milliseconds; time += 10) await advance(10)
  return times
}

test('the first has its turn at once, and the others so much later each', async () => {
  expect(await turns(10, 4, 1000)).toEqual([0, 100, 200, 300])
})

test.each([1, 4, 10, 50])('in no second there are more than %d', async (perSecond) => {
  const times = await turns(perSecond, 3 * perSecond, 5000)

  expect(times).toHaveLength(3 * perSecond)
  for (const begin of times)
    expect(times.filter((time) => time >= begin && time < begin + 1000).length).toBeLessThanOrEqual(
      perSecond,
    )
})

test('time in which nobody asks is not saved up', async () => {
  const { ticker, advance } = manualTicker()
  const pace = paceOf(10, ticker)
  const times: number[] = []
  await pace.turn(never())
  await advance(5000)
  for (let n = 0; n < 3; n++) void pace.turn(never()).then(() => times.push(ticker.now()))
  for (let n = 0; n < 4; n++) await advance(n === 0 ? 0 : 100)

  expect(times).toEqual([5000, 5100, 5200])
})

test('nobody waits for a turn once the run has ended', async () => {
  const { ticker } = manualTicker()
  const pace = paceOf(1, ticker)
  const ending = new AbortController()
  await pace.turn(ending.signal)
  const turn = pace.turn(ending.signal)
  ending.abort()

  await turn
})

import { expect, test } from 'vitest'
import { paceOf } from './pace.js'

const { signal } = new AbortController()

test('turns are evenly spaced, and unused time is not saved up', async () => {
  let time = 0
  const waits: number[] = []
  const pace = paceOf(10, { now: () => time, wait: async (ms) => void waits.push(ms) })
  for (time of [0, 5000]) for (let n = 0; n < 4; n++) await pace.turn(signal)

  expect(waits).toEqual([100, 200, 300, 100, 200, 300])
})

test('waiting for a turn ends when the run ends', async () => {
  const pace = paceOf(0.001)
  const ending = new AbortController()
  await pace.turn(ending.signal)
  const turn = pace.turn(ending.signal)
  ending.abort()

  await turn
})

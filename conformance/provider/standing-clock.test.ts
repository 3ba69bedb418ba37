import { expect, test } from 'vitest'
import { movingClock } from './standing-clock.js'

const problemOf = (now: () => Promise<number>) =>
  movingClock({ name: './mine.js', clock: { now, advance: async () => {} } })

test('a clock that moves by itself is refused', async () => {
  let time = 1000
  expect(await problemOf(async () => (time += 7))).toBe(
    'the clock of the provider (./mine.js) moves by itself, by 7 ms between two readings; let it move only in advance(), or run with --time real',
  )
})

test('a clock that stands still is used', async () => {
  expect(await problemOf(async () => 1000)).toBeUndefined()
  expect(await movingClock({ name: 'no clock' })).toBeUndefined()
})

test('a clock that cannot be read does not end the run', async () => {
  expect(await problemOf(() => Promise.reject(new Error('away')))).toBeUndefined()
})

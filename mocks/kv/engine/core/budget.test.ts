import { afterEach, expect, test } from 'vitest'
import { beginCommand, checkTime, endCommand, OutOfTime, ranFor } from './budget.js'

afterEach(endCommand)

test('the time in which the process stood still does not count', () => {
  let [now, used] = [0, 0]
  beginCommand({ now: () => now, used: () => used, milliseconds: 100, until: Infinity })
  checkTime()

  now = 5_000
  used = 99
  expect(checkTime()).toBe(false)
  expect(ranFor()).toBe(99)

  used = 100
  expect(checkTime).toThrow(new OutOfTime(100))
})

import { expect, test } from 'vitest'
import { skewIn } from './clock.js'

const noon = Date.UTC(2026, 0, 1, 12)
const answer = (date?: string) => ({
  headers: date === undefined ? [] : ([['date', date]] as const),
  body: Buffer.alloc(0),
})

test.each([
  ['the same', 0, 10, 0],
  ['the same: the second may be nearly over', 990, 1000, 0],
  ['the same: the answer may have taken long', -5000, 100, 0],
  ['ahead', -4100, -4000, 4000],
  ['behind', 6999, 7100, -6000],
])('a clock is %s', (_, sentAt, answeredAt, skew) => {
  const between = { sentAt: noon + sentAt, answeredAt: noon + answeredAt }
  expect(skewIn(answer(new Date(noon).toUTCString()), between)).toBe(skew)
})

test.each([undefined, 'noon'])('an answer with the date %s has no time', (date) => {
  expect(skewIn(answer(date), { sentAt: 0, answeredAt: 1 })).toBeUndefined()
})

import { expect, test } from 'vitest'
import { skewIn } from './clock.js'

const noon = Date.UTC(2026, 0, 1, 12)
const answer = (date?: string) => ({
  headers: date === undefined ? [] : ([['date', date]] as const),
  body: Buffer.alloc(0),
})
const atNoon = answer(new Date(noon).toUTCString())
const between = (sentAt: number, answeredAt: number) => ({
  sentAt: noon + sentAt,
  answeredAt: noon + answeredAt,
})

test.each([
  ['the same', 0, 10, 0],
  ['the same, as its second may be nearly over', 990, 1000, 0],
  ['the same, as the answer may have been long under way', -5000, 100, 0],
  ['ahead by what our clock still lacks', -4100, -4000, 4000],
  ['behind by what our clock has more than its whole second', 6999, 7100, -6000],
])('a clock is %s', (_, sentAt, answeredAt, skew) => {
  expect(skewIn(atNoon, between(sentAt, answeredAt))).toBe(skew)
})

test.each([undefined, 'noon'])('an answer dated %s tells no time', (date) => {
  expect(skewIn(answer(date), between(0, 1))).toBeUndefined()
})

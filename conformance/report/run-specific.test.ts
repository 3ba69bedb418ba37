import { expect, test } from 'vitest'
import { shownDifference } from './run-specific.js'

const long = `expected a list, got ${'[1,2,3] '.repeat(30)}`

test('short texts are shown whole', () => {
  const [before, after] = ['BUG-1 expected 1, got 2', 'expected 1, got 3']
  expect(shownDifference(before, after)).toEqual({ before, after })
})

test.each([
  ['at the end', `${long}one`, `${long}two`],
  ['after a note', `BUG-17 ${long}one`, `${long}two`],
  [
    'in the second sentence',
    `expected 1, got 2; also ${long}one`,
    `${long}two; also expected 1, got 2`,
  ],
  ['after another time', `${long}in 12 ms one`, `${long}in 345 ms two`],
])('of long texts the part around the difference is shown: %s', (_, listed, now) => {
  const { before, after } = shownDifference(listed, now)

  expect(before).toMatch(/^….*one$/)
  expect(after).toMatch(/^….*two$/)
  expect(before.length).toBeLessThanOrEqual(120)
})

test('a new sentence is compared with the listed one most like it', () => {
  const listed = `${long}one; also expected status 200, got 500`
  const now = `${long}one; also expected status 200, got 404`

  expect(shownDifference(listed, now)).toEqual({
    before: 'expected status 200, got 500',
    after: 'expected status 200, got 404',
  })
})

import { expect, test } from 'vitest'
import { replaceIn } from './replace.js'

interface Whole {
  readonly words: { first(): string; second(): string; readonly mark: string }
  readonly numbers: { one(): number }
}

function setUp() {
  const whole: Whole = {
    words: {
      first: () => `a${whole.words.second()}`,
      second: () => `b${whole.numbers.one()}`,
      mark: '!',
    },
    numbers: { one: () => 1 },
  }
  return whole
}

test('a replacement gets the original and the whole', () => {
  const whole = setUp()
  replaceIn(whole, [
    {
      words: {
        second:
          (original, { numbers }) =>
          () =>
            `${original()}${numbers.one()}`,
      },
    },
  ])
  expect(whole.words.first()).toBe('ab11')
})

test('several replacements compose, the last one outermost', () => {
  const whole = setUp()
  replaceIn(whole, [
    { words: { first: (original) => () => `${original()}x`, mark: () => '?' } },
    { words: { first: (original) => () => `${original()}y` }, numbers: { one: () => () => 3 } },
  ])
  expect(whole.words.first()).toBe('ab3xy')
  expect(whole.words.mark).toBe('?')
})

test('a part is copied, not changed', () => {
  const whole = setUp()
  const { numbers } = whole
  replaceIn(whole, [{ numbers: { one: () => () => 2 } }])
  expect(numbers.one()).toBe(1)
})

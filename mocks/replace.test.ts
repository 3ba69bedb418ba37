import { expect, test } from 'vitest'
import { replaceIn } from './replace.js'

interface Whole {
  readonly words: { first(): string; second(): string; readonly mark: string }
  readonly numbers: { one(): number }
}

test('replacements get the original and the whole, compose, and change no part', () => {
  const whole: Whole = {
    words: {
      first: () => `a${whole.words.second()}`,
      second: () => `b${whole.numbers.one()}`,
      mark: '!',
    },
    numbers: { one: () => 1 },
  }
  const { numbers } = whole
  replaceIn(whole, [
    { words: { first: (original) => () => `${original()}x`, mark: () => '?' } },
    {
      words: {
        first: (original, all) => () => `${original()}y${all.numbers.one()}`,
      },
      numbers: { one: () => () => 3 },
    },
  ])
  expect(whole.words.first()).toBe('ab3xy3')
  expect(whole.words.mark).toBe('?')
  expect(numbers.one()).toBe(1)
})

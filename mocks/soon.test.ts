import { expect, test } from 'vitest'
import { rescued, whenThere } from './soon.js'

const broken = () => {
  throw new Error('broken')
}

test('what is there is gone on with at once, and what is promised once it is there', async () => {
  expect(whenThere(1, (value) => value + 1)).toBe(2)

  const later = whenThere(Promise.resolve(1), (value) => value + 1)
  expect(later).toBeInstanceOf(Promise)
  expect(await later).toBe(2)
})

test('what fails is rescued, now or later, and what succeeds is left alone', async () => {
  const failed = (error: unknown) => (error as Error).message
  expect(rescued(() => 'fine', failed)).toBe('fine')
  expect(rescued(broken, failed)).toBe('broken')

  expect(await rescued(async () => 'fine', failed)).toBe('fine')
  expect(await rescued(() => whenThere(Promise.resolve(), broken), failed)).toBe('broken')
})

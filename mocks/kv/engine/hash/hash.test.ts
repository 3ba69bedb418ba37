import { expect, test } from 'vitest'
import { Hash } from './hash.js'

test('a hash that was large once is large for good, its copy too', () => {
  const hash = new Hash()
  hash.set('f', 'x'.repeat(64))
  expect(hash.encoding).toBe('listpack')

  hash.set('f', 'x'.repeat(65))
  hash.set('f', '')

  expect(hash.encoding).toBe('hashtable')
  expect(hash.clone().encoding).toBe('hashtable')
})

test('a small hash is scanned in one step, a large one in many', () => {
  const hash = new Hash()
  for (let index = 0; index < 512; index++) hash.set(`f${index}`, '')
  expect(hash.scan(7, 1).keys).toHaveLength(512)

  hash.set('one more', '')

  expect(hash.scan(0, 1).keys).toHaveLength(1)
})

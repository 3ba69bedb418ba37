import { expect, test } from 'vitest'
import { copyOf, ownBytes } from './bytes.js'

test('a copy has memory of its own', () => {
  for (const length of [0, 1, 100, 10_000]) {
    const bytes = Buffer.alloc(length + 2, 7).subarray(1, length + 1)
    const copy = copyOf(bytes)
    expect(copy).toEqual(Buffer.alloc(length, 7))
    expect(copy.buffer.byteLength).toBe(length)
  }
})

test('does not copy bytes with memory of their own', () => {
  const [all, part] = [Buffer.allocUnsafeSlow(10), Buffer.from('part')]
  expect(ownBytes(all)).toBe(all)
  expect(ownBytes(part)).not.toBe(part)
  expect(ownBytes(part)).toEqual(part)
})

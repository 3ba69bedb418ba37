import { expect, test } from 'vitest'
import { bytesOfLatin1, copyOf, latin1Of, ownBytes, sharedLatin1 } from './bytes.js'

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

test('all bytes survive as text, and become bytes with memory of their own', () => {
  const all = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
  for (const bytes of [all, Buffer.alloc(0)]) {
    expect(bytesOfLatin1(latin1Of(bytes))).toEqual(bytes)
    expect(bytesOfLatin1(sharedLatin1(bytes)).buffer.byteLength).toBe(bytes.length)
    expect(latin1Of(bytes)).toBe(bytes.toString('latin1'))
  }
})

import { expect, test } from 'vitest'
import { gathered } from './gathered.js'

test('pieces of any size are one buffer, of which earlier views stay as they were', () => {
  const all = gathered()
  expect(all.bytes).toEqual(Buffer.alloc(0))

  all.add(Buffer.from('ab'))
  const before = all.bytes
  all.add(Buffer.alloc(0))
  all.add(Buffer.from('c'.repeat(1_000)))
  expect(all.length).toBe(1_002)
  expect(all.bytes.toString()).toBe(`ab${'c'.repeat(1_000)}`)
  expect(before.toString()).toBe('ab')
})

test('a piece is copied: who reuses its packet changes nothing', () => {
  const all = gathered()
  const piece = Buffer.from('a')
  all.add(piece)
  piece.fill('b')
  expect(all.bytes.toString()).toBe('a')
})

test('a million pieces of one byte take about as many bytes', () => {
  const all = gathered()
  const packet = Buffer.alloc(64 * 1024)
  for (let n = 0; n < 1_000_000; n++) all.add(packet.subarray(0, 1))
  expect(all.bytes.buffer.byteLength).toBeLessThanOrEqual(2 ** 21)
})

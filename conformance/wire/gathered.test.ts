import { expect, test } from 'vitest'
import { gathered } from './gathered.js'

test('bytes are copied, and earlier views keep their contents', () => {
  const all = gathered()
  const piece = Buffer.from('ab')
  all.add(piece)
  piece.fill('x')
  const before = all.bytes
  all.add(Buffer.alloc(0))
  all.add(Buffer.from('c'.repeat(1_000)))

  expect(all.length).toBe(1_002)
  expect(all.bytes.toString()).toBe(`ab${'c'.repeat(1_000)}`)
  expect(before.toString()).toBe('ab')
})

test('a million pieces of one byte take at most 2 MiB', () => {
  const all = gathered()
  const packet = Buffer.alloc(64 * 1024)
  for (let n = 0; n < 1_000_000; n++) all.add(packet.subarray(0, 1))

  expect(all.bytes.buffer.byteLength).toBeLessThanOrEqual(2 ** 21)
})

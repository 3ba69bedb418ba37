import { expect, test } from 'vitest'
import { keySlot } from './key-slot.js'

// As a server says with CLUSTER KEYSLOT.
test.each([
  ['123456789', 12739],
  ['foo', 12182],
  ['', 0],
  ['{user1000}.following', 3443],
  ['foo{}{bar}', 8363],
  ['foo{{bar}}zap', 4015],
  ['foo{bar}{zap}', 5061],
])('%s is in slot %i', (key, slot) => {
  expect(keySlot(key)).toBe(slot)
})

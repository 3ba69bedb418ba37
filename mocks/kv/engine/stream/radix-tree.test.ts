import { expect, test } from 'vitest'
import { radixTreeNodes } from './radix-tree.js'

test.each([
  ['nothing is one node', [], 1],
  ['one key is a run and a leaf', ['aaaa'], 2],
  ['two keys part after what they have in common', ['aabb', 'aacc'], 6],
  ['two keys part in their last byte', ['aaab', 'aaac'], 4],
  ['two keys part at once', ['aaaa', 'baaa'], 5],
  ['three keys part twice', ['aaaa', 'aaab', 'abaa'], 8],
])('%s', (_, keys, nodes) => {
  expect(radixTreeNodes(keys)).toBe(nodes)
})

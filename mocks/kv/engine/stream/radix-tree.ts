// Computes the number of nodes in Redis's radix tree, for XINFO STREAM.

import type { Bytes } from '../../reply.js'

/**
 * Returns the number of nodes of a radix tree with these keys. The keys are sorted, different and of equal length. A common prefix of several
 * keys is one node, the position where they differ is another, and the rest of each key is a third,
 * followed by a leaf.
 */
export function radixTreeNodes(keys: readonly Bytes[]): number {
  return keys.length === 0 ? 1 : nodes(keys, 0)
}

function nodes(keys: readonly Bytes[], depth: number): number {
  const first = keys[0]!
  const last = keys.at(-1)!
  let end = depth
  while (end < first.length && first[end] === last[end]) end++
  const run = end > depth ? 1 : 0
  return end === first.length ? run + 1 : run + 1 + branches(keys, end)
}

/** Counts the nodes below the node at which keys differ. */
function branches(keys: readonly Bytes[], at: number): number {
  let sum = 0
  for (let start = 0, end = 0; start < keys.length; start = end) {
    while (end < keys.length && keys[end]![at] === keys[start]![at]) end++
    sum += nodes(keys.slice(start, end), at + 1)
  }
  return sum
}

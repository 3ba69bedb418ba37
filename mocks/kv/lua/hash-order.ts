// The order in which Lua iterates over the hash of a table. The order depends on the nodes of the hash.
// Scripts can see it in `pairs`, `cjson.encode` and `cmsgpack.pack`.

/**
 * Returns the indices of keys in iteration order. `room` is the number of keys that the table was
 * created for. If tables or functions are keys, the order differs from Redis, which uses their
 * addresses.
 */
export function hashOrder(
  keys: readonly unknown[],
  room: number,
  spend: (steps: number) => void = () => {},
): number[] {
  const hashes = keys.map((key) => {
    spend(typeof key === 'string' ? 4 + (key.length >> 2) : 4)
    return hashOfKey(key)
  })
  const placeOf = (index: number, size: number) =>
    typeof keys[index] === 'number'
      ? hashes[index]! % ((size - 1) | 1)
      : hashes[index]! & (size - 1)
  let nodes = nodesFor(room)
  /** All nodes from this index on are in use. */
  let free = nodes.length

  /** Puts a key in a node. Returns false if no node is free. */
  const insert = (index: number): boolean => {
    if (nodes.length === 0) return false
    const place = placeOf(index, nodes.length)
    const there = nodes[place]
    if (there === undefined) {
      nodes[place] = index
      return true
    }
    do if (free-- <= 0) return false
    while (nodes[free] !== undefined)
    // Moves the key in this node if the key belongs in another node.
    const isAtHome = placeOf(there, nodes.length) === place
    nodes[free] = isAtHome ? index : there
    if (!isAtHome) nodes[place] = index
    return true
  }

  const used = () => nodes.filter((index) => index !== undefined)
  for (const index of keys.keys()) {
    if (insert(index)) continue
    const before = used()
    nodes = nodesFor(before.length + 1)
    free = nodes.length
    // Lua moves the keys to the new nodes beginning with the last node.
    for (const moved of before.reverse()) {
      spend(1)
      insert(moved)
    }
    insert(index)
  }
  return used()
}

/** Returns empty nodes, at least `count`. Their number is a power of two. */
const nodesFor = (count: number): (number | undefined)[] =>
  new Array<undefined>(count === 0 ? 0 : 2 ** Math.ceil(Math.log2(count))).fill(undefined)

function hashOfKey(key: unknown): number {
  if (typeof key === 'string') return hashOf(key)
  if (typeof key !== 'number') return key === true ? 1 : 0
  if (key === 0) return 0
  // Adds the upper and the lower half of the number's bits.
  const [low = 0, high = 0] = new Uint32Array(Float64Array.of(key).buffer)
  return (low + high) >>> 0
}

/** Returns the hash of a string over all its bytes. Lua skips some bytes of a long string. */
function hashOf(text: string): number {
  let hash = text.length
  for (let at = text.length - 1; at >= 0; at--) {
    hash = (hash ^ ((hash << 5) + (hash >>> 2) + text.charCodeAt(at))) | 0
  }
  return hash >>> 0
}

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
  let nodes = new Nodes(keys, hashes, sizeFor(room))
  for (const index of keys.keys()) {
    if (nodes.insert(index)) continue
    const before = nodes.indices
    nodes = new Nodes(keys, hashes, sizeFor(before.length + 1))
    // Lua moves the keys to the new nodes beginning with the last node.
    for (const moved of before.reverse()) {
      spend(1)
      nodes.insert(moved)
    }
    nodes.insert(index)
  }
  return nodes.indices
}

const sizeFor = (count: number): number => (count === 0 ? 0 : 2 ** Math.ceil(Math.log2(count)))

class Nodes {
  readonly #keys: readonly unknown[]
  readonly #hashes: readonly number[]
  readonly #nodes: (number | undefined)[]
  /** All nodes from this index on are in use. */
  #free: number

  constructor(keys: readonly unknown[], hashes: readonly number[], size: number) {
    this.#keys = keys
    this.#hashes = hashes
    this.#nodes = new Array<number | undefined>(size).fill(undefined)
    this.#free = size
  }

  get indices(): number[] {
    return this.#nodes.filter((index) => index !== undefined)
  }

  /** Puts a key in a node. Returns false if no node is free. */
  insert(index: number): boolean {
    const nodes = this.#nodes
    if (nodes.length === 0) return false
    const place = this.#placeOf(index)
    const there = nodes[place]
    if (there === undefined) {
      nodes[place] = index
      return true
    }
    do if (this.#free-- <= 0) return false
    while (nodes[this.#free] !== undefined)
    // Moves the key in this node if the key belongs in another node.
    const isAtHome = this.#placeOf(there) === place
    nodes[this.#free] = isAtHome ? index : there
    if (!isAtHome) nodes[place] = index
    return true
  }

  #placeOf(index: number): number {
    const hash = this.#hashes[index]!
    const size = this.#nodes.length
    return typeof this.#keys[index] === 'number' ? hash % ((size - 1) | 1) : hash & (size - 1)
  }
}

function hashOfKey(key: unknown): number {
  if (typeof key === 'string') return hashOf(key)
  if (typeof key === 'number') return sumOf(key)
  return key === true ? 1 : 0
}

/** Returns the hash of a string over all its bytes. Lua skips some bytes of a long string. */
function hashOf(text: string): number {
  let hash = text.length
  for (let at = text.length - 1; at >= 0; at--) {
    hash = (hash ^ ((hash << 5) + (hash >>> 2) + text.charCodeAt(at))) | 0
  }
  return hash >>> 0
}

const double = new DataView(new ArrayBuffer(8))

/** Adds the upper and the lower half of a number's bits. */
function sumOf(value: number): number {
  if (value === 0) return 0
  double.setFloat64(0, value)
  return (double.getUint32(0) + double.getUint32(4)) >>> 0
}

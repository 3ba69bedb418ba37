// The sizes up to which values keep their compact form. A mock can change them while it runs.

export interface Sizes {
  /** The largest hash with the encoding `listpack`, in fields, and the longest of its words in bytes. */
  hashFields: number
  hashBytes: number
  /** The largest set with the encoding `intset`, in members. */
  setIntegers: number
  /** The largest sorted set with the encoding `listpack`, in members, and its longest member in bytes. */
  sortedSetMembers: number
  sortedSetBytes: number
  /** The largest node of a stream, in entries and in bytes. 0 means no limit. */
  nodeEntries: number
  nodeBytes: number
  /** The largest HyperLogLog in sparse form, in bytes. */
  sparseBytes: number
}

/** The default settings of Redis. */
export const DEFAULT_SIZES: Readonly<Sizes> = {
  hashFields: 512,
  hashBytes: 64,
  setIntegers: 512,
  sortedSetMembers: 128,
  sortedSetBytes: 64,
  nodeEntries: 100,
  nodeBytes: 4096,
  sparseBytes: 3000,
}

// What lists and their pages are.

/** What comes in pages. */
export interface List<Item> {
  readonly name: 'dlq' | 'runs' | 'messageLogs' | 'bulk'
  /** The default length of a page and the longest. */
  readonly pageSize: number
  readonly placeOf: (item: Item) => Place
}

/** Where an item stands in a list that is newest first: by its time, and at one time by its number. */
export interface Place {
  /** Unix milliseconds. */
  readonly time: number
  readonly sequence: number
}

export interface PageFrom {
  /** Only items behind this place, whether or not one stands there (any more). */
  readonly before?: Place | undefined
  readonly limit: number
}

export interface Page<Item> {
  readonly items: readonly Item[]
  /** True where items are left for a further page. */
  readonly more: boolean
}

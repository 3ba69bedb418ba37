// Lists that are read page by page.

import type { ListPosition } from '../structures/listed.js'

export type { Page, PageFrom, ListPosition } from '../structures/listed.js'

export interface List<Item> {
  readonly name: 'dlq' | 'runs' | 'messageLogs' | 'bulk'
  /** The default and the maximum number of items on a page. */
  readonly pageSize: number
  readonly placeOf: (item: Item) => ListPosition
}

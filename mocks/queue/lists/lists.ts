// Pages of lists, and the cursors that point to the next page.

import type { With } from '../state.js'
import { refuse } from '../refusal.js'
import { pageSize } from '../request/query.js'
import type { List, Page, PageFrom, ListPosition } from './filters.js'

type Queue = With<{ lists: typeof lists }>

export type ListQuery<Name extends PropertyKey> = { readonly [N in Name]?: string | undefined }

export type AskedPage = ListQuery<'cursor' | 'count'>

export const lists = (queue: Queue) => ({
  /** Returns one page. The last page has no cursor (rule `queue.pagination.end-of-results`). */
  async page<Item>(
    list: List<Item>,
    { cursor, count }: AskedPage,
    load: (from: PageFrom) => Promise<Page<Item>>,
  ): Promise<{ readonly items: readonly Item[]; readonly cursor?: string }> {
    const before = cursor ? queue.lists.place(list, cursor) : undefined
    const { items, more } = await load({ before, limit: queue.lists.pageSize(list, count) })
    const last = items.at(-1)
    return { items, ...(more && last && { cursor: queue.lists.cursor(list.placeOf(last)) }) }
  },

  /**
   * Returns the page size (rules `queue.dlq.count-default-100`, `queue.runs.count-maximum-10` and
   * others).
   */
  pageSize: (list: Pick<List<never>, 'name' | 'pageSize'>, count: string | undefined): number =>
    pageSize(count, list.pageSize),

  /** Returns the cursor of an item (rule `queue.pagination.cursor-continues`). */
  cursor: cursorOf,

  place: (_list: Pick<List<never>, 'name'>, cursor: string): ListPosition =>
    placeIn('cursor', cursor),
})

/** Returns the cursor of a position: `<milliseconds>-<sequence>`. */
export function cursorOf({ time, sequence }: ListPosition): string {
  return `${time}-${sequence}`
}

/** Returns the position of a cursor in the query parameter `name`. */
export function placeIn(name: string, cursor: string): ListPosition {
  const [, time, sequence] =
    /^(\d{1,16})-(\d{1,15})$/.exec(cursor) ??
    refuse(400, `${name}: expected the cursor of a response, got "${cursor}"`)
  return { time: Number(time), sequence: Number(sequence) }
}

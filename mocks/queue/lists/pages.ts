// How lists are read page by page: how long a page is, and where the next one begins.

import { pageSize } from '../request/parameters.js'
import type { Queue } from '../queue.js'
import { refuse } from '../refusal.js'
import type { Page, PageFrom, Place } from '../store/store.js'

/** What comes in pages. */
export type List = 'dlq' | 'runs' | 'messageLogs' | 'bulk'

/** A page as a request asks for it. */
export interface AskedPage {
  readonly cursor?: string | undefined
  readonly count?: string | undefined
}

export interface Paging {
  /** One page; no cursor at the end (rule `queue.pagination.end-of-results`). */
  page<Item>(
    list: List,
    asked: AskedPage,
    load: (from: PageFrom) => Promise<Page<Item>>,
    placeOf: (item: Item) => Place,
  ): Promise<{ readonly items: readonly Item[]; readonly cursor?: string }>
  /** The length of a page (rules `queue.dlq.count-default-100`, `queue.runs.count-maximum-10` …). */
  pageSize(list: List, count: string | undefined): number
  /** What names the last item of a page (rule `queue.pagination.cursor-continues`). */
  cursor(list: List, place: Place): string
  /** Behind which place a page begins that is asked for with a cursor. */
  placeOfCursor(list: List, cursor: string): Place
}

/** The default and the maximum of each list. */
const PAGE_SIZES: Readonly<Record<List, number>> = {
  dlq: 100,
  runs: 10,
  messageLogs: 1000,
  bulk: 50,
}

export const paging: Paging & ThisType<Queue> = {
  async page(list, { cursor, count }, load, placeOf) {
    const before = cursor ? this.placeOfCursor(list, cursor) : undefined
    const { items, more } = await load({ before, limit: this.pageSize(list, count) })
    const last = items.at(-1)
    return { items, ...(more && last && { cursor: this.cursor(list, placeOf(last)) }) }
  },

  pageSize: (list, count) => pageSize(count, PAGE_SIZES[list]),

  cursor: (_, { time, sequence }) => `${time}-${sequence}`,

  placeOfCursor(_, cursor) {
    const [, time, sequence] =
      /^(\d{1,16})-(\d{1,15})$/.exec(cursor) ?? refuse(400, `cursor: not one of ours: "${cursor}"`)
    return { time: Number(time), sequence: Number(sequence) }
  },
}

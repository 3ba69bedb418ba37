// Replacements that faults of several lists share.

import { deadLetterFilters, type DeadLetterFilter } from '../../queue/dlq/dead-letter.js'
import type { AskedPage } from '../../queue/lists/lists.js'
import type { List as AnyList, Page, PageFrom } from '../../queue/lists/filters.js'
import { eventFilters, type LogEventFilter } from '../../queue/logs/log-event.js'
import { runFilters, type RunFilter } from '../../queue/runs/run.js'
import { result, type Title } from '../written.js'
import type { QueueFault, Replacements, Table } from './fault.js'

type List = AnyList<never>['name']

/** The filters of each list. */
const filtersOf = { dlq: deadLetterFilters, runList: runFilters, logs: eventFilters }

interface Filters {
  readonly dlq: DeadLetterFilter
  readonly runList: RunFilter
  readonly logs: LogEventFilter
}

/** Changes the filter of a list. */
export const asking =
  <Of extends keyof Filters>(of: Of) =>
  (other: (filter: Filters[Of]) => Partial<Filters[Of]>): Replacements => ({
    [`${of}.filter`]: (original: (asked: AskedPage) => Filters[Of]) => (asked: AskedPage) => {
      const filter = original(asked)
      return { ...filter, ...other(filter) }
    },
  })

interface ListRequest {
  readonly fromDate?: number | undefined
  readonly toDate?: number | undefined
  readonly workflowRunId?: string | undefined
}

/** Changes of a filter that every list may have. */
export const afterFromDate = ({ fromDate }: ListRequest) => ({ fromDate: fromDate && fromDate + 1 })
export const beforeToDate = ({ toDate }: ListRequest) => ({ toDate: toDate && toDate - 1 })
export const datesInSeconds = ({ fromDate, toDate }: ListRequest) => ({
  fromDate: fromDate && fromDate * 1000,
  toDate: toDate && toDate * 1000,
})
export const oneDate = ({ fromDate }: ListRequest) =>
  fromDate === undefined ? {} : { toDate: undefined }

/** Further rules of a fault that ignores a filter. */
type Besides = Partial<Pick<QueueFault, 'breaks' | 'blocks'>>

/** Returns one fault for each filter of the contract: the list ignores it. */
export const ignoring = <Of extends keyof Filters>(
  of: Of,
  titleOf: (filter: string) => Title,
  more: { readonly [Name in keyof Filters[Of]]?: Besides },
): Table =>
  Object.fromEntries(
    Object.entries(filtersOf[of]).flatMap(([name, { rule }]) => {
      if (rule === undefined) return []
      const { breaks = [], ...blocks }: Besides = more[name as keyof Filters[Of]] ?? {}
      const forget = () => ({ [name]: undefined }) as Partial<Filters[Of]>
      return [[titleOf(name), { breaks: [rule, ...breaks], ...blocks, ...asking(of)(forget) }]]
    }),
  )

/** Changes the page size of a list; `asked` is the given count. */
export const paging =
  (of: List) =>
  (other: (asked: number | undefined, right: number) => number): Replacements => ({
    'lists.pageSize': result((right, list, count) =>
      list.name === of ? other(count === undefined ? undefined : Number(count), right) : right,
    ),
  })

/** Page sizes without a maximum, and with a wrong default. */
export const asMany = (asked: number | undefined, right: number) => asked ?? right
export const byDefault = (size: number) => (asked: number | undefined, right: number) =>
  asked === undefined ? size : right

/** Changes the sequence number in the cursor of a list. */
export const leading = (of: List, other: (sequence: number) => number): Replacements => ({
  'lists.place': result(({ time, sequence }, list) => ({
    time,
    sequence: list.name === of ? other(sequence) : sequence,
  })),
})

/** Drops a filter from the arguments of a list if a cursor is given. */
export const forgetting =
  <Asked extends AskedPage>(name: keyof Asked) =>
  (asked: Asked): [Asked] => [asked.cursor ? { ...asked, [name]: undefined } : asked]

/** Drops the cursor from the arguments of a list. */
export const forgettingCursor = (asked: AskedPage): [AskedPage] => [{ ...asked, cursor: undefined }]

/** Uses the number of earlier items as the cursor, so that new items move it. */
export const countingBefore: Replacements = {
  'lists.page': (original, queue) => async (list, asked, load) => {
    if (list.name === 'bulk') return original(list, asked, load)
    const offset = Number(asked.cursor ?? 0)
    const end = offset + queue.lists.pageSize(list, asked.count)
    const { items, more } = await load({ before: undefined, limit: end })
    return { items: items.slice(offset), ...(more && { cursor: String(end) }) }
  },
}

type Find<Filter, Item> = (filter: Filter, from: PageFrom) => Promise<Page<Item>>

/** Returns a page of the items that `take` selects from all that match a filter. */
export async function takenFrom<Filter, Item>(
  find: Find<Filter, Item>,
  filter: Filter,
  { limit, ...from }: PageFrom,
  take: (items: readonly Item[]) => readonly Item[],
): Promise<Page<Item>> {
  const items = take((await find(filter, { ...from, limit: Infinity })).items)
  return { items: items.slice(0, limit), more: items.length > limit }
}

/** Matches filters by prefix: `texts` returns the texts of an item for each filter. */
export const byBeginning =
  <Filter extends object, Item>(
    texts: { readonly [Name in keyof Filter]?: (item: Item) => readonly string[] },
    find: Find<Filter, Item>,
  ): Find<Filter, Item> =>
  (filter, from) => {
    const names = Object.keys(texts) as (keyof Filter)[]
    const isMeant = (item: Item) =>
      names.every((name) =>
        texts[name]!(item).some((text) => text.startsWith(String(filter[name] ?? ''))),
      )
    const rest = { ...filter, ...Object.fromEntries(names.map((name) => [name, undefined])) }
    return takenFrom(find, rest, from, (items) => items.filter(isMeant))
  }

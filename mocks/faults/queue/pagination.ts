// Faults of the heading Lists in general.

import type { AskedDeadLetters } from '../../queue/dlq/dlq.js'
import type { List } from '../../queue/lists/filters.js'
import { each, given, prefixed, result } from '../written.js'
import { breaking, faults, type Replacements, replacing } from './fault.js'
import { forgetting, forgettingCursor, forgettingFilters, leading } from './lists.js'

const END = 'queue.pagination.end-of-results'
const CONTINUES = 'queue.pagination.cursor-continues'
const CURSOR = 'queue.dlq.filter-cursor'

/** Changes the cursors of a list. */
const cursors = (
  change: (cursor: string | undefined, asked: string | undefined) => string | undefined,
  of: List<never>['name'] = 'dlq',
): Replacements => ({
  'lists.page': (original) => async (list, asked, load) => {
    const { items, cursor } = await original(list, asked, load)
    const changed = list.name === of ? change(cursor, asked.cursor) : cursor
    return { items, ...(changed !== undefined && { cursor: changed }) }
  },
})

/** Ignores a filter of the DLQ list if a cursor is given. */
const cursorForgetting = (name: keyof AskedDeadLetters): Replacements => ({
  'dlq.list': given(forgetting(name)),
})

export const paginationFaults = faults({
  ...prefixed('dlq', 'DLQ list', {
    ...breaking([END], {
      'cursor-never-ends: returns a cursor on the last page too': cursors(
        (cursor) => cursor ?? '0-0',
      ),
    }),
    ...breaking([CURSOR], {
      'cursor-drops-label: ignores the filter label on the next page': cursorForgetting('label'),
      'status-filtered-per-page: cuts pages before it applies filter responseStatus': {
        'dlq.list': (original) => async (asked) => {
          const page = await original({ ...asked, responseStatus: undefined })
          const status = asked.responseStatus
          const messages = page.messages.filter(
            ({ responseStatus }) => status === undefined || `${responseStatus}` === status,
          )
          return messages.length === page.messages.length ? page : { messages }
        },
      },
    }),
    'no-cursor: never returns a cursor': {
      breaks: [END],
      blocks: [CONTINUES, CURSOR],
      ...cursors(() => undefined),
    },
    'ends-after-second-page: ends after page 2 even if entries remain': {
      breaks: [END, CONTINUES],
      ...cursors((cursor, asked) => (asked === undefined ? cursor : undefined)),
    },
    ...each(replacing('dlq.list'), [END, CONTINUES, CURSOR], {
      'cursor-ignored: ignores the cursor and returns page 1 again': given(forgettingCursor),
    }),
    'page-repeats-last-entry: repeats the last entry on the next page': {
      breaks: [CONTINUES, CURSOR, END],
      ...leading('dlq', (sequence) => sequence + 1),
    },
    ...each(replacing('dlq.list'), [CONTINUES], {
      "cursor-dead-after-delete: page is empty if the cursor's entry was deleted":
        (original, queue) => async (asked) => {
          const isThere = asked.cursor && (await queue.store.deadLetters.get(asked.cursor))
          return asked.cursor && !isThere ? { messages: [] } : original(asked)
        },
    }),
  }),
})

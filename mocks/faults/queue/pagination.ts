// Faults of the heading Lists in general.

import type { AskedDeadLetters } from '../../queue/dlq/dlq.js'
import type { List } from '../../queue/lists/page.js'
import { each, given, result } from '../written.js'
import { faults, replacing, type Replacements } from './fault.js'
import { forgetting, forgettingFilters, leading } from './lists.js'

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
  'dlq.list': given((asked) => [forgetting(asked, name)]),
})

export const paginationFaults = faults({
  'dlq-cursor-never-ends: DLQ list: always returns a cursor': {
    breaks: [END],
    ...cursors((cursor) => cursor ?? '0-0'),
  },
  'dlq-cursor-on-empty-page: DLQ list: returns a cursor with an empty page': {
    breaks: [END],
    'dlq.list': result((list, asked) =>
      list.messages.length === 0 ? { ...list, cursor: asked.cursor ?? '1-1' } : list,
    ),
  },
  'dlq-no-cursor: DLQ list: never returns a cursor': {
    breaks: [END],
    blocks: [CONTINUES, CURSOR],
    ...cursors(() => undefined),
  },
  'dlq-ends-after-second-page: DLQ list: returns no cursor after the second page': {
    breaks: [END, CONTINUES],
    ...cursors((cursor, asked) => (asked === undefined ? cursor : undefined)),
  },
  ...each(replacing('dlq.list'), [END, CONTINUES, CURSOR], {
    'dlq-cursor-ignored: DLQ list: ignores the cursor': given((asked) => [
      { ...asked, cursor: undefined },
    ]),
    'dlq-cursor-drops-filters: DLQ list: ignores all filters on the next page': given((asked) => [
      forgettingFilters(asked),
    ]),
  }),
  ...each(cursorForgetting, [END], {
    'dlq-cursor-drops-workflow-run-id: DLQ list: ignores workflowRunId on the next page':
      'workflowRunId',
    'dlq-cursor-drops-label: DLQ list: ignores the filter label on the next page': 'label',
    'dlq-cursor-drops-response-status: DLQ list: ignores responseStatus on the next page':
      'responseStatus',
    'dlq-cursor-drops-failure-callback-state: DLQ list: ignores failureCallbackState on the next page':
      'failureCallbackState',
    'dlq-cursor-drops-from-date: DLQ list: ignores fromDate on the next page': 'fromDate',
  }),
  'dlq-status-filtered-per-page: DLQ list: splits into pages before filtering responseStatus': {
    breaks: [END],
    'dlq.list': (original) => async (asked) => {
      const page = await original({ ...asked, responseStatus: undefined })
      const status = asked.responseStatus
      const messages = page.messages.filter(
        ({ responseStatus }) => status === undefined || `${responseStatus}` === status,
      )
      return messages.length === page.messages.length ? page : { messages }
    },
  },
  'dlq-page-repeats-last-entry: DLQ list: repeats the last entry on the next page': {
    breaks: [CONTINUES, CURSOR, END],
    ...leading('dlq', (sequence) => sequence + 1),
  },
  ...each(replacing('dlq.list'), [CONTINUES], {
    'dlq-cursor-dead-after-delete: DLQ list: ends if the entry at the cursor was deleted':
      (original, queue) => async (asked) => {
        const isThere = asked.cursor && (await queue.store.deadLetters.get(asked.cursor))
        return asked.cursor && !isThere ? { messages: [] } : original(asked)
      },
    'dlq-cursor-restarts-after-delete: DLQ list: starts over if the entry at the cursor was deleted':
      (original, queue) => async (asked) => {
        const isThere = asked.cursor && (await queue.store.deadLetters.get(asked.cursor))
        return original(isThere ? asked : { ...asked, cursor: undefined })
      },
  }),
  'run-list-cursor-never-ends: run list: always returns a cursor': {
    breaks: [END],
    ...cursors((cursor) => cursor ?? '0-0', 'runs'),
  },
  'logs-cursor-never-ends: message logs: always return a cursor': {
    breaks: [END],
    ...cursors((cursor) => cursor ?? '0-0', 'messageLogs'),
  },
})

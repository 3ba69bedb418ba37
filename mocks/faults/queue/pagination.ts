// Mistakes under the heading: Lists in general.

import type { AskedDeadLetters } from '../../queue/dlq/dlq.js'
import type { List } from '../../queue/lists/page.js'
import { each, given, result, shape } from '../written.js'
import { fault, replacing, type QueueFault, type Replacements } from './fault.js'
import { forgetting, forgettingFilters, leading } from './lists.js'

const END = 'queue.pagination.end-of-results'
const CONTINUES = 'queue.pagination.cursor-continues'
const CURSOR = 'queue.dlq.filter-cursor'

/** A server whose cursors of a list are made otherwise from those of the correct one. */
const cursors = shape(
  (
    change: (cursor: string | undefined, asked: string | undefined) => string | undefined,
    of: List<never>['name'] = 'dlq',
  ): Replacements => ({
    'lists.page': (original) => async (list, asked, load) => {
      const { items, cursor } = await original(list, asked, load)
      const changed = list.name === of ? change(cursor, asked.cursor) : cursor
      return { items, ...(changed !== undefined && { cursor: changed }) }
    },
  }),
)

/** A server whose cursor forgets what shows: it leads to entries from before the last one. */
const cursorForgetting = shape((name: keyof AskedDeadLetters): Replacements => ({
  'dlq.list': given((asked) => [forgetting(asked, name)]),
}))

export const paginationFaults: readonly QueueFault[] = [
  cursors('the cursor of the DLQ list never ends', [END], (cursor) => cursor ?? '0-0'),
  fault('a list of the DLQ that is empty has a cursor to itself', [END], {
    'dlq.list': result((list, asked) =>
      list.messages.length === 0 ? { ...list, cursor: asked.cursor ?? '1-1' } : list,
    ),
  }),
  cursors(
    'the DLQ list ends with its first page',
    { breaks: [END], blocks: [CONTINUES, CURSOR] },
    () => undefined,
  ),
  cursors('the DLQ list ends with its second page', [END, CONTINUES], (cursor, asked) =>
    asked === undefined ? cursor : undefined,
  ),
  ...each(replacing('dlq.list'), [END, CONTINUES, CURSOR], {
    'the cursor of the DLQ list is ignored': given((asked) => [{ ...asked, cursor: undefined }]),
    'the cursor of the DLQ list forgets the filters': given((asked) => [forgettingFilters(asked)]),
  }),
  ...each(cursorForgetting, [END], {
    'the cursor of the DLQ list forgets workflowRunId': 'workflowRunId',
    'the cursor of the DLQ list forgets label': 'label',
    'the cursor of the DLQ list forgets responseStatus': 'responseStatus',
    'the cursor of the DLQ list forgets failureCallbackState': 'failureCallbackState',
    'the cursor of the DLQ list forgets fromDate': 'fromDate',
  }),
  replacing('dlq.list')(
    'the DLQ list looks for statuses among the entries of a page, and ends where there are fewer',
    [END],
    (original) => async (asked) => {
      const page = await original({ ...asked, responseStatus: undefined })
      const status = asked.responseStatus
      const messages = page.messages.filter(
        ({ responseStatus }) => status === undefined || `${responseStatus}` === status,
      )
      return messages.length === page.messages.length ? page : { messages }
    },
  ),
  leading(
    'a page of the DLQ list begins with the last entry of the one before',
    [CONTINUES, CURSOR, END],
    'dlq',
    (sequence) => sequence + 1,
  ),
  ...each(replacing('dlq.list'), [CONTINUES], {
    'the cursor of the DLQ list leads nowhere once its entry is removed':
      (original, queue) => async (asked) => {
        const isThere = asked.cursor && (await queue.store.deadLetters.get(asked.cursor))
        return asked.cursor && !isThere ? { messages: [] } : original(asked)
      },
    'the cursor of the DLQ list begins again once its entry is removed':
      (original, queue) => async (asked) => {
        const isThere = asked.cursor && (await queue.store.deadLetters.get(asked.cursor))
        return original(isThere ? asked : { ...asked, cursor: undefined })
      },
  }),
  cursors('the cursor of the run list never ends', [END], (cursor) => cursor ?? '0-0', 'runs'),
  cursors(
    'the cursor of the message logs never ends',
    [END],
    (cursor) => cursor ?? '0-0',
    'messageLogs',
  ),
]

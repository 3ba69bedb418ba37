// Mistakes under the heading: Lists in general.

import type { List } from '../../queue/lists/page.js'
import { given, result, shape } from '../written.js'
import { fault, type QueueFault, type Replacements } from './fault.js'
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

/** What a cursor can forget so that it shows: it leads to entries from before the last one. */
const forgettable = [
  'workflowRunId',
  'label',
  'responseStatus',
  'failureCallbackState',
  'fromDate',
] as const

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
  fault('the cursor of the DLQ list is ignored', [END, CONTINUES, CURSOR], {
    'dlq.list': given((asked) => [{ ...asked, cursor: undefined }]),
  }),
  fault('the cursor of the DLQ list forgets the filters', [END, CONTINUES, CURSOR], {
    'dlq.list': given((asked) => [forgettingFilters(asked)]),
  }),
  ...forgettable.map((name): QueueFault =>
    fault(`the cursor of the DLQ list forgets ${name}`, [END], {
      'dlq.list': given((asked) => [forgetting(asked, name)]),
    }),
  ),
  fault(
    'the DLQ list looks for statuses among the entries of a page, and ends where there are fewer',
    [END],
    {
      'dlq.list':
        (original) =>
        async ({ responseStatus, ...asked }) => {
          const page = await original(asked)
          const messages = page.messages.filter(
            (message) =>
              responseStatus === undefined || `${message.responseStatus}` === responseStatus,
          )
          return messages.length === page.messages.length ? page : { messages }
        },
    },
  ),
  leading(
    'a page of the DLQ list begins with the last entry of the one before',
    [CONTINUES, CURSOR, END],
    'dlq',
    (sequence) => sequence + 1,
  ),
  fault('the cursor of the DLQ list leads nowhere once its entry is removed', [CONTINUES], {
    'dlq.list': (original, queue) => async (asked) => {
      const isThere = asked.cursor && (await queue.store.deadLetters.get(asked.cursor))
      return asked.cursor && !isThere ? { messages: [] } : original(asked)
    },
  }),
  fault('the cursor of the DLQ list begins again once its entry is removed', [CONTINUES], {
    'dlq.list':
      (original, queue) =>
      async ({ cursor, ...asked }) => {
        const isThere = cursor && (await queue.store.deadLetters.get(cursor))
        return original(isThere ? { ...asked, cursor } : asked)
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

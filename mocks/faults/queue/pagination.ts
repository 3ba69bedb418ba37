// Mistakes under the heading: Lists in general.

import type { List } from '../../queue/lists/page.js'
import type { QueueFault, Replacements } from './fault.js'
import { forgetting, forgettingFilters, leading } from './lists.js'
import { given, result } from './parts.js'

const END = 'queue.pagination.end-of-results'
const CONTINUES = 'queue.pagination.cursor-continues'
const CURSOR = 'queue.dlq.filter-cursor'

/** A server whose cursors of a list are made otherwise from those of the correct one. */
const cursors = (
  change: (cursor: string | undefined, asked: string | undefined) => string | undefined,
  of: List<never>['name'] = 'dlq',
): Replacements => ({
  lists: {
    page: (original) => async (list, asked, load) => {
      const { items, cursor } = await original(list, asked, load)
      const changed = list.name === of ? change(cursor, asked.cursor) : cursor
      return { items, ...(changed !== undefined && { cursor: changed }) }
    },
  },
})

/** What a cursor can forget so that it shows: it leads to entries from before the last one. */
const forgettable = [
  'workflowRunId',
  'label',
  'responseStatus',
  'failureCallbackState',
  'fromDate',
] as const

export const paginationFaults: readonly QueueFault[] = [
  {
    name: 'the cursor of the DLQ list never ends',
    breaks: [END],
    replace: cursors((cursor) => cursor ?? '0-0'),
  },
  {
    name: 'a list of the DLQ that is empty has a cursor to itself',
    breaks: [END],
    replace: result('dlq', 'list', (list, asked) =>
      list.messages.length === 0 ? { ...list, cursor: asked.cursor ?? '1-1' } : list,
    ),
  },
  {
    name: 'the DLQ list ends with its first page',
    breaks: [END],
    blocks: [CONTINUES, CURSOR],
    replace: cursors(() => undefined),
  },
  {
    name: 'the DLQ list ends with its second page',
    breaks: [END, CONTINUES],
    replace: cursors((cursor, asked) => (asked === undefined ? cursor : undefined)),
  },
  {
    name: 'the cursor of the DLQ list is ignored',
    breaks: [END, CONTINUES, CURSOR],
    replace: given('dlq', 'list', (asked) => [{ ...asked, cursor: undefined }]),
  },
  {
    name: 'the cursor of the DLQ list forgets the filters',
    breaks: [END, CONTINUES, CURSOR],
    replace: given('dlq', 'list', (asked) => [forgettingFilters(asked)]),
  },
  ...forgettable.map((name): QueueFault => ({
    name: `the cursor of the DLQ list forgets ${name}`,
    breaks: [END],
    replace: given('dlq', 'list', (asked) => [forgetting(asked, name)]),
  })),
  {
    name: 'the DLQ list looks for statuses among the entries of a page, and ends where there are fewer',
    breaks: [END],
    replace: {
      dlq: {
        list:
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
    },
  },
  {
    name: 'a page of the DLQ list begins with the last entry of the one before',
    breaks: [CONTINUES, CURSOR, END],
    replace: leading('dlq', (sequence) => sequence + 1),
  },
  {
    name: 'the cursor of the DLQ list leads nowhere once its entry is removed',
    breaks: [CONTINUES],
    replace: {
      dlq: {
        list: (original, queue) => async (asked) => {
          const isThere = asked.cursor && (await queue.store.deadLetters.get(asked.cursor))
          return asked.cursor && !isThere ? { messages: [] } : original(asked)
        },
      },
    },
  },
  {
    name: 'the cursor of the DLQ list begins again once its entry is removed',
    breaks: [CONTINUES],
    replace: {
      dlq: {
        list:
          (original, queue) =>
          async ({ cursor, ...asked }) => {
            const isThere = cursor && (await queue.store.deadLetters.get(cursor))
            return original(isThere ? { ...asked, cursor } : asked)
          },
      },
    },
  },
  {
    name: 'the cursor of the run list never ends',
    breaks: [END],
    replace: cursors((cursor) => cursor ?? '0-0', 'runs'),
  },
  {
    name: 'the cursor of the message logs never ends',
    breaks: [END],
    replace: cursors((cursor) => cursor ?? '0-0', 'messageLogs'),
  },
]

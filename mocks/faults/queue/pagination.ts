// Mistakes under the heading: Lists in general.

import type { Queue } from '../../queue/queue.js'
import type { List } from '../../queue/lists/pages.js'
import type { Fault } from '../fault.js'
import { forgetting, forgettingFilters, leading } from './parts.js'

const END = 'queue.pagination.end-of-results'
const CONTINUES = 'queue.pagination.cursor-continues'
const CURSOR = 'queue.dlq.filter-cursor'

/** A server whose cursors of a list are made otherwise from those of the correct one. */
const cursors =
  (
    change: (cursor: string | undefined, asked: string | undefined) => string | undefined,
    of: List = 'dlq',
  ) =>
  (queue: Queue): Queue => ({
    ...queue,
    async page(list, asked, load, placeOf) {
      const { items, cursor } = await queue.page(list, asked, load, placeOf)
      const changed = list === of ? change(cursor, asked.cursor) : cursor
      return { items, ...(changed !== undefined && { cursor: changed }) }
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

export const paginationFaults: readonly Fault<Queue>[] = [
  {
    name: 'the cursor of the DLQ list never ends',
    breaks: [END],
    apply: cursors((cursor) => cursor ?? '0-0'),
  },
  {
    name: 'a list of the DLQ that is empty has a cursor to itself',
    breaks: [END],
    apply: (queue) => ({
      ...queue,
      async listDeadLetters(asked) {
        const list = await queue.listDeadLetters(asked)
        return list.messages.length === 0 ? { ...list, cursor: asked.cursor ?? '1-1' } : list
      },
    }),
  },
  {
    name: 'the DLQ list ends with its first page',
    breaks: [END],
    blocks: [CONTINUES, CURSOR],
    apply: cursors(() => undefined),
  },
  {
    name: 'the DLQ list ends with its second page',
    breaks: [END, CONTINUES],
    apply: cursors((cursor, asked) => (asked === undefined ? cursor : undefined)),
  },
  {
    name: 'the cursor of the DLQ list is ignored',
    breaks: [END, CONTINUES, CURSOR],
    apply: (queue) => ({
      ...queue,
      listDeadLetters: (asked) => queue.listDeadLetters({ ...asked, cursor: undefined }),
    }),
  },
  {
    name: 'the cursor of the DLQ list forgets the filters',
    breaks: [END, CONTINUES, CURSOR],
    apply: (queue) => ({
      ...queue,
      listDeadLetters: (asked) => queue.listDeadLetters(forgettingFilters(asked)),
    }),
  },
  ...forgettable.map((name): Fault<Queue> => ({
    name: `the cursor of the DLQ list forgets ${name}`,
    breaks: [END],
    apply: (queue) => ({
      ...queue,
      listDeadLetters: (asked) => queue.listDeadLetters(forgetting(asked, name)),
    }),
  })),
  {
    name: 'the DLQ list looks for statuses among the entries of a page, and ends where there are fewer',
    breaks: [END],
    apply: (queue) => ({
      ...queue,
      async listDeadLetters({ responseStatus, ...asked }) {
        const page = await queue.listDeadLetters(asked)
        const messages = page.messages.filter(
          (message) =>
            responseStatus === undefined || `${message.responseStatus}` === responseStatus,
        )
        return messages.length === page.messages.length ? page : { messages }
      },
    }),
  },
  {
    name: 'a page of the DLQ list begins with the last entry of the one before',
    breaks: [CONTINUES, CURSOR, END],
    apply: leading('dlq', (sequence) => sequence + 1),
  },
  {
    name: 'the cursor of the DLQ list leads nowhere once its entry is removed',
    breaks: [CONTINUES],
    apply: (queue) => ({
      ...queue,
      async listDeadLetters(asked) {
        const isThere = asked.cursor && (await queue.store.deadLetters.get(asked.cursor))
        return asked.cursor && !isThere ? { messages: [] } : queue.listDeadLetters(asked)
      },
    }),
  },
  {
    name: 'the cursor of the DLQ list begins again once its entry is removed',
    breaks: [CONTINUES],
    apply: (queue) => ({
      ...queue,
      async listDeadLetters({ cursor, ...asked }) {
        const isThere = cursor && (await queue.store.deadLetters.get(cursor))
        return queue.listDeadLetters(isThere ? { ...asked, cursor } : asked)
      },
    }),
  },
  {
    name: 'the cursor of the run list never ends',
    breaks: [END],
    apply: cursors((cursor) => cursor ?? '0-0', 'runs'),
  },
  {
    name: 'the cursor of the message logs never ends',
    breaks: [END],
    apply: cursors((cursor) => cursor ?? '0-0', 'messageLogs'),
  },
]

// Faults of the headings Resources and their fields, and Lists in general.

import { given, prefixed } from '../written.js'
import { showing as entries } from './dlq-message.js'
import { breaking, faults, type Replacements } from './fault.js'
import { forgetting, forgettingCursor, leading } from './lists.js'
import { showing as events } from './message-logs.js'
import { asDate, changing, inSeconds } from './parts.js'

/** Joins the values of each header. */
const joined = (map: Readonly<Record<string, readonly string[]>>) =>
  Object.fromEntries(Object.entries(map).map(([name, values]) => [name, values.join(', ')]))

const MILLISECONDS = 'queue.resources.at-timestamps-in-milliseconds'

/** Rules about the shape of the responses of both DLQ endpoints. */
const SHAPES = ['queue.dlq.get-returns-one-message', 'queue.dlq.list-response'] as const

const END = 'queue.pagination.end-of-results'
const CONTINUES = 'queue.pagination.cursor-continues'
const CURSOR = 'queue.dlq.filter-cursor'

/** Changes the cursors of the DLQ list. */
const cursors = (
  change: (cursor: string | undefined, asked: string | undefined) => string | undefined,
): Replacements => ({
  'lists.page': (original) => async (list, asked, load) => {
    const { items, cursor } = await original(list, asked, load)
    const changed = list.name === 'dlq' ? change(cursor, asked.cursor) : cursor
    return { items, ...(changed !== undefined && { cursor: changed }) }
  },
})

export const resourceFaults = faults({
  'dlq-created-at-in-seconds: DLQ entry: returns createdAt in seconds': {
    breaks: [MILLISECONDS, 'queue.dlq-message.created-at'],
    ...entries(changing('createdAt', inSeconds)),
  },
  'dlq-workflow-created-at-in-seconds: DLQ entry: returns workflowCreatedAt in seconds': {
    breaks: [MILLISECONDS, 'queue.dlq-message.workflow-created-at'],
    ...entries(changing('workflowCreatedAt', inSeconds)),
  },
  'dlq-created-at-as-date: DLQ entry: returns createdAt as a date string': {
    breaks: [MILLISECONDS, 'queue.dlq-message.created-at', ...SHAPES],
    ...entries(changing('createdAt', asDate)),
  },
  'dlq-not-before-in-seconds: DLQ entry: returns notBefore in seconds': {
    breaks: ['queue.resources.not-before-in-milliseconds', 'queue.dlq-message.not-before'],
    ...entries(changing('notBefore', inSeconds)),
  },
  'dlq-headers-as-strings: DLQ entry: returns header values as strings, not arrays': {
    breaks: ['queue.resources.header-maps', ...SHAPES],
    ...entries((entry) => ({
      ...changing('header', joined)(entry),
      ...changing('failureCallbackHeader', joined)(entry),
      ...changing('responseHeader', joined)(entry),
    })),
  },
  'logs-time-in-seconds: log event: returns "time" in seconds': {
    breaks: ['queue.message-logs.time', 'queue.resources.time-in-milliseconds'],
    blocks: [
      'queue.message-logs.filter-from-date-inclusive',
      'queue.message-logs.filter-to-date-inclusive',
    ],
    ...events(changing('time', inSeconds)),
  },
  'logs-next-delivery-in-seconds: log event: returns nextDeliveryTime in seconds': {
    breaks: [
      'queue.resources.next-delivery-time-in-milliseconds',
      'queue.message-logs.next-delivery-time',
    ],
    ...events(changing('nextDeliveryTime', inSeconds)),
  },
  ...prefixed('dlq', 'DLQ list', {
    'cursor-never-ends: returns a cursor on the last page too': {
      breaks: [END],
      ...cursors((cursor) => cursor ?? '0-0'),
    },
    ...breaking([CURSOR], {
      'cursor-drops-label: ignores the filter label on the next page': {
        'dlq.list': given(forgetting('label')),
      },
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
      blocks: [CONTINUES],
      ...cursors(() => undefined),
    },
    'ends-after-second-page: ends after page 2 even if entries remain': {
      breaks: [END, CONTINUES],
      ...cursors((cursor, asked) => (asked === undefined ? cursor : undefined)),
    },
    'cursor-ignored: ignores the cursor and returns page 1 again': {
      breaks: [END, CONTINUES, CURSOR],
      'dlq.list': given(forgettingCursor),
    },
    'page-repeats-last-entry: repeats the last entry on the next page': {
      breaks: [CONTINUES, CURSOR, END],
      ...leading('dlq', (sequence) => sequence + 1),
    },
    "cursor-dead-after-delete: page is empty if the cursor's entry was deleted": {
      breaks: [CONTINUES],
      'dlq.list': (original, queue) => async (asked) => {
        const isThere = asked.cursor && (await queue.store.deadLetters.get(asked.cursor))
        return asked.cursor && !isThere ? { messages: [] } : original(asked)
      },
    },
  }),
})

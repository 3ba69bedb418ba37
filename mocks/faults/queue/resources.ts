// Faults of the heading Resources and their fields.

import type { CallbackInfo } from '../../queue/dlq/failure-callback.js'
import { each } from '../written.js'
import { showing as entries } from './dlq-message.js'
import { faults } from './fault.js'
import { showing as events } from './message-logs.js'
import { asDate, changing, inSeconds, withoutQuery } from './parts.js'
import { showing as runs } from './runs.js'

/** Joins the values of each header. */
const joined = (map: Readonly<Record<string, readonly string[]>>) =>
  Object.fromEntries(Object.entries(map).map(([name, values]) => [name, values.join(', ')]))

const MILLISECONDS = 'queue.resources.at-timestamps-in-milliseconds'

/** Rules about the shape of the responses of both DLQ endpoints. */
const SHAPES = ['queue.dlq.get-returns-one-message', 'queue.dlq.list-response'] as const

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
  ...each(entries, ['queue.resources.header-maps', ...SHAPES], {
    'dlq-headers-as-strings: DLQ entry: returns header values as strings, not arrays': (entry) => ({
      ...changing('header', joined)(entry),
      ...changing('failureCallbackHeader', joined)(entry),
      ...changing('responseHeader', joined)(entry),
    }),
  }),
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
})

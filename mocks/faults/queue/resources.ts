// Faults of the heading Resources and their fields.

import { result } from '../written.js'
import { faults, type Replacements } from './fault.js'
import { withoutQuery } from './parts.js'

/** Changes the members of an object with these names. */
function changed<T extends object>(
  object: T,
  names: readonly string[],
  change: (value: never) => unknown,
): T {
  const members = Object.entries(object).map(([name, value]) => [
    name,
    names.includes(name) && value !== undefined ? change(value as never) : (value as unknown),
  ])
  return Object.fromEntries(members) as T
}

const inSeconds = (moment: number) => Math.floor(moment / 1000)
const asDate = (moment: number) => new Date(moment).toISOString()

/** Joins the values of each header. */
const joined = (map: Readonly<Record<string, readonly string[]>>) =>
  Object.fromEntries(Object.entries(map).map(([name, values]) => [name, values.join(', ')]))

const MILLISECONDS = 'queue.resources.at-timestamps-in-milliseconds'

/** Rules about the shape of the responses of both DLQ endpoints. */
const SHAPES = ['queue.dlq.get-returns-one-message', 'queue.dlq.list-response'] as const

/** Changes fields of DLQ entries. */
const entries = (names: readonly string[], change: (value: never) => unknown): Replacements => ({
  'dlq.shown': result((right) => changed(right, names, change)),
})

export const resourceFaults = faults({
  'dlq-urls-without-query: DLQ entry: drops the query of "url" and "workflowUrl"': {
    breaks: ['queue.dlq-message.url', 'queue.dlq-message.workflow-url'],
    ...entries(['url', 'workflowUrl'], withoutQuery),
  },
  'logs-workflow-url-without-query: log event: drops the query of workflowUrl': {
    breaks: ['queue.message-logs.workflow-url'],
    'logs.shown': result((right) => changed(right, ['workflowUrl'], withoutQuery)),
  },
  'run-list-workflow-url-without-query: run list: drops the query of workflowUrl': {
    breaks: ['queue.runs.workflow-url'],
    'runList.shown': result((right) => changed(right, ['workflowUrl'], withoutQuery)),
  },

  'dlq-created-at-in-seconds: DLQ entry: returns createdAt in seconds': {
    breaks: [MILLISECONDS, 'queue.dlq-message.created-at'],
    ...entries(['createdAt'], inSeconds),
  },
  'dlq-workflow-created-at-in-seconds: DLQ entry: returns workflowCreatedAt in seconds': {
    breaks: [MILLISECONDS, 'queue.dlq-message.workflow-created-at'],
    ...entries(['workflowCreatedAt'], inSeconds),
  },
  'dlq-created-at-as-date: DLQ entry: returns createdAt as a date string': {
    breaks: [MILLISECONDS, 'queue.dlq-message.created-at', ...SHAPES],
    ...entries(['createdAt'], asDate),
  },
  'dlq-not-before-in-seconds: DLQ entry: returns notBefore in seconds': {
    breaks: ['queue.resources.not-before-in-milliseconds', 'queue.dlq-message.not-before'],
    ...entries(['notBefore'], inSeconds),
  },
  'dlq-headers-as-strings: DLQ entry: returns header values as strings, not arrays': {
    breaks: ['queue.resources.header-maps', ...SHAPES],
    ...entries(['header', 'failureCallbackHeader', 'responseHeader'], joined),
  },
  'dlq-callback-headers-as-strings: failureCallbackInfo: header values are strings, not arrays': {
    breaks: ['queue.resources.header-maps', ...SHAPES],
    ...entries(['failureCallbackInfo'], (info: object) =>
      changed(info, ['responseHeaders'], joined),
    ),
  },
  'logs-time-in-seconds: log event: returns "time" in seconds': {
    breaks: ['queue.message-logs.time', 'queue.resources.time-in-milliseconds'],
    blocks: [
      'queue.message-logs.filter-from-date-inclusive',
      'queue.message-logs.filter-to-date-inclusive',
    ],
    'logs.shown': result((right) => changed(right, ['time'], inSeconds)),
  },
  'logs-next-delivery-in-seconds: log event: returns nextDeliveryTime in seconds': {
    breaks: [
      'queue.resources.next-delivery-time-in-milliseconds',
      'queue.message-logs.next-delivery-time',
    ],
    'logs.shown': result((right) => changed(right, ['nextDeliveryTime'], inSeconds)),
  },
})

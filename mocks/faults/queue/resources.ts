// Mistakes under the heading: Resources and their fields.

import type { QueueFault, Replacements } from './fault.js'
import { result } from './parts.js'

/** The same object, of which the members of these names are other values. */
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

/** Header maps as objects of texts. */
const joined = (map: Readonly<Record<string, readonly string[]>>) =>
  Object.fromEntries(Object.entries(map).map(([name, values]) => [name, values.join(', ')]))

const MILLISECONDS = 'queue.resources.at-timestamps-in-milliseconds'

/** What the answers of both endpoints of the DLQ look like. */
const SHAPES = ['queue.dlq.get-returns-one-message', 'queue.dlq.list-response'] as const

/** A server whose entries of the DLQ show some fields otherwise. */
const entries = (names: readonly string[], change: (value: never) => unknown): Replacements =>
  result('dlq', 'shown', (right) => changed(right, names, change))

const withoutQuery = (url: string) => url.replace(/\?.*/s, '')

export const resourceFaults: readonly QueueFault[] = [
  {
    name: 'a DLQ entry names its URLs without their queries',
    breaks: ['queue.dlq-message.url', 'queue.dlq-message.workflow-url'],
    replace: entries(['url', 'workflowUrl'], withoutQuery),
  },
  {
    name: 'a log event names the URL of its workflow without its query',
    breaks: ['queue.message-logs.workflow-url'],
    replace: result('logs', 'shown', (right) => changed(right, ['workflowUrl'], withoutQuery)),
  },
  {
    name: 'a listed run names the URL of its workflow without its query',
    breaks: ['queue.runs.workflow-url'],
    replace: result('runList', 'shown', (right) => changed(right, ['workflowUrl'], withoutQuery)),
  },

  {
    name: 'a DLQ entry was created at so many seconds',
    breaks: [MILLISECONDS, 'queue.dlq-message.created-at'],
    replace: entries(['createdAt'], inSeconds),
  },
  {
    name: 'the run of a DLQ entry was created at so many seconds',
    breaks: [MILLISECONDS, 'queue.dlq-message.workflow-created-at'],
    replace: entries(['workflowCreatedAt'], inSeconds),
  },
  {
    name: 'a DLQ entry was created on a date in words',
    breaks: [MILLISECONDS, 'queue.dlq-message.created-at', ...SHAPES],
    replace: entries(['createdAt'], asDate),
  },
  {
    name: 'a DLQ entry is not to be processed before so many seconds',
    breaks: ['queue.resources.not-before-in-milliseconds', 'queue.dlq-message.not-before'],
    replace: entries(['notBefore'], inSeconds),
  },
  {
    name: 'the headers of a DLQ entry are strings',
    breaks: ['queue.resources.header-maps', ...SHAPES],
    replace: entries(['header', 'failureCallbackHeader', 'responseHeader'], joined),
  },
  {
    name: 'the headers that a failure callback was answered with are strings',
    breaks: ['queue.resources.header-maps', ...SHAPES],
    replace: entries(['failureCallbackInfo'], (info: object) =>
      changed(info, ['responseHeaders'], joined),
    ),
  },
  {
    name: 'a log event tells its time in seconds',
    breaks: ['queue.message-logs.time', 'queue.resources.time-in-milliseconds'],
    blocks: [
      'queue.message-logs.filter-from-date-inclusive',
      'queue.message-logs.filter-to-date-inclusive',
    ],
    replace: result('logs', 'shown', (right) => changed(right, ['time'], inSeconds)),
  },
  {
    name: 'a log event tells the time of the next delivery in seconds',
    breaks: [
      'queue.resources.next-delivery-time-in-milliseconds',
      'queue.message-logs.next-delivery-time',
    ],
    replace: result('logs', 'shown', (right) => changed(right, ['nextDeliveryTime'], inSeconds)),
  },
]

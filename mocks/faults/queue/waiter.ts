// Mistakes under the heading: Waiter.

import type { ShownWaiter } from '../../queue/notify/waiters.js'
import type { Waiter } from '../../queue/notify/waiter.js'
import { each, result, shape } from '../written.js'
import { fault, type QueueFault, type Replacements } from './fault.js'
import { forbidden, inSeconds, withoutQuery } from './parts.js'

const shown = (other: (shown: ShownWaiter, waiter: Waiter) => object): Replacements => ({
  'waiters.shown': result((right, waiter) => forbidden({ ...right, ...other(right, waiter) })),
})

/** A server that shows some fields of waiters otherwise. */
const showing = shape(shown)

/** A server that shows the headers of waiters otherwise: those whose names end so, or all. */
const showingHeaders = (name: string) =>
  shape(
    (other: (name: string, values: readonly string[]) => readonly [string, unknown] | undefined) =>
      shown(({ headers = {} }) => {
        const lines = Object.entries(headers).map(([each, values]) =>
          each.endsWith(name) ? other(each, values) : ([each, values] as const),
        )
        return { headers: Object.fromEntries(lines.filter((line) => line !== undefined)) }
      }),
  )

/** The shape of a waiter is part of that of an answer to a notify. */
const ONE_EACH = 'queue.notify.one-element-per-waiter'
const HEADERS = 'queue.waiter.headers'
const RUN_ID = 'queue.waiter.run-id-header'
const URL_HEADER = 'queue.waiter.url-header'
const DEADLINE = 'queue.waiter.deadline'

/** What shows that the headers are no map. */
const EVERY_HEADER = [HEADERS, RUN_ID, URL_HEADER, ONE_EACH, 'queue.resources.header-maps'] as const

export const waiterFaults: readonly QueueFault[] = [
  showing('a waiter has no URL', [ONE_EACH, 'queue.waiter.url'], () => ({ url: undefined })),
  ...each(showing, ['queue.waiter.url'], {
    'a waiter has the origin of its URL alone': ({ url = '' }) => ({ url: new URL(url).origin }),
    'a waiter has the URL of its workflow without its query': ({ url = '' }) => ({
      url: withoutQuery(url),
    }),
  }),
  showing(
    'a waiter has no headers',
    [ONE_EACH, HEADERS, RUN_ID, URL_HEADER, 'queue.resources.header-maps'],
    () => ({ headers: undefined }),
  ),
  showingHeaders('')('the headers of a waiter are one text each', EVERY_HEADER, (name, values) => [
    name,
    values.join(', '),
  ]),
  showing(
    'the headers of a waiter are a list of names and values',
    EVERY_HEADER,
    ({ headers = {} }) => ({ headers: Object.entries(headers) }),
  ),
  ...each(showingHeaders('Workflow-Runid'), [RUN_ID], {
    'the headers of a waiter lack the run id': () => undefined,
    'the headers of a waiter have the run id without their prefix': (_, values) => [
      'Workflow-Runid',
      values,
    ],
  }),
  ...each(showingHeaders('Workflow-Url'), [URL_HEADER], {
    'the headers of a waiter lack the URL': () => undefined,
    'the headers of a waiter have the URL without its query': (name, values) => [
      name,
      values.map(withoutQuery),
    ],
    'the headers of a waiter have the URL percent-encoded': (name, values) => [
      name,
      values.map(encodeURIComponent),
    ],
  }),
  showing('a waiter has no deadline', [ONE_EACH, DEADLINE], () => ({ deadline: undefined })),
  fault('the deadline of a waiter is a date', [DEADLINE, ONE_EACH], {
    'waiters.shownDeadline': () => (milliseconds) =>
      forbidden(new Date(milliseconds).toISOString()),
  }),
  fault('the deadline of a waiter is what is left of its wait', [DEADLINE], {
    'waiters.shownDeadline': (original, queue) => (milliseconds) =>
      original(milliseconds - queue.clock.now()),
  }),
  showing('the deadline of a waiter is when it began to wait', [DEADLINE], (_, waiter) => ({
    deadline: inSeconds(waiter.workflowCreatedAt),
  })),
  fault('the deadline of a waiter is in minutes', [DEADLINE], {
    'waiters.shownDeadline': () => (milliseconds) => Math.floor(milliseconds / 60_000),
  }),
]

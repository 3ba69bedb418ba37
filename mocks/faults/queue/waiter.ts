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
  showing('waiter-lacks-url: waiter: omits url', [ONE_EACH, 'queue.waiter.url'], () => ({
    url: undefined,
  })),
  ...each(showing, ['queue.waiter.url'], {
    'waiter-url-origin-only: waiter: returns only the origin of url': ({ url = '' }) => ({
      url: new URL(url).origin,
    }),
    'waiter-url-without-query: waiter: drops the query of url': ({ url = '' }) => ({
      url: withoutQuery(url),
    }),
  }),
  showing(
    'waiter-lacks-headers: waiter: omits headers',
    [ONE_EACH, HEADERS, RUN_ID, URL_HEADER, 'queue.resources.header-maps'],
    () => ({ headers: undefined }),
  ),
  showingHeaders('')(
    'waiter-headers-as-strings: waiter: returns header values as strings, not arrays',
    EVERY_HEADER,
    (name, values) => [name, values.join(', ')],
  ),
  showing(
    'waiter-headers-as-pairs: waiter: returns headers as a list of pairs',
    EVERY_HEADER,
    ({ headers = {} }) => ({ headers: Object.entries(headers) }),
  ),
  ...each(showingHeaders('Workflow-Runid'), [RUN_ID], {
    'waiter-lacks-run-id-header: waiter: omits the header Svc-Workflow-Runid': () => undefined,
    'waiter-run-id-header-without-prefix: waiter: drops the prefix of Svc-Workflow-Runid': (
      _,
      values,
    ) => ['Workflow-Runid', values],
  }),
  ...each(showingHeaders('Workflow-Url'), [URL_HEADER], {
    'waiter-lacks-url-header: waiter: omits the header Svc-Workflow-Url': () => undefined,
    'waiter-url-header-without-query: waiter: drops the query in Svc-Workflow-Url': (
      name,
      values,
    ) => [name, values.map(withoutQuery)],
    'waiter-url-header-encoded: waiter: percent-encodes the URL in Svc-Workflow-Url': (
      name,
      values,
    ) => [name, values.map(encodeURIComponent)],
  }),
  showing('waiter-lacks-deadline: waiter: omits deadline', [ONE_EACH, DEADLINE], () => ({
    deadline: undefined,
  })),
  fault(
    'waiter-deadline-as-date: waiter: returns deadline as a date string',
    [DEADLINE, ONE_EACH],
    {
      'waiters.shownDeadline': () => (milliseconds) =>
        forbidden(new Date(milliseconds).toISOString()),
    },
  ),
  fault('waiter-deadline-is-time-left: waiter: returns the time left as deadline', [DEADLINE], {
    'waiters.shownDeadline': (original, queue) => (milliseconds) =>
      original(milliseconds - queue.clock.now()),
  }),
  showing(
    'waiter-deadline-is-created-at: waiter: returns the creation of the run as deadline',
    [DEADLINE],
    (_, waiter) => ({
      deadline: inSeconds(waiter.workflowCreatedAt),
    }),
  ),
  fault('waiter-deadline-in-minutes: waiter: returns deadline in minutes', [DEADLINE], {
    'waiters.shownDeadline': () => (milliseconds) => Math.floor(milliseconds / 60_000),
  }),
]

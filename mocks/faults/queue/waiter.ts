// Faults of the heading Waiter.

import type { ShownWaiter } from '../../queue/notify/waiters.js'
import type { Waiter } from '../../queue/notify/waiter.js'
import { each, result, rows } from '../written.js'
import { breaking, faults, type Replacements, replacing } from './fault.js'
import { changing, forbidden, inSeconds, omitting, withoutQuery } from './parts.js'

/** Changes fields of waiters. */
const showing = (other: (shown: ShownWaiter, waiter: Waiter) => object): Replacements => ({
  'waiters.shown': result((right, waiter) => forbidden({ ...right, ...other(right, waiter) })),
})

/** Changes the headers of waiters whose names end with `name`. */
const showingHeaders =
  (name: string) =>
  (other: (name: string, values: readonly string[]) => readonly [string, unknown] | undefined) =>
    showing(({ headers = {} }) => {
      const lines = Object.entries(headers).map(([each, values]) =>
        each.endsWith(name) ? other(each, values) : ([each, values] as const),
      )
      return { headers: Object.fromEntries(lines.filter((line) => line !== undefined)) }
    })

/** Its scenarios check the shape of each waiter. */
const ONE_EACH = 'queue.notify.one-element-per-waiter'
const HEADERS = 'queue.waiter.headers'
const RUN_ID = 'queue.waiter.run-id-header'
const URL_HEADER = 'queue.waiter.url-header'
const DEADLINE = 'queue.waiter.deadline'

/** Rules that fail if the headers are no header map. */
const EVERY_HEADER = [HEADERS, RUN_ID, URL_HEADER, ONE_EACH, 'queue.resources.header-maps'] as const

export const waiterFaults = faults({
  ...rows(showing, {
    'waiter-lacks-url: waiter: omits "url"': [[ONE_EACH, 'queue.waiter.url'], omitting('url')],
    'waiter-url-origin-only: waiter: returns only the origin of "url"': [
      'queue.waiter.url',
      changing('url', (url: string) => new URL(url).origin),
    ],
    'waiter-url-without-query: waiter: drops the query of "url"': [
      'queue.waiter.url',
      changing('url', withoutQuery),
    ],
    'waiter-lacks-headers: waiter: omits "headers"': [
      [ONE_EACH, HEADERS, RUN_ID, URL_HEADER, 'queue.resources.header-maps'],
      omitting('headers'),
    ],
    'waiter-headers-as-pairs: waiter: returns "headers" as a list of pairs': [
      EVERY_HEADER,
      changing('headers', Object.entries),
    ],
    'waiter-lacks-deadline: waiter: omits "deadline"': [[ONE_EACH, DEADLINE], omitting('deadline')],
    'waiter-deadline-is-created-at: waiter: returns the creation time of the run as "deadline"': [
      DEADLINE,
      (_, waiter) => ({ deadline: inSeconds(waiter.workflowCreatedAt) }),
    ],
  }),
  'waiter-headers-as-strings: waiter: returns header values as strings, not arrays': {
    breaks: [HEADERS, ONE_EACH, 'queue.resources.header-maps'],
    ...showingHeaders('')((name, values) => [name, values.join(', ')]),
  },
  ...breaking([RUN_ID], {
    'waiter-lacks-run-id-header: waiter: omits the header Svc-Workflow-Runid': showingHeaders(
      'Workflow-Runid',
    )(() => undefined),
    'waiter-run-id-header-without-prefix: waiter: names the header Workflow-Runid, without Svc-':
      showingHeaders('Workflow-Runid')((_, values) => ['Workflow-Runid', values]),
  }),
  ...breaking([URL_HEADER], {
    'waiter-lacks-url-header: waiter: omits the header Svc-Workflow-Url': showingHeaders(
      'Workflow-Url',
    )(() => undefined),
    'waiter-url-header-without-query: waiter: drops the query in Svc-Workflow-Url': showingHeaders(
      'Workflow-Url',
    )((name, values) => [name, values.map(withoutQuery)]),
    'waiter-url-header-encoded: waiter: percent-encodes the URL in Svc-Workflow-Url':
      showingHeaders('Workflow-Url')((name, values) => [name, values.map(encodeURIComponent)]),
  }),
  'waiter-deadline-as-date: waiter: returns "deadline" as a date string': {
    breaks: [DEADLINE, ONE_EACH],
    'waiters.shownDeadline': () => (milliseconds) =>
      forbidden(new Date(milliseconds).toISOString()),
  },
  ...each(replacing('waiters.shownDeadline'), [DEADLINE], {
    'waiter-deadline-is-time-left: waiter: returns the time left as "deadline"':
      (original, queue) => (milliseconds) =>
        original(milliseconds - queue.clock.now()),
    'waiter-deadline-in-minutes: waiter: returns "deadline" in minutes': () => (milliseconds) =>
      Math.floor(milliseconds / 60_000),
  }),
})

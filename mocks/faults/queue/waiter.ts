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
    'waiter-lacks-url: notify response: waiter omits "url"': [
      [ONE_EACH, 'queue.waiter.url'],
      omitting('url'),
    ],
    'waiter-url-without-query: notify response: waiter "url" lacks the query': [
      'queue.waiter.url',
      changing('url', withoutQuery),
    ],
    'waiter-lacks-headers: notify response: waiter omits "headers"': [
      [ONE_EACH, HEADERS, RUN_ID, URL_HEADER, 'queue.resources.header-maps'],
      omitting('headers'),
    ],
    'waiter-lacks-deadline: notify response: waiter omits "deadline"': [
      [ONE_EACH, DEADLINE],
      omitting('deadline'),
    ],
  }),
  'waiter-headers-as-strings: notify response: waiter headers are strings, not arrays': {
    breaks: [HEADERS, ONE_EACH, 'queue.resources.header-maps'],
    ...showingHeaders('')((name, values) => [name, values.join(', ')]),
  },
  ...breaking([RUN_ID], {
    'waiter-lacks-run-id-header: notify response: waiter headers lack Svc-Workflow-Runid':
      showingHeaders('Workflow-Runid')(() => undefined),
  }),
  ...breaking([URL_HEADER], {
    'waiter-lacks-url-header: notify response: waiter headers lack Svc-Workflow-Url':
      showingHeaders('Workflow-Url')(() => undefined),
    'waiter-url-header-without-query: notify response: waiter Svc-Workflow-Url lacks the query':
      showingHeaders('Workflow-Url')((name, values) => [name, values.map(withoutQuery)]),
  }),
  ...each(replacing('waiters.shownDeadline'), [DEADLINE], {
    'waiter-deadline-is-time-left: notify response: waiter "deadline" is the time left':
      (original, queue) => (milliseconds) =>
        original(milliseconds - queue.clock.now()),
  }),
})

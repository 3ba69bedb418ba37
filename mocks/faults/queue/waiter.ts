// Mistakes under the heading: Waiter.

import type { ShownWaiter } from '../../queue/notify/waiters.js'
import type { Waiter } from '../../queue/notify/waiter.js'
import type { QueueFault, Replacements } from './fault.js'
import { forbidden, result } from './parts.js'

/** A server that shows waiters otherwise. */
const showing = (other: (shown: ShownWaiter, waiter: Waiter) => ShownWaiter): Replacements =>
  result('waiters', 'shown', (right, waiter) => other(right, waiter))

/** A server that shows the headers of waiters otherwise: those whose names end so, or all. */
const showingHeaders = (
  name: string,
  other: (name: string, values: readonly string[]) => readonly [string, unknown] | undefined,
) =>
  showing(({ headers = {}, ...waiter }) => ({
    ...waiter,
    headers: forbidden(
      Object.fromEntries(
        Object.entries(headers).flatMap(([each, values]) => {
          const shown = each.endsWith(name) ? other(each, values) : ([each, values] as const)
          return shown === undefined ? [] : [shown]
        }),
      ),
    ),
  }))

/** The shape of a waiter is part of that of an answer to a notify. */
const ONE_EACH = 'queue.notify.one-element-per-waiter'
const HEADERS = 'queue.waiter.headers'
const RUN_ID = 'queue.waiter.run-id-header'
const URL_HEADER = 'queue.waiter.url-header'
const DEADLINE = 'queue.waiter.deadline'

export const waiterFaults: readonly QueueFault[] = [
  {
    name: 'a waiter has no URL',
    breaks: [ONE_EACH, 'queue.waiter.url'],
    replace: showing((waiter) => ({ ...waiter, url: forbidden(undefined) })),
  },
  {
    name: 'a waiter has the origin of its URL alone',
    breaks: ['queue.waiter.url'],
    replace: showing(({ url = '', ...waiter }) => ({ ...waiter, url: new URL(url).origin })),
  },
  {
    name: 'a waiter has the URL of its workflow without its query',
    breaks: ['queue.waiter.url'],
    replace: showing(({ url = '', ...waiter }) => ({ ...waiter, url: url.replace(/\?.*/s, '') })),
  },
  {
    name: 'a waiter has no headers',
    breaks: [ONE_EACH, HEADERS, RUN_ID, URL_HEADER, 'queue.resources.header-maps'],
    replace: showing((waiter) => ({ ...waiter, headers: forbidden(undefined) })),
  },
  {
    name: 'the headers of a waiter are one text each',
    breaks: [HEADERS, RUN_ID, URL_HEADER, ONE_EACH, 'queue.resources.header-maps'],
    replace: showingHeaders('', (name, values) => [name, values.join(', ')]),
  },
  {
    name: 'the headers of a waiter are a list of names and values',
    breaks: [HEADERS, RUN_ID, URL_HEADER, ONE_EACH, 'queue.resources.header-maps'],
    replace: showing(({ headers = {}, ...waiter }) => ({
      ...waiter,
      headers: forbidden(Object.entries(headers)),
    })),
  },
  {
    name: 'the headers of a waiter lack the run id',
    breaks: [RUN_ID],
    replace: showingHeaders('Workflow-Runid', () => undefined),
  },
  {
    name: 'the headers of a waiter have the run id without their prefix',
    breaks: [RUN_ID],
    replace: showingHeaders('Workflow-Runid', (_, values) => ['Workflow-Runid', values]),
  },
  {
    name: 'the headers of a waiter lack the URL',
    breaks: [URL_HEADER],
    replace: showingHeaders('Workflow-Url', () => undefined),
  },
  {
    name: 'the headers of a waiter have the URL without its query',
    breaks: [URL_HEADER],
    replace: showingHeaders('Workflow-Url', (name, values) => [
      name,
      values.map((url) => url.replace(/\?.*/s, '')),
    ]),
  },
  {
    name: 'the headers of a waiter have the URL percent-encoded',
    breaks: [URL_HEADER],
    replace: showingHeaders('Workflow-Url', (name, values) => [
      name,
      values.map(encodeURIComponent),
    ]),
  },
  {
    name: 'a waiter has no deadline',
    breaks: [ONE_EACH, DEADLINE],
    replace: showing((waiter) => ({ ...waiter, deadline: forbidden(undefined) })),
  },
  {
    name: 'the deadline of a waiter is a date',
    breaks: [DEADLINE, ONE_EACH],
    replace: {
      waiters: {
        shownDeadline: () => (milliseconds) => forbidden(new Date(milliseconds).toISOString()),
      },
    },
  },
  {
    name: 'the deadline of a waiter is what is left of its wait',
    breaks: [DEADLINE],
    replace: {
      waiters: {
        shownDeadline: (original, queue) => (milliseconds) =>
          original(milliseconds - queue.clock.now()),
      },
    },
  },
  {
    name: 'the deadline of a waiter is when it began to wait',
    breaks: [DEADLINE],
    replace: showing((shown, { workflowCreatedAt }) => ({
      ...shown,
      deadline: Math.floor(workflowCreatedAt / 1000),
    })),
  },
  {
    name: 'the deadline of a waiter is in minutes',
    breaks: [DEADLINE],
    replace: {
      waiters: { shownDeadline: () => (milliseconds) => Math.floor(milliseconds / 60_000) },
    },
  },
]

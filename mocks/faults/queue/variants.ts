// Variants of the queue: correct where the contract is silent.

import { splitTarget } from '../../http/message.js'
import { retryAfter } from '../../queue/deliver/delivery.js'
import { selectionInBody, selectionInQuery } from '../../queue/dlq/bulk-selection.js'
import { headerMap } from '../../queue/request/headers.js'
import { isOurs, queryPairs } from '../../queue/request/query.js'
import { runsList } from '../../queue/runs/run.js'
import { eventList } from '../../queue/logs/log-event.js'
import type { StepGroup } from '../../queue/runs/run-list.js'
import type { Page, PageFrom, ListPosition } from '../../queue/lists/filters.js'
import { given, result, skipping } from '../written.js'
import { faults } from './fault.js'
import { keepingMessages, remembering } from './flow-control.js'
import {
  callbackSettings,
  destinations,
  forbidden,
  publishStatus,
  refuseWith,
  refusingWith,
  withoutHeaders,
} from './parts.js'
import { succeedingAt } from './retries.js'

export const variants = faults({
  'message-ids-as-uuids: creates UUIDs as message ids': {
    'messages.newId': () => () => crypto.randomUUID(),
  },
  'backoff-from-0: default backoff: waits e^0 = 1 s before the first retry': {
    'delivery.backoff': given((n) => [n - 1]),
  },
  'deliveries-without-own-headers: delivery: sends no headers added by the server': {
    'delivery.headers': () => (message) => message.headers,
  },
  'deliveries-unsigned: delivery: has no Svc-Signature': {
    'delivery.headers': (original, queue) => (message) => {
      const own = `${queue.dialect.headerPrefix}Signature`
      return Object.fromEntries(Object.entries(original(message)).filter(([name]) => name !== own))
    },
  },
  'run-deliveries-without-creation-time: delivery of a run: has no Svc-Workflow-CreatedAt': {
    'runs.headers': result((headers) =>
      Object.fromEntries(Object.entries(headers).filter(([name]) => !/-createdat$/i.test(name))),
    ),
  },
  'run-deliveries-without-plans: delivery of a run: lists no earlier plans': {
    'steps.body': (original) => async (message) => {
      const body = await original(message)
      if (message.run?.callType !== 'step' || body.length === 0) return body
      const steps = JSON.parse(Buffer.from(body).toString()) as { readonly body: string }[]
      const kept = steps.filter((step, at) => at === steps.length - 1 || !isPlan(step))
      return Buffer.from(JSON.stringify(kept))
    },
  },
  'backoff-in-whole-seconds: default backoff: waits a whole number of seconds': {
    'delivery.backoff': result((milliseconds) => Math.floor(milliseconds / 1000) * 1000),
  },
  'event-data-without-event-id: notify: completes the step with no field but its data': {
    'waiters.notifiedStep': result((step) => ({ ...step, waitEventId: undefined })),
  },
  'event-data-as-text: notify: passes the event data as text, not in base64': {
    'waiters.notifiedStep': (original) => (waiter, data) => ({
      ...original(waiter, data),
      out: Buffer.from(data).toString(),
    }),
  },
  'duplicate-200: deduplication: returns 200, not 202, for a duplicate': {
    status: (status) => publishStatus(status, true),
  },
  'duplicate-new-id: deduplication: returns a new messageId for a duplicate': {
    'deduplication.duplicate': given((message) => [message, message.id]),
  },
  'dedup-content-with-settings: content-based deduplication: also compares Svc-* settings': {
    'deduplication.contentKey': result(
      (right, publication) => right + JSON.stringify(publication.given),
    ),
  },
  'dedup-content-with-method: content-based deduplication: also compares Svc-Method': {
    'deduplication.contentKey': result((right, { instructions }) => right + instructions.method),
  },
  'query-settings-win: settings: svc-* query parameters override Svc-* headers': {
    'publish.take': (original, queue) => (request) => {
      const { queryPrefix, headerPrefix } = queue.dialect
      const names = queryPairs(splitTarget(request.target).query).flatMap(({ key }) =>
        key.startsWith(queryPrefix) ? [headerPrefix + key.slice(queryPrefix.length)] : [],
      )
      return original(withoutHeaders(request, names))
    },
  },
  'status-3xx-is-success: treats a redirect as a successful delivery': {
    ...succeedingAt((status) => status >= 300 && status < 400),
  },
  'retry-delay-from-attempt-start: retry delay: counts from the start of the failed attempt': {
    'delivery.nextAttempt': (original, queue) => (message, outcome) => {
      const again = original(message, outcome)
      const now = queue.clock.now()
      return again && Math.max(now, again - (now - message.nextDeliveryTime))
    },
  },
  'retry-after-honoured: retry delay: is the time in Retry-After': {
    'delivery.nextAttempt': (original, queue) => (message, outcome) => {
      const again = original(message, outcome)
      const asked = retryAfter(outcome)
      return again === undefined || asked === undefined ? again : queue.clock.after(asked)
    },
  },
  'destination-url-normalized: destination URL: is normalized (/a/../b becomes /b)': {
    ...destinations(() => {}),
  },
  'dedup-window-1h: deduplication: recognizes duplicates only within 1 hour': {
    'deduplication.window': () => () => 3_600_000,
  },
  'dedup-window-1m: deduplication: recognizes duplicates only within 1 minute': {
    'deduplication.window': () => () => 60_000,
  },
  'flow-control-404-without-messages: flow control GET: returns 404 for a key without messages': {
    replace: keepingMessages((messages, keys = new Map<string, string>()) => ({
      ...remembering(keys, messages),
      heldUp(key, now) {
        const isKnown = Array.from(keys.values()).includes(key)
        return isKnown ? messages.heldUp(key, now) : refuseWith(404, `there is no key "${key}"`)
      },
    })),
  },
  'invalid-queue-token-403: queue authentication: returns 403 instead of 401': {
    status: (status) => refusingWith(status, /^the token is /, 401),
  },
  'callback-body-empty: callback: has an empty body': {
    'callbacks.message': result((right) => ({ ...right, body: new Uint8Array() })),
  },
  'callback-body-fields-differ: callback body: has only the fields "id" and "answer"': {
    'callbacks.body': () => (told) => {
      const { message, outcome } = told
      const answer = outcome.kind === 'answered' ? outcome.status : null
      return forbidden({ id: message.id, answer })
    },
  },
  'callback-put: callback: is sent by PUT': {
    'callbacks.message': result((right) => ({ ...right, method: 'PUT' })),
  },
  'callback-retries-of-message: callback: always uses Svc-Retries of its message': {
    ...callbackSettings('callback')((_, { settings }) => ({ retries: settings.retries })),
  },
  'failure-callback-retries-of-message: failure callback: always uses Svc-Retries of its message': {
    ...callbackSettings('failureCallback')((_, { settings }) => ({ retries: settings.retries })),
  },
  'unknown-group-400: publish to a group: returns 400 for an unknown group': {
    status: (status) => refusingWith(status, /^there is no URL group and no API "/),
  },
  'group-returns-no-url: publish to a group: response omits "url"': {
    'fanOut.publish': result((results) =>
      results.map(({ messageId, deduplicated }) =>
        forbidden({ messageId, ...(deduplicated && { deduplicated }) }),
      ),
    ),
  },
  'group-returns-name-in-other-order: publish to a group: response reversed and with topicName': {
    'fanOut.publish': result((results, group) =>
      results.toReversed().map((result) => ({ ...result, topicName: group.name })),
    ),
  },
  'no-group-ignored: default headers of an unknown group: returns 200': {
    'fanOut.setDefaultHeaders': (original, queue) => async (name, headers) => {
      if (await queue.groups.find(name)) await original(name, headers)
    },
  },
  'default-headers-replaced: group default headers: setting one removes all others': {
    'fanOut.setDefaultHeaders': (original, queue) => async (name, headers) => {
      const { headers: before = {} } = (await queue.groups.find(name)) ?? {}
      const none = Object.fromEntries(Object.keys(before).map((each) => [each, []]))
      await original(name, { ...none, ...headers })
    },
  },
  'default-header-values-joined: group default headers: joins several values with commas': {
    'fanOut.missingDefaults': result((right) =>
      Object.entries(headerMap(right)).map(([name, values]) => [name, values.join(', ')] as const),
    ),
  },
  'default-headers-win-over-query: group default headers: override svc-* query parameters': {
    'fanOut.missingDefaults': given((request, group) => [
      { ...request, target: splitTarget(request.target).path },
      group,
    ]),
  },
  'dlq-last-cursor-empty: DLQ list: returns an empty cursor on the last page': {
    'dlq.list': result((right) => ({ ...right, cursor: right.cursor ?? '' })),
  },
  'dlq-oldest-first: DLQ list: starts with the oldest entry': {
    'lists.page': (original, queue) => async (list, asked, load) => {
      const { placeOf } = list
      if (list.name !== 'dlq') return original(list, asked, load)
      const { items } = await load({ before: undefined, limit: 1e6 })
      const seen = Number(asked.cursor?.split('-')[1] ?? 0)
      const rest = items
        .toSorted((a, b) => placeOf(a).sequence - placeOf(b).sequence)
        .filter((item) => placeOf(item).sequence > seen)
      const shown = rest.slice(0, queue.lists.pageSize(list, asked.count))
      const isOver = shown.length === rest.length
      return {
        items: shown,
        ...(!isOver && { cursor: queue.lists.cursor(placeOf(shown.at(-1)!)) }),
      }
    },
  },
  'dlq-count-over-maximum-400: DLQ list: returns 400 for a "count" above 100': {
    status: (status) => ({
      'lists.pageSize': (original) => (list, count) =>
        list.name === 'dlq' && Number(count) > 100
          ? refuseWith(status, 'count: expected 100 at most')
          : original(list, count),
    }),
  },
  'dlq-unknown-cursor-ignored: DLQ list: starts at the beginning for an invalid cursor': {
    'lists.place': (original) => (list, cursor) => {
      try {
        return original(list, cursor)
      } catch {
        return { time: Infinity, sequence: 0 }
      }
    },
  },
  'group-query-forwarded: publish to a group: adds the request query to endpoint URLs': {
    'fanOut.publish': (original, queue) => (group, request) => {
      const theirs = queryPairs(splitTarget(request.target).query)
        .filter(({ key, raw }) => raw !== '' && !isOurs(key, queue.dialect))
        .map(({ raw }) => raw)
        .join('&')
      const withTheirs = (url: string) => `${url}${url.includes('?') ? '&' : '?'}${theirs}`
      const endpoints = group.endpoints.map((endpoint) =>
        theirs === '' ? endpoint : { ...endpoint, url: withTheirs(endpoint.url) },
      )
      return original({ ...group, endpoints }, request)
    },
  },
  'bulk-selection-in-body-only: bulk restart/resume: ignores filters in the query': {
    'reruns.selection': () => selectionInBody,
  },
  'bulk-selection-in-query-only: bulk restart/resume: ignores filters in the body': {
    'reruns.selection': () => selectionInQuery,
  },
  'bulk-selection-in-both: bulk restart/resume: joins filters in the query and the body': {
    'reruns.selection': () => (request) => {
      const [query, body] = [selectionInQuery(request), selectionInBody(request)]
      const dlqIds = [...(query.dlqIds ?? []), ...(body.dlqIds ?? [])]
      return { ...body, ...query, ...(dlqIds.length > 0 && { dlqIds }) }
    },
  },
  'bulk-selection-in-query-400: bulk restart/resume: returns 400 for filters in the query': {
    'reruns.selection': () => (request) =>
      Object.keys(selectionInQuery(request)).length > 0
        ? refuseWith(400, 'the filters must be in the query, not in the body')
        : selectionInBody(request),
  },
  'bulk-selection-in-body-400: bulk restart/resume: returns 400 for filters in the body': {
    'reruns.selection': () => (request) =>
      request.body.length > 0
        ? refuseWith(400, 'a selection stands in the query')
        : selectionInQuery(request),
  },
  'rerun-keeps-entry: restart/resume: keeps the DLQ entry': {
    'reruns.release': () => async () => true,
  },
  'rerun-absent-400: restart/resume: returns 400 for an unknown DLQ entry': {
    status: (status) => ({
      'reruns.one': result((right) => right ?? refuseWith(status, 'no such entry')),
    }),
  },
  'notify-201: notify: returns 201 instead of 200': {
    status: (status) => ({ 'waiters.status': () => () => status }),
  },
  'notify-reverse-order: notify: resumes waiters in reverse order': {
    'waiters.of': result((right) => right.toReversed()),
  },
  'waiter-deadline-in-milliseconds: notify response: waiter "deadline" is in milliseconds': {
    'waiters.shownDeadline': () => (milliseconds) => milliseconds,
  },
  'waiter-headers-of-start: notify response: waiter headers are from the start': {
    'waiters.headers': () => (run) =>
      Object.fromEntries(
        Object.entries(run.sourceHeaders).filter(([name]) =>
          /^[^-]+-(workflow-|forward-|feature-set$)/i.test(name),
        ),
      ),
  },
  'waiter-headers-lower-case: notify response: waiter header names are in lower case': {
    'waiters.headers': result((right) =>
      Object.fromEntries(
        Object.entries(right).map(([name, values]) => [name.toLowerCase(), values]),
      ),
    ),
  },
  'retrigger-returns-new-run-id: failure callback re-trigger: returns a new run id': {
    'failureCallback.retrigger': (original, queue) => async (dlqId) => {
      const run = await original(dlqId)
      return run && { workflowRunId: queue.runs.newId(), workflowCreatedAt: queue.clock.now() }
    },
  },
  'lists-oldest-first: run list, message logs: start with the oldest run/event': {
    'runList.find': (original) => oldestFirst(original, runsList.placeOf),
    'logs.find': (original) => oldestFirst(original, eventList.placeOf),
  },
  'run-sequential-steps-in-one-group: run list: puts consecutive sequential steps in one group': {
    'runList.stepGroups': (original) => (run) => {
      const joined: StepGroup[] = []
      for (const group of original(run)) {
        const last = joined.at(-1)
        if (last?.type !== 'sequential' || group.type !== 'sequential') joined.push(group)
        else joined[joined.length - 1] = { ...last, steps: [...last.steps, ...group.steps] }
      }
      return joined
    },
  },
  'step-in-progress-waiting: step of a run: "state" is STEP_WAITING while in progress': {
    'runList.stepState': result((state) => (state === 'STEP_SUCCESS' ? state : 'STEP_WAITING')),
  },
  'step-in-progress-success: step of a run: "state" is STEP_SUCCESS while in progress': {
    'runList.stepState': () => () => 'STEP_SUCCESS',
  },
  'logs-without-active-and-error: message logs: record neither ACTIVE nor ERROR': {
    'logs.message': skipping((_, state) => state === 'ACTIVE' || state === 'ERROR'),
  },
  'logs-created-and-delivered-only: message logs: record only CREATED and DELIVERED': {
    'logs.message': skipping((_, state) => state !== 'CREATED' && state !== 'DELIVERED'),
  },
  'run-completed-at-0: run list: workflowRunCompletedAt is 0 while in progress': {
    'runList.shown': result((right) => ({ workflowRunCompletedAt: 0, ...right })),
  },
  'lists-count-over-maximum-400: run list, message logs: 400 for a "count" above the maximum': {
    status: (status) => ({
      'lists.pageSize': (original) => (list, count) => {
        const size = original(list, count)
        const isTooMany = count !== undefined && Number(count) > size
        return isTooMany && list.name !== 'dlq' && list.name !== 'bulk'
          ? refuseWith(status, 'too many')
          : size
      },
    }),
  },
})

/** Returns true for the message that plans one of several parallel steps. */
function isPlan({ body }: { readonly body: string }): boolean {
  try {
    const step = JSON.parse(Buffer.from(body, 'base64').toString()) as {
      targetStep?: number
    } | null
    return step?.targetStep !== undefined
  } catch {
    return false // the payload of a run need not be JSON
  }
}

/** Reverses the order of a store that returns the newest items first. */
const oldestFirst =
  <Filter, Item>(
    page: (filter: Filter, from: PageFrom) => Promise<Page<Item>>,
    placeOf: (item: Item) => ListPosition,
  ) =>
  async (filter: Filter, { before, limit }: PageFrom): Promise<Page<Item>> => {
    const { items } = await page(filter, { limit: Infinity })
    const rest = items.toReversed().filter((item) => {
      const { time, sequence } = placeOf(item)
      return !before || time > before.time || (time === before.time && sequence > before.sequence)
    })
    return { items: rest.slice(0, limit), more: rest.length > limit }
  }

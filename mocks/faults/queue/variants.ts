// Servers that differ where the document is silent: they are as right as the mock.

import { splitTarget } from '../../http/message.js'
import { Refusal } from '../../http/refusal.js'
import { selectionInBody, selectionInQuery } from '../../queue/dlq/bulk-selection.js'
import { headerMap } from '../../queue/request/headers.js'
import { isOurs, queryPairs } from '../../queue/request/query.js'
import { refuse } from '../../queue/refusal.js'
import { runsList } from '../../queue/runs/run.js'
import { eventList } from '../../queue/logs/log-event.js'
import { Answer } from '../../queue/route.js'
import type { StepGroup } from '../../queue/runs/run-list.js'
import type { Page, PageFrom, Place } from '../../queue/lists/page.js'
import { given, result } from '../written.js'
import { variant, type QueueFault } from './fault.js'
import { keepingMessages, remembering } from './flow-control.js'
import { otherReadings } from './other-readings.js'
import { callbackSettings, destinations, forbidden } from './parts.js'
import { succeedingAt } from './retries.js'

export const variants: readonly QueueFault[] = [
  ...otherReadings,
  variant(
    'all other readings of the document at once',
    otherReadings.flatMap(({ replace }) => replace),
  ),
  variant('message ids are UUIDs', { 'publish.messageId': () => () => crypto.randomUUID() }),
  variant('the default backoff begins at n = 0, with a second', {
    'delivery.backoff': given((n) => [n - 1]),
  }),
  variant('a delivery carries no headers of the queue', {
    'delivery.headers': () => (message) => message.headers,
  }),
  variant('a duplicate is 200', { 'publish.status': () => () => 200 }),
  variant('a duplicate is answered with an id of its own', {
    'deduplication.duplicate': given((message) => [message, message.id]),
  }),
  variant('the settings of a message are part of its content, as they are given', {
    'deduplication.contentKey': result(
      (right, publication) => right + JSON.stringify(publication.given),
    ),
  }),
  succeedingAt('a redirect counts as a delivery', [], (status) => status >= 300 && status < 400),
  variant('a retry delay begins with the attempt before it', {
    'delivery.nextAttempt': (original, queue) => (message, outcome) => {
      const again = original(message, outcome)
      const now = queue.clock.now()
      return again && Math.max(now, again - (now - message.nextDeliveryTime))
    },
  }),
  destinations('a destination is called as a URL parser writes it', [], () => {}),
  variant('a duplicate is known for an hour', { 'deduplication.window': () => () => 3_600_000 }),
  variant('a duplicate is known for a minute', { 'deduplication.window': () => () => 60_000 }),
  keepingMessages(
    'a flow-control key is known while it has messages, and not found before and after',
    [],
    (messages) => {
      const keys = new Map<string, string>()
      return {
        ...remembering(keys, messages),
        heldUp(key, now) {
          const isKnown = Array.from(keys.values()).includes(key)
          return isKnown ? messages.heldUp(key, now) : refuse(404, `there is no key "${key}"`)
        },
      }
    },
  ),
  variant('a stranger is told 403', {
    'access.authenticate': (original) => (request, where) => {
      try {
        original(request, where)
      } catch {
        refuse(403, 'no entry')
      }
    },
  }),
  variant('a callback has no content', {
    'callbacks.message': result((right) => ({ ...right, body: new Uint8Array() })),
  }),
  variant('a callback says the status and the id, under names of its own', {
    'callbacks.body': () => (told) => {
      const { message, outcome } = told
      const answer = outcome.kind === 'answered' ? outcome.status : null
      return forbidden({ id: message.id, answer })
    },
  }),
  variant('a callback is a PUT', {
    'callbacks.message': result((right) => ({ ...right, method: 'PUT' })),
  }),
  callbackSettings('callback')(
    'the retries of a callback are those of the original, whatever its own',
    [],
    (_, { settings }) => ({ retries: settings.retries }),
  ),
  callbackSettings('failureCallback')(
    'the retries of a failure callback are those of the original, whatever its own',
    [],
    (_, { settings }) => ({ retries: settings.retries }),
  ),
  variant('a group that does not exist is a bad request', {
    'publish.take': (original) => (request) => original(request).catch(insteadOf404),
  }),
  variant('an element of the answer to a group has no URL', {
    'fanOut.publish': result((results) =>
      results.map(({ messageId, deduplicated }) =>
        forbidden({ messageId, ...(deduplicated && { deduplicated }) }),
      ),
    ),
  }),
  variant('the elements of the answer to a group name it, and come in another order', {
    'fanOut.publish': result((results, group) =>
      results.toReversed().map((result) => ({ ...result, topicName: group.name })),
    ),
  }),
  variant('default headers that are set replace all that there were', {
    'fanOut.setDefaultHeaders': (original, queue) => async (name, headers) => {
      const { headers: before = {} } = (await queue.groups.find(name)) ?? {}
      const none = Object.fromEntries(Object.keys(before).map((each) => [each, []]))
      await original(name, { ...none, ...headers })
    },
  }),
  variant('the strings of a default header become one line', {
    'fanOut.missingDefaults': result((right) =>
      Object.entries(headerMap(right)).map(([name, values]) => [name, values.join(', ')] as const),
    ),
  }),
  variant('a default header wins over a query parameter', {
    'fanOut.missingDefaults': given((request, group) => [
      { ...request, target: splitTarget(request.target).path },
      group,
    ]),
  }),
  variant('the last page of the DLQ list has an empty cursor', {
    'dlq.list': result((right) => ({ cursor: '', ...right })),
  }),
  variant('the DLQ list begins with the oldest entry', {
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
  }),
  variant('a count of the DLQ list above the maximum is refused', {
    'lists.pageSize': (original) => (list, count) =>
      list.name === 'dlq' && Number(count) > 100
        ? refuse(400, 'count: expected 100 at most')
        : original(list, count),
  }),
  variant('a cursor of the DLQ list that no page gave is its beginning', {
    'lists.place': (original) => (list, cursor) => {
      try {
        return original(list, cursor)
      } catch {
        return { time: Infinity, sequence: 0 }
      }
    },
  }),
  variant('the query of a publish to a group goes to its endpoints', {
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
  }),
  variant('a bulk request has its selection in its body alone', {
    'reruns.selection': () => selectionInBody,
  }),
  variant('a bulk request has its selection in its query alone', {
    'reruns.selection': () => selectionInQuery,
  }),
  variant('refused: a bulk request with a selection in its query', {
    'reruns.selection': () => (request) =>
      Object.keys(selectionInQuery(request)).length > 0
        ? refuse(400, 'a selection stands in the body')
        : selectionInBody(request),
  }),
  variant('refused: a bulk request with a selection in its body', {
    'reruns.selection': () => (request) =>
      request.body.length > 0
        ? refuse(400, 'a selection stands in the query')
        : selectionInQuery(request),
  }),
  variant('an entry stays in the DLQ when its run is run again', {
    'reruns.release': () => async () => true,
  }),
  variant('a restart of an absent entry is a bad request', {
    'reruns.one': result((right) => right ?? refuse(400, 'no such entry')),
  }),
  variant('a notify is 201', {
    'waiters.notify': result((right) => forbidden(new Answer(201, right))),
  }),
  variant('those who wait for an event are notified in another order', {
    'waiters.of': result((right) => right.toReversed()),
  }),
  variant('the deadline of a waiter is in milliseconds', {
    'waiters.shownDeadline': () => (milliseconds) => milliseconds,
  }),
  variant('the headers of a waiter are spelled in small letters', {
    'waiters.headers': result((right) =>
      Object.fromEntries(
        Object.entries(right).map(([name, values]) => [name.toLowerCase(), values]),
      ),
    ),
  }),
  variant('a re-trigger answers the id of a run of its own', {
    'failureCallback.retrigger': (original, queue) => async (dlqId) => {
      const run = await original(dlqId)
      return run && { workflowRunId: queue.runs.newId(), workflowCreatedAt: queue.clock.now() }
    },
  }),
  variant('runs and events are listed from the oldest on', {
    'runList.find': (original) => oldestFirst(original, runsList.placeOf),
    'logs.find': (original) => oldestFirst(original, eventList.placeOf),
  }),
  variant('steps one after the other stand in one group', {
    'runList.stepGroups': (original) => (run) => {
      const joined: StepGroup[] = []
      for (const group of original(run)) {
        const last = joined.at(-1)
        if (last?.type !== 'sequential' || group.type !== 'sequential') joined.push(group)
        else joined[joined.length - 1] = { ...last, steps: [...last.steps, ...group.steps] }
      }
      return joined
    },
  }),
  variant('a step in progress is STEP_WAITING', {
    'runList.stepState': result((state) => (state === 'STEP_SUCCESS' ? state : 'STEP_WAITING')),
  }),
  variant('of messages nothing is logged but CREATED and DELIVERED', {
    'logs.message': (original) => async (message, state) => {
      if (state === 'CREATED' || state === 'DELIVERED') await original(message, state)
    },
  }),
  variant('a run in progress says that it was completed at 0', {
    'runList.shown': result((right) => ({ workflowRunCompletedAt: 0, ...right })),
  }),
  variant('more runs or events than a page may have are refused', {
    'lists.pageSize': (original) => (list, count) => {
      const size = original(list, count)
      const isTooMany = count !== undefined && Number(count) > size
      return isTooMany && list.name !== 'dlq' && list.name !== 'bulk'
        ? refuse(400, 'too many')
        : size
    },
  }),
]

/** Pages of a store that has the newest first, read the other way round. */
const oldestFirst =
  <Filter, Item>(
    page: (filter: Filter, from: PageFrom) => Promise<Page<Item>>,
    placeOf: (item: Item) => Place,
  ) =>
  async (filter: Filter, { before, limit }: PageFrom): Promise<Page<Item>> => {
    const { items } = await page(filter, { limit: Infinity })
    const rest = items.toReversed().filter((item) => {
      const { time, sequence } = placeOf(item)
      return !before || time > before.time || (time === before.time && sequence > before.sequence)
    })
    return { items: rest.slice(0, limit), more: rest.length > limit }
  }

function insteadOf404(error: unknown): never {
  throw error instanceof Refusal && error.status === 404 ? new Refusal(400, 'no such group') : error
}

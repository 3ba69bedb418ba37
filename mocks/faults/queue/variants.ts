// Servers that differ where the document is silent: they are as right as the mock.

import { randomInt } from 'node:crypto'
import { splitTarget } from '../../http/message.js'
import { Refusal } from '../../http/refusal.js'
import { selectionInBody, selectionInQuery } from '../../queue/dlq/bulk-selection.js'
import { headerMap, isOneOf, type HeaderMap } from '../../queue/request/headers.js'
import type { Message } from '../../queue/message.js'
import { isOurs, queryPairs } from '../../queue/request/query.js'
import { refuse } from '../../queue/refusal.js'
import { runsList } from '../../queue/runs/run.js'
import { eventList } from '../../queue/logs/log-event.js'
import { Answer } from '../../queue/route.js'
import type { StepGroup } from '../../queue/runs/run-list.js'
import type { Page, PageFrom, Place } from '../../queue/lists/page.js'
import type { QueueFault } from './fault.js'
import { keyOf } from './flow-control.js'
import { waitingOn } from './notify.js'
import { byBeginning, countingBefore, takenFrom } from './lists.js'
import { callbackSettings, destinations, forbidden, given, keeping, result } from './parts.js'
import { succeedingAt } from './retries.js'

/** Servers on the other side of what has been read as the document's, and is not in its words. */
const otherReadings: readonly QueueFault[] = [
  {
    name: 'default headers win over the headers of the message',
    breaks: [],
    replace: {
      fanOut: {
        withDefaults: (original) => (request, group) => {
          const names = Object.keys(group.headers)
          const lines = request.rawHeaders.flatMap((name, index, raw) =>
            index % 2 === 0 && !isOneOf(names, name) ? [name, raw[index + 1]!] : [],
          )
          const headers = Object.entries(request.headers).filter(([name]) => !isOneOf(names, name))
          const bare = { ...request, rawHeaders: lines, headers: Object.fromEntries(headers) }
          return original(bare, group)
        },
      },
    },
  },
  {
    name: 'the cursor of a list is an offset',
    breaks: [],
    replace: (['dlq', 'runs', 'messageLogs'] as const).map(countingBefore),
  },
  {
    name: 'the dates of the run list mean when a run ended',
    breaks: [],
    replace: {
      runList: {
        find:
          (original) =>
          ({ fromDate, toDate, ...filter }, from) =>
            takenFrom(original, filter, from, (runs) =>
              runs.filter(
                ({ completedAt = Infinity }) =>
                  completedAt >= (fromDate ?? -Infinity) && completedAt <= (toDate ?? Infinity),
              ),
            ),
      },
    },
  },
  {
    name: 'the ids of entries decide a bulk selection alone',
    breaks: [],
    replace: given('reruns', 'filter', ({ dlqIds, ...selection }) => [
      dlqIds === undefined ? selection : { dlqIds },
    ]),
  },
  {
    name: 'a bulk request that selects nothing is 404',
    breaks: [],
    replace: result('reruns', 'bulk', (answer) =>
      answer.workflowRuns.length > 0 ? answer : refuse(404, 'no entry fits'),
    ),
  },
  {
    name: 'a bulk request without a selection is refused',
    breaks: [],
    replace: result('reruns', 'selection', (selection) =>
      Object.keys(selection).length > 0 ? selection : refuse(400, 'select something'),
    ),
  },
  {
    name: 'the query of a URL is parsed, sorted and written anew',
    breaks: [],
    replace: [
      destinations(({ searchParams }) => searchParams.sort()),
      {
        publish: { callable: (original) => (url) => sorted(original(url)) },
        callbacks: {
          read: (original) => (request, asked) => {
            const callback = original(request, asked)
            return callback && { ...callback, url: sorted(callback.url) }
          },
        },
        fanOut: {
          messages: (original) => (group, instructions) =>
            original(group, instructions).map((each) => ({ ...each, url: sorted(each.url) })),
        },
      },
    ],
  },
  {
    name: 'a DLQ entry was created when its run failed',
    breaks: [],
    replace: result('dlq', 'shown', (right, letter) => ({
      ...right,
      createdAt: letter.failedAt,
    })),
  },
  {
    name: 'lists have what begins with a run id, a URL or a label',
    breaks: [],
    replace: {
      dlq: {
        find: (original) =>
          byBeginning(
            {
              workflowRunId: ({ message }) => [message.workflowRunId ?? ''],
              workflowUrl: ({ message }) => [message.workflowUrl ?? ''],
              label: ({ labels }) => ['', ...labels],
            },
            original,
          ),
      },
      runList: {
        find: (original) =>
          byBeginning(
            {
              workflowRunId: ({ id }) => [id],
              workflowUrl: ({ url }) => [url],
              label: ({ labels }) => ['', ...labels],
            },
            original,
          ),
      },
      logs: {
        find: (original) =>
          byBeginning(
            {
              workflowRunId: ({ workflowRunId }) => [workflowRunId],
              workflowUrl: ({ workflowUrl }) => [workflowUrl],
            },
            original,
          ),
      },
    },
  },
  {
    name: 'a filter by CALLBACK_FAIL is refused',
    breaks: [],
    replace: {
      dlq: {
        filter: (original) => (asked) => {
          if (asked.failureCallbackState === 'CALLBACK_FAIL')
            refuse(400, 'failureCallbackState: unknown state')
          return original(asked)
        },
      },
    },
  },
  {
    name: 'a step that has returned is STEP_DONE, its types are DO, and a callback is DONE',
    breaks: [],
    replace: {
      runList: {
        stepState: (original) => (step) =>
          original(step) === 'STEP_SUCCESS' ? 'STEP_DONE' : 'STEP_BUSY',
        shownStep: (original) => (step) => ({ ...original(step), stepType: 'DO', callType: 'DO' }),
      },
      logs: {
        stepInfo: (original) => (message) => ({
          ...original(message),
          stepType: 'DO',
          callType: 'DO',
        }),
      },
      failureCallback: {
        state:
          (original) =>
          (...told) => {
            const state = original(...told)
            return state === 'CALLBACK_SUCCESS' ? forbidden('DONE') : state
          },
      },
    },
  },
  {
    name: 'an answer of 4xx counts as a delivery',
    breaks: [],
    replace: succeedingAt((status) => status >= 400 && status < 500),
  },
  {
    name: 'a run that has failed while it waited waits on',
    breaks: [],
    replace: waitingOn('RUN_FAILED'),
  },
  {
    name: 'a resumed run executes its pending waits and sleeps again',
    breaks: [],
    replace: {
      reruns: {
        resume: (original, queue) => async (run, letter) => {
          const { unsettled, waiters } = letter
          const isAsleep = ({ notBefore, run: part }: Message) =>
            notBefore > queue.clock.now() && part?.info.stepId !== undefined
          const sleeps = unsettled.filter(isAsleep)
          const rest = unsettled.filter((message) => !isAsleep(message))
          await original(run, { ...letter, unsettled: rest, waiters: [] })
          const pending = [
            ...waiters.map(({ step }) => step),
            ...sleeps.map(({ body }) => JSON.parse(Buffer.from(body).toString()) as object),
          ]
          for (const step of pending) await queue.steps.sendResult(run, planOf(step))
        },
      },
    },
  },
  {
    name: 'a run that was resumed is listed without the steps that it has kept',
    breaks: [],
    replace: () => {
      const runs = new Map<string, string>()
      return result('runList', 'resultSteps', (right, run) =>
        right.filter(({ messageId }) => {
          if (!runs.has(messageId)) runs.set(messageId, run.key)
          return runs.get(messageId) === run.key
        }),
      )
    },
  },
  {
    name: 'the log of a run has messages that were never delivered',
    breaks: [],
    replace: {
      logs: {
        message: (original) => async (message, state) => {
          await original(message, state)
          if (state === 'CREATED') await original({ ...message, id: `${message.id}-plan` }, state)
        },
      },
    },
  },
  {
    name: 'the elements of a notify have the id of the notify',
    breaks: [],
    replace: {
      waiters: {
        notify:
          (original, queue) =>
          async (...asked) => {
            const messageId = queue.publish.messageId()
            const elements = await original(...asked)
            return elements.map((element) => ({ ...element, messageId }))
          },
      },
    },
  },
  {
    name: 'a DLQ entry has the headers of its failure callback with their prefix',
    breaks: [],
    replace: {
      dlq: {
        shown: (original, queue) => (letter) => {
          const shown = original(letter)
          const { failureCallbackHeader: headers } = shown
          const prefix = `${queue.dialect.headerPrefix}Failure-Callback-Forward-`
          const prefixed = Object.entries(headers ?? {}).map(([name, values]) => [
            prefix + name,
            values,
          ])
          return {
            ...shown,
            ...(headers && {
              failureCallbackHeader: Object.fromEntries(prefixed) as HeaderMap,
            }),
          }
        },
      },
    },
  },
  {
    name: 'run ids are numbers of seven random digits',
    breaks: [],
    replace: () => {
      const taken = new Set<string>()
      return {
        runs: {
          newId: () => () => {
            let id: string
            do id = String(randomInt(1_000_000, 10_000_000))
            while (taken.has(id))
            taken.add(id)
            return id
          },
        },
      }
    },
  },
  {
    name: 'the body of a call of api/llm is refused',
    breaks: [],
    replace: {
      apis: {
        destination:
          (original) =>
          (...asked) => {
            original(...asked)
            return refuse(422, 'no such model')
          },
      },
    },
  },
  {
    name: 'runs that failed or were cancelled have no moment of completion',
    breaks: [],
    replace: result('runList', 'shown', ({ workflowRunCompletedAt, ...shown }, run) => {
      const isDone = run.state === 'RUN_SUCCESS'
      return { ...shown, ...(isDone && { workflowRunCompletedAt }) }
    }),
  },
  {
    name: 'the initial step has an empty name',
    breaks: [],
    replace: {
      runList: {
        shownStep: (original) => (step) => ({
          ...original(step),
          ...(step.info.stepId === undefined && { stepName: '' }),
        }),
      },
      logs: {
        stepInfo: (original) => (message) => ({
          ...original(message),
          ...(message.run?.info.stepId === undefined && { stepName: '' }),
        }),
      },
    },
  },
  {
    name: 'every optional field that is absent is null',
    breaks: [],
    replace: {
      publish: {
        take: (original) => async (request) => {
          const results = await original(request)
          return Array.isArray(results)
            ? results.map((result) => nulled(result, ['deduplicated']))
            : nulled(results, ['deduplicated'])
        },
      },
      dlq: {
        list: (original) => async (asked) => nulledCursor(await original(asked)),
        shown: (original) => (letter) => {
          const shown = nulled(original(letter), OPTIONAL_IN_DLQ)
          const { failureCallbackInfo: info } = shown
          return { ...shown, ...(info && { failureCallbackInfo: nulled(info, OPTIONAL_IN_INFO) }) }
        },
      },
      runList: {
        list: (original) => async (asked) => nulledCursor(await original(asked)),
        shown: (original) => (run) => nulled(original(run), ['workflowRunCompletedAt']),
        shownStep: (original) => (step) => nulled(original(step), ['stepId', 'out']),
      },
      logs: {
        list: (original) => async (asked) => nulledCursor(await original(asked)),
        shown: (original) => (event) => nulled(original(event), ['stepInfo', 'nextDeliveryTime']),
      },
      reruns: {
        bulk:
          (original) =>
          async (...asked) => {
            return nulledCursor(await original(...asked))
          },
      },
    },
  },
]

export const variants: readonly QueueFault[] = [
  ...otherReadings,
  {
    name: 'all other readings of the document at once',
    breaks: [],
    replace: otherReadings.flatMap(({ replace }) => replace),
  },
  {
    name: 'message ids are UUIDs',
    breaks: [],
    replace: { publish: { messageId: () => () => crypto.randomUUID() } },
  },
  {
    name: 'the default backoff begins at n = 0, with a second',
    breaks: [],
    replace: given('delivery', 'backoff', (n) => [n - 1]),
  },
  {
    name: 'a delivery carries no headers of the queue',
    breaks: [],
    replace: {
      delivery: {
        headers:
          () =>
          ({ headers }) =>
            headers,
      },
    },
  },
  {
    name: 'a duplicate is 200',
    breaks: [],
    replace: { publish: { status: () => () => 200 } },
  },
  {
    name: 'a duplicate is answered with an id of its own',
    breaks: [],
    replace: given('deduplication', 'duplicate', (message) => [message, message.id]),
  },
  {
    name: 'the settings of a message are part of its content, as they are given',
    breaks: [],
    replace: result(
      'deduplication',
      'contentKey',
      (right, publication) => right + JSON.stringify(publication.given),
    ),
  },
  {
    name: 'a redirect counts as a delivery',
    breaks: [],
    replace: succeedingAt((status) => status >= 300 && status < 400),
  },
  {
    name: 'a retry delay begins with the attempt before it',
    breaks: [],
    replace: {
      delivery: {
        nextAttempt: (original, queue) => (message, outcome) => {
          const again = original(message, outcome)
          const now = queue.clock.now()
          return again && Math.max(now, again - (now - message.nextDeliveryTime))
        },
      },
    },
  },
  {
    name: 'a destination is called as a URL parser writes it',
    breaks: [],
    replace: destinations(() => {}),
  },
  {
    name: 'a duplicate is known for an hour',
    breaks: [],
    replace: { deduplication: { window: () => () => 3_600_000 } },
  },
  {
    name: 'a duplicate is known for a minute',
    breaks: [],
    replace: { deduplication: { window: () => () => 60_000 } },
  },
  {
    name: 'a flow-control key is known while it has messages, and not found before and after',
    breaks: [],
    replace: keeping('messages', (messages) => {
      const keys = new Map<string, string>()
      return {
        add(message) {
          const key = keyOf(message)
          if (key !== undefined) keys.set(message.id, key)
          return messages.add(message)
        },
        remove(id) {
          keys.delete(id)
          return messages.remove(id)
        },
        heldUp(key, now) {
          const isKnown = Array.from(keys.values()).includes(key)
          return isKnown ? messages.heldUp(key, now) : refuse(404, `there is no key "${key}"`)
        },
      }
    }),
  },
  {
    name: 'a stranger is told 403',
    breaks: [],
    replace: {
      access: {
        authenticate: (original) => (request, where) => {
          try {
            original(request, where)
          } catch {
            refuse(403, 'no entry')
          }
        },
      },
    },
  },
  {
    name: 'a callback has no content',
    breaks: [],
    replace: result('callbacks', 'message', (right) => ({ ...right, body: new Uint8Array() })),
  },
  {
    name: 'a callback says the status and the id, under names of its own',
    breaks: [],
    replace: {
      callbacks: {
        body:
          () =>
          ({ message: { id }, outcome }) =>
            forbidden({ id, answer: outcome.kind === 'answered' ? outcome.status : null }),
      },
    },
  },
  {
    name: 'a callback is a PUT',
    breaks: [],
    replace: result('callbacks', 'message', (right) => ({ ...right, method: 'PUT' })),
  },
  {
    name: 'the retries of a callback are those of the original, whatever its own',
    breaks: [],
    replace: callbackSettings('callback', (_, { retries }) => ({ retries })),
  },
  {
    name: 'the retries of a failure callback are those of the original, whatever its own',
    breaks: [],
    replace: callbackSettings('failureCallback', (_, { retries }) => ({ retries })),
  },
  {
    name: 'a group that does not exist is a bad request',
    breaks: [],
    replace: {
      publish: { take: (original) => (request) => original(request).catch(insteadOf404) },
    },
  },
  {
    name: 'an element of the answer to a group has no URL',
    breaks: [],
    replace: result('fanOut', 'publish', (results) =>
      results.map(({ messageId, deduplicated }) =>
        forbidden({ messageId, ...(deduplicated && { deduplicated }) }),
      ),
    ),
  },
  {
    name: 'the elements of the answer to a group name it, and come in another order',
    breaks: [],
    replace: result('fanOut', 'publish', (results, group) =>
      results.toReversed().map((result) => ({ ...result, topicName: group.name })),
    ),
  },
  {
    name: 'default headers that are set replace all that there were',
    breaks: [],
    replace: {
      fanOut: {
        setDefaultHeaders: (original, queue) => async (name, headers) => {
          const { headers: before = {} } = (await queue.groups.find(name)) ?? {}
          const none = Object.fromEntries(Object.keys(before).map((each) => [each, []]))
          await original(name, { ...none, ...headers })
        },
      },
    },
  },
  {
    name: 'the strings of a default header become one line',
    breaks: [],
    replace: result('fanOut', 'missingDefaults', (right) =>
      Object.entries(headerMap(right)).map(([name, values]) => [name, values.join(', ')] as const),
    ),
  },
  {
    name: 'a default header wins over a query parameter',
    breaks: [],
    replace: given('fanOut', 'missingDefaults', (request, group) => [
      { ...request, target: splitTarget(request.target).path },
      group,
    ]),
  },
  {
    name: 'the last page of the DLQ list has an empty cursor',
    breaks: [],
    replace: result('dlq', 'list', (right) => ({ cursor: '', ...right })),
  },
  {
    name: 'the DLQ list begins with the oldest entry',
    breaks: [],
    replace: {
      lists: {
        page: (original, queue) => async (list, asked, load) => {
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
    },
  },
  {
    name: 'a count of the DLQ list above the maximum is refused',
    breaks: [],
    replace: {
      lists: {
        pageSize: (original) => (list, count) =>
          list.name === 'dlq' && Number(count) > 100
            ? refuse(400, 'count: expected 100 at most')
            : original(list, count),
      },
    },
  },
  {
    name: 'a cursor of the DLQ list that no page gave is its beginning',
    breaks: [],
    replace: {
      lists: {
        place: (original) => (list, cursor) => {
          try {
            return original(list, cursor)
          } catch {
            return { time: Infinity, sequence: 0 }
          }
        },
      },
    },
  },
  {
    name: 'the query of a publish to a group goes to its endpoints',
    breaks: [],
    replace: {
      fanOut: {
        publish: (original, queue) => (group, request) => {
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
    },
  },
  {
    name: 'a bulk request has its selection in its body alone',
    breaks: [],
    replace: { reruns: { selection: () => selectionInBody } },
  },
  {
    name: 'a bulk request has its selection in its query alone',
    breaks: [],
    replace: { reruns: { selection: () => selectionInQuery } },
  },
  {
    name: 'refused: a bulk request with a selection in its query',
    breaks: [],
    replace: {
      reruns: {
        selection: () => (request) =>
          Object.keys(selectionInQuery(request)).length > 0
            ? refuse(400, 'a selection stands in the body')
            : selectionInBody(request),
      },
    },
  },
  {
    name: 'refused: a bulk request with a selection in its body',
    breaks: [],
    replace: {
      reruns: {
        selection: () => (request) =>
          request.body.length > 0
            ? refuse(400, 'a selection stands in the query')
            : selectionInQuery(request),
      },
    },
  },
  {
    name: 'an entry stays in the DLQ when its run is run again',
    breaks: [],
    replace: { reruns: { release: () => async () => true } },
  },
  {
    name: 'a restart of an absent entry is a bad request',
    breaks: [],
    replace: result('reruns', 'one', (right) => right ?? refuse(400, 'no such entry')),
  },
  {
    name: 'a notify is 201',
    breaks: [],
    replace: result('waiters', 'notify', (right) => forbidden(new Answer(201, right))),
  },
  {
    name: 'those who wait for an event are notified in another order',
    breaks: [],
    replace: result('waiters', 'of', (right) => right.toReversed()),
  },
  {
    name: 'the deadline of a waiter is in milliseconds',
    breaks: [],
    replace: { waiters: { shownDeadline: () => (milliseconds) => milliseconds } },
  },
  {
    name: 'the headers of a waiter are spelled in small letters',
    breaks: [],
    replace: result('waiters', 'headers', (right) =>
      Object.fromEntries(
        Object.entries(right).map(([name, values]) => [name.toLowerCase(), values]),
      ),
    ),
  },
  {
    name: 'a re-trigger answers the id of a run of its own',
    breaks: [],
    replace: {
      failureCallback: {
        retrigger: (original, queue) => async (dlqId) => {
          const run = await original(dlqId)
          return run && { workflowRunId: queue.runs.newId(), workflowCreatedAt: queue.clock.now() }
        },
      },
    },
  },
  {
    name: 'runs and events are listed from the oldest on',
    breaks: [],
    replace: {
      runList: { find: (original) => oldestFirst(original, runsList.placeOf) },
      logs: { find: (original) => oldestFirst(original, eventList.placeOf) },
    },
  },
  {
    name: 'steps one after the other stand in one group',
    breaks: [],
    replace: {
      runList: {
        stepGroups: (original) => (run) => {
          const joined: StepGroup[] = []
          for (const group of original(run)) {
            const last = joined.at(-1)
            if (last?.type !== 'sequential' || group.type !== 'sequential') joined.push(group)
            else joined[joined.length - 1] = { ...last, steps: [...last.steps, ...group.steps] }
          }
          return joined
        },
      },
    },
  },
  {
    name: 'a step in progress is STEP_WAITING',
    breaks: [],
    replace: result('runList', 'stepState', (state) =>
      state === 'STEP_SUCCESS' ? state : 'STEP_WAITING',
    ),
  },
  {
    name: 'of messages nothing is logged but CREATED and DELIVERED',
    breaks: [],
    replace: {
      logs: {
        message: (original) => async (message, state) => {
          if (state === 'CREATED' || state === 'DELIVERED') await original(message, state)
        },
      },
    },
  },
  {
    name: 'a run in progress says that it was completed at 0',
    breaks: [],
    replace: result('runList', 'shown', (right) => ({ workflowRunCompletedAt: 0, ...right })),
  },
  {
    name: 'more runs or events than a page may have are refused',
    breaks: [],
    replace: {
      lists: {
        pageSize: (original) => (list, count) => {
          const size = original(list, count)
          const isTooMany = count !== undefined && Number(count) > size
          return isTooMany && list.name !== 'dlq' && list.name !== 'bulk'
            ? refuse(400, 'too many')
            : size
        },
      },
    },
  },
]

/** A URL whose parameters are in the order of their names. */
function sorted(text: string): string {
  const url = new URL(text)
  url.searchParams.sort()
  return url.href
}

/** What has the application execute a step that it has sent already. */
function planOf(step: object): object {
  const { stepId } = step as { readonly stepId?: number }
  return { ...step, stepId: 0, targetStep: stepId, out: undefined }
}

/** What is shown, with null where a field is absent. */
const nulled = <Shown extends object>(
  shown: Shown,
  names: readonly (keyof Shown & string)[],
): Shown => ({ ...shown, ...Object.fromEntries(names.map((name) => [name, shown[name] ?? null])) })

const nulledCursor = <Listed extends { readonly cursor?: string }>(listed: Listed): Listed =>
  nulled(listed, ['cursor'])

const OPTIONAL_IN_DLQ = [
  ...(['body', 'bodyBase64', 'failureCallback', 'failureCallbackHeader'] as const),
  ...(['flowControlKey', 'rate', 'parallelism', 'period'] as const),
  ...(['responseStatus', 'responseHeader', 'responseBody', 'responseBodyBase64'] as const),
  'failureCallbackInfo',
] as const

const OPTIONAL_IN_INFO = ['responseStatus', 'responseBody', 'responseHeaders'] as const

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

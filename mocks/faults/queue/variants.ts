// Servers that differ where the document is silent: they are as right as the mock.

import { randomInt } from 'node:crypto'
import { splitTarget } from '../../http/message.js'
import { Refusal } from '../../http/refusal.js'
import { selectionInBody, selectionInQuery } from '../../queue/dlq/bulk-selection.js'
import type { DeadLetter } from '../../queue/dlq/dead-letter.js'
import { headerMap, isOneOf, type HeaderMap } from '../../queue/request/headers.js'
import type { Message } from '../../queue/message.js'
import { isOurs, queryPairs } from '../../queue/request/query.js'
import type { Queue } from '../../queue/queue.js'
import { refuse } from '../../queue/refusal.js'
import type { Run } from '../../queue/runs/run.js'
import { Answer } from '../../queue/route.js'
import type { StepGroup } from '../../queue/logs/logs.js'
import type { Page, PageFrom, Place } from '../../queue/store/store.js'
import type { Fault } from '../fault.js'
import { keeping, keyOf } from './flow-control.js'
import { waitingOn } from './notify.js'
import { byBeginning, callbackSettings, countingBefore, destinations, forbidden } from './parts.js'
import { succeedingAt } from './retries.js'

/** Servers on the other side of what has been read as the document's, and is not in its words. */
const otherReadings: readonly Fault<Queue>[] = [
  {
    name: 'default headers win over the headers of the message',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      withDefaults(request, group) {
        const names = Object.keys(group.headers)
        const lines = request.rawHeaders.flatMap((name, index, raw) =>
          index % 2 === 0 && !isOneOf(names, name) ? [name, raw[index + 1]!] : [],
        )
        const headers = Object.entries(request.headers).filter(([name]) => !isOneOf(names, name))
        const bare = { ...request, rawHeaders: lines, headers: Object.fromEntries(headers) }
        return queue.withDefaults(bare, group)
      },
    }),
  },
  {
    name: 'the cursor of a list is an offset',
    breaks: [],
    apply: (queue) =>
      (['dlq', 'runs', 'messageLogs'] as const).reduce(
        (each, of) => countingBefore(of)(each),
        queue,
      ),
  },
  {
    name: 'the dates of the run list mean when a run ended',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      pageOfRuns(asked) {
        const { fromDate, toDate } = queue.runFilter(asked)
        const isMeant = ({ completedAt = Infinity }: Run) =>
          completedAt >= (fromDate ?? -Infinity) && completedAt <= (toDate ?? Infinity)
        const page: typeof this.store.runs.page = async (filter, from) => {
          const wide = await this.store.runs.page(filter, { ...from, limit: Infinity })
          const items = wide.items.filter(isMeant)
          return { items: items.slice(0, from.limit), more: items.length > from.limit }
        }
        const store = { ...this.store, runs: { ...this.store.runs, page } }
        const rest = { ...asked, fromDate: undefined, toDate: undefined }
        return queue.pageOfRuns.call({ ...this, store }, rest)
      },
    }),
  },
  {
    name: 'the ids of entries decide a bulk selection alone',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      bulkFilter: ({ dlqIds, ...selection }) =>
        queue.bulkFilter(dlqIds === undefined ? selection : { dlqIds }),
    }),
  },
  {
    name: 'a bulk request that selects nothing is 404',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      async bulkRerun(...asked) {
        const answer = await queue.bulkRerun.apply(this, asked)
        return answer.workflowRuns.length > 0 ? answer : refuse(404, 'no entry fits')
      },
    }),
  },
  {
    name: 'a bulk request without a selection is refused',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      bulkSelection(request) {
        const selection = queue.bulkSelection(request)
        return Object.keys(selection).length > 0 ? selection : refuse(400, 'select something')
      },
    }),
  },
  {
    name: 'the query of a URL is parsed, sorted and written anew',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      destination: destinations(queue, ({ searchParams }) => searchParams.sort()),
      callable: (url) => sorted(queue.callable(url)),
      callback(request, asked) {
        const callback = queue.callback(request, asked)
        return callback && { ...callback, url: sorted(callback.url) }
      },
      groupMessages: (group, instructions) =>
        queue
          .groupMessages(group, instructions)
          .map((each) => ({ ...each, url: sorted(each.url) })),
    }),
  },
  {
    name: 'a DLQ entry was created when its run failed',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      shownDeadLetter: (letter) => ({
        ...queue.shownDeadLetter(letter),
        createdAt: letter.failedAt,
      }),
    }),
  },
  {
    name: 'lists have what begins with a run id, a URL or a label',
    breaks: [],
    apply(queue) {
      const idOf = ({ message }: DeadLetter) => [message.workflowRunId ?? '']
      const urlOf = ({ message }: DeadLetter) => [message.workflowUrl ?? '']
      return {
        ...queue,
        listDeadLetters(asked) {
          const byId = byBeginning(this.store.deadLetters, 'workflowRunId', idOf)
          const byUrl = byBeginning(byId, 'workflowUrl', urlOf)
          const byLabel = byBeginning(byUrl, 'label', ({ labels }) => labels)
          const store = { ...this.store, deadLetters: byLabel }
          return queue.listDeadLetters.call({ ...this, store }, asked)
        },
        pageOfRuns(asked) {
          const byId = byBeginning(this.store.runs, 'workflowRunId', ({ id }) => [id])
          const byUrl = byBeginning(byId, 'workflowUrl', ({ url }) => [url])
          const byLabel = byBeginning(byUrl, 'label', ({ labels }) => labels)
          return queue.pageOfRuns.call({ ...this, store: { ...this.store, runs: byLabel } }, asked)
        },
        listEvents(asked) {
          const byId = byBeginning(this.store.events, 'workflowRunId', (event) => [
            event.workflowRunId,
          ])
          const byUrl = byBeginning(byId, 'workflowUrl', (event) => [event.workflowUrl])
          return queue.listEvents.call({ ...this, store: { ...this.store, events: byUrl } }, asked)
        },
      }
    },
  },
  {
    name: 'a filter by CALLBACK_FAIL is refused',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      deadLetterFilter(asked) {
        if (asked.failureCallbackState === 'CALLBACK_FAIL')
          refuse(400, 'failureCallbackState: unknown state')
        return queue.deadLetterFilter(asked)
      },
    }),
  },
  {
    name: 'a step that has returned is STEP_DONE, its types are DO, and a callback is DONE',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      stepState: (step) => (queue.stepState(step) === 'STEP_SUCCESS' ? 'STEP_DONE' : 'STEP_BUSY'),
      shownStep: (step) => ({ ...queue.shownStep(step), stepType: 'DO', callType: 'DO' }),
      stepInfo: (message) => ({ ...queue.stepInfo(message), stepType: 'DO', callType: 'DO' }),
      callbackState(...told) {
        const state = queue.callbackState(...told)
        return state === 'CALLBACK_SUCCESS' ? forbidden('DONE') : state
      },
    }),
  },
  {
    name: 'an answer of 4xx counts as a delivery',
    breaks: [],
    apply: succeedingAt((status) => status >= 400 && status < 500),
  },
  {
    name: 'a run that has failed while it waited waits on',
    breaks: [],
    apply: waitingOn('RUN_FAILED'),
  },
  {
    name: 'a resumed run executes its pending waits and sleeps again',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      async resumeRun(run, letter) {
        const { unsettled, waiters } = letter
        const isAsleep = ({ notBefore, run: part }: Message) =>
          notBefore > queue.clock.now() && part?.info.stepId !== undefined
        const sleeps = unsettled.filter(isAsleep)
        const rest = unsettled.filter((message) => !isAsleep(message))
        await queue.resumeRun.call(this, run, { ...letter, unsettled: rest, waiters: [] })
        const pending = [
          ...waiters.map(({ step }) => step),
          ...sleeps.map(({ body }) => JSON.parse(Buffer.from(body).toString()) as object),
        ]
        for (const step of pending) await this.sendResult(run, planOf(step))
      },
    }),
  },
  {
    name: 'a run that was resumed is listed without the steps that it has kept',
    breaks: [],
    apply(queue) {
      const runs = new Map<string, string>()
      return {
        ...queue,
        resultSteps: (run) =>
          queue.resultSteps(run).filter(({ messageId }) => {
            if (!runs.has(messageId)) runs.set(messageId, run.key)
            return runs.get(messageId) === run.key
          }),
      }
    },
  },
  {
    name: 'the log of a run has messages that were never delivered',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      async logMessage(message, state) {
        await queue.logMessage.call(this, message, state)
        if (state === 'CREATED')
          await queue.logMessage.call(this, { ...message, id: `${message.id}-plan` }, state)
      },
    }),
  },
  {
    name: 'the elements of a notify have the id of the notify',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      async notify(...asked) {
        const messageId = queue.messageId()
        const elements = await queue.notify.apply(this, asked)
        return elements.map((element) => ({ ...element, messageId }))
      },
    }),
  },
  {
    name: 'a DLQ entry has the headers of its failure callback with their prefix',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      shownDeadLetter(letter) {
        const shown = queue.shownDeadLetter(letter)
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
    }),
  },
  {
    name: 'run ids are numbers of seven random digits',
    breaks: [],
    apply(queue) {
      const taken = new Set<string>()
      return {
        ...queue,
        runId() {
          let id: string
          do id = String(randomInt(1_000_000, 10_000_000))
          while (taken.has(id))
          taken.add(id)
          return id
        },
      }
    },
  },
  {
    name: 'the body of a call of api/llm is refused',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      apiDestination(...asked) {
        queue.apiDestination(...asked)
        return refuse(422, 'no such model')
      },
    }),
  },
  {
    name: 'runs that failed or were cancelled have no moment of completion',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      shownRun(run) {
        const { workflowRunCompletedAt, ...shown } = queue.shownRun(run)
        const isDone = run.state === 'RUN_SUCCESS'
        return { ...shown, ...(isDone && { workflowRunCompletedAt }) }
      },
    }),
  },
  {
    name: 'the initial step has an empty name',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      shownStep: (step) => ({
        ...queue.shownStep(step),
        ...(step.info.stepId === undefined && { stepName: '' }),
      }),
      stepInfo: (message) => ({
        ...queue.stepInfo(message),
        ...(message.run?.info.stepId === undefined && { stepName: '' }),
      }),
    }),
  },
  {
    name: 'every optional field that is absent is null',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      async take(request) {
        const results = await queue.take.call(this, request)
        return Array.isArray(results)
          ? results.map((result) => nulled(result, ['deduplicated']))
          : nulled(results, ['deduplicated'])
      },
      listDeadLetters: async (asked) => nulledCursor(await queue.listDeadLetters(asked)),
      listRuns: async (asked) => nulledCursor(await queue.listRuns(asked)),
      listEvents: async (asked) => nulledCursor(await queue.listEvents(asked)),
      async bulkRerun(...asked) {
        return nulledCursor(await queue.bulkRerun.apply(this, asked))
      },
      shownDeadLetter(letter) {
        const shown = nulled(queue.shownDeadLetter(letter), OPTIONAL_IN_DLQ)
        const { failureCallbackInfo: info } = shown
        return { ...shown, ...(info && { failureCallbackInfo: nulled(info, OPTIONAL_IN_INFO) }) }
      },
      shownRun: (run) => nulled(queue.shownRun(run), ['workflowRunCompletedAt']),
      shownStep: (step) => nulled(queue.shownStep(step), ['stepId', 'out']),
      shownEvent: (event) => nulled(queue.shownEvent(event), ['stepInfo', 'nextDeliveryTime']),
    }),
  },
]

export const variants: readonly Fault<Queue>[] = [
  ...otherReadings,
  {
    name: 'all other readings of the document at once',
    breaks: [],
    apply: (queue) => otherReadings.reduce((each, { apply }) => apply(each), queue),
  },
  {
    name: 'message ids are UUIDs',
    breaks: [],
    apply: (queue) => ({ ...queue, messageId: () => crypto.randomUUID() }),
  },
  {
    name: 'the default backoff begins at n = 0, with a second',
    breaks: [],
    apply: (queue) => ({ ...queue, backoff: (n) => queue.backoff(n - 1) }),
  },
  {
    name: 'a delivery carries no headers of the queue',
    breaks: [],
    apply: (queue) => ({ ...queue, deliveryHeaders: ({ headers }) => headers }),
  },
  {
    name: 'a duplicate is 200',
    breaks: [],
    apply: (queue) => ({ ...queue, publishStatus: () => 200 }),
  },
  {
    name: 'a duplicate is answered with an id of its own',
    breaks: [],
    apply: (queue) => ({ ...queue, duplicate: (message) => queue.duplicate(message, message.id) }),
  },
  {
    name: 'the settings of a message are part of its content, as they are given',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      contentKey: (publication) =>
        queue.contentKey(publication) + JSON.stringify(publication.given),
    }),
  },
  {
    name: 'a redirect counts as a delivery',
    breaks: [],
    apply: succeedingAt((status) => status >= 300 && status < 400),
  },
  {
    name: 'a retry delay begins with the attempt before it',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      nextAttempt(message, outcome) {
        const again = queue.nextAttempt(message, outcome)
        const now = queue.clock.now()
        return again && Math.max(now, again - (now - message.nextDeliveryTime))
      },
    }),
  },
  {
    name: 'a destination is called as a URL parser writes it',
    breaks: [],
    apply: (queue) => ({ ...queue, destination: destinations(queue, () => {}) }),
  },
  {
    name: 'a duplicate is known for an hour',
    breaks: [],
    apply: (queue) => ({ ...queue, deduplicationWindow: () => 3_600_000 }),
  },
  {
    name: 'a duplicate is known for a minute',
    breaks: [],
    apply: (queue) => ({ ...queue, deduplicationWindow: () => 60_000 }),
  },
  {
    name: 'a flow-control key is known while it has messages, and not found before and after',
    breaks: [],
    apply: keeping((messages) => {
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
    apply: (queue) => ({
      ...queue,
      authenticate(request, where) {
        try {
          queue.authenticate(request, where)
        } catch {
          refuse(403, 'no entry')
        }
      },
    }),
  },
  {
    name: 'a callback has no content',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      callbackMessage: (...told) => ({ ...queue.callbackMessage(...told), body: new Uint8Array() }),
    }),
  },
  {
    name: 'a callback says the status and the id, under names of its own',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      callbackBody: ({ message: { id }, outcome }) =>
        forbidden({ id, answer: outcome.kind === 'answered' ? outcome.status : null }),
    }),
  },
  {
    name: 'a callback is a PUT',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      callbackMessage: (...told) => ({ ...queue.callbackMessage(...told), method: 'PUT' }),
    }),
  },
  {
    name: 'the retries of a callback are those of the original, whatever its own',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      settings: callbackSettings(queue, 'callback', (_, { retries }) => ({ retries })),
    }),
  },
  {
    name: 'the retries of a failure callback are those of the original, whatever its own',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      settings: callbackSettings(queue, 'failureCallback', (_, { retries }) => ({ retries })),
    }),
  },
  {
    name: 'a group that does not exist is a bad request',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      take: (request) => queue.take(request).catch(insteadOf404),
    }),
  },
  {
    name: 'an element of the answer to a group has no URL',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      async publishToGroup(group, request) {
        const results = await queue.publishToGroup(group, request)
        return results.map(({ messageId, deduplicated }) =>
          forbidden({ messageId, ...(deduplicated && { deduplicated }) }),
        )
      },
    }),
  },
  {
    name: 'the elements of the answer to a group name it, and come in another order',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      async publishToGroup(group, request) {
        const results = await queue.publishToGroup(group, request)
        return results.toReversed().map((result) => ({ ...result, topicName: group.name }))
      },
    }),
  },
  {
    name: 'default headers that are set replace all that there were',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      async setDefaultHeaders(name, headers) {
        const { headers: before = {} } = (await queue.groups.find(name)) ?? {}
        const none = Object.fromEntries(Object.keys(before).map((each) => [each, []]))
        await queue.setDefaultHeaders(name, { ...none, ...headers })
      },
    }),
  },
  {
    name: 'the strings of a default header become one line',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      missingDefaults: (request, group) =>
        Object.entries(headerMap(queue.missingDefaults(request, group))).map(
          ([name, values]) => [name, values.join(', ')] as const,
        ),
    }),
  },
  {
    name: 'a default header wins over a query parameter',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      missingDefaults: (request, group) =>
        queue.missingDefaults({ ...request, target: splitTarget(request.target).path }, group),
    }),
  },
  {
    name: 'the last page of the DLQ list has an empty cursor',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      listDeadLetters: async (asked) => ({ cursor: '', ...(await queue.listDeadLetters(asked)) }),
    }),
  },
  {
    name: 'the DLQ list begins with the oldest entry',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      async page(list, asked, load, placeOf) {
        if (list !== 'dlq') return queue.page(list, asked, load, placeOf)
        const { items } = await load({ before: undefined, limit: 1e6 })
        const seen = Number(asked.cursor?.split('-')[1] ?? 0)
        const rest = items
          .toSorted((a, b) => placeOf(a).sequence - placeOf(b).sequence)
          .filter((item) => placeOf(item).sequence > seen)
        const shown = rest.slice(0, queue.pageSize(list, asked.count))
        const isOver = shown.length === rest.length
        return {
          items: shown,
          ...(!isOver && { cursor: queue.cursor(list, placeOf(shown.at(-1)!)) }),
        }
      },
    }),
  },
  {
    name: 'a count of the DLQ list above the maximum is refused',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      pageSize: (list, count) =>
        list === 'dlq' && Number(count) > 100
          ? refuse(400, 'count: expected 100 at most')
          : queue.pageSize(list, count),
    }),
  },
  {
    name: 'a cursor of the DLQ list that no page gave is its beginning',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      placeOfCursor(list, cursor) {
        try {
          return queue.placeOfCursor(list, cursor)
        } catch {
          return { time: Infinity, sequence: 0 }
        }
      },
    }),
  },
  {
    name: 'the query of a publish to a group goes to its endpoints',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      publishToGroup(group, request) {
        const theirs = queryPairs(splitTarget(request.target).query)
          .filter(({ key, raw }) => raw !== '' && !isOurs(key, queue.dialect))
          .map(({ raw }) => raw)
          .join('&')
        const withTheirs = (url: string) => `${url}${url.includes('?') ? '&' : '?'}${theirs}`
        const endpoints = group.endpoints.map((endpoint) =>
          theirs === '' ? endpoint : { ...endpoint, url: withTheirs(endpoint.url) },
        )
        return queue.publishToGroup({ ...group, endpoints }, request)
      },
    }),
  },
  {
    name: 'a bulk request has its selection in its body alone',
    breaks: [],
    apply: (queue) => ({ ...queue, bulkSelection: selectionInBody }),
  },
  {
    name: 'a bulk request has its selection in its query alone',
    breaks: [],
    apply: (queue) => ({ ...queue, bulkSelection: selectionInQuery }),
  },
  {
    name: 'refused: a bulk request with a selection in its query',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      bulkSelection: (request) =>
        Object.keys(selectionInQuery(request)).length > 0
          ? refuse(400, 'a selection stands in the body')
          : selectionInBody(request),
    }),
  },
  {
    name: 'refused: a bulk request with a selection in its body',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      bulkSelection: (request) =>
        request.body.length > 0
          ? refuse(400, 'a selection stands in the query')
          : selectionInQuery(request),
    }),
  },
  {
    name: 'an entry stays in the DLQ when its run is run again',
    breaks: [],
    apply: (queue) => ({ ...queue, releaseEntry: async () => true }),
  },
  {
    name: 'a restart of an absent entry is a bad request',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      rerun: async (...asked) => (await queue.rerun(...asked)) ?? refuse(400, 'no such entry'),
    }),
  },
  {
    name: 'a notify is 201',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      notify: async (...asked) => forbidden(new Answer(201, await queue.notify(...asked))),
    }),
  },
  {
    name: 'those who wait for an event are notified in another order',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      waitersOf: async (eventId) => (await queue.waitersOf(eventId)).toReversed(),
    }),
  },
  {
    name: 'the deadline of a waiter is in milliseconds',
    breaks: [],
    apply: (queue) => ({ ...queue, shownDeadline: (milliseconds) => milliseconds }),
  },
  {
    name: 'the headers of a waiter are spelled in small letters',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      waiterHeaders: (run) =>
        Object.fromEntries(
          Object.entries(queue.waiterHeaders(run)).map(([name, values]) => [
            name.toLowerCase(),
            values,
          ]),
        ),
    }),
  },
  {
    name: 'a re-trigger answers the id of a run of its own',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      async retriggerCallback(dlqId) {
        const run = await queue.retriggerCallback(dlqId)
        return run && { workflowRunId: queue.runId(), workflowCreatedAt: queue.clock.now() }
      },
    }),
  },
  {
    name: 'runs and events are listed from the oldest on',
    breaks: [],
    apply: (queue) => {
      const { runs, events } = queue.store
      return {
        ...queue,
        store: {
          ...queue.store,
          runs: {
            ...runs,
            page: oldestFirst(
              (...asked) => runs.page(...asked),
              ({ createdAt: time, sequence }) => ({ time, sequence }),
            ),
          },
          events: {
            ...events,
            page: oldestFirst(
              (...asked) => events.page(...asked),
              (event) => event,
            ),
          },
        },
      }
    },
  },
  {
    name: 'steps one after the other stand in one group',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      stepGroups(run) {
        const joined: StepGroup[] = []
        for (const group of queue.stepGroups(run)) {
          const last = joined.at(-1)
          if (last?.type !== 'sequential' || group.type !== 'sequential') joined.push(group)
          else joined[joined.length - 1] = { ...last, steps: [...last.steps, ...group.steps] }
        }
        return joined
      },
    }),
  },
  {
    name: 'a step in progress is STEP_WAITING',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      stepState(step) {
        const state = queue.stepState(step)
        return state === 'STEP_SUCCESS' ? state : 'STEP_WAITING'
      },
    }),
  },
  {
    name: 'of messages nothing is logged but CREATED and DELIVERED',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      async logMessage(message, state) {
        if (state === 'CREATED' || state === 'DELIVERED') await queue.logMessage(message, state)
      },
    }),
  },
  {
    name: 'a run in progress says that it was completed at 0',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      shownRun: (run) => ({ workflowRunCompletedAt: 0, ...queue.shownRun(run) }),
    }),
  },
  {
    name: 'more runs or events than a page may have are refused',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      pageSize(list, count) {
        const size = queue.pageSize(list, count)
        const isTooMany = count !== undefined && Number(count) > size
        return isTooMany && list !== 'dlq' && list !== 'bulk' ? refuse(400, 'too many') : size
      },
    }),
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

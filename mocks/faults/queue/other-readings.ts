// Variants of the queue that read the contract in another way where its words allow both.

import { randomInt } from 'node:crypto'
import { isOneOf, type HeaderMap } from '../../queue/request/headers.js'
import type { Message } from '../../queue/message.js'
import type { Run } from '../../queue/runs/run.js'
import { given, kebab, mapped, result } from '../written.js'
import { faults, type QueueFault, type Replacements } from './fault.js'
import { waitingOn } from './notify.js'
import { byBeginning, countingBefore, takenFrom } from './lists.js'
import { serverVariants } from './other-servers.js'
import { forbidden, refuseWith, withoutHeaders } from './parts.js'
import { succeedingAt } from './retries.js'

/** Replaces absent fields by null. */
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

type Prefixable = 'workflowRunId' | 'workflowUrl' | 'label'

/** Matches these filters of lists by prefix. */
function matchingByPrefix(names: readonly Prefixable[]): Replacements {
  const only = <Of extends object>(texts: Of): Of =>
    Object.fromEntries(Object.entries(texts).filter(([name]) => isOneOf(names, name))) as Of
  return {
    'dlq.find': (original) =>
      byBeginning(
        only({
          workflowRunId: ({ message }) => [message.workflowRunId ?? ''],
          workflowUrl: ({ message }) => [message.workflowUrl ?? ''],
          label: ({ labels }) => ['', ...labels],
        }),
        original,
      ),
    'runList.find': (original) =>
      byBeginning(
        only({
          workflowRunId: ({ id }) => [id],
          workflowUrl: ({ url }) => [url],
          label: ({ labels }) => ['', ...labels],
        }),
        original,
      ),
    'logs.find': (original) =>
      byBeginning(
        only({
          workflowRunId: ({ workflowRunId }) => [workflowRunId],
          workflowUrl: ({ workflowUrl }) => [workflowUrl],
        }),
        original,
      ),
  }
}

/** Puts a prefix before the names of the headers in failureCallbackHeader. */
const callbackHeaderPrefixed = (prefix: string): Replacements => ({
  'dlq.shown': (original, queue) => (letter) => {
    const shown = original(letter)
    const { failureCallbackHeader: headers } = shown
    const prefixed = Object.entries(headers ?? {}).map(([name, values]) => [
      queue.dialect.headerPrefix + prefix + name,
      values,
    ])
    return {
      ...shown,
      ...(headers && { failureCallbackHeader: Object.fromEntries(prefixed) as HeaderMap }),
    }
  },
})

const readings = faults({
  'default-headers-win: group default headers: override headers of the request': {
    'fanOut.withDefaults': given((request, group) => [
      withoutHeaders(request, Object.keys(group.headers)),
      group,
    ]),
  },
  'cursor-is-offset: lists: use an offset as cursor, so new items shift pages': countingBefore,
  'run-list-dates-of-completion: run list: applies fromDate/toDate to completion times': {
    'runList.find': (original) => (filter, from) => {
      const { fromDate = -Infinity, toDate = Infinity, ...rest } = filter
      const isMeant = ({ completedAt = Infinity }: Run) =>
        completedAt >= fromDate && completedAt <= toDate
      return takenFrom(original, rest, from, (runs) => runs.filter(isMeant))
    },
  },
  'bulk-dlq-ids-disable-filters: bulk restart/resume: ignores other filters if dlqIds is set': {
    'reruns.filter': given(({ dlqIds, ...selection }) => [
      dlqIds === undefined ? selection : { dlqIds },
    ]),
  },
  'bulk-nothing-selected-404: bulk restart/resume: returns 404 if no run is selected': {
    status: (status) => ({
      'reruns.bulk': result((answer) =>
        answer.workflowRuns.length > 0 ? answer : refuseWith(status, 'no entry fits'),
      ),
    }),
  },
  'bulk-without-selection-400: bulk restart/resume: returns 400 if no filter is sent': {
    status: (status) => ({
      'reruns.selection': result((selection) =>
        Object.keys(selection).length > 0 ? selection : refuseWith(status, 'select something'),
      ),
    }),
  },
  'url-query-sorted: sorts query parameters of destination and callback URLs': {
    'reading.destination': result((destination) =>
      destination.kind === 'name' ? destination : { kind: 'url', url: sorted(destination.url) },
    ),
    'messages.callable':
      (original) =>
      (...asked) =>
        sorted(original(...asked)),
  },
  'dlq-created-at-of-failure: DLQ entry: returns the time of failure as createdAt': {
    'dlq.shown': result((right, letter) => ({ ...right, createdAt: letter.failedAt })),
  },
  'lists-match-by-prefix: lists: filters for run id, URL, label match by prefix': {
    ...matchingByPrefix(['workflowRunId', 'workflowUrl', 'label']),
  },
  ...mapped(['workflowRunId', 'workflowUrl', 'label'] as const, (name) => [
    `lists-match-${kebab(name)}-by-prefix: lists: the filter ${name} matches by prefix`,
    matchingByPrefix([name]),
  ]),
  'dlq-callback-fail-filter-400: DLQ list: returns 400 for failureCallbackState=CALLBACK_FAIL': {
    'dlq.filter': (original) => (asked) => {
      if (asked.failureCallbackState === 'CALLBACK_FAIL')
        refuseWith(400, 'failureCallbackState: unknown state')
      return original(asked)
    },
  },
  'state-names-differ: renames step states, step types and CALLBACK_SUCCESS': {
    'runList.stepState': (original) => (step) =>
      original(step) === 'STEP_SUCCESS' ? 'STEP_DONE' : 'STEP_BUSY',
    'runList.shownStep': (original) => (step) => ({
      ...original(step),
      stepType: 'DO',
      callType: 'DO',
    }),
    'logs.stepInfo': (original) => (message) => ({
      ...original(message),
      stepType: 'DO',
      callType: 'DO',
    }),
    'failureCallback.state':
      (original) =>
      (...told) => {
        const state = original(...told)
        return state === 'CALLBACK_SUCCESS' ? forbidden('DONE') : state
      },
  },
  'status-4xx-is-success: treats a 4xx response as a successful delivery': {
    ...succeedingAt((status) => status >= 400 && status < 500),
  },
  'failed-run-keeps-waiters: waiter: is not deleted when its run ends in RUN_FAILED': {
    ...waitingOn('RUN_FAILED'),
  },
  'resume-repeats-waits-and-sleeps: resume: starts pending waits and sleeps from the beginning': {
    'reruns.resume': (original, queue) => async (run, letter) => {
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
  'resumed-run-hides-kept-steps: run list: resumed run lacks the steps of the failed run': {
    replace: (runs = new Map<string, string>()) => ({
      'reruns.keptSteps': result((right, _, failed) => {
        for (const { messageId, info } of right)
          if (info.stepId !== undefined && !runs.has(messageId)) runs.set(messageId, failed.key)
        return right
      }),
      'runList.resultSteps': result((right, run) =>
        right.filter(({ messageId }) => (runs.get(messageId) ?? run.key) === run.key),
      ),
    }),
  },
  'logs-undelivered-messages: message logs: add a CREATED event of a nonexistent message': {
    'logs.message': (original) => async (message, state) => {
      await original(message, state)
      if (state === 'CREATED') await original({ ...message, id: `${message.id}-plan` }, state)
    },
  },
  'notify-same-message-id: notify: returns the same messageId for all waiters': {
    'waiters.notify':
      (original, queue) =>
      async (...asked) => {
        const messageId = queue.messages.newId()
        const elements = await original(...asked)
        return elements.map((element) => ({ ...element, messageId }))
      },
  },
  'dlq-callback-header-prefixed: DLQ entry: keeps Svc- prefixes in failureCallbackHeader': {
    ...callbackHeaderPrefixed('Failure-Callback-Forward-'),
  },
  'dlq-callback-header-forward: DLQ entry: failureCallbackHeader has the prefix Svc-Forward-': {
    ...callbackHeaderPrefixed('Forward-'),
  },
  'run-ids-of-7-digits: creates run ids of 7 random digits': {
    replace: (taken = new Set<string>()) => ({
      'runs.newId': () => () => {
        let id: string
        do id = String(randomInt(1_000_000, 10_000_000))
        while (taken.has(id))
        taken.add(id)
        return id
      },
    }),
  },
  'api-llm-body-422: publish to api/llm: returns 422 for every body': {
    'apis.destination': result(() => refuseWith(422, 'no such model')),
  },
  'run-completed-at-of-success-only: run list: omits workflowRunCompletedAt unless RUN_SUCCESS': {
    'runList.shown': result(({ workflowRunCompletedAt, ...shown }, run) => {
      const isDone = run.state === 'RUN_SUCCESS'
      return { ...shown, ...(isDone && { workflowRunCompletedAt }) }
    }),
  },
  'run-completed-at-null: run list: workflowRunCompletedAt is null unless RUN_SUCCESS': {
    'runList.shown': result((run) => ({
      ...run,
      ...(run.workflowState !== 'RUN_SUCCESS' && { workflowRunCompletedAt: null }),
    })),
  },
  'initial-step-name-empty: run list and logs: stepName of the initial step is empty': {
    'runList.shownStep': (original) => (step) => ({
      ...original(step),
      ...(step.info.stepId === undefined && { stepName: '' }),
    }),
    'logs.stepInfo': (original) => (message) => ({
      ...original(message),
      ...(message.run?.info.stepId === undefined && { stepName: '' }),
    }),
  },
  'absent-fields-as-null: returns optional response fields as null, not absent': {
    'publish.take': result((results) =>
      Array.isArray(results)
        ? results.map((result) => nulled(result, ['deduplicated']))
        : nulled(results, ['deduplicated']),
    ),
    'dlq.list': result(nulledCursor),
    'dlq.shown': result((letter) => {
      const shown = nulled(letter, OPTIONAL_IN_DLQ)
      const { failureCallbackInfo: info } = shown
      return { ...shown, ...(info && { failureCallbackInfo: nulled(info, OPTIONAL_IN_INFO) }) }
    }),
    'runList.list': result(nulledCursor),
    'runList.shown': result((run) => nulled(run, ['workflowRunCompletedAt'])),
    'runList.shownStep': result((step) => nulled(step, ['stepId', 'out'])),
    'logs.list': result(nulledCursor),
    'logs.shown': result((event) => nulled(event, ['stepInfo', 'nextDeliveryTime'])),
    'reruns.bulk': result(nulledCursor),
  },
})

const single = [...readings, ...serverVariants]

export const otherReadings: readonly QueueFault[] = [
  ...single,
  {
    id: 'all-other-readings',
    name: 'combines all variants that read the contract differently',
    breaks: [],
    replace: single.flatMap(({ replace }) => replace),
  },
]

/** Sorts the query parameters of a URL. Its path stays as it is. */
function sorted(url: string): string {
  const [path, query] = url.split(/\?(.*)/s, 2) as [string, string?]
  if (query === undefined) return url
  const parameters = new URLSearchParams(query)
  parameters.sort()
  return `${path}?${String(parameters)}`
}

/** Returns the plan of a step, so that the application executes it again. */
function planOf(step: object): object {
  const { stepId } = step as { readonly stepId?: number }
  return { ...step, stepId: 0, targetStep: stepId, out: undefined }
}

// The run list with additional fields for existing clients: headers, pending steps, errors, labels,
// the result, and the failure function.

import { STATUS_CODES } from 'node:http'
import type { components } from '#generated/queue.types.js'
import { viewOf } from '../../large-buffers.js'
import type { DeadLetter } from '../dlq/dead-letter.js'
import type { AttemptOutcome } from '../message.js'
import type { Queue } from '../queue.js'
import { canonicalName } from '../request/headers.js'
import type { Run } from './run.js'
import { hasResult } from './step.js'
import { detailedSteps } from './step-details.js'

type WorkflowRun = components['schemas']['WorkflowRun']

/** A failed attempt. The time is in Unix milliseconds. */
interface StepError extends Answer {
  readonly error: string
  readonly time: number
}

type ErrorsOf = (messageId: string) => readonly StepError[] | undefined

export async function listForClients(
  queue: Queue,
  asked: Parameters<Queue['runList']['page']>[0],
): Promise<object> {
  const { items, ...rest } = await queue.runList.page(asked)
  const errorsOf = errorsIn(queue)
  return { ...rest, runs: await Promise.all(items.map((run) => clientRun(queue, run, errorsOf))) }
}

async function clientRun(queue: Queue, run: Run, errorsOf: ErrorsOf): Promise<object> {
  const letter = run.state === 'RUN_FAILED' ? await letterOf(queue, run) : undefined
  const next = await nextSteps(queue, run, letter, errorsOf)
  const invoker = run.invoker && (await queue.store.runs.get(run.invoker.runKey))
  const shown: WorkflowRun = queue.runList.shown(run)
  const { headers, retries, retryDelay } = run.start
  const { details, waiting } = await detailedSteps(queue, run)
  const steps = [...queue.runList.resultSteps(run), ...waiting]
  const groups = queue.runList.stepGroups(run, steps).map((group) => ({
    ...group,
    // Every message of the run has the headers and the retries of the first, unless its step
    // changed them.
    steps: group.steps?.map((step) => ({
      ...step,
      ...details.get(step.stepId ?? -1),
      retries,
      retryDelay,
      headers,
    })),
  }))
  return {
    ...shown,
    steps: [...groups, ...(next.length > 0 ? [{ type: 'next', steps: next }] : [])],
    ...(run.labels.length > 0 && { label: run.labels[0], labels: run.labels }),
    ...(run.result?.length && { workflowRunResponse: viewOf(run.result).toString() }),
    ...(letter && { dlqId: letter.id }),
    ...(letter && (await failureFunction(queue, run, letter, errorsOf))),
    ...(invoker && {
      invoker: {
        workflowRunId: invoker.id,
        workflowUrl: invoker.url,
        workflowRunCreatedAt: invoker.createdAt,
      },
    }),
  }
}

/** Returns the DLQ entry of a failed run, if it still exists. */
async function letterOf(queue: Queue, { id, createdAt }: Run): Promise<DeadLetter | undefined> {
  const filter = { workflowRunId: id, workflowCreatedAt: createdAt }
  const { items } = await queue.store.deadLetters.page(filter, { limit: 1 })
  return items[0]
}

/** Returns the steps of a run that have no result: they are in progress, failed or cancelled. */
async function nextSteps(
  queue: Queue,
  run: Run,
  letter: DeadLetter | undefined,
  errorsOf: ErrorsOf,
): Promise<object[]> {
  const nameHeader = canonicalName(`${queue.dialect.headerPrefix}Error-Step-Name`)
  const next = (
    { id: messageId, retries, retryDelay }: Pick<PendingStep, 'id' | 'retries' | 'retryDelay'>,
    state: string,
  ) => {
    const errors = errorsOf(messageId)
    const stepName = errors?.at(-1)?.headers[nameHeader]?.[0]
    return { messageId, stepName, state, retries, retryDelay, errors }
  }
  if (letter) {
    return letter.unsettled.map((message, index) =>
      next(message, index === 0 ? 'STEP_FAILED' : 'STEP_CANCELED'),
    )
  }
  const { retries, retryDelay } = run.start
  if (run.state === 'RUN_CANCELED') {
    return cancelledSteps(run).map((id) => next({ id, retries, retryDelay }, 'STEP_CANCELED'))
  }
  const failed = run.notes?.find((note) => note.kind === 'failed')
  if (failed) return [next({ id: failed.messageId, retries, retryDelay }, 'STEP_FAILED')]
  const messages = await Promise.all(
    run.steps.map(({ messageId }) => queue.store.messages.get(messageId)),
  )
  const pending = messages.flatMap((message) =>
    message ? [next(message, message.retried > 0 ? 'STEP_RETRY' : 'STEP_PROGRESS')] : [],
  )
  const refused = refusalsOf(run)
  if (refused.length === 0 || run.state !== 'RUN_STARTED') return pending
  const { messageId } = run.steps.at(-1)!
  const [first = next({ id: messageId, retries, retryDelay }, 'STEP_FAILED'), ...others] = pending
  const errors = [...refused, ...(first.errors ?? [])].toSorted((a, b) => a.time - b.time)
  return [{ ...first, errors }, ...others]
}

/** Returns the refused steps of a run as errors of the next step. */
const refusalsOf = ({ notes = [] }: Run): readonly StepError[] =>
  notes.flatMap((note) => {
    if (note.kind !== 'refused') return []
    const { stepName, status, error: reason, time } = note
    const error = `the step ${stepName === undefined ? '' : `"${stepName}" `}was refused: ${reason}`
    return [{ error, status, time, headers: {}, body: '' }]
  })

interface PendingStep {
  readonly id: string
  readonly retries: number
  readonly retryDelay: string | undefined
}

/** Returns the messages of the steps that had no result when the run was cancelled. */
function cancelledSteps({ key: runKey, steps }: Run): string[] {
  const results = steps.filter(({ callType }) => callType === 'step')
  const infos = results.map(({ info }) => info)
  return results
    .filter(({ callType, info }) => !hasResult(infos, { run: { runKey, callType, info } }))
    .map(({ messageId }) => messageId)
}

/** Returns the failure function of a failed run as clients read it, if the run called one. */
async function failureFunction(
  queue: Queue,
  run: Run,
  { id: dlqId, message, outcome, unsettled, failureCallbackId: messageId }: DeadLetter,
  errorsOf: ErrorsOf,
): Promise<{ readonly failureFunction?: object }> {
  const { failureCallback = run.start.failureCallback } = unsettled[0] ?? {}
  if (failureCallback === undefined || messageId === undefined) return {}
  const { status, headers, body } = answerOf(outcome)
  const pending = await queue.store.messages.get(messageId)
  return {
    failureFunction: {
      messageId,
      url: failureCallback.url,
      dlqId,
      failStatus: status,
      failHeaders: headers,
      failResponse: body,
      errors: errorsOf(messageId),
      ...message.failureCallbackInfo,
      nextDeliveryTime: pending?.nextDeliveryTime,
    },
  }
}

/** Returns a function for the failed attempts of a message that are in the journal. */
function errorsIn(queue: Queue): ErrorsOf {
  const errors = new Map<string, StepError[]>()
  for (const { messageId, endedAt: time, outcome } of queue.journal.eachAttempt()) {
    if (queue.delivery.succeeded(outcome)) continue
    const ofMessage = errors.get(messageId) ?? []
    errors.set(messageId, ofMessage)
    ofMessage.push({ error: errorOf(outcome), ...answerOf(outcome), time })
  }
  return (messageId) => errors.get(messageId)
}

const errorOf = (outcome: AttemptOutcome): string =>
  outcome.kind === 'answered'
    ? `${outcome.status} ${STATUS_CODES[outcome.status] ?? ''}`.trim()
    : outcome.reason

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, readonly string[]>>
  readonly body: string
}

const answerOf = (outcome: AttemptOutcome): Answer =>
  outcome.kind === 'answered'
    ? {
        status: outcome.status,
        headers: outcome.headers,
        body: viewOf(outcome.body).toString(),
      }
    : { status: 0, headers: {}, body: '' }

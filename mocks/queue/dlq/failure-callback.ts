// Sends the failure callback of a failed run and stores its outcome in the DLQ entry.

import type { DeadLetter, DlqMessage } from './dead-letter.js'
import { canonicalName, type HeaderMap } from '../request/headers.js'
import type { Message, AttemptOutcome } from '../message.js'
import type { With } from '../state.js'
import type { callbacks, Attempted } from '../callbacks/callbacks.js'
import type { admission } from '../publish/admission.js'
import type { runs } from '../runs/runs.js'
import { refuse } from '../refusal.js'
import type { Run } from '../runs/run.js'
import { deliveredSteps, hasFeature } from '../runs/step.js'
import { weightOf } from '../structures/bytes.js'
import type { RunReference } from './reruns.js'
import { bytesOf, viewOf } from '../../large-buffers.js'

type Queue = With<{
  admission: typeof admission
  callbacks: typeof callbacks
  runs: typeof runs
  failureCallback: typeof failureCallback
}>

export type CallbackInfo = NonNullable<DlqMessage['failureCallbackInfo']>

/** The states of a failure callback (rule `queue.states.other-callback-states`). */
export type CallbackState =
  'CALLBACK_INPROGRESS' | 'CALLBACK_SUCCESS' | 'CALLBACK_FAIL' | 'CALLBACK_CANCELED'

export const failureCallback = (queue: Queue) => ({
  /** Sends the failure callback. Returns false if the run has no failure callback. */
  async call(letter: DeadLetter): Promise<boolean> {
    const run = await queue.store.runs.get(letter.runKey)
    const message = run && queue.failureCallback.message(run, letter)
    if (message === undefined) return false
    await queue.store.deadLetters.setCallback(
      letter.id,
      { state: 'CALLBACK_INPROGRESS' },
      message.id,
    )
    await queue.delivery.accept(message)
    return true
  },

  /**
   * Creates the message of the failure callback (rule
   * `queue.failure-callback.invoked-when-a-run-fails`).
   */
  message(run: Run, letter: DeadLetter): Message | undefined {
    const failed = letter.unsettled[0]
    const failureCallback = failed?.failureCallback ?? run.start.failureCallback
    if (!failureCallback || !failed) return undefined
    // The failure callback reports the payload of the run and the outcome of the last attempt.
    const body = expectsPayload(run, queue) ? run.start.body : deliveredSteps(run, failed.id)
    const attempted = { message: { ...failed, body }, outcome: letter.outcome }
    const message = queue.callbacks.message('failureCallback', failureCallback, attempted)
    return {
      ...message,
      headers: queue.failureCallback.headers(run, message.headers),
      body: bytesOf(JSON.stringify(queue.failureCallback.body(run, letter, attempted))),
      origin: { kind: 'failureCallback', messageId: failed.id, dlqId: letter.id },
    }
  },

  headers(run: Run, headers: HeaderMap): HeaderMap {
    const failure = `${queue.dialect.headerPrefix}Workflow-Is-Failure`
    return { ...headers, ...queue.runs.headers(run), [failure]: ['true'] }
  },

  /** Returns the body of the failure callback (rule `queue.callback.content`). */
  body(run: Run, letter: DeadLetter, attempted: Attempted): object {
    return {
      ...queue.callbacks.body(attempted),
      dlqId: letter.id,
      workflowRunId: run.id,
      workflowCreatedAt: run.createdAt,
    }
  },

  /**
   * Stores the outcome in the DLQ entry (rule `queue.dlq-message.failure-callback-result-kept`).
   */
  async keepOutcome(
    dlqId: string,
    outcome: AttemptOutcome,
    again: number | undefined,
  ): Promise<void> {
    await queue.store.deadLetters.setCallback(dlqId, queue.failureCallback.info(outcome, again))
  },

  /**
   * Returns the outcome as fields of the DLQ entry (rule `queue.dlq-message.failure-callback-info`
   * and others).
   */
  info(outcome: AttemptOutcome, again: number | undefined): CallbackInfo {
    return {
      state: queue.failureCallback.state(outcome, again),
      ...(outcome.kind === 'answered' && {
        responseStatus: outcome.status,
        responseBody: viewOf(outcome.body).toString(),
        responseHeaders: outcome.headers,
      }),
    }
  },

  /** Returns the state of the failure callback (rule `queue.states.callback-success`). */
  state(outcome: AttemptOutcome, again: number | undefined): CallbackState {
    if (queue.delivery.succeeded(outcome)) return 'CALLBACK_SUCCESS'
    return again === undefined ? 'CALLBACK_FAIL' : 'CALLBACK_INPROGRESS'
  },

  /**
   * Sends the failure callback of a DLQ entry again (rule
   * `queue.callback-retrigger.sends-the-callback-again`).
   */
  async retrigger(dlqId: string): Promise<RunReference | undefined> {
    const letter = await queue.store.deadLetters.get(dlqId)
    if (!letter) return undefined
    const run = await queue.store.runs.get(letter.runKey)
    const isCalled = await queue.admission.admit({ bytes: weightOf(letter) }, () =>
      queue.failureCallback.call(letter),
    )
    if (!run || !isCalled) refuse(400, `the DLQ entry "${dlqId}" has no failure callback`)
    return { workflowRunId: run.id, workflowCreatedAt: run.createdAt }
  },
})

/**
 * Returns true if the failure callback of a run reports the payload. Older workflow clients expect the
 * steps, as in the delivery that failed.
 */
const expectsPayload = (run: Run, { dialect }: Queue): boolean =>
  hasFeature(run, 'InitialBody') ||
  run.start.headers[canonicalName(`${dialect.headerPrefix}Workflow-Sdk-Version`)] === undefined

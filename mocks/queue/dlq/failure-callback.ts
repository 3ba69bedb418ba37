// The failure callback of a run that has failed, and what is kept of its outcome.

import type { DeadLetter, DlqMessage } from './dead-letter.js'
import type { HeaderMap } from '../request/headers.js'
import type { Message, Outcome } from '../message.js'
import type { Queue } from '../queue.js'
import { refuse } from '../refusal.js'
import type { Run } from '../runs/run.js'
import { weightOf } from '../structures/weight.js'
import type { Told } from '../callbacks/callbacks.js'
import type { RunReference } from './reruns.js'
import { viewOf } from '../../http/message.js'
import { bytesOf } from '../../large-buffers.js'

export type CallbackInfo = NonNullable<DlqMessage['failureCallbackInfo']>

/** The states of a failure callback (rule `queue.states.other-callback-states`). */
export type CallbackState =
  'CALLBACK_INPROGRESS' | 'CALLBACK_SUCCESS' | 'CALLBACK_FAIL' | 'CALLBACK_CANCELED'

export const failureCallback = (queue: Queue) => ({
  /** Calls the failure callback of a failed run; says whether it has one. */
  async call(letter: DeadLetter): Promise<boolean> {
    const run = await queue.store.runs.get(letter.runKey)
    const message = run && queue.failureCallback.message(run, letter)
    if (message === undefined) return false
    await queue.store.deadLetters.setCallback(letter.id, { state: 'CALLBACK_INPROGRESS' })
    await queue.delivery.accept(message)
    return true
  },

  /** The message that it is (rule `queue.failure-callback.invoked-when-a-run-fails`). */
  message(run: Run, letter: DeadLetter): Message | undefined {
    const { failureCallback } = run.start
    const failed = letter.unsettled[0]
    if (!failureCallback || !failed) return undefined
    // The source is the run: what it was started with, and how its last attempt ended.
    const told = { message: { ...failed, body: run.start.body }, outcome: letter.outcome }
    const message = queue.callbacks.message('failureCallback', failureCallback, told)
    return {
      ...message,
      headers: queue.failureCallback.headers(run, message.headers),
      body: bytesOf(JSON.stringify(queue.failureCallback.body(run, letter, told))),
      origin: { kind: 'failureCallback', messageId: failed.id, dlqId: letter.id },
    }
  },

  /** What it carries. */
  headers(run: Run, headers: HeaderMap): HeaderMap {
    const failure = `${queue.dialect.headerPrefix}Workflow-Is-Failure`
    return { ...headers, ...queue.runs.headers(run), [failure]: ['true'] }
  },

  /** What it says (rule `queue.callback.content`). */
  body(run: Run, letter: DeadLetter, told: Told): object {
    return {
      ...queue.callbacks.body(told),
      dlqId: letter.id,
      workflowRunId: run.id,
      workflowCreatedAt: run.createdAt,
    }
  },

  /** Keeps what came of it (rule `queue.dlq-message.failure-callback-result-kept`). */
  async keepOutcome(dlqId: string, outcome: Outcome, again: number | undefined): Promise<void> {
    await queue.store.deadLetters.setCallback(dlqId, queue.failureCallback.info(outcome, again))
  },

  /** What is kept (rule `queue.dlq-message.failure-callback-info` and its kin). */
  info(outcome: Outcome, again: number | undefined): CallbackInfo {
    return {
      state: queue.failureCallback.state(outcome, again),
      ...(outcome.kind === 'answered' && {
        responseStatus: outcome.status,
        responseBody: viewOf(outcome.body).toString(),
        responseHeaders: outcome.headers,
      }),
    }
  },

  /** The state after an attempt (rule `queue.states.callback-success`). */
  state(outcome: Outcome, again: number | undefined): CallbackState {
    if (queue.delivery.succeeded(outcome)) return 'CALLBACK_SUCCESS'
    return again === undefined ? 'CALLBACK_FAIL' : 'CALLBACK_INPROGRESS'
  },

  /** Calls it again (rule `queue.callback-retrigger.sends-the-callback-again`). */
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

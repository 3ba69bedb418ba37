// The failure callback of a run that has failed, and what is kept of its outcome.

import type { DeadLetter, DlqMessage } from './dead-letter.js'
import type { HeaderMap } from '../request/headers.js'
import type { Message, Outcome } from '../message.js'
import type { Queue } from '../queue.js'
import { refuse } from '../refusal.js'
import type { Run } from '../runs/run.js'
import { weightOf } from '../structures/weight.js'
import type { Told } from '../callbacks/callbacks.js'
import type { RunReference } from './rerun.js'

export type CallbackInfo = NonNullable<DlqMessage['failureCallbackInfo']>

/** The states of a failure callback (rule `queue.states.other-callback-states`). */
export type CallbackState =
  'CALLBACK_INPROGRESS' | 'CALLBACK_SUCCESS' | 'CALLBACK_FAIL' | 'CALLBACK_CANCELED'

export interface Failing {
  /** Calls the failure callback of a failed run; says whether it has one. */
  callFailureCallback(letter: DeadLetter): Promise<boolean>
  /** The message that it is (rule `queue.failure-callback.invoked-when-a-run-fails`). */
  failureMessage(run: Run, letter: DeadLetter): Message | undefined
  /** What it carries. */
  failureHeaders(run: Run, headers: HeaderMap): HeaderMap
  /** What it says (rule `queue.callback.content`). */
  failureBody(run: Run, letter: DeadLetter, told: Told): object
  /** Keeps what came of it (rule `queue.dlq-message.failure-callback-result-kept`). */
  keepCallbackOutcome(dlqId: string, outcome: Outcome, again: number | undefined): Promise<void>
  /** What is kept (rule `queue.dlq-message.failure-callback-info` and its kin). */
  callbackInfo(outcome: Outcome, again: number | undefined): CallbackInfo
  /** The state after an attempt (rule `queue.states.callback-success`). */
  callbackState(outcome: Outcome, again: number | undefined): CallbackState

  /** Calls it again (rule `queue.callback-retrigger.sends-the-callback-again`). */
  retriggerCallback(dlqId: string): Promise<RunReference | undefined>
}

export const failing: Failing & ThisType<Queue> = {
  async callFailureCallback(letter) {
    const run = await this.store.runs.get(letter.runKey)
    const message = run && this.failureMessage(run, letter)
    if (message === undefined) return false
    await this.store.deadLetters.setCallback(letter.id, { state: 'CALLBACK_INPROGRESS' })
    await this.accept(message)
    return true
  },

  failureMessage(run, letter) {
    const { failureCallback } = run.start
    const failed = letter.unsettled[0]
    if (!failureCallback || !failed) return undefined
    // The source is the run: what it was started with, and how its last attempt ended.
    const told = { message: { ...failed, body: run.start.body }, outcome: letter.outcome }
    const message = this.callbackMessage('failureCallback', failureCallback, told)
    return {
      ...message,
      headers: this.failureHeaders(run, message.headers),
      body: Buffer.from(JSON.stringify(this.failureBody(run, letter, told))),
      origin: { kind: 'failureCallback', messageId: failed.id, dlqId: letter.id },
    }
  },

  failureHeaders(run, headers) {
    const failure = `${this.dialect.headerPrefix}Workflow-Is-Failure`
    return { ...headers, ...this.runHeaders(run), [failure]: ['true'] }
  },

  failureBody(run, letter, told) {
    return {
      ...this.callbackBody(told),
      dlqId: letter.id,
      workflowRunId: run.id,
      workflowCreatedAt: run.createdAt,
    }
  },

  async keepCallbackOutcome(dlqId, outcome, again) {
    await this.store.deadLetters.setCallback(dlqId, this.callbackInfo(outcome, again))
  },

  callbackInfo(outcome, again) {
    return {
      state: this.callbackState(outcome, again),
      ...(outcome.kind === 'answered' && {
        responseStatus: outcome.status,
        responseBody: Buffer.from(outcome.body).toString(),
        responseHeaders: outcome.headers,
      }),
    }
  },

  callbackState(outcome, again) {
    if (this.succeeded(outcome)) return 'CALLBACK_SUCCESS'
    return again === undefined ? 'CALLBACK_FAIL' : 'CALLBACK_INPROGRESS'
  },

  async retriggerCallback(dlqId) {
    const letter = await this.store.deadLetters.get(dlqId)
    if (!letter) return undefined
    const run = await this.store.runs.get(letter.runKey)
    const isCalled = await this.admit({ bytes: weightOf(letter) }, () =>
      this.callFailureCallback(letter),
    )
    if (!run || !isCalled) refuse(400, `the DLQ entry "${dlqId}" has no failure callback`)
    return { workflowRunId: run.id, workflowCreatedAt: run.createdAt }
  },
}

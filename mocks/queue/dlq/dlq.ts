// The dead letter queue: how entries come and go, and how they are shown (endpoints 4 to 6).

import type { BulkSelection } from './bulk-selection.js'
import type { DeadLetter, DeadLetterFilter, DlqMessage, KeptDlqMessage } from './dead-letter.js'
import type { FlowControl } from '../flow-control/limits.js'
import type { Message, Outcome } from '../message.js'
import { number } from '../request/parameters.js'
import type { Queue } from '../queue.js'
import { refuse } from '../refusal.js'
import { hasResult, infoOf } from '../runs/step.js'
import { textOrBase64 } from '../request/text.js'
import type { AskedPage } from '../lists/pages.js'
import type { Ended } from '../runs/runs.js'

/** What the entries are asked for by. */
export type AskedDeadLetters = {
  readonly [Name in keyof DeadLetterFilter]?: string | undefined
}

export interface Burying {
  /** Places a failed run (rule `queue.dlq.failed-run-is-placed`); answers the entry. */
  bury(ended: Ended, message: Message, outcome: Outcome): Promise<DeadLetter>
  /** Puts an entry into the queue. */
  addDeadLetter(letter: Omit<DeadLetter, 'id' | 'sequence'>): Promise<DeadLetter>
  /** What an entry tells of a failed run (rules `queue.dlq-message.*`). */
  dlqMessage(ended: Ended, message: Message, outcome: Outcome): KeptDlqMessage
  /** What it tells of flow control, the period in seconds (rule `queue.dlq-message.period`). */
  shownFlowControl(flow: FlowControl | undefined): Partial<DlqMessage> | undefined
  /** What it tells of the last attempt (rule `queue.dlq-message.response-status` and its kin). */
  lastResponse(outcome: Outcome): Partial<DlqMessage>

  /** Rule `queue.dlq.get-returns-one-message`. */
  getDeadLetter(id: string): Promise<DlqMessage | undefined>
  /** Newest first (rule `queue.pagination.order`); no cursor at the end. */
  listDeadLetters(
    asked: AskedPage & AskedDeadLetters,
  ): Promise<{ cursor?: string; messages: DlqMessage[] }>
  /** What the parameters narrow the list to (rules `queue.dlq.filter-*`). */
  deadLetterFilter(asked: AskedDeadLetters): DeadLetterFilter
  /** An entry as the document shows it. */
  shownDeadLetter(letter: DeadLetter): DlqMessage
  /** What is answered to a removal (rules `queue.dlq.delete-is-200`, `queue.dlq.delete-has-no-body`). */
  deadLetterRemoved(): undefined
  /** Refuses what is asked of an entry that is not there (rule `queue.dlq.get-absent-is-404`). */
  absentDeadLetter(id: string): never
  /** Says whether there was such an entry (rule `queue.dlq.delete-removes-the-entry`). */
  removeDeadLetter(id: string): Promise<boolean>
  /** Removes the selected entries, page by page; says how many. */
  removeDeadLetters(selection: BulkSelection): Promise<{ cursor?: string; deleted: number }>
}

export const burying: Burying & ThisType<Queue> = {
  bury(ended, message, outcome) {
    const infos = [
      ...ended.run.steps.map(({ info }) => info),
      ...ended.waiters.map(({ step }) => infoOf(step)),
    ]
    const failedAt = this.clock.now()
    // What has never been attempted, such as the result of a sleep, has come to nothing yet.
    const isSettled = (each: Message) => each.notBefore <= failedAt && hasResult(infos, each)
    return this.addDeadLetter({
      failedAt,
      labels: ended.run.labels,
      message: this.dlqMessage(ended, message, outcome),
      runKey: ended.run.key,
      outcome,
      unsettled: [message, ...ended.messages.filter((each) => !isSettled(each))],
      waiters: ended.waiters,
    })
  },

  async addDeadLetter(entry) {
    const sequence = await this.store.next()
    const letter = { ...entry, sequence, id: `${entry.failedAt}-${sequence}` }
    await this.store.deadLetters.add(letter)
    return letter
  },

  dlqMessage({ run }, message, outcome) {
    const { failureCallback } = run.start
    return {
      messageId: message.id,
      url: message.url,
      method: message.method,
      header: run.start.sourceHeaders,
      ...textOrBase64('body', run.start.body),
      maxRetries: message.retries,
      notBefore: message.notBefore,
      createdAt: message.createdAt,
      ...(failureCallback && {
        failureCallback: failureCallback.url,
        failureCallbackHeader: failureCallback.headers,
      }),
      callerIP: run.start.callerIP,
      workflowRunId: run.id,
      workflowCreatedAt: run.createdAt,
      workflowUrl: run.url,
      ...this.shownFlowControl(run.start.flowControl),
      ...this.lastResponse(outcome),
    }
  },

  shownFlowControl: (flow) =>
    flow && {
      flowControlKey: flow.key,
      ...(flow.parallelism !== undefined && { parallelism: flow.parallelism }),
      // A period is that of a rate, and means nothing without one.
      ...(flow.rate !== undefined && { rate: flow.rate, period: Math.ceil(flow.period / 1000) }),
    },

  lastResponse: (outcome) =>
    outcome.kind === 'unanswered'
      ? {}
      : {
          responseStatus: outcome.status,
          responseHeader: outcome.headers,
          ...textOrBase64('responseBody', outcome.body),
        },

  async getDeadLetter(id) {
    const letter = await this.store.deadLetters.get(id)
    return letter && this.shownDeadLetter(letter)
  },

  async listDeadLetters(asked) {
    const filter = this.deadLetterFilter(asked)
    const { items, ...rest } = await this.page(
      'dlq',
      asked,
      (from) => this.store.deadLetters.page(filter, from),
      ({ failedAt: time, sequence }) => ({ time, sequence }),
    )
    return { ...rest, messages: items.map((letter) => this.shownDeadLetter(letter)) }
  },

  deadLetterFilter: ({
    workflowRunId,
    workflowUrl,
    callerIP,
    failureCallbackState,
    label,
    ...asked
  }) => ({
    workflowRunId,
    workflowUrl,
    callerIP,
    failureCallbackState,
    label,
    workflowCreatedAt: number('workflowCreatedAt', asked.workflowCreatedAt),
    fromDate: number('fromDate', asked.fromDate),
    toDate: number('toDate', asked.toDate),
    responseStatus: number('responseStatus', asked.responseStatus),
  }),

  shownDeadLetter: ({ id, message }) => ({ ...message, dlqId: id }),

  deadLetterRemoved: () => undefined,
  absentDeadLetter: (id) => refuse(404, `there is no DLQ entry "${id}"`),

  removeDeadLetter(id) {
    return this.store.deadLetters.remove(id)
  },

  async removeDeadLetters(selection) {
    const filter = this.bulkFilter(selection)
    const { items, ...rest } = await this.page(
      'dlq',
      { cursor: selection.cursor },
      (from) => this.store.deadLetters.page(filter, from),
      ({ failedAt: time, sequence }) => ({ time, sequence }),
    )
    const removed = await Promise.all(items.map(({ id }) => this.removeDeadLetter(id)))
    return { ...rest, deleted: removed.filter(Boolean).length }
  },
}

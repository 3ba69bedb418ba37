// The dead letter queue: how entries come and go, and how they are shown (endpoints 4 to 6).

import type { BulkSelection } from './bulk-selection.js'
import {
  deadLetterFilters,
  deadLetterList,
  type DeadLetter,
  type DeadLetterFilter,
  type DlqMessage,
  type KeptDlqMessage,
} from './dead-letter.js'
import type { FlowControl } from '../flow-control/limits.js'
import type { Message, Outcome } from '../message.js'
import { filterIn } from '../lists/filters.js'
import type { Queue } from '../queue.js'
import { refuse } from '../refusal.js'
import { hasResult, infoOf } from '../runs/step.js'
import { textOrBase64 } from '../request/text.js'
import type { Asked, AskedPage } from '../lists/lists.js'
import type { Page, PageFrom } from '../lists/page.js'
import type { Ended } from '../runs/endings.js'

/** What the entries are asked for by. */
export type AskedDeadLetters = Asked<keyof typeof deadLetterFilters>

export const dlq = (queue: Queue) => ({
  /** Places a failed run (rule `queue.dlq.failed-run-is-placed`); answers the entry. */
  bury(ended: Ended, message: Message, outcome: Outcome): Promise<DeadLetter> {
    const infos = [
      ...ended.run.steps.map(({ info }) => info),
      ...ended.waiters.map(({ step }) => infoOf(step)),
    ]
    const failedAt = queue.clock.now()
    // What has never been attempted, such as the result of a sleep, has come to nothing yet.
    const isSettled = (each: Message) => each.notBefore <= failedAt && hasResult(infos, each)
    return queue.dlq.add({
      failedAt,
      labels: ended.run.labels,
      message: queue.dlq.message(ended, message, outcome),
      runKey: ended.run.key,
      outcome,
      unsettled: [message, ...ended.messages.filter((each) => !isSettled(each))],
      waiters: ended.waiters,
    })
  },

  /** Puts an entry into the queue. */
  async add(entry: Omit<DeadLetter, 'id' | 'sequence'>): Promise<DeadLetter> {
    const sequence = await queue.store.next()
    const letter = { ...entry, sequence, id: `${entry.failedAt}-${sequence}` }
    await queue.store.deadLetters.add(letter)
    return letter
  },

  /** What an entry tells of a failed run (rules `queue.dlq-message.*`). */
  message({ run }: Ended, message: Message, outcome: Outcome): KeptDlqMessage {
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
      ...queue.dlq.shownFlowControl(run.start.flowControl),
      ...queue.dlq.lastResponse(outcome),
    }
  },

  /** What it tells of flow control, the period in seconds (rule `queue.dlq-message.period`). */
  shownFlowControl: (flow: FlowControl | undefined): Partial<DlqMessage> | undefined =>
    flow && {
      flowControlKey: flow.key,
      ...(flow.parallelism !== undefined && { parallelism: flow.parallelism }),
      // A period is that of a rate, and means nothing without one.
      ...(flow.rate !== undefined && { rate: flow.rate, period: Math.ceil(flow.period / 1000) }),
    },

  /** What it tells of the last attempt (rule `queue.dlq-message.response-status` and its kin). */
  lastResponse: (outcome: Outcome): Partial<DlqMessage> =>
    outcome.kind === 'unanswered'
      ? {}
      : {
          responseStatus: outcome.status,
          responseHeader: outcome.headers,
          ...textOrBase64('responseBody', outcome.body),
        },

  /** Rule `queue.dlq.get-returns-one-message`. */
  async get(id: string): Promise<DlqMessage | undefined> {
    const letter = await queue.store.deadLetters.get(id)
    return letter && queue.dlq.shown(letter)
  },

  /** Newest first (rule `queue.pagination.order`); no cursor at the end. */
  async list(
    asked: AskedPage & AskedDeadLetters,
  ): Promise<{ cursor?: string; messages: DlqMessage[] }> {
    const filter = queue.dlq.filter(asked)
    const { items, ...rest } = await queue.lists.page(deadLetterList, asked, (from) =>
      queue.dlq.find(filter, from),
    )
    return { ...rest, messages: items.map((letter) => queue.dlq.shown(letter)) }
  },

  /** What the parameters narrow the list to (rules `queue.dlq.filter-*`). */
  filter: (asked: AskedDeadLetters): DeadLetterFilter => filterIn(deadLetterFilters, asked),

  find(filter: DeadLetterFilter, from: PageFrom): Promise<Page<DeadLetter>> {
    return queue.store.deadLetters.page(filter, from)
  },

  /** An entry as the document shows it. */
  shown: ({ id, message }: DeadLetter): DlqMessage => ({ ...message, dlqId: id }),

  /** What is answered to a removal (rules `queue.dlq.delete-is-200`, `queue.dlq.delete-has-no-body`). */
  removed: (): undefined => undefined,

  /** Refuses what is asked of an entry that is not there (rule `queue.dlq.get-absent-is-404`). */
  absent: (id: string): never => refuse(404, `there is no DLQ entry "${id}"`),

  /** Says whether there was such an entry (rule `queue.dlq.delete-removes-the-entry`). */
  remove(id: string): Promise<boolean> {
    return queue.store.deadLetters.remove(id)
  },

  /** Removes the selected entries, page by page; says how many. */
  async removeAll(selection: BulkSelection): Promise<{ cursor?: string; deleted: number }> {
    const { cursor, ...selected } = selection
    const filter = queue.reruns.filter(selected)
    const { items, ...rest } = await queue.lists.page(deadLetterList, { cursor }, (from) =>
      queue.reruns.find(filter, from),
    )
    const removed = await Promise.all(items.map(({ id }) => queue.dlq.remove(id)))
    return { ...rest, deleted: removed.filter(Boolean).length }
  },
})

// The dead letter queue, DLQ (endpoints 4 to 6 of the contract).

import type { BulkSelection } from './bulk-selection.js'
import {
  deadLetterFilters,
  deadLetterList,
  type DeadLetter,
  type DeadLetterFilter,
  type DlqMessage,
  type KeptDlqMessage,
} from './dead-letter.js'
import type { Message, AttemptOutcome } from '../message.js'
import { dlqMessage, reasonOf } from './dlq-message.js'
import { filterIn, type Page, type PageFrom } from '../lists/filters.js'
import type { With } from '../state.js'
import type { lists, ListQuery, AskedPage } from '../lists/lists.js'
import type { admission } from '../publish/admission.js'
import type { reruns } from './reruns.js'
import { refuse } from '../refusal.js'
import { hasResult, infoOf } from '../runs/step.js'
import type { EndedRun } from '../runs/run.js'

type Queue = With<{
  admission: typeof admission
  lists: typeof lists
  dlq: typeof dlq
  reruns: typeof reruns
}>

export type AskedDeadLetters = ListQuery<keyof typeof deadLetterFilters>

export const dlq = (queue: Queue) => ({
  /** Adds a DLQ entry for a failed run (rule `queue.dlq.failed-run-is-placed`). */
  async bury(ended: EndedRun, message: Message, whole: AttemptOutcome): Promise<DeadLetter> {
    const outcome = await queue.admission.keepable(whole)
    const failedAt = queue.clock.now()
    const failed = { messageId: message.id, reason: reasonOf(outcome) }
    await queue.store.runs.note(ended.run.key, { kind: 'failed', ...failed })
    return queue.dlq.add({
      failedAt,
      labels: ended.run.labels,
      message: queue.dlq.message(ended, message, outcome),
      runKey: ended.run.key,
      outcome,
      unsettled: [message, ...unsettledIn(ended, failedAt)],
      waiters: ended.waiters,
    })
  },

  async add(entry: Omit<DeadLetter, 'id' | 'sequence'>): Promise<DeadLetter> {
    const sequence = await queue.store.next()
    const letter = { ...entry, sequence, id: `${entry.failedAt}-${sequence}` }
    await queue.store.deadLetters.add(letter)
    return letter
  },

  message: (ended: EndedRun, message: Message, outcome: AttemptOutcome): KeptDlqMessage =>
    dlqMessage(ended, message, outcome, queue.dialect),

  /**
   * Returns one entry, or undefined if the id is unknown (rule
   * `queue.dlq.get-returns-one-message`).
   */
  async get(id: string): Promise<DlqMessage | undefined> {
    const letter = await queue.store.deadLetters.get(id)
    return letter && queue.dlq.shown(letter)
  },

  /** Returns one page of entries, newest first (rule `queue.pagination.order`). */
  async list(
    asked: AskedPage & AskedDeadLetters,
  ): Promise<{ cursor?: string; messages: DlqMessage[] }> {
    const filter = queue.dlq.filter(asked)
    const { items, ...rest } = await queue.lists.page(deadLetterList, asked, (from) =>
      queue.dlq.find(filter, from),
    )
    return { ...rest, messages: items.map((letter) => queue.dlq.shown(letter)) }
  },

  /** Parses the filters of the DLQ list (rules `queue.dlq.filter-*`). */
  filter: (asked: AskedDeadLetters): DeadLetterFilter => filterIn(deadLetterFilters, asked),

  find(filter: DeadLetterFilter, from: PageFrom): Promise<Page<DeadLetter>> {
    return queue.store.deadLetters.page(filter, from)
  },

  /** Returns an entry in the form that the contract defines, with the labels that clients read. */
  shown: ({ id, message, labels }: DeadLetter): DlqMessage => ({
    ...message,
    dlqId: id,
    ...(labels.length > 0 && { label: labels[0], labels }),
  }),

  /**
   * Returns the response to a deletion (rules `queue.dlq.delete-is-200`,
   * `queue.dlq.delete-has-no-body`).
   */
  removed: (): undefined => undefined,

  /** Refuses a request for an unknown id (rule `queue.dlq.get-absent-is-404`). */
  async absent(id: string): Promise<never> {
    const isMessage = (await queue.store.failedMessages.get(id)) !== undefined
    const hint = isMessage
      ? ' of a run; it is the entry of a message without a run: use GET /v2/dlq and POST /v2/dlq/retry'
      : ''
    refuse(404, `there is no DLQ entry "${id}"${hint}`)
  },

  /**
   * Deletes an entry. Returns false if the id is unknown (rule
   * `queue.dlq.delete-removes-the-entry`).
   */
  remove(id: string): Promise<boolean> {
    return queue.store.deadLetters.remove(id)
  },

  /** Deletes the entries on one page of the filtered list. */
  async removeAll(selection: BulkSelection): Promise<{ cursor?: string; deleted: number }> {
    const { items, ...rest } = await queue.reruns.selected(deadLetterList, selection)
    const removed = await Promise.all(items.map(({ id }) => queue.dlq.remove(id)))
    return { ...rest, deleted: removed.filter(Boolean).length }
  },
})

/** Returns the messages of a run that a resume must send again, except the failed message. */
function unsettledIn({ run, messages, waiters }: EndedRun, failedAt: number): readonly Message[] {
  const infos = [...run.steps.map(({ info }) => info), ...waiters.map(({ step }) => infoOf(step))]
  // A message that was never attempted has no result yet. One example is the result of a sleep.
  const isSettled = (each: Message) => each.notBefore <= failedAt && hasResult(infos, each)
  return messages.filter((each) => !isSettled(each))
}

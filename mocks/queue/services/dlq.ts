// The dead letter queue: how entries come and go, and how they are selected.

import type { DeadLetter, DlqMessage } from '../dead-letter.js'
import { refuse } from '../refusal.js'
import type { Store } from '../store/store.js'

/** What a list may be narrowed to; all that is given must hold. Dates are inclusive. */
export interface DlqFilter {
  readonly workflowRunId?: string | undefined
  readonly workflowUrl?: string | undefined
  readonly fromDate?: number | undefined
  readonly toDate?: number | undefined
  readonly responseStatus?: number | undefined
  readonly callerIP?: string | undefined
  readonly failureCallbackState?: string | undefined
  readonly label?: string | undefined
}

export interface Dlq {
  /** Places a failed run (rule `queue.dlq.failed-run-is-placed`); answers the entry's id. */
  add(letter: Omit<DeadLetter, 'id'>): Promise<string>
  /** Rule `queue.dlq.get-returns-one-message`. */
  get(id: string): Promise<DlqMessage | undefined>
  /** Newest first (rule `queue.pagination.order`); no cursor at the end. */
  list(
    filter: DlqFilter,
    page: { cursor?: string | undefined; count: number },
  ): Promise<{ cursor?: string; messages: DlqMessage[] }>
  /** Says whether there was such an entry (rule `queue.dlq.delete-removes-the-entry`). */
  remove(id: string): Promise<boolean>
}

export function createDlq({ deadLetters }: Store): Dlq {
  return {
    async add(letter) {
      const { id } = await deadLetters.add((sequence) => ({
        ...letter,
        id: `${letter.failedAt}-${sequence}`,
      }))
      return id
    },

    async get(id) {
      const letter = await deadLetters.get(id)
      return letter && shown(letter)
    },

    async list(filter, { cursor, count }) {
      const { items, more } = await deadLetters.page({
        before: cursor === undefined ? undefined : sequenceOf(cursor),
        limit: count,
        where: matches(filter),
      })
      const messages = items.map(shown)
      return more ? { cursor: items.at(-1)!.id, messages } : { messages }
    },

    remove: (id) => deadLetters.remove(id),
  }
}

const shown = ({ id, message }: DeadLetter): DlqMessage => ({ ...message, dlqId: id })

/** A cursor is the id of the last entry seen: it holds when that entry is gone. */
function sequenceOf(cursor: string): number {
  const [, sequence] =
    /^\d+-(\d+)$/.exec(cursor) ?? refuse(400, `cursor: not one of ours: "${cursor}"`)
  return Number(sequence)
}

const matches =
  (filter: DlqFilter) =>
  ({ failedAt, labels, message }: DeadLetter): boolean =>
    failedAt >= (filter.fromDate ?? -Infinity) &&
    failedAt <= (filter.toDate ?? Infinity) &&
    holds(filter.workflowRunId, message.workflowRunId) &&
    holds(filter.workflowUrl, message.workflowUrl) &&
    holds(filter.responseStatus, message.responseStatus) &&
    holds(filter.callerIP, message.callerIP) &&
    holds(filter.failureCallbackState, message.failureCallbackInfo?.state) &&
    (filter.label === undefined || labels.includes(filter.label))

const holds = <T>(asked: T | undefined, is: T | undefined) => asked === undefined || asked === is

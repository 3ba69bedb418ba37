// The dead letter queue: how entries come and go, and how they are shown.

import type { DeadLetter, DeadLetterFilter, DlqMessage } from '../dead-letter.js'
import { refuse } from '../refusal.js'
import type { Store } from '../store/store.js'

export interface Dlq {
  /** Places a failed run (rule `queue.dlq.failed-run-is-placed`); answers the entry's id. */
  add(letter: Omit<DeadLetter, 'id' | 'sequence'>): Promise<string>
  /** Rule `queue.dlq.get-returns-one-message`. */
  get(id: string): Promise<DlqMessage | undefined>
  /** Newest first (rule `queue.pagination.order`); no cursor at the end. */
  list(
    filter: DeadLetterFilter,
    page: { cursor?: string | undefined; count: number },
  ): Promise<{ cursor?: string; messages: DlqMessage[] }>
  /** Says whether there was such an entry (rule `queue.dlq.delete-removes-the-entry`). */
  remove(id: string): Promise<boolean>
}

export function createDlq(store: Store): Dlq {
  const { deadLetters } = store
  return {
    async add(letter) {
      const sequence = await store.next()
      const id = `${letter.failedAt}-${sequence}`
      await deadLetters.add({ ...letter, id, sequence })
      return id
    },

    async get(id) {
      const letter = await deadLetters.get(id)
      return letter && shown(letter)
    },

    async list(filter, { cursor, count }) {
      const before = cursor === undefined ? undefined : sequenceOf(cursor)
      const { items, more } = await deadLetters.page(filter, { before, limit: count })
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

// What is kept of a failed run.

import type { components } from '#generated/queue.types.js'

/** An entry of the dead letter queue as the document shows it. */
export type DlqMessage = components['schemas']['DlqMessage']

/** An entry, and what only selects it. */
export interface DeadLetter {
  /** `<milliseconds>-<sequence>` (rule `queue.dlq-message.dlq-id`). */
  readonly id: string
  /** When the run failed, in Unix milliseconds (rule `queue.dlq.date-meaning`). */
  readonly failedAt: number
  readonly labels: readonly string[]
  readonly message: DlqMessage
}

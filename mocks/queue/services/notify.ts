// Who waits for an event, and what waking them answers.

import type { components } from '#generated/queue.types.js'

export type NotifyResult = components['schemas']['NotifyResult']

export interface Notifying {
  /**
   * Resumes every run that waits for the event; one element per waiter, none when nobody waits
   * (rule `queue.notify.empty-array-when-nobody-waits`).
   */
  notify(eventId: string, data: Uint8Array): Promise<NotifyResult[]>
}

/** No run can wait yet, so nobody ever does. */
export const notifying: Notifying = {
  notify: async () => [],
}

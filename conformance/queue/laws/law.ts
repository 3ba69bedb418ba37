// Defines the laws of the queue interface.

import { lawsOf } from '../../core/law.js'
import type { QueueInbox } from '../fixtures/inbox.js'
import type { QueueWorld } from '../fixtures/world.js'

export const law = lawsOf<QueueWorld>('queue', (world, label) => {
  const inboxes: QueueInbox[] = []
  return {
    ...world,
    id: `${world.id}-${label}`,
    inbox(answer) {
      const inbox = world.inbox(answer)
      inboxes.push(inbox)
      return inbox
    },
    leave: () => inboxes.forEach((inbox) => inbox.dropBodies()),
  }
})

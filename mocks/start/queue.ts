// Assembles the queue mock.

import { randomUUID } from 'node:crypto'
import type { AlarmClock } from '../clock.js'
import { queueFaults } from '../faults/queue/index.js'
import { switchable } from '../faults/switch.js'
import { groupControls, journalControls, setGroup } from '../queue/control/controls.js'
import { runControls } from '../queue/control/runs.js'
import { createEgress } from '../queue/deliver/egress.js'
import { createSender } from '../queue/deliver/sender.js'
import { randomKeys } from '../queue/deliver/signature.js'
import { createQueue } from '../queue/queue.js'
import { queueHandler } from '../queue/server.js'
import { safetyOf } from '../safety.js'
import type { QueueAccess } from './access.js'
import type { StartedInterface } from './interface.js'
import { dialectOf, type QueueOptions } from './options.js'
import { openQueueStore } from './queue-store.js'
import { warnOfOtherDialect } from './other-dialect.js'

export async function assembleQueue(
  clock: AlarmClock,
  { token = randomUUID(), signingKeys = randomKeys(), ...options }: QueueOptions,
): Promise<StartedInterface<QueueAccess>> {
  const { allowDestinations, apis = {}, readyLimit, dialect, faults } = options
  const safety = safetyOf(options.safety)
  const opened = await openQueueStore(options.store, clock, safety)
  const { store } = opened
  const queue = createQueue({
    clock,
    token,
    signingKeys,
    dialect: dialectOf(dialect),
    safety,
    store,
    apis,
    readyLimit,
    sender: createSender(createEgress(allowDestinations)),
  })
  const { journal, scheduler, sender } = queue
  const switched = switchable(queue, queueHandler, queueFaults, faults)
  const { parts } = switched
  const wake = () => void scheduler.busy(parts().delivery.awaitDue())
  opened.onWake(wake)
  // The store may have messages from before the start.
  wake()
  return {
    access: {
      token,
      signingKeys,
      deliveries: () => journal.attempts(),
      async nextDeliveries({ after, wait = 5000 } = {}) {
        await journal.until({ attempts: after ?? 0 }, wait)
        return journal.attempts(after)
      },
      requests: () => journal.requests(),
      setGroup: (name, endpoints) => setGroup(parts(), name, endpoints),
    },
    handler: warnOfOtherDialect(switched.handler, queue.dialect),
    faults: switched.faults,
    clock,
    controls: { ...journalControls(journal), ...groupControls(parts), ...runControls(parts) },
    tokenOf: (head) => parts().access.tokenFromHeader(head) ?? parts().access.tokenFromQuery(head),
    async reset() {
      await scheduler.clear()
      await store.clear()
      journal.clear()
    },
    async close() {
      journal.close()
      await scheduler.clear()
      await sender.close()
      await opened.close()
    },
  }
}

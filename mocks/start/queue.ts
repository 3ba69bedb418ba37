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
import { createStore } from '../queue/store/store.js'
import { safetyOf } from '../safety.js'
import type { QueueAccess } from './access.js'
import type { StartedInterface } from './interface.js'
import { dialectOf, type QueueOptions } from './options.js'

export function assembleQueue(
  clock: AlarmClock,
  { token = randomUUID(), signingKeys = randomKeys(), ...options }: QueueOptions,
): StartedInterface<QueueAccess> {
  const { allowDestinations, apis = {}, readyLimit, dialect, faults } = options
  const safety = safetyOf(options.safety)
  const queue = createQueue({
    clock,
    token,
    signingKeys,
    dialect: dialectOf(dialect),
    safety,
    store: createStore(safety.queueBytes),
    apis,
    readyLimit,
    sender: createSender(createEgress(allowDestinations)),
  })
  const { journal, scheduler, sender, store } = queue
  const switched = switchable(queue, queueHandler, queueFaults, faults)
  const { parts } = switched
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
      setGroup: async (name, endpoints) => setGroup(parts(), name, endpoints),
    },
    handler: switched.handler,
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
    },
  }
}

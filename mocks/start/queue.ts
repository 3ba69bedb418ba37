// Assembles the queue mock.

import { randomUUID } from 'node:crypto'
import type { AlarmClock } from '../clock.js'
import { assertOpen } from '../closed.js'
import type { Fault } from '../faults/fault.js'
import { queueFaults } from '../faults/queue/index.js'
import { switchable } from '../faults/switch.js'
import { splitTarget, type Request } from '../http/message.js'
import {
  deliveryMatcher,
  senderWithIntercepts,
  type DeliverySubject,
} from '../intercepts/deliveries.js'
import { createIntercepts } from '../intercepts/intercept.js'
import { described, type DeliveryMatch, type RequestMatch } from '../intercepts/match.js'
import { nameOfRequest, requestMatcher } from '../intercepts/requests.js'
import {
  assertNumbers,
  deliveriesIn,
  DEFAULT_WAIT,
  requestsTo,
  type JournalParts,
} from '../journal/requests.js'
import { groupControls, setGroup } from '../queue/control/controls.js'
import { runControls } from '../queue/control/runs.js'
import { queueSeedLists } from '../queue/control/seed.js'
import { steeringControls } from '../queue/control/steering.js'
import { createEgress } from '../queue/deliver/egress.js'
import { createSender } from '../queue/deliver/sender.js'
import { randomKeys } from '../queue/deliver/signature.js'
import { createQueue, type Queue } from '../queue/queue.js'
import { answerConsole, queueHandlerOf } from '../queue/server.js'
import type { SavedStore } from '../queue/store/memory/memory-store.js'
import { safetyOf } from '../safety.js'
import { queueTokenOf, userIn } from '../tokens.js'
import type { QueueAccess } from './access.js'
import type { StartedInterface } from './interface.js'
import { dialectOf, type QueueOptions } from './options.js'
import { openQueueStore } from './queue-store.js'
import { warnOfIgnoredHeaders } from './ignored-headers.js'
import { beforeContract } from './middleware.js'
import { controlSeamOf, seamOf, type Seams } from './seams.js'

interface Assembly extends Omit<QueueOptions, 'faults'>, JournalParts {
  readonly seams?: Seams | undefined
  readonly faults?: readonly Fault<Queue>[]
}

export async function assembleQueue(
  mockClock: AlarmClock,
  { signingKeys = randomKeys(), ...options }: Assembly,
): Promise<StartedInterface<QueueAccess, SavedStore>> {
  const { allowDestinations, apis = {}, readyLimit, faults, journal, reader, seams } = options
  const dialect = dialectOf(options.dialect)
  const { token = queueTokenOf(dialect.name, randomUUID()) } = options
  const safety = safetyOf(options.safety)
  const opened = await openQueueStore(options.store, mockClock, safety)
  const { store, memory, clock } = opened
  const intercepts = createIntercepts<Request>('queue', nameOfRequest)
  const attempts = createIntercepts<DeliverySubject>('deliveries', ({ url }) => url)
  const sending = senderWithIntercepts(createSender(createEgress(allowDestinations)), attempts)
  const queue = createQueue({
    clock,
    token,
    signingKeys,
    dialect,
    safety,
    store,
    apis,
    readyLimit,
    journal,
    sender: seams?.sender(sending) ?? sending,
  })
  const { scheduler, sender } = queue
  reader.describe('queue', { tokenKey: queue.dialect.queueTokenKey, secrets: () => [token] })
  const switched = switchable(queue, queueFaults, faults)
  const { parts } = switched
  const tokenOf = (head: Request) =>
    parts().access.tokenFromHeader(head) ?? parts().access.tokenFromQuery(head)
  // The token of a client is not in the URLs that it gives to third parties, but its user is.
  const user = userIn(token)
  const wake = () => void scheduler.busy(parts().delivery.awaitDue())
  opened.onWake(wake)
  const intercept = (match: RequestMatch) => {
    const unmet = requestMatcher(match)
    return intercepts.add(described(match), unmet)
  }
  const interceptDelivery = (match: DeliveryMatch) => {
    const unmet = deliveryMatcher(match)
    return attempts.add(described(match), unmet)
  }
  const met = {
    warn: warnOfIgnoredHeaders(dialect),
    recording: { journal, kind: 'queue', clock } as const,
    intercepts,
    controlSeam: controlSeamOf(seams),
    seam: seamOf(seams, 'queue', operationOf),
  }
  // The store may have messages from before the start.
  wake()
  return {
    access: {
      token,
      signingKeys: queue.signingKeys,
      deliveries: (match) => deliveriesIn({ journal, reader }, match),
      async nextDeliveries(options = {}) {
        assertNumbers('nextDeliveries', options, {
          after: 'the number of a delivery',
          wait: 'a number of milliseconds',
        })
        const { after, wait = DEFAULT_WAIT } = options
        await journal.until(() => journal.lastOf('attempt') > (after ?? 0), wait)
        return journal.attempts(after)
      },
      ...requestsTo('queue', { journal, reader }),
      intercept,
      interceptDelivery,
      async setGroup(name, endpoints) {
        assertOpen(journal.isClosed)
        return setGroup(parts(), name, endpoints)
      },
    },
    handler: (entrance) => queueHandlerOf(parts, beforeContract({ ...entrance, ...met })),
    intercepts: [
      { on: 'queue', intercepts, intercept },
      { on: 'deliveries', intercepts: attempts, intercept: interceptDelivery },
    ],
    stateful: {
      lists: queueSeedLists(parts),
      saving: memory && {
        save: () => memory.save(),
        async load(saved) {
          memory.load(saved)
          await parts().delivery.awaitDue()
        },
      },
    },
    faults: switched.faults,
    clock,
    nextEvent: () => parts().scheduler.nextDue,
    controls: {
      ...groupControls(parts),
      ...runControls(parts),
      ...steeringControls(parts, (request) => answerConsole(parts(), request)),
    },
    tokenOf,
    owns(head) {
      const sent = tokenOf(head)
      if (sent !== undefined) return parts().access.accepts(sent)
      return user !== undefined && head.target.startsWith(`/v2/workflows/hooks/${user}/`)
    },
    shown: () => ({ token, tokenKey: dialect.queueTokenKey }),
    endStreams: () => journal.close(),
    waiting: async () => ({
      waiting: (await store.messages.select({})).length,
      nextDue: await store.messages.nextDue(),
    }),
    drain: (grace) => scheduler.drain(grace),
    async reset() {
      intercepts.clear()
      attempts.clear()
      await scheduler.clear()
      await store.clear()
      Object.assign(queue.signingKeys, signingKeys)
      journal.clear()
    },
    async close() {
      intercepts.end()
      attempts.end()
      journal.close()
      await scheduler.clear()
      await sender.close()
      await opened.close()
    },
  }
}

/** Returns the name of an operation, such as `publish`. A request that only reads has none. */
function operationOf({ method, target }: Request): string {
  const [, version, name = ''] = splitTarget(target).path.split('/')
  return method === 'GET' || version !== 'v2' ? '' : name
}

// All faults and variants of the queue server, in the order of the contract.

import type { Queue } from '../../queue/queue.js'
import type { Fault } from '../fault.js'
import { queueFault, type QueueFault } from './fault.js'
import { authenticationFaults } from './authentication.js'
import { bulkFaults } from './bulk.js'
import { callbackFaults } from './callback.js'
import { callbackRetriggerFaults } from './callback-retrigger.js'
import { deduplicationFaults } from './deduplication.js'
import { delayFaults } from './delay.js'
import { dlqMessageFaults } from './dlq-message.js'
import { dlqFaults } from './dlq.js'
import { failureCallbackFaults } from './failure-callback.js'
import { flowControlFaults } from './flow-control.js'
import { forwardFaults } from './forward.js'
import { groupFaults } from './group.js'
import { messageLogFaults } from './message-logs.js'
import { notifyFaults } from './notify.js'
import { otherReadings } from './other-readings.js'
import { otherStatuses } from './other-statuses.js'
import { publishFaults } from './publish.js'
import { resourceFaults } from './resources.js'
import { restartFaults } from './restart.js'
import { resumeFaults } from './resume.js'
import { retriesFaults } from './retries.js'
import { retryDelayFaults } from './retry-delay.js'
import { runFaults } from './runs.js'
import { stateFaults } from './states.js'
import { variants } from './variants.js'

/** The faults before they become functions. */
export const written: readonly QueueFault[] = [
  ...publishFaults,
  ...retriesFaults,
  ...retryDelayFaults,
  ...forwardFaults,
  ...callbackFaults,
  ...failureCallbackFaults,
  ...delayFaults,
  ...deduplicationFaults,
  ...groupFaults,
  ...resourceFaults,
  ...dlqMessageFaults,
  ...stateFaults,
  ...dlqFaults,
  ...runFaults,
  ...restartFaults,
  ...resumeFaults,
  ...bulkFaults,
  ...callbackRetriggerFaults,
  ...messageLogFaults,
  ...notifyFaults,
  ...flowControlFaults,
  ...authenticationFaults,
  ...otherReadings,
  ...variants,
  ...otherStatuses,
]

export const queueFaults: readonly Fault<Queue>[] = written.map(queueFault)

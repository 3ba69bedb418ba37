// The scenarios of the queue interface, in the order of its document.

import type { Scenario } from '../scenario.js'
import { shapeScenarios } from '../shape.scenarios.js'
import { authenticationScenarios } from './authentication.scenarios.js'
import { bulkScenarios } from './bulk.scenarios.js'
import { callbackScenarios } from './callback.scenarios.js'
import { callbackRetriggerScenarios } from './callback-retrigger.scenarios.js'
import { deduplicationScenarios } from './deduplication.scenarios.js'
import { delayScenarios } from './delay.scenarios.js'
import { dlqMessageScenarios } from './dlq-message.scenarios.js'
import { dlqScenarios } from './dlq.scenarios.js'
import { errorScenarios } from './errors.scenarios.js'
import { failureCallbackScenarios } from './failure-callback.scenarios.js'
import { flowControlScenarios } from './flow-control.scenarios.js'
import { forwardScenarios } from './forward.scenarios.js'
import { groupScenarios } from './group.scenarios.js'
import { messageLogScenarios } from './message-logs.scenarios.js'
import { notifyScenarios } from './notify.scenarios.js'
import { paginationScenarios } from './pagination.scenarios.js'
import { publishScenarios } from './publish.scenarios.js'
import { resourceScenarios } from './resources.scenarios.js'
import { restartScenarios } from './restart.scenarios.js'
import { resumeScenarios } from './resume.scenarios.js'
import { retriesScenarios } from './retries.scenarios.js'
import { retryDelayScenarios } from './retry-delay.scenarios.js'
import { runListScenarios } from './run-list.scenarios.js'
import { stateScenarios } from './states.scenarios.js'
import { timeoutScenarios } from './timeout.scenarios.js'
import { versioningScenarios } from './versioning.scenarios.js'
import { waiterScenarios } from './waiter.scenarios.js'
import { webhookScenarios } from './webhook.scenarios.js'
import type { QueueWorld } from './world.js'

const scenarios: readonly Scenario<QueueWorld>[] = [
  ...publishScenarios,
  ...timeoutScenarios,
  ...retriesScenarios,
  ...retryDelayScenarios,
  ...forwardScenarios,
  ...callbackScenarios,
  ...failureCallbackScenarios,
  ...delayScenarios,
  ...deduplicationScenarios,
  ...webhookScenarios,
  ...groupScenarios,
  ...resourceScenarios,
  ...dlqMessageScenarios,
  ...stateScenarios,
  ...paginationScenarios,
  ...dlqScenarios,
  ...runListScenarios,
  ...messageLogScenarios,
  ...restartScenarios,
  ...resumeScenarios,
  ...bulkScenarios,
  ...callbackRetriggerScenarios,
  ...notifyScenarios,
  ...waiterScenarios,
  ...flowControlScenarios,
  ...authenticationScenarios,
  ...errorScenarios,
  ...versioningScenarios,
]

export const queueScenarios: readonly Scenario[] = [...scenarios, ...shapeScenarios('queue')]

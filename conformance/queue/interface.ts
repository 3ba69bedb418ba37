// The scenarios of the queue interface, in the order of its document.

import type { Scenario } from '../core/scenario.js'
import { shapeScenarios } from '../core/shapes.js'
import { authenticationScenarios } from './scenarios/authentication.js'
import { bulkScenarios } from './scenarios/bulk.js'
import { callbackScenarios } from './scenarios/callback.js'
import { callbackRetriggerScenarios } from './scenarios/callback-retrigger.js'
import { deduplicationScenarios } from './scenarios/deduplication.js'
import { delayScenarios } from './scenarios/delay.js'
import { dlqMessageScenarios } from './scenarios/dlq-message.js'
import { dlqScenarios } from './scenarios/dlq.js'
import { errorScenarios } from './scenarios/errors.js'
import { failureCallbackScenarios } from './scenarios/failure-callback.js'
import { flowControlScenarios } from './scenarios/flow-control.js'
import { forwardScenarios } from './scenarios/forward.js'
import { groupScenarios } from './scenarios/group.js'
import { messageLogScenarios } from './scenarios/message-logs.js'
import { notifyScenarios } from './scenarios/notify.js'
import { paginationScenarios } from './scenarios/pagination.js'
import { publishScenarios } from './scenarios/publish.js'
import { resourceScenarios } from './scenarios/resources.js'
import { restartScenarios } from './scenarios/restart.js'
import { resumeScenarios } from './scenarios/resume.js'
import { retriesScenarios } from './scenarios/retries.js'
import { retryDelayScenarios } from './scenarios/retry-delay.js'
import { runListScenarios } from './scenarios/run-list.js'
import { stateScenarios } from './scenarios/states.js'
import { timeoutScenarios } from './scenarios/timeout.js'
import { versioningScenarios } from './scenarios/versioning.js'
import { waiterScenarios } from './scenarios/waiter.js'
import { webhookScenarios } from './scenarios/webhook.js'
import type { QueueWorld } from './fixtures/world.js'

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

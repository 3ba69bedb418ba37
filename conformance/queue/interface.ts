// The queue interface: its scenarios in the order of the document, and its world.

import type { TestedInterface } from '../core/interface.js'
import type { Scenario } from '../core/scenario.js'
import { shapeScenarios } from '../core/shapes.js'
import { startSink } from '../sink/sink.js'
import { jsonOf } from '../wire/exchange.js'
import { queueSurveyor } from './survey.js'
import { selectionPlaces } from './fixtures/selection.js'
import { queueClient } from './fixtures/client.js'
import { messageBook } from './fixtures/message-book.js'
import { queueWorld, removeRuns, type Opened } from './fixtures/world.js'
import { callbacks } from './laws/callbacks.js'
import { deliveredUnchanged } from './laws/delivered-unchanged.js'
import { entryIds } from './laws/entry-ids.js'
import { everyMessage } from './laws/every-message.js'
import { listsByFilters } from './laws/lists.js'
import { onlyOne } from './laws/only-one.js'
import { oneStory } from './laws/one-story.js'
import { reruns } from './laws/reruns.js'
import { timetable } from './laws/timetable.js'
import { authenticationScenarios } from './scenarios/authentication.js'
import { bulkScenarios } from './scenarios/bulk.js'
import { bulkPageScenarios } from './scenarios/bulk-pages.js'
import { bulkSelectionScenarios } from './scenarios/bulk-selection.js'
import { callbackRetriggerScenarios } from './scenarios/callback-retrigger.js'
import { callbackScenarios, failureCallbackScenarios } from './scenarios/callbacks.js'
import { deduplicationObservations } from './scenarios/deduplication.js'
import { dlqMessageScenarios } from './scenarios/dlq-message.js'
import { dlqScenarios } from './scenarios/dlq.js'
import { errorScenarios } from './scenarios/errors.js'
import { flowControlScenarios } from './scenarios/flow-control.js'
import { forwardScenarios } from './scenarios/forward.js'
import { groupScenarios } from './scenarios/group.js'
import { messageLogScenarios } from './scenarios/message-logs.js'
import { notifyScenarios, waiterScenarios } from './scenarios/notify.js'
import { paginationScenarios } from './scenarios/pagination.js'
import { publishScenarios } from './scenarios/publish.js'
import { resourceScenarios } from './scenarios/resources.js'
import { restartScenarios, resumeScenarios } from './scenarios/reruns.js'
import { retriesScenarios, retryDelayScenarios } from './scenarios/retries.js'
import { runListScenarios } from './scenarios/run-list.js'
import { runListFilterScenarios } from './scenarios/run-list-filters.js'
import { runListPageScenarios } from './scenarios/run-list-pages.js'
import { stateScenarios } from './scenarios/states.js'
import { timeoutScenarios } from './scenarios/timeout.js'
import { webhookScenarios } from './scenarios/webhook.js'

const scenarios: readonly Scenario[] = [
  ...deliveredUnchanged,
  ...listsByFilters,
  ...timetable,
  ...callbacks,
  ...onlyOne,
  ...oneStory,
  ...reruns,
  ...entryIds,
  ...publishScenarios,
  ...timeoutScenarios,
  ...retriesScenarios,
  ...retryDelayScenarios,
  ...forwardScenarios,
  ...callbackScenarios,
  ...failureCallbackScenarios,
  ...deduplicationObservations,
  ...webhookScenarios,
  ...groupScenarios,
  ...resourceScenarios,
  ...dlqMessageScenarios,
  ...stateScenarios,
  ...paginationScenarios,
  ...dlqScenarios,
  ...runListScenarios,
  ...runListFilterScenarios,
  ...runListPageScenarios,
  ...messageLogScenarios,
  ...restartScenarios,
  ...resumeScenarios,
  ...bulkScenarios,
  ...bulkSelectionScenarios,
  ...bulkPageScenarios,
  ...callbackRetriggerScenarios,
  ...notifyScenarios,
  ...waiterScenarios,
  ...flowControlScenarios,
  ...authenticationScenarios,
  ...errorScenarios,
  ...everyMessage,
  ...shapeScenarios('queue'),
]

const isOnLoopback = (url: string): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)

export const queue: TestedInterface = {
  name: 'queue',
  scenarios,
  probe: { method: 'GET', target: '/v2/workflows/dlq?count=1' },
  otherProbes: [
    { method: 'GET', target: '/v2/workflows/logs?count=1' },
    // Without a token, nothing is published.
    { method: 'POST', target: '/v2/publish/http://127.0.0.1:9/', withoutToken: true },
  ],
  isAnswer: ({ status, ...response }) => status === 200 && typeof jsonOf(response) === 'object',
  surveyor: queueSurveyor,
  // A target whose list fails may deliver messages all the same.
  isDown: (status) => status >= 502 && status <= 504,
  async open({ endpoint, provider, sink: options }) {
    const { clock } = provider
    const sink = await startSink({ ...options, now: clock && (() => clock.now()) })
    const isLocal = [endpoint.url, sink.url].every(isOnLoopback)
    const lasting: Opened[] = []
    const messages = messageBook()
    const placing = selectionPlaces()
    const shared = { sink, messages, isLocal, provided: provider, placing, lasting }
    return {
      sink,
      leave: async (wire) => removeRuns(queueClient(wire), lasting),
      enter: (base, wire, _, time) => queueWorld(base, wire, { ...shared, time }),
    }
  },
}

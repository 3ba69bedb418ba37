// The dead letter queue, endpoints 4 to 10 of the contract.

import type { Routes } from '../route.js'

export const dlq = {
  'GET /v2/workflows/dlq': ({ queue, query }) => queue.dlq.list(query),

  'GET /v2/workflows/dlq/{dlqId}': async ({ queue, path }) =>
    (await queue.dlq.get(path.dlqId)) ?? queue.dlq.absent(path.dlqId),

  'DELETE /v2/workflows/dlq/{dlqId}': async ({ queue, path }) =>
    (await queue.dlq.remove(path.dlqId)) ? queue.dlq.removed() : queue.dlq.absent(path.dlqId),

  'POST /v2/workflows/dlq/restart/{dlqId}': async ({ queue, request, path }) => {
    const overrides = queue.reruns.overrides('restart', queue.reading.given(request))
    return (
      (await queue.reruns.one('restart', path.dlqId, overrides)) ?? queue.dlq.absent(path.dlqId)
    )
  },

  'POST /v2/workflows/dlq/resume/{dlqId}': async ({ queue, request, path }) => {
    const overrides = queue.reruns.overrides('resume', queue.reading.given(request))
    return (await queue.reruns.one('resume', path.dlqId, overrides)) ?? queue.dlq.absent(path.dlqId)
  },

  'POST /v2/workflows/dlq/restart': ({ queue, request }) => {
    const overrides = queue.reruns.bulkOverrides('restart', queue.reading.given(request))
    return queue.reruns.bulk('restart', queue.reruns.selection(request), overrides)
  },

  'POST /v2/workflows/dlq/resume': ({ queue, request }) => {
    const overrides = queue.reruns.bulkOverrides('resume', queue.reading.given(request))
    return queue.reruns.bulk('resume', queue.reruns.selection(request), overrides)
  },

  'POST /v2/workflows/dlq/callback/{dlqId}': async ({ queue, path }) =>
    (await queue.failureCallback.retrigger(path.dlqId)) ?? queue.dlq.absent(path.dlqId),
} satisfies Partial<Routes>

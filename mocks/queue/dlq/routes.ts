// The dead letter queue, endpoints 4 to 10 of the contract.

import type { Routes } from '../route.js'

export const dlq = {
  'GET /v2/workflows/dlq': ({ queue, query }) => queue.listDeadLetters(query),

  'GET /v2/workflows/dlq/{dlqId}': async ({ queue, path }) =>
    (await queue.getDeadLetter(path.dlqId)) ?? queue.absentDeadLetter(path.dlqId),

  'DELETE /v2/workflows/dlq/{dlqId}': async ({ queue, path }) =>
    (await queue.removeDeadLetter(path.dlqId))
      ? queue.deadLetterRemoved()
      : queue.absentDeadLetter(path.dlqId),

  'POST /v2/workflows/dlq/restart/{dlqId}': async ({ queue, request, path }) => {
    const overrides = queue.overrides('restart', queue.given(request))
    return (
      (await queue.rerun('restart', path.dlqId, overrides)) ?? queue.absentDeadLetter(path.dlqId)
    )
  },

  'POST /v2/workflows/dlq/resume/{dlqId}': async ({ queue, request, path }) => {
    const overrides = queue.overrides('resume', queue.given(request))
    return (
      (await queue.rerun('resume', path.dlqId, overrides)) ?? queue.absentDeadLetter(path.dlqId)
    )
  },

  'POST /v2/workflows/dlq/restart': ({ queue, request }) => {
    const overrides = queue.bulkOverrides('restart', queue.given(request))
    return queue.bulkRerun('restart', queue.bulkSelection(request), overrides)
  },

  'POST /v2/workflows/dlq/resume': ({ queue, request }) => {
    const overrides = queue.bulkOverrides('resume', queue.given(request))
    return queue.bulkRerun('resume', queue.bulkSelection(request), overrides)
  },

  'POST /v2/workflows/dlq/callback/{dlqId}': async ({ queue, path }) =>
    (await queue.retriggerCallback(path.dlqId)) ?? queue.absentDeadLetter(path.dlqId),
} satisfies Partial<Routes>

// Notifying waiting workflows, endpoint 13 of the contract.

import type { Routes } from '../route.js'

export const notify = {
  'POST /v2/notify/{eventId}': ({ queue, request, path }) =>
    queue.waiters.notify(path.eventId, queue.waiters.eventData(request)),
} satisfies Partial<Routes>

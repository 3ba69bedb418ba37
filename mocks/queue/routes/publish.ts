// Publishing, endpoints 1 and 2 of the contract.

import type { Routes } from '../route.js'

export const publish = {
  'POST /v2/publish/{destination}': ({ queue, request }) => queue.take(request),
} satisfies Partial<Routes>

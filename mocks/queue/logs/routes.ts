// Workflow runs and what was written down of them, endpoints 11 and 12 of the contract.

import type { Routes } from '../route.js'

export const logs = {
  'GET /v2/workflows/logs': ({ queue, query }) => queue.runList.list(query),
  'GET /v2/workflows/messageLogs': ({ queue, query }) => queue.logs.list(query),
} satisfies Partial<Routes>

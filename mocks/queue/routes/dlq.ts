// The dead letter queue, endpoints 4 to 6 of the contract.

import { number, pageSize } from '../parameters.js'
import { refuse } from '../refusal.js'
import type { Routes } from '../route.js'

export const dlq = {
  'GET /v2/workflows/dlq': ({ queue, query: { cursor, count, ...filter } }) =>
    queue.dlq.list(
      {
        ...filter,
        fromDate: number('fromDate', filter.fromDate),
        toDate: number('toDate', filter.toDate),
        responseStatus: number('responseStatus', filter.responseStatus),
      },
      { cursor: cursor || undefined, count: pageSize(count, 100) },
    ),

  'GET /v2/workflows/dlq/{dlqId}': async ({ queue, path }) =>
    (await queue.dlq.get(path.dlqId)) ?? refuse(404, `there is no DLQ entry "${path.dlqId}"`),

  'DELETE /v2/workflows/dlq/{dlqId}': async ({ queue, path }) =>
    (await queue.dlq.remove(path.dlqId))
      ? undefined
      : refuse(404, `there is no DLQ entry "${path.dlqId}"`),
} satisfies Partial<Routes>

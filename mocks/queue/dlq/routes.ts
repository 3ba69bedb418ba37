// Routes of the dead letter queue (endpoints 4 to 10 of the contract).

import type { Context, Routes } from '../route.js'
import type { Rerun } from './reruns.js'

type Again = Context<`POST /v2/workflows/dlq/${Rerun}/{dlqId}`>
type Bulk = Context<`POST /v2/workflows/dlq/${Rerun}`>

const again =
  (how: Rerun) =>
  async ({ queue, request, path }: Again) => {
    const overrides = queue.reruns.overrides(how, queue.reading.given(request))
    return (await queue.reruns.one(how, path.dlqId, overrides)) ?? queue.dlq.absent(path.dlqId)
  }

const bulk =
  (how: Rerun) =>
  ({ queue, request }: Bulk) => {
    const overrides = queue.reruns.bulkOverrides(how, queue.reading.given(request))
    return queue.reruns.bulk(how, queue.reruns.selection(request), overrides)
  }

export const dlq = {
  'GET /v2/workflows/dlq': ({ queue, query }) => queue.dlq.list(query),

  'GET /v2/workflows/dlq/{dlqId}': async ({ queue, path }) =>
    (await queue.dlq.get(path.dlqId)) ?? queue.dlq.absent(path.dlqId),

  'DELETE /v2/workflows/dlq/{dlqId}': async ({ queue, path }) =>
    (await queue.dlq.remove(path.dlqId)) ? queue.dlq.removed() : queue.dlq.absent(path.dlqId),

  'POST /v2/workflows/dlq/restart/{dlqId}': again('restart'),
  'POST /v2/workflows/dlq/resume/{dlqId}': again('resume'),
  'POST /v2/workflows/dlq/restart': bulk('restart'),
  'POST /v2/workflows/dlq/resume': bulk('resume'),

  'POST /v2/workflows/dlq/callback/{dlqId}': async ({ queue, path }) =>
    (await queue.failureCallback.retrigger(path.dlqId)) ?? queue.dlq.absent(path.dlqId),
} satisfies Partial<Routes>

// Routes of the dead letter queue (endpoints 4 to 10 of the contract), and those of existing clients.
// With `source=workflow` these list failed runs, otherwise failed messages that belong to no run.

import { type Context, type Routes, outsideRoutes, type OutsideContext } from '../route.js'
import type { Rerun } from './reruns.js'
import type { Request } from '../../http/message.js'
import { messageFilter } from '../messages/message-filter.js'
import type { Queue } from '../queue.js'

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

export const outsideDlq = outsideRoutes({
  async 'GET /v2/dlq'({ queue, request, query }) {
    if (query['source'] !== 'workflow') {
      const { failures, ...rest } = await queue.failedMessages.list(filterOf(request), query)
      return { ...rest, messages: failures.map((failure) => queue.failedMessages.shown(failure)) }
    }
    const { url, callerIp, failureFunctionState, ...asked } = query
    return queue.dlq.list({
      ...asked,
      workflowUrl: asked['workflowUrl'] ?? url,
      callerIP: asked['callerIP'] ?? callerIp,
      failureCallbackState: asked['failureCallbackState'] ?? failureFunctionState,
    })
  },

  async 'GET /v2/dlq/{dlqId}'({ queue, path: { dlqId } }) {
    const failure = await queue.store.failedMessages.get(dlqId)
    if (failure) return queue.failedMessages.shown(failure)
    return (await queue.dlq.get(dlqId)) ?? queue.dlq.absent(dlqId)
  },

  async 'DELETE /v2/dlq/{dlqId}'({ queue, path: { dlqId } }) {
    const isRemoved =
      (await queue.store.failedMessages.remove(dlqId)) || (await queue.dlq.remove(dlqId))
    if (!isRemoved) await queue.dlq.absent(dlqId)
  },

  async 'DELETE /v2/dlq'(context) {
    const { queue, request, query } = context
    if (query['source'] === 'workflow') return removeSelected(context)
    const filter = filterOf(request)
    const { failures, ...rest } = await queue.failedMessages.take(filter, query)
    // An id in `dlqIds` belongs to a failed message or to a failed run, so both DLQs are searched.
    const named = filter.dlqIds === undefined ? undefined : await removeSelected(context)
    return { ...rest, deleted: failures.length + (named?.deleted ?? 0) }
  },

  'DELETE /v2/workflows/dlq': (context) => removeSelected(context),

  async 'POST /v2/dlq/retry'({ queue, request, query }) {
    const { failures, ...rest } = await queue.failedMessages.take(filterOf(request), query)
    const responses = []
    for (const failure of failures) responses.push(await queue.failedMessages.republish(failure))
    return { ...rest, responses }
  },
})

const filterOf = (request: Request) => messageFilter(request, ['responseStatus', 'dlqIds'])

const removeSelected = ({
  queue,
  request,
}: Pick<OutsideContext<never>, 'request'> & { readonly queue: Queue }) =>
  queue.dlq.removeAll(queue.reruns.selection(request))

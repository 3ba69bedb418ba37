// Operations for running workflows and for clients that manage workflows. The contract does not
// define them.

import type { Request } from '../../http/message.js'
import { jsonObject } from '../request/body.js'
import { number, queryValues } from '../request/query.js'
import { copyOf } from '../structures/bytes.js'
import { refuse } from '../refusal.js'
import { waitRequest } from '../notify/waiters.js'
import { outsideRoutes } from '../compat/route.js'
import { listForClients } from './client-list.js'
import type { RunFilter } from './run.js'
import { trigger } from './trigger.js'

/** Parses the filter of the runs to cancel. */
function selectionIn({ target }: Request): RunFilter {
  const values = queryValues(target)
  const one = (key: string) => values(key).at(-1)
  const ids = values('workflowRunIds').flatMap((value) => value.split(','))
  const isExact = one('workflowUrlExactMatch') === 'true'
  return {
    workflowRunIds: ids.length > 0 ? ids : undefined,
    [isExact ? 'workflowUrl' : 'workflowUrlPrefix']: one('workflowUrl'),
    label: one('label'),
    fromDate: number('fromDate', one('fromDate')),
    toDate: number('toDate', one('toDate')),
  }
}

const noRun = (runId: string) => refuse(404, `there is no run "${runId}" in progress`)

export const workflows = outsideRoutes({
  'POST /v2/trigger/{destination}': ({ queue, request }) => trigger(queue, request),

  'GET /v2/workflows/runs/{runId}': async ({ queue, path }) =>
    (await queue.steps.fetched(path.runId)) ?? noRun(path.runId),

  'DELETE /v2/workflows/runs/{runId}': async ({ queue, request, path, query }) => {
    const how = { cancel: query.cancel !== 'false', result: copyOf(request.body) }
    if (!(await queue.endings.end(path.runId, how))) noRun(path.runId)
  },

  'DELETE /v2/workflows/runs': async ({ queue, request, query }) => ({
    cancelled: await queue.endings.cancelAll(selectionIn(request), query.count),
  }),

  'POST /v2/wait/{eventId}': ({ queue, request, path }) =>
    queue.refusedSteps.watch(request, async () => {
      const given = queue.reading.given(request)
      const runId = given.find(({ name }) => name === 'workflow-runid')?.value
      const settings = queue.reading.settings(given)
      const failureCallback = queue.callbacks.read(request, settings.failureCallback)
      const wait = waitRequest(path.eventId, runId, jsonObject(request))
      await queue.waiters.wait({ ...wait, failureCallback })
    }),

  'GET /v2/waiters/{eventId}': async ({ queue, path }) =>
    (await queue.waiters.of(path.eventId)).map((waiter) => queue.waiters.shown(waiter)),

  'POST /v2/notify/{runId}/{eventId}': ({ queue, request, path }) =>
    queue.waiters.notify(path.eventId, queue.waiters.eventData(request), path.runId),

  'GET /v2/workflows/events': ({ queue, query }) =>
    query.groupBy === 'workflowRunId' ? listForClients(queue, query) : queue.logs.list(query),
})

// What running workflows ask for, and the clients that look after them: the document leaves open how
// a run gets its steps, waits and ends.

import { jsonObject } from '../request/body.js'
import { copyOf } from '../structures/bytes.js'
import { refuse } from '../refusal.js'
import { waitOrder } from '../notify/waiters.js'
import { outsideRoutes } from '../compat/route.js'

const noRun = (runId: string) => refuse(404, `there is no run "${runId}" in progress`)

export const workflows = outsideRoutes({
  'GET /v2/workflows/runs/{runId}': async ({ queue, path }) =>
    (await queue.rawSteps(path.runId)) ?? noRun(path.runId),

  'DELETE /v2/workflows/runs/{runId}': async ({ queue, request, path, query }) => {
    const how = { cancel: query.cancel !== 'false', result: copyOf(request.body) }
    if (!(await queue.endRun(path.runId, how))) noRun(path.runId)
  },

  'DELETE /v2/workflows/runs': async ({ queue, request }) => ({
    cancelled: await queue.cancelRuns(queue.cancelSelection(request)),
  }),

  'POST /v2/wait/{eventId}': async ({ queue, request, path }) => {
    const runId = queue.given(request).find(({ name }) => name === 'workflow-runid')?.value
    await queue.wait(waitOrder(path.eventId, runId, jsonObject(request)))
  },

  'GET /v2/waiters/{eventId}': async ({ queue, path }) =>
    (await queue.waitersOf(path.eventId)).map((waiter) => queue.shownWaiter(waiter)),

  'POST /v2/notify/{runId}/{eventId}': ({ queue, request, path }) =>
    queue.notify(path.eventId, queue.eventData(request), path.runId),

  'GET /v2/workflows/events': ({ queue, query }) =>
    query.groupBy === 'workflowRunId' ? queue.listRunsToClients(query) : queue.listEvents(query),
})

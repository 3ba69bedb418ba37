// Operations for running workflows and for clients that manage workflows. The contract does not
// define them.

import type { Request } from '../../http/message.js'
import { jsonObject } from '../request/body.js'
import { number, queryValues } from '../request/query.js'
import { copyOf } from '../structures/bytes.js'
import { refuse } from '../refusal.js'
import { waitRequest } from '../notify/waiters.js'
import { outsideRoutes } from '../route.js'
import { listForClients } from './client-list.js'
import type { RunFilter, Run } from './run.js'
import type { Queue } from '../queue.js'
import { withHeaders, type HeaderLine } from '../request/headers.js'
import type { RunReference } from '../dlq/reruns.js'

/** The version of the protocol that applications of every published client expect. */
const PROTOCOL = '1'

const FEATURES = 'LazyFetch,InitialBody,WF_DetectTrigger,WF_TriggerOnConfig'

/**
 * Starts a run at the URL after `/v2/trigger/`. Settings are those of a publish. Without a failure
 * callback the run calls its own URL, where applications have their failure function. Returns the run in
 * progress if there is one with the same id.
 */
async function trigger(
  queue: Queue,
  request: Request,
): Promise<RunReference & { readonly deduplicated?: boolean }> {
  const target = `/v2/publish/${request.target.slice('/v2/trigger/'.length)}`
  const given = queue.reading.given(request)
  const isGiven = (name: string) => given.some((setting) => setting.name === name)
  const id = given.find(({ name }) => name === 'workflow-runid')?.value ?? queue.runs.newId()
  const destination = queue.reading.destination({ ...request, target })
  const url = destination.kind === 'url' ? destination.url : destination.name
  const prefix = queue.dialect.headerPrefix
  const lines: HeaderLine[] = [
    [`${prefix}Workflow-Init`, 'true'],
    [`${prefix}Workflow-Url`, url],
    [`${prefix}Workflow-Sdk-Version`, PROTOCOL],
    [`${prefix}Forward-${prefix}Workflow-Sdk-Version`, PROTOCOL],
    [`${prefix}Feature-Set`, FEATURES],
    ...(isGiven('workflow-runid') ? [] : [[`${prefix}Workflow-RunId`, id] as const]),
    ...(isGiven('failure-callback') ? [] : [[`${prefix}Failure-Callback`, url] as const]),
  ]
  const [result] = [await queue.publish.take(withHeaders({ ...request, target }, lines))].flat()
  const { messageId, deduplicated } = result!
  const run = (await queue.store.runs.latest(id)) ?? (await startedBy(queue, messageId))
  if (run === undefined)
    refuse(404, 'the run of the first message with this deduplication id is gone')
  return { ...queue.reruns.reference(run), ...(deduplicated && { deduplicated }) }
}

/** Returns the run that a message started. */
async function startedBy(queue: Queue, messageId: string): Promise<Run | undefined> {
  const { items } = await queue.store.runs.page({}, { limit: Infinity })
  return items.find(({ steps }) => steps[0]?.messageId === messageId)
}

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
    queue.waiters.notify(path.eventId, request.body, path.runId),

  'GET /v2/workflows/events': ({ queue, query }) =>
    query.groupBy === 'workflowRunId' ? listForClients(queue, query) : queue.logs.list(query),
})

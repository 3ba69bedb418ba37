// Starts a workflow run for a client that does not know the protocol of workflows.

import type { Request } from '../../http/message.js'
import type { Queue } from '../queue.js'
import { withHeaders, type HeaderLine } from '../request/headers.js'
import type { RunReference } from '../dlq/reruns.js'
import { refuse } from '../refusal.js'
import type { Run } from './run.js'

/** The version of the protocol that applications of every published client expect. */
const PROTOCOL = '1'

const FEATURES = 'LazyFetch,InitialBody,WF_DetectTrigger,WF_TriggerOnConfig'

/**
 * Starts a run at the URL after `/v2/trigger/`. Settings are those of a publish. Without a failure
 * callback the run calls its own URL, where applications have their failure function. Returns the run in
 * progress if there is one with the same id.
 */
export async function trigger(
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

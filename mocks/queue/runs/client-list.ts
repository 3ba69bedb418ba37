// The run list with additional fields for existing clients: pending steps, labels and the result.

import type { components } from '#generated/queue.types.js'
import { viewOf } from '../../large-buffers.js'
import type { Queue } from '../queue.js'
import type { Run } from './run.js'

type WorkflowRun = components['schemas']['WorkflowRun']

export async function listForClients(
  queue: Queue,
  asked: Parameters<Queue['runList']['page']>[0],
): Promise<object> {
  const { items, ...rest } = await queue.runList.page(asked)
  return { ...rest, runs: await Promise.all(items.map((run) => clientRun(queue, run))) }
}

async function clientRun(queue: Queue, run: Run): Promise<object> {
  const next = await nextSteps(queue, run)
  const invoker = run.invoker && (await queue.store.runs.get(run.invoker.runKey))
  const shown: WorkflowRun = queue.runList.shown(run)
  return {
    ...shown,
    steps: [...(shown.steps ?? []), ...(next.length > 0 ? [{ type: 'next', steps: next }] : [])],
    ...(run.labels.length > 0 && { label: run.labels[0], labels: run.labels }),
    ...(run.result && { workflowRunResponse: viewOf(run.result).toString() }),
    ...(invoker && {
      invoker: {
        workflowRunId: invoker.id,
        workflowUrl: invoker.url,
        workflowRunCreatedAt: invoker.createdAt,
      },
    }),
  }
}

/** Returns the steps of a run whose messages have not ended. */
async function nextSteps(queue: Queue, { steps }: Run): Promise<object[]> {
  const next: object[] = []
  for (const { messageId, info } of steps) {
    const message = await queue.store.messages.get(messageId)
    if (message === undefined) continue
    const { retried: retries } = message
    const state = retries > 0 ? 'STEP_RETRY' : 'STEP_PROGRESS'
    next.push({ messageId, stepName: info.stepName, state, retries })
  }
  return next
}

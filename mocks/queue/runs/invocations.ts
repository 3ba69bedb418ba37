// Runs that start another run and wait for its result.

import { isObject, jsonObject } from '../request/body.js'
import type { Queue } from '../queue.js'
import { refuse } from '../refusal.js'
import type { Invoker, Run } from './run.js'
import { infoOf } from './step.js'
import { bytesOf, viewOf } from '../../large-buffers.js'

/** The request of a step to start another run. */
export interface Invocation {
  /** The run that starts the other run. */
  readonly run: Run
  readonly invoker: Invoker
  /** The payload of the new run. */
  readonly payload: Uint8Array
}

export const invocations = (queue: Queue) => ({
  /** Parses the request body of an invocation. */
  async read(body: Uint8Array): Promise<Invocation> {
    const { workflowRunId, step, body: payload } = jsonObject({ body })
    if (typeof workflowRunId !== 'string') refuse(400, 'workflowRunId: expected a text')
    if (!isObject(step)) refuse(400, 'step: expected an object')
    infoOf(step)
    const run = await queue.steps.inProgress(workflowRunId)
    return {
      run,
      invoker: { runKey: run.key, step },
      payload: bytesOf(typeof payload === 'string' ? payload : ''),
    }
  },

  /** Sends the result of an ended run to the run that started it. */
  async answer(run: Run): Promise<void> {
    if (run.invoker === undefined) return
    const invoker = await queue.store.runs.get(run.invoker.runKey)
    const out = JSON.stringify(queue.invocations.out(run))
    if (invoker) await queue.steps.sendResult(invoker, { ...run.invoker.step, out })
  },

  /** Returns the result of the step that started the run. */
  out: ({ state, result }: Run): object => ({
    ...(result && { body: viewOf(result).toString() }),
    ...(state === 'RUN_FAILED' && { isFailed: true }),
    ...(state === 'RUN_CANCELED' && { isCanceled: true }),
  }),
})

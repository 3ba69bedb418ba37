// Runs that start another one and wait for its result.

import { isObject, jsonObject } from '../request/body.js'
import type { Queue } from '../queue.js'
import { refuse } from '../refusal.js'
import type { Invoker, Run } from './run.js'
import { infoOf } from './step.js'
import { viewOf } from '../../http/message.js'
import { bytesOf } from '../../large-buffers.js'

/** What an application sends to start another workflow from a step. */
export interface Invocation {
  /** The run that invokes. */
  readonly run: Run
  readonly invoker: Invoker
  /** What the new run is to begin with. */
  readonly payload: Uint8Array
}

export const invocations = (queue: Queue) => ({
  /** What the body of an invocation says. */
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

  /** Gives the result of a run that has ended to the run that started it, if one did. */
  async answer(run: Run): Promise<void> {
    if (run.invoker === undefined) return
    const invoker = await queue.store.runs.get(run.invoker.runKey)
    const out = JSON.stringify(queue.invocations.out(run))
    if (invoker) await queue.steps.sendResult(invoker, { ...run.invoker.step, out })
  },

  /** What a step returns that invoked a run: its result, or how else it ended. */
  out: ({ state, result }: Run): object => ({
    ...(result && { body: viewOf(result).toString() }),
    ...(state === 'RUN_FAILED' && { isFailed: true }),
    ...(state === 'RUN_CANCELED' && { isCanceled: true }),
  }),
})

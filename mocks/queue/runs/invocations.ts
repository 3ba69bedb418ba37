// Runs that start another run and wait for its result.

import { isObject, jsonObject, shown } from '../request/body.js'
import type { With } from '../state.js'
import type { callbacks } from '../callbacks/callbacks.js'
import type { logs } from '../logs/logs.js'
import type { reading } from '../publish/reading.js'
import type { steps } from './steps.js'
import { refuse } from '../refusal.js'
import type { Invoker, Run } from './run.js'
import { infoOf } from './step.js'
import { bytesOf, viewOf } from '../../large-buffers.js'
import { requestOf } from '../../http/message.js'
import type { Callback } from '../message.js'

type Queue = With<{
  reading: typeof reading
  callbacks: typeof callbacks
  steps: typeof steps
  invocations: typeof invocations
  logs: typeof logs
}>

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
    const { workflowRunId, step, body: payload, headers = {} } = jsonObject({ body })
    if (typeof workflowRunId !== 'string') refuse(400, 'workflowRunId: expected a text')
    if (!isObject(step)) refuse(400, 'step: expected an object')
    infoOf(step)
    if (!isObject(headers)) refuse(400, `headers: expected an object, got ${shown(headers)}`)
    const run = await queue.steps.inProgress(workflowRunId)
    return {
      run,
      invoker: { runKey: run.key, step, failureCallback: failureCallbackIn(queue, headers) },
      payload: bytesOf(typeof payload === 'string' ? payload : ''),
    }
  },

  /** Sends the result of an ended run to the run that started it. */
  async answer(run: Run): Promise<void> {
    if (run.invoker === undefined) return
    const invoker = await queue.store.runs.get(run.invoker.runKey)
    const out = JSON.stringify(queue.invocations.out(run))
    const { step, failureCallback } = run.invoker
    if (invoker) await queue.steps.sendResult(invoker, { ...step, out }, { failureCallback })
  },

  /** Notes and logs in the invoking run that it has started another run. */
  async note({ run, invoker }: Invocation, invoked: Run): Promise<void> {
    const { stepId = 0, stepName, concurrent } = infoOf(invoker.step)
    const note = { stepId, stepName, concurrent, time: invoked.createdAt, runKey: invoked.key }
    await queue.store.runs.note(run.key, { kind: 'invoked', ...note })
    await queue.logs.run(run, 'INVOKED')
  },

  /** Returns the result of the step that started the run. */
  out: ({ state, result }: Run): object => ({
    ...(result && { body: viewOf(result).toString() }),
    ...(state === 'RUN_FAILED' && { isFailed: true }),
    ...(state === 'RUN_CANCELED' && { isCanceled: true }),
  }),
})

/** Returns the failure callback in the headers that the application sent for the result. */
function failureCallbackIn(
  queue: Queue,
  headers: Readonly<Record<string, unknown>>,
): Callback | undefined {
  const lines = Object.entries(headers).map(([name, values]) => [name, String([values].flat()[0])])
  const sent = Object.fromEntries(lines) as Record<string, string>
  const request = requestOf('POST', '/', { headers: sent })
  const { failureCallback } = queue.reading.settings(queue.reading.given(request))
  return queue.callbacks.read(request, failureCallback)
}

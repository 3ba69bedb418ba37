// The sleeps, calls, waits and invocations of a run as clients list them, while they wait and afterwards.

import { parseDuration } from '../../duration.js'
import { bytesOf, viewOf } from '../../large-buffers.js'
import { waitDetails } from '../notify/waiters.js'
import type { Queue } from '../queue.js'
import { isObject } from '../request/body.js'
import type { RawStep, Run, RunNote, StepDetails } from './run.js'
import { infoOf } from './step.js'

/** The details of the steps of a run by step id, and the steps that have no result yet. */
export interface DetailedSteps {
  readonly details: ReadonlyMap<number, StepDetails>
  readonly waiting: readonly RawStep[]
}

export async function detailedSteps(queue: Queue, run: Run): Promise<DetailedSteps> {
  const details = new Map<number, StepDetails>()
  const add = (id: number, more: StepDetails) => details.set(id, { ...details.get(id), ...more })
  const waiting = new Map<number, RawStep>()

  for (const step of run.steps) {
    const id = idOf(step)
    if (id === undefined) continue
    add(id, ownDetails(step))
    if (isResult(step)) waiting.delete(id)
    else waiting.set(id, unfinished(step))
  }
  for (const note of run.notes ?? []) {
    if (note.kind !== 'invoked') continue
    const invoked = await queue.store.runs.get(note.runKey)
    if (invoked) add(note.stepId, invocationDetails(invoked))
    if (run.steps.some((step) => isResult(step) && idOf(step) === note.stepId)) continue
    waiting.set(note.stepId, invoking(note, invoked))
  }
  for (const waiter of await queue.store.waiters.ofRun(run.key)) {
    const info = infoOf(waiter.step)
    const { id: messageId, createdAt = run.createdAt } = waiter
    add(info.stepId ?? 0, waitDetails(waiter))
    waiting.set(info.stepId ?? 0, unfinished({ callType: 'step', info, messageId, createdAt }))
  }
  return {
    details,
    waiting: run.state === 'RUN_STARTED' ? Array.from(waiting.values()) : [],
  }
}

const idOf = ({ info }: RawStep): number | undefined => info.targetStep ?? info.stepId

const isResult = ({ callType, info }: RawStep): boolean =>
  callType === 'step' && info.targetStep === undefined

/** Returns a step without a result in the form of a result. Its due time is never. */
const unfinished = ({
  messageId,
  callType,
  info: { targetStep, ...info },
  createdAt,
}: Pick<RawStep, 'messageId' | 'callType' | 'info' | 'createdAt'>): RawStep => ({
  messageId,
  callType,
  createdAt,
  notBefore: Infinity,
  body: bytesOf('{}'),
  info: { ...info, stepId: targetStep ?? info.stepId },
})

function invoking(note: RunNote & { kind: 'invoked' }, invoked: Run | undefined): RawStep {
  const { stepId, stepName, concurrent, time: createdAt } = note
  const info = { stepId, stepName, stepType: 'Invoke', concurrent }
  const messageId = invoked?.steps[0]?.messageId ?? ''
  return unfinished({ callType: 'step', info, messageId, createdAt })
}

/** Returns the details of one step: those that were kept with it, and those in its body. */
function ownDetails({ callType, body, details }: RawStep): StepDetails {
  if (callType === 'toCallback') return { ...details, callBody: viewOf(body).toString() }
  const fields = fieldsIn(body)
  return { ...details, ...(callType === 'step' ? stepFields(fields) : responseFields(fields)) }
}

function fieldsIn(body: Uint8Array): StepDetails {
  const fields: unknown = JSON.parse(viewOf(body).toString())
  return isObject(fields) ? fields : {}
}

/** Returns the fields of a sleep or a wait. A sleep is in seconds. */
function stepFields({ sleepFor, sleepUntil, waitEventId, waitTimeout }: StepDetails): StepDetails {
  const seconds = typeof sleepFor === 'string' ? secondsOf(sleepFor) : sleepFor
  return Object.fromEntries(
    Object.entries({ sleepFor: seconds, sleepUntil, waitEventId, waitTimeout }).filter(
      ([, value]) => value !== undefined && value !== null,
    ),
  )
}

const secondsOf = (duration: string): number | string => {
  const milliseconds = parseDuration(duration)
  return milliseconds === undefined ? duration : milliseconds / 1000
}

/** Returns the response to a call. The callback that reports it has the body in base64. */
const responseFields = ({ status, header, body }: StepDetails): StepDetails => ({
  callResponseStatus: status,
  callResponseHeaders: header,
  callResponseBody: typeof body === 'string' ? Buffer.from(body, 'base64').toString() : '',
})

const invocationDetails = ({ id, url, createdAt, start }: Run): StepDetails => ({
  invokedWorkflowRunId: id,
  invokedWorkflowUrl: url,
  invokedWorkflowCreatedAt: createdAt,
  invokedWorkflowRunBody: viewOf(start.body).toString(),
  invokedWorkflowRunHeaders: start.headers,
})

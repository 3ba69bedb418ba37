// Steps in the form that applications send and read.

import { jsonObject, shown, withoutNulls } from '../request/body.js'
import type { Callback, Message, StepInfo } from '../message.js'
import { refuse } from '../refusal.js'
import type { RawStep, Run } from './run.js'
import { bytesOf, viewOf } from '../../large-buffers.js'

/** Returns the first step of a run, which contains the payload. */
export const initialStep = (payload: Uint8Array): Pick<RawStep, 'callType' | 'info' | 'body'> => ({
  callType: 'step',
  info: { stepName: 'init', stepType: 'Initial', concurrent: 1 },
  body: payload,
})

/** Parses the body of a step message. Refuses an invalid step. */
export const stepInfo = (body: Uint8Array): StepInfo => infoOf(jsonObject({ body }))

/** Returns the fields of a step. Refuses an invalid step. */
export function infoOf(step: Readonly<Record<string, unknown>>): StepInfo {
  const { stepId, stepName, stepType, concurrent = 1, targetStep } = withoutNulls(step)
  if (!isCount(stepId)) refuse(400, `stepId: expected a whole number, got ${shown(stepId)}`)
  if (typeof stepName !== 'string') refuse(400, `stepName: expected a text, got ${shown(stepName)}`)
  if (typeof stepType !== 'string') refuse(400, `stepType: expected a text, got ${shown(stepType)}`)
  if (!isCount(concurrent)) refuse(400, `concurrent: expected a number, got ${shown(concurrent)}`)
  return {
    stepId,
    stepName,
    stepType,
    concurrent,
    ...(isCount(targetStep) && targetStep > 0 && { targetStep }),
  }
}

/** Returns the steps of a run. A sleep that was woken is due since then. */
export function dueSteps({ steps, notes = [] }: Run): readonly RawStep[] {
  const woken = new Map(
    notes.flatMap((note) => (note.kind === 'woken' ? [[note.messageId, note.time]] : [])),
  )
  return woken.size === 0
    ? steps
    : steps.map((step) => ({ ...step, notBefore: woken.get(step.messageId) ?? step.notBefore }))
}

/** Returns the steps up to the step of a message. Returns all steps if the message has no step. */
function stepsUpTo({ steps }: Run, messageId: string): readonly RawStep[] {
  const index = steps.findIndex((step) => step.messageId === messageId)
  return index < 0 ? steps : steps.slice(0, index + 1)
}

/**
 * Returns true if the work that a message started has a result. A later step is a result, even if
 * the response to the message has not arrived.
 */
export function hasResult(
  infos: readonly StepInfo[],
  { run: part }: Pick<Message, 'run'>,
): boolean {
  if (part?.callType !== 'step') return false
  const { stepId = 0, targetStep } = part.info
  return infos.some((info) =>
    targetStep === undefined
      ? (info.targetStep ?? info.stepId ?? 0) > stepId
      : info.targetStep === undefined && info.stepId === targetStep,
  )
}

/** Returns the failure callback of a run: that of the latest step with one, or that of the start. */
export const failureCallbackOf = ({ steps, start }: Run): Callback | undefined =>
  steps.findLast(({ failureCallback }) => failureCallback)?.failureCallback ?? start.failureCallback

export const rawStep = ({ messageId, callType, body }: RawStep) => ({
  messageId,
  body: viewOf(body).toString('base64'),
  callType,
})

/** Returns the body of the delivery of a step: the steps up to the step of a message, as JSON. */
export const deliveredSteps = (run: Run, messageId: string): Uint8Array =>
  // Later steps are left out, because otherwise parallel steps would run twice.
  bytesOf(JSON.stringify(stepsUpTo(run, messageId).map(rawStep)))

/** Returns true if the application of a run has announced a feature, for example `LazyFetch`. */
export const hasFeature = ({ configuration }: Run, feature: string): boolean =>
  configuration.some(
    ({ name, value }) => name === 'feature-set' && value.split(/[\s,]+/).includes(feature),
  )

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0

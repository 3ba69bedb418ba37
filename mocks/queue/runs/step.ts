// How applications write the steps of a run, and how they read them.

import { jsonObject, shown } from '../request/body.js'
import type { Message } from '../message.js'
import { refuse } from '../refusal.js'
import type { RawStep, Run } from './run.js'
import type { StepInfo } from './step-info.js'
import { viewOf } from '../../http/message.js'

/** The step that a run begins with: its payload. */
export const initialStep = (payload: Uint8Array) =>
  ({
    callType: 'step',
    info: { stepName: 'init', stepType: 'Initial', concurrent: 1 },
    body: payload,
  }) as const

/** What the body of a step message says, or a refusal naming what is missing. */
export const stepInfo = (body: Uint8Array): StepInfo => infoOf(jsonObject({ body }))

/** What a step says of itself, once it is known to be an object. */
export function infoOf(step: Readonly<Record<string, unknown>>): StepInfo {
  const { stepId, stepName, stepType, concurrent = 1, targetStep } = step
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

/** A run's steps up to the one that a message carries; all of them where it carries none. */
export function stepsUpTo({ steps }: Run, messageId: string): readonly RawStep[] {
  const index = steps.findIndex((step) => step.messageId === messageId)
  return index < 0 ? steps : steps.slice(0, index + 1)
}

/**
 * Whether the application has done what a message of a run asked for: of these steps, those that it
 * waits for among them, one follows from it, though its answer may not have come.
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

/** A step as the application reads it. */
export const rawStep = ({ messageId, callType, body }: RawStep) => ({
  messageId,
  body: viewOf(body).toString('base64'),
  callType,
})

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0

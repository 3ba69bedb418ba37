// What a delivery to a workflow brings: the steps of its run so far.

import type { HeaderMap } from '../request/headers.js'
import type { Message } from '../message.js'
import type { Queue } from '../queue.js'
import type { RawStep, Run, StepInfo } from './run.js'
import type { GivenSetting } from '../publish/settings.js'
import { rawStep, stepsUpTo } from './step.js'

export interface Stepping {
  /** The body of a delivery: a step's is the list of steps, any other message's its own. */
  deliveryBody(message: Message): Promise<Uint8Array>
  /** The steps that a message brings (rules `queue.resume.keeps-step-results` …). */
  deliveredSteps(run: Run, message: Message): readonly RawStep[]
  /** Whether the application fetches the steps by itself, and is sent none. */
  isFetchedLater(run: Run, body: Uint8Array): boolean
  /** The steps of a run in progress as the application fetches them; nothing when there is none. */
  rawSteps(runId: string): Promise<ReturnType<typeof rawStep>[] | undefined>
  /** What step a call of a third party is for. */
  calledStep(given: readonly GivenSetting[]): StepInfo
  /** What the application sees with the outcome of a call, by which it tells it from a step. */
  outcomeHeaders(headers: HeaderMap): HeaderMap
}

/** A longer list of steps is not sent to an application that can fetch it. */
const MAX_SENT = 2 ** 20

export const stepping: Stepping & ThisType<Queue> = {
  async deliveryBody(message) {
    if (message.run?.callType !== 'step') return message.body
    const run = await this.store.runs.get(message.run.runKey)
    if (run === undefined) return message.body
    const body = Buffer.from(JSON.stringify(this.deliveredSteps(run, message).map(rawStep)))
    return this.isFetchedLater(run, body) ? new Uint8Array() : body
  },

  // More of them, and parallel steps would run twice.
  deliveredSteps: (run, { id }) => stepsUpTo(run, id),

  isFetchedLater: ({ configuration }, { length }) =>
    length > MAX_SENT &&
    configuration.some(({ name, value }) => name === 'feature-set' && /\bLazyFetch\b/.test(value)),

  async rawSteps(runId) {
    const run = await this.store.runs.latest(runId)
    return run?.state === 'RUN_STARTED' ? run.steps.map(rawStep) : undefined
  },

  calledStep(given) {
    const prefix = `callback-forward-${this.dialect.headerPrefix.toLowerCase()}workflow-`
    const told = (what: string) => given.find(({ name }) => name === prefix + what)?.value
    return {
      stepId: Number(told('stepid') ?? 0),
      stepName: told('stepname') ?? '',
      stepType: told('steptype') ?? 'Call',
      concurrent: Number(told('concurrent') ?? 1),
    }
  },

  outcomeHeaders(headers) {
    const version = `${this.dialect.headerPrefix}Workflow-Sdk-Version`.toLowerCase()
    return Object.fromEntries(
      Object.entries(headers).filter(([name]) => name.toLowerCase() !== version),
    )
  },
}

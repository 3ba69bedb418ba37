// What a delivery to a workflow brings: the steps of its run so far.

import type { HeaderMap } from '../request/headers.js'
import type { Message } from '../message.js'
import type { Queue } from '../queue.js'
import type { RawStep, Run, StepInfo } from './run.js'
import type { GivenSetting } from '../publish/settings.js'
import { rawStep, stepsUpTo } from './step.js'

/** A longer list of steps is not sent to an application that can fetch it. */
const MAX_SENT = 2 ** 20

export const steps = (queue: Queue) => ({
  /** The body of a delivery: a step's is the list of steps, any other message's its own. */
  async body(message: Message): Promise<Uint8Array> {
    if (message.run?.callType !== 'step') return message.body
    const run = await queue.store.runs.get(message.run.runKey)
    if (run === undefined) return message.body
    const body = Buffer.from(JSON.stringify(queue.steps.delivered(run, message).map(rawStep)))
    return queue.steps.isFetchedLater(run, body) ? new Uint8Array() : body
  },

  /** The steps that a message brings (rules `queue.resume.keeps-step-results` …). */
  // More of them, and parallel steps would run twice.
  delivered: (run: Run, { id }: Message): readonly RawStep[] => stepsUpTo(run, id),

  /** Whether the application fetches the steps by itself, and is sent none. */
  isFetchedLater: ({ configuration }: Run, { length }: Uint8Array): boolean =>
    length > MAX_SENT &&
    configuration.some(({ name, value }) => name === 'feature-set' && /\bLazyFetch\b/.test(value)),

  /** The steps of a run in progress as the application fetches them; nothing when there is none. */
  async fetched(runId: string): Promise<ReturnType<typeof rawStep>[] | undefined> {
    const run = await queue.store.runs.latest(runId)
    return run?.state === 'RUN_STARTED' ? run.steps.map(rawStep) : undefined
  },

  /** What step a call of a third party is for. */
  called(given: readonly GivenSetting[]): StepInfo {
    const prefix = `callback-forward-${queue.dialect.headerPrefix.toLowerCase()}workflow-`
    const told = (what: string) => given.find(({ name }) => name === prefix + what)?.value
    return {
      stepId: Number(told('stepid') ?? 0),
      stepName: told('stepname') ?? '',
      stepType: told('steptype') ?? 'Call',
      concurrent: Number(told('concurrent') ?? 1),
    }
  },

  /** What the application sees with the outcome of a call, by which it tells it from a step. */
  outcomeHeaders(headers: HeaderMap): HeaderMap {
    const version = `${queue.dialect.headerPrefix}Workflow-Sdk-Version`.toLowerCase()
    return Object.fromEntries(
      Object.entries(headers).filter(([name]) => name.toLowerCase() !== version),
    )
  },
})

// The steps of a run: how they come to it, and what a delivery brings of them.

import {
  instructionsOf,
  type Instructions,
  type Message,
  type PartOfRun,
  type Publication,
} from '../message.js'
import type { PublishResult } from '../publish/publish.js'
import type { GivenSetting } from '../publish/settings.js'
import type { Queue } from '../queue.js'
import { refuse } from '../refusal.js'
import type { HeaderMap } from '../request/headers.js'
import { ownBytes } from '../structures/bytes.js'
import type { RawStep, Run } from './run.js'
import type { StepInfo } from './step-info.js'
import { infoOf, rawStep, stepInfo, stepsUpTo } from './step.js'
import { bytesOf } from '../../large-buffers.js'

/** A step to be added. */
export interface NewStep extends Pick<RawStep, 'callType' | 'info' | 'body'> {
  /** Where its message goes. */
  readonly url: string
}

/** A longer list of steps is not sent to an application that can fetch it. */
const MAX_SENT = 2 ** 20

export const steps = (queue: Queue) => ({
  /** The body of a delivery: a step's is the list of steps, any other message's its own. */
  async body(message: Message): Promise<Uint8Array> {
    if (message.run?.callType !== 'step') return message.body
    const run = await queue.store.runs.get(message.run.runKey)
    if (run === undefined) return message.body
    const body = bytesOf(JSON.stringify(queue.steps.delivered(run, message).map(rawStep)))
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

  /** Adds a step that the application has made to its run. */
  async publishStep(runId: string, { given, instructions }: Publication): Promise<PublishResult> {
    const run = await queue.steps.inProgress(runId)
    const { headers, callerIP } = instructions
    const body = ownBytes(instructions.body)
    const configured = queue.runs.instructions(run, { headers, callerIP }, given)
    const step = { callType: 'step', info: stepInfo(body), body, url: run.url } as const
    const message = await queue.steps.sendStep(run, step, configured)
    if (!message) refuse(400, `the run "${runId}" has ended`)
    return queue.publish.result(message)
  },

  /** Calls a third party for a step of a run. */
  async publishCall(
    runId: string,
    { given, instructions }: Publication,
    url: string,
  ): Promise<PublishResult> {
    const run = await queue.steps.inProgress(runId)
    const step = { callType: 'toCallback', info: queue.steps.called(given), url } as const
    const message = await queue.steps.sendStep(
      run,
      { ...step, body: ownBytes(instructions.body) },
      instructions,
    )
    if (!message) refuse(400, `the run "${runId}" has ended`)
    return queue.publish.result(message)
  },

  /** The run in progress that an id means; refuses where there is none. */
  async inProgress(id: string): Promise<Run> {
    const run = await queue.store.runs.latest(id)
    if (!run) refuse(404, `there is no run "${id}"`)
    if (run.state !== 'RUN_STARTED') refuse(400, `the run "${id}" has ended`)
    return run
  },

  /** Adds a step to a run and accepts the message that carries it; nothing when the run has ended. */
  async sendStep(
    run: Run,
    { url, ...step }: NewStep,
    instructions: Instructions,
  ): Promise<Message | undefined> {
    const part = { runKey: run.key, callType: step.callType, info: step.info }
    const message = queue.steps.message(url, part, { ...instructions, body: step.body })
    const { id: messageId, createdAt, notBefore } = message
    const grown = await queue.store.runs.append(run.key, {
      ...step,
      messageId,
      createdAt,
      notBefore,
    })
    if (!grown) return undefined
    await queue.delivery.accept(message)
    return message
  },

  /** Adds a step that the application did not send itself, and delivers it at once. */
  sendResult(run: Run, step: object): Promise<Message | undefined> {
    const body = bytesOf(JSON.stringify(step))
    const instructions = queue.runs.instructions(run, {})
    const info = infoOf(step as Readonly<Record<string, unknown>>)
    return queue.steps.sendStep(run, { callType: 'step', info, body, url: run.url }, instructions)
  },

  /** The message of a step. */
  message(url: string, run: PartOfRun, instructions: Instructions): Message {
    return { ...queue.publish.message(url, instructions), run }
  },

  /** Adds what came of a call to its run, as the message that brings it. */
  async acceptOutcome({ run: part }: Message, callback: Message): Promise<void> {
    const run = part && (await queue.store.runs.get(part.runKey))
    if (!run) return
    const { url, body } = callback
    const headers = {
      ...queue.steps.outcomeHeaders(run.start.headers),
      ...callback.headers,
      ...queue.runs.headers(run),
    }
    const step = { callType: 'fromCallback', info: part.info, body, url } as const
    await queue.steps.sendStep(run, step, { ...instructionsOf(callback), headers })
  },
})

// The steps of a run.

import {
  instructionsOf,
  type Instructions,
  type Message,
  type PartOfRun,
  type Publication,
  type StepInfo,
} from '../message.js'
import type { PublishResult, messages } from '../messages/messages.js'
import type { GivenSetting } from '../publish/settings.js'
import type { With } from '../state.js'
import { refuse, RunEnded } from '../refusal.js'
import type { HeaderMap } from '../request/headers.js'
import { ownBytes } from '../structures/bytes.js'
import type { RawStep, Run } from './run.js'
import { deliveredSteps, failureCallbackOf, hasFeature, infoOf, rawStep, stepInfo } from './step.js'
import { bytesOf } from '../../large-buffers.js'

type Queue = With<{ messages: typeof messages; steps: typeof steps }> & {
  readonly runs: {
    instructions(
      run: Run,
      own: Partial<Instructions>,
      given?: readonly GivenSetting[],
    ): Instructions
    headers(run: Run): HeaderMap
  }
}

export interface NewStep extends Pick<
  RawStep,
  'callType' | 'info' | 'body' | 'failureCallback' | 'details'
> {
  /** The URL of the destination of the step message. */
  readonly url: string
  /** The id of the step message, by default a new one. */
  readonly id?: string
}

/**
 * The maximum length in bytes of a sent list of steps. A longer list is not sent to an application
 * that can fetch it.
 */
const MAX_SENT = 2 ** 20

export const steps = (queue: Queue) => ({
  /** Returns the body of a delivery. For a step, the body is the list of steps so far. */
  async body(message: Message): Promise<Uint8Array> {
    if (message.run?.callType !== 'step') return message.body
    const run = await queue.store.runs.get(message.run.runKey)
    if (run === undefined) return message.body
    const body = deliveredSteps(run, message.id)
    return body.length > MAX_SENT && hasFeature(run, 'LazyFetch') ? new Uint8Array() : body
  },

  /** Returns the steps of a run in progress, for applications that fetch the steps. */
  async fetched(runId: string): Promise<ReturnType<typeof rawStep>[] | undefined> {
    const run = await queue.store.runs.latest(runId)
    return run?.state === 'RUN_STARTED' ? run.steps.map(rawStep) : undefined
  },

  /** Returns the run in progress with the id `id`. Refuses the request if there is no such run. */
  async inProgress(id: string): Promise<Run> {
    const run = await queue.store.runs.latest(id)
    if (!run) refuse(404, `there is no run "${id}"`)
    if (run.state !== 'RUN_STARTED') throw new RunEnded(id)
    return run
  },

  /** Adds a step to a run and sends the message of the step. Returns undefined if the run has ended. */
  async sendStep(
    run: Run,
    { url, id, ...step }: NewStep,
    instructions: Instructions,
  ): Promise<Message | undefined> {
    const part = { runKey: run.key, callType: step.callType, info: step.info }
    const { failureCallback = instructions.failureCallback } = step
    const sent = { ...instructions, body: step.body, failureCallback }
    const made = queue.steps.message(url, part, sent)
    const message = id === undefined ? made : { ...made, id }
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

  /** Adds and sends a step that the queue itself has created, such as the result of a wait. */
  sendResult(
    run: Run,
    step: object,
    own: Pick<NewStep, 'failureCallback' | 'details'> = {},
  ): Promise<Message | undefined> {
    const body = bytesOf(JSON.stringify(step))
    const instructions = queue.runs.instructions(run, {})
    const info = infoOf(step as Readonly<Record<string, unknown>>)
    const result = { ...own, callType: 'step', info, body, url: run.url } as const
    return queue.steps.sendStep(run, result, instructions)
  },

  message(url: string, run: PartOfRun, instructions: Instructions): Message {
    return { ...queue.messages.create(url, instructions), run }
  },

  /** Adds the outcome of a call of a third party to the run that made the call. */
  async acceptOutcome({ run: part }: Message, callback: Message): Promise<void> {
    const run = part && (await queue.store.runs.get(part.runKey))
    if (!run) return
    const { url, body } = callback
    const headers = {
      ...outcomeHeaders(run.start.headers, queue),
      ...callback.headers,
      ...queue.runs.headers(run),
    }
    const { failureCallback } = callback
    const step = { callType: 'fromCallback', info: part.info, body, url, failureCallback } as const
    const inherited = { ...instructionsOf(callback), failureCallback: failureCallbackOf(run) }
    await queue.steps.sendStep(run, step, { ...inherited, headers })
  },
})

/** Adds a step result that the application published. */
export async function publishStep(
  queue: Queue,
  runId: string,
  { given, instructions }: Publication,
): Promise<PublishResult> {
  const run = await queue.steps.inProgress(runId)
  const { headers, callerIP } = instructions
  const body = ownBytes(instructions.body)
  const configured = queue.runs.instructions(run, { headers, callerIP }, given)
  const { failureCallback } = instructions
  const own = { body, url: run.url, failureCallback }
  const step = { callType: 'step', info: stepInfo(body), ...own } as const
  const message = await queue.steps.sendStep(run, step, configured)
  return queue.messages.result(message ?? runEnded(runId))
}

/** Publishes a call of a third party that a step requested. */
export async function publishCall(
  queue: Queue,
  runId: string,
  { given, instructions }: Publication,
  url: string,
): Promise<PublishResult> {
  const run = await queue.steps.inProgress(runId)
  const body = ownBytes(instructions.body)
  const { method, headers } = instructions
  const details = { callUrl: url, callMethod: method, callHeaders: headers }
  const info = calledStep(given, queue)
  const step = { callType: 'toCallback', info, body, url, details } as const
  const message = await queue.steps.sendStep(run, step, instructions)
  return queue.messages.result(message ?? runEnded(runId))
}

function runEnded(runId: string): never {
  throw new RunEnded(runId)
}

/** Returns the step that made a call of a third party. */
function calledStep(given: readonly GivenSetting[], { dialect }: Queue): StepInfo {
  const prefix = `callback-forward-${dialect.headerPrefix.toLowerCase()}workflow-`
  const value = (field: string) => given.find(({ name }) => name === prefix + field)?.value
  return {
    stepId: Number(value('stepid') ?? 0),
    stepName: value('stepname') ?? '',
    stepType: value('steptype') ?? 'Call',
    concurrent: Number(value('concurrent') ?? 1),
  }
}

/**
 * Returns the headers of an outcome without the SDK version, because applications recognize steps
 * by the version.
 */
function outcomeHeaders(headers: HeaderMap, { dialect }: Queue): HeaderMap {
  const version = `${dialect.headerPrefix}Workflow-Sdk-Version`.toLowerCase()
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.toLowerCase() !== version),
  )
}

// What a run of a workflow is: what started it, its steps so far, how it ended. All moments are Unix
// milliseconds.

import type { components } from '#generated/queue.types.js'
import type { Instructions } from '../message.js'
import type { GivenSetting } from '../publish/settings.js'

export type RunState = components['schemas']['RunState']

/** What a message is to its run: a step of it, a call of a third party, or what came of such a call. */
export type CallType = 'step' | 'toCallback' | 'fromCallback'

/** What a step says of itself. */
export interface StepInfo {
  /** Absent on the initial step (rule `queue.runs.step-id-absent-on-the-initial-step`); 0: a plan. */
  readonly stepId?: number | undefined
  readonly stepName: string
  readonly stepType: string
  /** How many steps run side by side, itself included. */
  readonly concurrent: number
  /** On a plan, which is no result: the step that it is to become. */
  readonly targetStep?: number | undefined
}

/** One element of a run's list of steps; the first is the payload. */
export interface RawStep {
  /** The message that carries it (rule `queue.runs.step-is-tied-to-a-message`). */
  readonly messageId: string
  readonly callType: CallType
  readonly info: StepInfo
  /** The payload, or the step as JSON, as the application sent it. */
  readonly body: Uint8Array
  readonly createdAt: number
  /** When its message is due: a sleep has ended then. */
  readonly notBefore: number
}

/** Who started a run to wait for its result. */
export interface Invoker {
  readonly runKey: string
  /** The step that waits, as the application sent it. */
  readonly step: Readonly<Record<string, unknown>>
}

export interface Run {
  /** `<milliseconds>-<sequence>`: one run, where several share an id. */
  readonly key: string
  readonly id: string
  readonly sequence: number
  /** The workflow's endpoint. */
  readonly url: string
  readonly createdAt: number
  readonly state: RunState
  readonly completedAt?: number | undefined
  readonly labels: readonly string[]
  /** What started it, its body the payload. */
  readonly start: Instructions
  /** The settings of the start that apply to every later message of the run again. */
  readonly configuration: readonly GivenSetting[]
  readonly steps: readonly RawStep[]
  /** What the application returned. */
  readonly result?: Uint8Array | undefined
  readonly invoker?: Invoker | undefined
}

/** How a run ends. */
export interface Ending {
  readonly state: Exclude<RunState, 'RUN_STARTED'>
  readonly completedAt: number
  readonly result?: Uint8Array | undefined
}

/** What a list may be narrowed to; all that is given must hold. Dates are inclusive. */
export interface RunFilter {
  readonly workflowRunId?: string | undefined
  readonly workflowRunIds?: readonly string[] | undefined
  readonly workflowUrl?: string | undefined
  /** What the URL begins with. */
  readonly workflowUrlPrefix?: string | undefined
  readonly workflowCreatedAt?: number | undefined
  readonly state?: string | undefined
  readonly fromDate?: number | undefined
  readonly toDate?: number | undefined
  readonly label?: string | undefined
}

/** Whether all that a filter gives holds of a run (rule `queue.runs.filter-from-date` and its kin). */
export const isSelectedRun = (run: Run, filter: RunFilter): boolean =>
  run.createdAt >= (filter.fromDate ?? -Infinity) &&
  run.createdAt <= (filter.toDate ?? Infinity) &&
  holds(filter.workflowRunId, run.id) &&
  (filter.workflowRunIds === undefined || filter.workflowRunIds.includes(run.id)) &&
  holds(filter.workflowUrl, run.url) &&
  run.url.startsWith(filter.workflowUrlPrefix ?? '') &&
  holds(filter.workflowCreatedAt, run.createdAt) &&
  holds(filter.state, run.state) &&
  (filter.label === undefined || run.labels.includes(filter.label))

/** Whether nothing is asked, or what is. */
export const holds = <T>(asked: T | undefined, is: T | undefined): boolean =>
  asked === undefined || asked === is

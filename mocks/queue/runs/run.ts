// What a run of a workflow is: what started it, its steps so far, how it ended. All moments are Unix
// milliseconds.

import type { components } from '#generated/queue.types.js'
import {
  type Row,
  among,
  numeric,
  oneOf,
  prefix,
  since,
  text,
  until,
  type FilterOf,
} from '../lists/filters.js'
import type { List } from '../lists/page.js'
import type { Instructions } from '../message.js'
import type { CallType, StepInfo } from './step-info.js'
import { refuse } from '../refusal.js'
import type { GivenSetting } from '../publish/settings.js'

export type RunState = components['schemas']['RunState']

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

/** The runs that are listed, from the one that was created last. */
export const runsList: List<Run> = {
  name: 'runs',
  pageSize: 10,
  placeOf: ({ createdAt: time, sequence }) => ({ time, sequence }),
}

const RUN_STATES: readonly string[] = ['RUN_STARTED', 'RUN_SUCCESS', 'RUN_FAILED', 'RUN_CANCELED']

const createdAt = ({ createdAt }: Run) => createdAt

const stateFilter: Row<Run, string> = {
  ...text(({ state }) => state, 'queue.runs.filter-state'),
  read: (name, given) =>
    RUN_STATES.includes(given)
      ? given
      : refuse(400, `${name}: expected one of ${RUN_STATES.join(', ')}, got "${given}"`),
}

/** The filters of the run list. */
export const runFilters = {
  workflowRunId: text(({ id }: Run) => id, 'queue.runs.filter-workflow-run-id'),
  workflowRunIds: oneOf(({ id }: Run) => id),
  workflowUrl: text(({ url }: Run) => url, 'queue.runs.filter-workflow-url'),
  workflowUrlPrefix: prefix(({ url }: Run) => url),
  workflowCreatedAt: numeric(createdAt, 'queue.runs.filter-workflow-created-at'),
  state: stateFilter,
  fromDate: since(createdAt, 'queue.runs.filter-from-date'),
  toDate: until(createdAt, 'queue.runs.filter-to-date'),
  label: among(({ labels }: Run) => labels, 'queue.runs.filter-label'),
}

export type RunFilter = FilterOf<typeof runFilters>

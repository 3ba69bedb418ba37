// Workflow runs. Times are Unix milliseconds.

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
  type List,
} from '../lists/filters.js'
import type { Callback, Instructions, Message, CallType, StepInfo } from '../message.js'
import type { Waiter } from '../notify/waiter.js'
import type { HeaderMap } from '../request/headers.js'
import { refuse } from '../refusal.js'
import type { GivenSetting } from '../publish/settings.js'

export type RunState = components['schemas']['RunState']

/** One step of a run. The first step is the payload. */
export interface RawStep {
  /** The id of the message of the step (rule `queue.runs.step-is-tied-to-a-message`). */
  readonly messageId: string
  readonly callType: CallType
  readonly info: StepInfo
  /** The payload, or the step as JSON in the form that the application sent. */
  readonly body: Uint8Array
  readonly createdAt: number
  /** The time when the message of the step is due. For a sleep, the end of the sleep. */
  readonly notBefore: number
  /** The failure callback that the application sent with the step. It also applies to later steps. */
  readonly failureCallback?: Callback | undefined
  /** The fields of a call or a wait in the run list that are not in the body. */
  readonly details?: StepDetails | undefined
}

/** Fields of a step in the run list, with the names that clients read. */
export type StepDetails = Readonly<Record<string, unknown>>

/** A fact of a run that is no step of the application. */
export type RunNote =
  | {
      /** A step started another run. */
      readonly kind: 'invoked'
      readonly stepId: number
      readonly stepName: string
      readonly concurrent: number
      readonly time: number
      readonly runKey: string
    }
  | {
      /** A step that slept was delivered before its end. */
      readonly kind: 'woken'
      readonly messageId: string
      readonly time: number
    }
  | {
      /** The message failed the run, also after its DLQ entry is deleted. */
      readonly kind: 'failed'
      readonly messageId: string
      readonly reason: string
    }
  | {
      /** The run is a rerun of another run (`rerunOf`), or another run is its rerun (`rerunAs`). */
      readonly kind: 'rerunOf' | 'rerunAs'
      readonly how: 'restart' | 'resume'
      readonly id: string
      readonly createdAt: number
    }
  | {
      /** The queue refused a step, so that the run does not go on. */
      readonly kind: 'refused'
      readonly stepName?: string | undefined
      readonly status: number
      readonly error: string
      readonly time: number
    }

/** The maximum number of notes of one kind that a run keeps. */
const KEPT_NOTES = 100

/** Returns true if a run takes the note: only the notes about its failure are of an ended run. */
export const takesNote = ({ state }: Pick<Run, 'state'>, { kind }: RunNote): boolean =>
  state === 'RUN_STARTED' || kind === 'failed' || kind === 'rerunAs'

/** Returns the notes of a run with one more. Drops the oldest of its kind if there are too many. */
export function withNote(
  { notes = [] }: { readonly notes?: readonly RunNote[] | undefined },
  note: RunNote,
): readonly RunNote[] {
  const same = notes.filter(({ kind }) => kind === note.kind)
  const [oldest] = same.length < KEPT_NOTES ? [] : same
  return [...notes.filter((each) => each !== oldest), note]
}

/** The run that waits for the result of another run. */
export interface Invoker {
  readonly runKey: string
  /** The waiting step in the form that the application sent. */
  readonly step: Readonly<Record<string, unknown>>
  /** The failure callback for the step with the result. */
  readonly failureCallback?: Callback | undefined
}

export interface Run {
  /** The key `<milliseconds>-<sequence>`. Unlike the id, the key is unique. */
  readonly key: string
  readonly id: string
  readonly sequence: number
  /** The URL of the workflow. */
  readonly url: string
  readonly createdAt: number
  readonly state: RunState
  readonly completedAt?: number | undefined
  readonly labels: readonly string[]
  /** The instructions of the message that started the run. The body is the payload. */
  readonly start: Instructions
  /** The headers of the publish request that started the run, without the token. */
  readonly sourceHeaders: HeaderMap
  /** The settings of the message that started the run. They apply to all later messages. */
  readonly configuration: readonly GivenSetting[]
  readonly steps: readonly RawStep[]
  readonly result?: Uint8Array | undefined
  readonly invoker?: Invoker | undefined
  readonly notes?: readonly RunNote[] | undefined
}

/** A run that has ended, with the messages and waiters that were pending at the end. */
export interface EndedRun {
  readonly run: Run
  readonly messages: readonly Message[]
  readonly waiters: readonly Waiter[]
}

export interface RunEnding {
  readonly state: Exclude<RunState, 'RUN_STARTED'>
  readonly completedAt: number
  readonly result?: Uint8Array | undefined
}

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

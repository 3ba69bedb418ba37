// What is written down of runs and their messages, and how it is shown (endpoints 11 and 12).

import type { components } from '#generated/queue.types.js'
import type { LogEvent, LogEventFilter } from './log-event.js'
import type { Message } from '../message.js'
import { number } from '../request/parameters.js'
import type { Queue } from '../queue.js'
import { refuse } from '../refusal.js'
import type { RawStep, Run, RunFilter, RunState } from '../runs/run.js'
import type { AskedPage } from '../lists/pages.js'

export type MessageLogEvent = components['schemas']['MessageLogEvent']
export type WorkflowRun = components['schemas']['WorkflowRun']
export type StepGroup = components['schemas']['StepGroup']
export type Step = components['schemas']['Step']

/** A run with what the document does not have: what is still to come, labels, its result. */
export interface ClientRun extends Omit<WorkflowRun, 'steps'> {
  readonly steps: readonly (StepGroup | { readonly type: string; readonly steps: NextStep[] })[]
  readonly label?: string | undefined
  readonly labels?: readonly string[]
  readonly workflowRunResponse?: string
  readonly invoker?: Pick<WorkflowRun, 'workflowRunId' | 'workflowUrl' | 'workflowRunCreatedAt'>
}

/** A step whose message is on its way. */
export interface NextStep {
  readonly messageId: string
  readonly stepName: string
  readonly state: 'STEP_PROGRESS' | 'STEP_RETRY'
  /** Retries already made. */
  readonly retries: number
}

/** The states that a message is logged in (rules `queue.states.message-created` …). */
export type MessageState =
  | 'CREATED'
  | 'ACTIVE'
  | 'RETRY'
  | 'ERROR'
  | 'DELIVERED'
  | 'FAILED'
  | 'CANCEL_REQUESTED'
  | 'CANCELLED'

/** The states that a run is logged in (rules `queue.states.run-started`, `queue.states.invoked` …). */
export type RunEvent = RunState | 'WAITER_ADDED' | 'INVOKED'

/** Query parameters by name. */
type Asked<Name extends string> = { readonly [N in Name]?: string | undefined }

export interface Logging {
  /** Writes down what happened to a message, if it is part of a run. */
  logMessage(message: Message, state: MessageState): Promise<void>
  /** Writes down what happened to a run. */
  logRun(run: Run, state: RunEvent): Promise<void>
  /** Writes one event down, now. */
  log(event: Omit<LogEvent, 'sequence' | 'time'>): Promise<void>
  /** What is logged of a message's step (rule `queue.message-logs.step-info-fields`). */
  stepInfo(message: Message): NonNullable<MessageLogEvent['stepInfo']>

  /** Rule `queue.message-logs.list-response`. */
  listEvents(
    asked: AskedPage & Asked<keyof LogEventFilter>,
  ): Promise<{ cursor?: string; events: MessageLogEvent[] }>
  /** What the parameters narrow the events to (rules `queue.message-logs.filter-*`). */
  eventFilter(asked: Asked<keyof LogEventFilter>): LogEventFilter
  /** An event as the document shows it. */
  shownEvent(event: LogEvent): MessageLogEvent

  /** Rule `queue.runs.list-response`. */
  listRuns(
    asked: AskedPage & Asked<keyof RunFilter>,
  ): Promise<{ cursor?: string; runs: WorkflowRun[] }>
  /** The same as existing clients read it, which tells more than the document has. */
  listRunsToClients(
    asked: AskedPage & Asked<keyof RunFilter>,
  ): Promise<{ cursor?: string; runs: ClientRun[] }>
  /** One page of runs. */
  pageOfRuns(
    asked: AskedPage & Asked<keyof RunFilter>,
  ): Promise<{ readonly items: readonly Run[]; readonly cursor?: string }>
  /** What the parameters narrow the runs to (rules `queue.runs.filter-*`). */
  runFilter(asked: Asked<keyof RunFilter>): RunFilter
  /** A run as the document shows it. */
  shownRun(run: Run): WorkflowRun
  /** A run as existing clients read it. */
  shownRunToClients(run: Run): Promise<ClientRun>
  /** The steps of a run whose messages are not settled. */
  nextSteps(run: Run): Promise<NextStep[]>
  /** A run's steps in groups (rules `queue.runs.steps`, `queue.runs.group-type`). */
  stepGroups(run: Run): StepGroup[]
  /** The steps that are results, the payload among them: plans and calls are none. */
  resultSteps(run: Run): readonly RawStep[]
  /** A step as the document shows it. */
  shownStep(step: RawStep): Step
  /** What a step returned (rule `queue.runs.step-out`). */
  stepOut(step: RawStep): string | undefined
  /** Rule `queue.states.step-success`; a sleep is in progress until it has ended. */
  stepState(step: RawStep): string
}

const RUN_STATES: readonly RunState[] = ['RUN_STARTED', 'RUN_SUCCESS', 'RUN_FAILED', 'RUN_CANCELED']

export const logging: Logging & ThisType<Queue> = {
  async logMessage(message, state) {
    if (message.run === undefined) return
    const run = await this.store.runs.get(message.run.runKey)
    if (run === undefined) return
    await this.log({
      state,
      workflowRunId: run.id,
      workflowUrl: run.url,
      workflowCreatedAt: run.createdAt,
      message: { stepInfo: this.stepInfo(message), nextDeliveryTime: message.nextDeliveryTime },
    })
  },

  async logRun(run, state) {
    await this.log({
      state,
      workflowRunId: run.id,
      workflowUrl: run.url,
      workflowCreatedAt: run.createdAt,
    })
  },

  async log(event) {
    const time = this.clock.now()
    await this.store.events.add({ ...event, time, sequence: await this.store.next() })
  },

  stepInfo: ({ id, run, createdAt }) => ({
    stepName: run?.info.stepName ?? '',
    stepType: run?.info.stepType ?? '',
    callType: run?.callType ?? 'step',
    messageId: id,
    concurrent: run?.info.concurrent ?? 1,
    createdAt,
  }),

  async listEvents(asked) {
    const filter = this.eventFilter(asked)
    const { items, ...rest } = await this.page(
      'messageLogs',
      asked,
      (from) => this.store.events.page(filter, from),
      (event) => event,
    )
    return { ...rest, events: items.map((event) => this.shownEvent(event)) }
  },

  eventFilter: ({ workflowRunId, workflowUrl, messageId, state, ...asked }) => ({
    workflowRunId,
    workflowUrl,
    messageId,
    state,
    workflowCreatedAt: number('workflowCreatedAt', asked.workflowCreatedAt),
    fromDate: number('fromDate', asked.fromDate),
    toDate: number('toDate', asked.toDate),
  }),

  shownEvent: ({ time, state, workflowRunId, workflowUrl, workflowCreatedAt, message }) => ({
    time,
    state,
    workflowRunId,
    workflowUrl,
    workflowCreatedAt,
    ...message,
  }),

  async listRuns(asked) {
    const { items, ...rest } = await this.pageOfRuns(asked)
    return { ...rest, runs: items.map((run) => this.shownRun(run)) }
  },

  async listRunsToClients(asked) {
    const { items, ...rest } = await this.pageOfRuns(asked)
    return { ...rest, runs: await Promise.all(items.map((run) => this.shownRunToClients(run))) }
  },

  pageOfRuns(asked) {
    const filter = this.runFilter(asked)
    return this.page(
      'runs',
      asked,
      (from) => this.store.runs.page(filter, from),
      ({ createdAt: time, sequence }) => ({ time, sequence }),
    )
  },

  runFilter({ workflowRunId, workflowUrl, label, state, ...asked }) {
    if (state !== undefined && !RUN_STATES.some((known) => known === state)) {
      refuse(400, `state: expected one of ${RUN_STATES.join(', ')}, got "${state}"`)
    }
    return {
      workflowRunId,
      workflowUrl,
      label,
      state,
      workflowCreatedAt: number('workflowCreatedAt', asked.workflowCreatedAt),
      fromDate: number('fromDate', asked.fromDate),
      toDate: number('toDate', asked.toDate),
    }
  },

  shownRun(run) {
    return {
      workflowRunId: run.id,
      workflowUrl: run.url,
      workflowState: run.state,
      workflowRunCreatedAt: run.createdAt,
      ...(run.completedAt !== undefined && { workflowRunCompletedAt: run.completedAt }),
      steps: this.stepGroups(run),
    }
  },

  async shownRunToClients(run) {
    const next = await this.nextSteps(run)
    const invoker = run.invoker && (await this.store.runs.get(run.invoker.runKey))
    const shown = this.shownRun(run)
    return {
      ...shown,
      steps: [...(shown.steps ?? []), ...(next.length > 0 ? [{ type: 'next', steps: next }] : [])],
      ...(run.labels.length > 0 && { label: run.labels[0], labels: run.labels }),
      ...(run.result && { workflowRunResponse: Buffer.from(run.result).toString() }),
      ...(invoker && {
        invoker: {
          workflowRunId: invoker.id,
          workflowUrl: invoker.url,
          workflowRunCreatedAt: invoker.createdAt,
        },
      }),
    }
  },

  async nextSteps({ steps }) {
    const next: NextStep[] = []
    for (const { messageId, info } of steps) {
      const message = await this.store.messages.get(messageId)
      if (message === undefined) continue
      const { retried: retries } = message
      const state = retries > 0 ? 'STEP_RETRY' : 'STEP_PROGRESS'
      next.push({ messageId, stepName: info.stepName, state, retries })
    }
    return next
  },

  stepGroups(run) {
    const groups: RawStep[][] = []
    for (const step of this.resultSteps(run)) {
      const group = groups.at(-1)
      const { concurrent } = step.info
      const isBeside =
        concurrent > 1 && group?.[0]?.info.concurrent === concurrent && group.length < concurrent
      if (isBeside) group.push(step)
      else groups.push([step])
    }
    return groups.map((steps) => ({
      type: steps[0]!.info.concurrent > 1 ? 'parallel' : 'sequential',
      steps: steps
        .toSorted((a, b) => (a.info.stepId ?? 0) - (b.info.stepId ?? 0))
        .map((step) => this.shownStep(step)),
    }))
  },

  resultSteps: ({ steps }) =>
    steps.filter(({ callType, info }) => callType === 'step' && info.targetStep === undefined),

  shownStep(step) {
    const { messageId, callType, info, createdAt } = step
    const out = this.stepOut(step)
    return {
      ...(info.stepId !== undefined && { stepId: info.stepId }),
      stepName: info.stepName,
      stepType: info.stepType,
      callType,
      messageId,
      ...(out !== undefined && { out }),
      concurrent: info.concurrent,
      state: this.stepState(step),
      createdAt,
    }
  },

  stepOut({ info, body }) {
    const text = Buffer.from(body).toString()
    if (info.stepId === undefined) return text
    const { out } = JSON.parse(text) as { readonly out?: unknown }
    return out === undefined || typeof out === 'string' ? out : JSON.stringify(out)
  },

  stepState({ notBefore }) {
    return notBefore > this.clock.now() ? 'STEP_PROGRESS' : 'STEP_SUCCESS'
  },
}

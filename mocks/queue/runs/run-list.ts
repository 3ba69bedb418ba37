// How runs are listed, with their steps (endpoint 11).

import type { components } from '#generated/queue.types.js'
import type { Asked, AskedPage } from '../lists/lists.js'
import { filterIn } from '../lists/filters.js'
import type { Queue } from '../queue.js'
import type { Page, PageFrom } from '../lists/page.js'
import { runFilters, runsList, type RawStep, type Run, type RunFilter } from './run.js'
import { viewOf } from '../../http/message.js'

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

export const runList = (queue: Queue) => ({
  /** Rule `queue.runs.list-response`. */
  async list(
    asked: AskedPage & Asked<keyof RunFilter>,
  ): Promise<{ cursor?: string; runs: WorkflowRun[] }> {
    const { items, ...rest } = await queue.runList.page(asked)
    return { ...rest, runs: items.map((run) => queue.runList.shown(run)) }
  },

  /** The same as existing clients read it, which tells more than the document has. */
  async listForClients(
    asked: AskedPage & Asked<keyof RunFilter>,
  ): Promise<{ cursor?: string; runs: ClientRun[] }> {
    const { items, ...rest } = await queue.runList.page(asked)
    return {
      ...rest,
      runs: await Promise.all(items.map((run) => queue.runList.shownForClients(run))),
    }
  },

  /** One page of runs. */
  page(
    asked: AskedPage & Asked<keyof RunFilter>,
  ): Promise<{ readonly items: readonly Run[]; readonly cursor?: string }> {
    const filter = queue.runList.filter(asked)
    return queue.lists.page(runsList, asked, (from) => queue.runList.find(filter, from))
  },

  /** What the parameters narrow the runs to (rules `queue.runs.filter-*`). */
  filter: (asked: Asked<keyof RunFilter>): RunFilter => filterIn(runFilters, asked),

  find(filter: RunFilter, from: PageFrom): Promise<Page<Run>> {
    return queue.store.runs.page(filter, from)
  },

  /** A run as the document shows it. */
  shown(run: Run): WorkflowRun {
    return {
      workflowRunId: run.id,
      workflowUrl: run.url,
      workflowState: run.state,
      workflowRunCreatedAt: run.createdAt,
      ...(run.completedAt !== undefined && { workflowRunCompletedAt: run.completedAt }),
      steps: queue.runList.stepGroups(run),
    }
  },

  /** A run as existing clients read it. */
  async shownForClients(run: Run): Promise<ClientRun> {
    const next = await queue.runList.nextSteps(run)
    const invoker = run.invoker && (await queue.store.runs.get(run.invoker.runKey))
    const shown = queue.runList.shown(run)
    return {
      ...shown,
      steps: [...(shown.steps ?? []), ...(next.length > 0 ? [{ type: 'next', steps: next }] : [])],
      ...(run.labels.length > 0 && { label: run.labels[0], labels: run.labels }),
      ...(run.result && { workflowRunResponse: viewOf(run.result).toString() }),
      ...(invoker && {
        invoker: {
          workflowRunId: invoker.id,
          workflowUrl: invoker.url,
          workflowRunCreatedAt: invoker.createdAt,
        },
      }),
    }
  },

  /** The steps of a run whose messages are not settled. */
  async nextSteps({ steps }: Run): Promise<NextStep[]> {
    const next: NextStep[] = []
    for (const { messageId, info } of steps) {
      const message = await queue.store.messages.get(messageId)
      if (message === undefined) continue
      const { retried: retries } = message
      const state = retries > 0 ? 'STEP_RETRY' : 'STEP_PROGRESS'
      next.push({ messageId, stepName: info.stepName, state, retries })
    }
    return next
  },

  /** A run's steps in groups (rules `queue.runs.steps`, `queue.runs.group-type`). */
  stepGroups(run: Run): StepGroup[] {
    const groups: RawStep[][] = []
    for (const step of queue.runList.resultSteps(run)) {
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
        .map((step) => queue.runList.shownStep(step)),
    }))
  },

  /** The steps that are results, the payload among them: plans and calls are none. */
  resultSteps: ({ steps }: Run): readonly RawStep[] =>
    steps.filter(({ callType, info }) => callType === 'step' && info.targetStep === undefined),

  /** A step as the document shows it. */
  shownStep(step: RawStep): Step {
    const { messageId, callType, info, createdAt } = step
    const out = queue.runList.stepOut(step)
    return {
      ...(info.stepId !== undefined && { stepId: info.stepId }),
      stepName: info.stepName,
      stepType: info.stepType,
      callType,
      messageId,
      ...(out !== undefined && { out }),
      concurrent: info.concurrent,
      state: queue.runList.stepState(step),
      createdAt,
    }
  },

  /** What a step returned (rule `queue.runs.step-out`). */
  stepOut({ info, body }: RawStep): string | undefined {
    const text = viewOf(body).toString()
    if (info.stepId === undefined) return text
    const { out } = JSON.parse(text) as { readonly out?: unknown }
    return out === undefined || typeof out === 'string' ? out : JSON.stringify(out)
  },

  /** Rule `queue.states.step-success`; a sleep is in progress until it has ended. */
  stepState({ notBefore }: RawStep): string {
    return notBefore > queue.clock.now() ? 'STEP_PROGRESS' : 'STEP_SUCCESS'
  },
})

// The list of runs with their steps (endpoint 11 of the contract).

import type { components } from '#generated/queue.types.js'
import type { ListQuery, AskedPage, lists } from '../lists/lists.js'
import { filterIn, type Page, type PageFrom } from '../lists/filters.js'
import { withoutNulls } from '../request/body.js'
import type { With } from '../state.js'
import { runFilters, runsList, type RawStep, type Run, type RunFilter } from './run.js'
import { dueSteps } from './step.js'
import { viewOf } from '../../large-buffers.js'

type Queue = With<{ runList: typeof runList; lists: typeof lists }>

export type WorkflowRun = components['schemas']['WorkflowRun']
export type StepGroup = components['schemas']['StepGroup']
export type Step = components['schemas']['Step']

export const runList = (queue: Queue) => ({
  /** Returns one page of runs (rule `queue.runs.list-response`). */
  async list(
    asked: AskedPage & ListQuery<keyof RunFilter>,
  ): Promise<{ cursor?: string; runs: WorkflowRun[] }> {
    const { items, ...rest } = await queue.runList.page(asked)
    return { ...rest, runs: items.map((run) => queue.runList.shown(run)) }
  },

  page(
    asked: AskedPage & ListQuery<keyof RunFilter>,
  ): Promise<{ readonly items: readonly Run[]; readonly cursor?: string }> {
    const filter = queue.runList.filter(asked)
    return queue.lists.page(runsList, asked, (from) => queue.runList.find(filter, from))
  },

  /** Parses the filters of the run list (rules `queue.runs.filter-*`). */
  filter: (asked: ListQuery<keyof RunFilter>): RunFilter => filterIn(runFilters, asked),

  find(filter: RunFilter, from: PageFrom): Promise<Page<Run>> {
    return queue.store.runs.page(filter, from)
  },

  shown(run: Run): WorkflowRun {
    return {
      workflowRunId: run.id,
      workflowUrl: run.url,
      workflowState: run.state,
      workflowRunCreatedAt: run.createdAt,
      ...(run.completedAt !== undefined && { workflowRunCompletedAt: run.completedAt }),
      steps: queue.runList.stepGroups(run),
      ...shownRefusals(run),
    }
  },

  /**
   * Returns the steps of a run in groups (rules `queue.runs.steps`, `queue.runs.group-type`), by default
   * those with a result.
   */
  stepGroups(run: Run, steps: readonly RawStep[] = queue.runList.resultSteps(run)): StepGroup[] {
    const groups: RawStep[][] = []
    for (const step of steps) {
      const group = groups.at(-1)
      const { concurrent } = step.info
      const isParallel =
        concurrent > 1 && group?.[0]?.info.concurrent === concurrent && group.length < concurrent
      if (isParallel) group.push(step)
      else groups.push([step])
    }
    return groups.map((steps) => ({
      type: steps[0]!.info.concurrent > 1 ? 'parallel' : 'sequential',
      steps: steps
        .toSorted((a, b) => (a.info.stepId ?? 0) - (b.info.stepId ?? 0))
        .map((step) => queue.runList.shownStep(step)),
    }))
  },

  /** Returns the payload and the step results of a run, without plans and calls. */
  resultSteps: (run: Run): readonly RawStep[] =>
    dueSteps(run).filter(
      ({ callType, info }) => callType === 'step' && info.targetStep === undefined,
    ),

  shownStep(step: RawStep): Step {
    const { messageId, callType, info, createdAt } = step
    const out = outOf(step)
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

  /**
   * Returns the state of a step (rule `queue.states.step-success`). A sleep is in progress until
   * its end.
   */
  stepState({ notBefore }: RawStep): string {
    return notBefore > queue.clock.now() ? 'STEP_PROGRESS' : 'STEP_SUCCESS'
  },
})

/** Returns the output of a step (rule `queue.runs.step-out`). */
function outOf({ info, body }: RawStep): string | undefined {
  const text = viewOf(body).toString()
  if (info.stepId === undefined) return text
  const { out } = withoutNulls(JSON.parse(text) as Readonly<Record<string, unknown>>)
  return out === undefined || typeof out === 'string' ? out : JSON.stringify(out)
}

/** Returns the steps that the queue refused, if there are any. The contract does not define them. */
function shownRefusals({ notes = [] }: Run): object {
  const refusedSteps = notes.flatMap(({ kind, ...note }) => (kind === 'refused' ? [note] : []))
  return refusedSteps.length > 0 ? { refusedSteps } : {}
}

// Restarts and resumes failed runs, one run or many. A rerun is a restart or a resume.

import type { components } from '#generated/queue.types.js'
import type { Request } from '../../http/message.js'
import type { List, Page, PageFrom } from '../lists/filters.js'
import { type Instructions, instructionsOf, type Message } from '../message.js'
import type { GivenSetting } from '../publish/settings.js'
import type { With } from '../state.js'
import type { lists } from '../lists/lists.js'
import type { waiters } from '../notify/waiters.js'
import type { admission } from '../publish/admission.js'
import type { reading } from '../publish/reading.js'
import type { runs } from '../runs/runs.js'
import type { steps } from '../runs/steps.js'
import { refuse } from '../refusal.js'
import type { RawStep, Run, RunNote } from '../runs/run.js'
import { dueSteps, initialStep } from '../runs/step.js'
import { weightOf } from '../structures/bytes.js'
import { selectionInBody, selectionInQuery, type BulkSelection } from './bulk-selection.js'
import { bulkList, type DeadLetter, type DeadLetterFilter } from './dead-letter.js'

type Queue = With<{
  reading: typeof reading
  admission: typeof admission
  runs: typeof runs
  steps: typeof steps
  lists: typeof lists
  waiters: typeof waiters
  reruns: typeof reruns
}>

export type RunReference = components['schemas']['RunReference']

export type Rerun = 'restart' | 'resume'

/** The settings and the run id that a rerun request changes. */
export interface Overrides {
  readonly settings: readonly GivenSetting[]
  /** The id of the new run. The default is a random id. */
  readonly runId?: string | undefined
}

/** The names of the settings that a rerun request may change. */
const OVERRIDES = ['retries', 'flow-control-key', 'flow-control-value']

export const reruns = (queue: Queue) => ({
  /** Reruns the run of one DLQ entry. Returns undefined if the id is unknown. */
  async one(how: Rerun, dlqId: string, overrides: Overrides): Promise<RunReference | undefined> {
    const letter = await queue.store.deadLetters.get(dlqId)
    if (letter === undefined) return undefined
    return queue.admission.admit({ bytes: weightOf(letter) }, async () => {
      const run = await queue.reruns.entry(how, letter, overrides)
      return run && queue.reruns.reference(run)
    })
  },

  /**
   * Reruns the runs of one page of DLQ entries and deletes the entries (rule
   * `queue.bulk.at-most-50-runs`).
   */
  async bulk(
    how: Rerun,
    selection: BulkSelection,
    overrides: Overrides,
  ): Promise<{ cursor?: string; workflowRuns: RunReference[] }> {
    const { items, ...rest } = await queue.reruns.selected(bulkList, selection)
    // The queue accepts all runs or none, because a 429 response does not list the started runs.
    return queue.admission.admit({ bytes: weightOf(items) }, async () => {
      const workflowRuns: RunReference[] = []
      for (const letter of items) {
        const run = await queue.reruns.entry(how, letter, overrides)
        if (run) workflowRuns.push(queue.reruns.reference(run))
      }
      return { ...rest, workflowRuns }
    })
  },

  /**
   * Parses the changes in a rerun request (rules `queue.restart.retries`,
   * `queue.resume.workflow-run-id` and others).
   */
  overrides(_: Rerun, given: readonly GivenSetting[]): Overrides {
    return {
      settings: given.filter(({ name }) => OVERRIDES.includes(name)),
      runId: given.find(({ name }) => name === 'workflow-runid')?.value,
    }
  },

  /**
   * Parses the changes in a bulk request (rules `queue.bulk.retries`,
   * `queue.bulk.new-random-run-ids` and others).
   */
  bulkOverrides(how: Rerun, given: readonly GivenSetting[]): Overrides {
    return { ...queue.reruns.overrides(how, given), runId: undefined }
  },

  /**
   * Parses the filters in the query and the body (rule `queue.bulk.selection-in-query-or-body`).
   */
  selection: (request: Request): BulkSelection => ({
    ...selectionInQuery(request),
    ...selectionInBody(request),
  }),

  /**
   * Converts the filters of a bulk request to a filter of DLQ entries (rules
   * `queue.bulk.select-*`).
   */
  filter: ({
    workflowRunId,
    ...selection
  }: Omit<BulkSelection, 'cursor' | 'count'>): DeadLetterFilter => ({
    ...selection,
    workflowRunIdPrefix: workflowRunId,
  }),

  /** Returns one page of the selected entries. */
  selected(
    list: List<DeadLetter>,
    { cursor, count, ...selection }: BulkSelection,
  ): Promise<{ readonly items: readonly DeadLetter[]; readonly cursor?: string }> {
    const filter = queue.reruns.filter(selection)
    return queue.lists.page(list, { cursor, count }, (from) => queue.reruns.find(filter, from))
  },

  find(filter: DeadLetterFilter, from: PageFrom): Promise<Page<DeadLetter>> {
    return queue.store.deadLetters.page(filter, from)
  },

  /**
   * Returns the response for one new run (rules `queue.restart.response`, `queue.resume.response`).
   */
  reference: ({ id, createdAt }: Run): RunReference => ({
    workflowRunId: id,
    workflowCreatedAt: createdAt,
  }),

  /** Starts a new run for a DLQ entry. Returns undefined if the entry no longer exists. */
  async entry(how: Rerun, letter: DeadLetter, overrides: Overrides): Promise<Run | undefined> {
    const failed = await queue.store.runs.get(letter.runKey)
    if (!failed) return undefined
    const configuration = queue.reruns.configuration(failed, overrides)
    const start = queue.reruns.start(failed, configuration)
    const id = overrides.runId ?? queue.runs.newId()
    const other = await queue.store.runs.latest(id)
    if (other?.state === 'RUN_STARTED') refuse(400, `the run "${id}" is in progress`)
    if (!(await queue.reruns.release(letter))) return undefined

    const kept = queue.reruns.keptSteps(how, failed, letter)
    const { url, sourceHeaders, labels, notes } = failed
    const source = { kind: 'rerunOf', how, id: failed.id, createdAt: failed.createdAt } as const
    const known = how === 'resume' ? (notes ?? []).filter(isInvocation) : []
    const { run } = await queue.runs.start({
      id,
      url,
      start,
      sourceHeaders,
      configuration,
      labels,
      kept,
      notes: [...known, source],
    })
    const { createdAt } = run
    await queue.store.runs.note(failed.key, { kind: 'rerunAs', how, id, createdAt })
    if (kept.length > 0 || how === 'resume') await queue.reruns.resume(run, letter)
    else await queue.reruns.restart(run)
    return run
  },

  /**
   * Deletes the DLQ entry. Returns false if the entry no longer exists (rule
   * `queue.restart.entry-afterwards`).
   */
  release({ id }: DeadLetter): Promise<boolean> {
    return queue.store.deadLetters.remove(id)
  },

  /**
   * Returns the settings of the new run (rule `queue.restart.omitted-settings-reuse-the-original`).
   */
  configuration({ configuration }: Run, { settings }: Overrides): readonly GivenSetting[] {
    const isOverridden = (name: string) => settings.some((setting) => setting.name === name)
    return [...settings, ...configuration.filter(({ name }) => !isOverridden(name))]
  },

  /**
   * Returns the instructions that start the new run (rules `queue.restart.original-payload`,
   * `…-configuration`).
   */
  start({ start }: Run, configuration: readonly GivenSetting[]): Instructions {
    return { ...start, ...queue.reading.configured(queue.reading.settings(configuration)) }
  },

  /**
   * Returns the step results that the new run keeps (rules `queue.resume.keeps-step-results`,
   * `queue.restart.discards-step-results`).
   */
  keptSteps(how: Rerun, run: Run, { unsettled }: DeadLetter): readonly RawStep[] {
    if (how === 'restart') return []
    return dueSteps(run).filter(({ messageId }) => unsettled.every(({ id }) => id !== messageId))
  },

  /** Sends the first message of the new run. */
  async restart(run: Run): Promise<void> {
    const { start, url } = run
    await queue.steps.sendStep(
      run,
      { ...initialStep(start.body), url },
      queue.runs.instructions(run, start),
    )
  },

  /**
   * Sends the messages without a result again (rule
   * `queue.resume.only-failed-or-pending-steps-execute`).
   */
  async resume(run: Run, { runKey, unsettled, waiters }: DeadLetter): Promise<void> {
    const failed = await queue.store.runs.get(runKey)
    for (const message of unsettled) {
      if (message.run === undefined) continue
      const { callType, info } = message.run
      const { details, failureCallback } =
        failed?.steps.find(({ messageId }) => messageId === message.id) ?? {}
      const own = { details, failureCallback, body: message.body, url: message.url }
      const step = { callType, info, ...own }
      await queue.steps.sendStep(run, step, queue.reruns.resumedInstructions(run, message))
    }
    for (const { eventId, timeout, deadline, step, failureCallback } of waiters) {
      await queue.waiters.add(run, { eventId, timeout, deadline, step, failureCallback })
    }
  },

  /** Returns the instructions for sending a message of the failed run again in the new run. */
  resumedInstructions(run: Run, message: Message): Instructions {
    const notBefore = Math.max(queue.clock.now(), message.notBefore)
    if (message.run?.callType === 'toCallback') return { ...instructionsOf(message), notBefore }
    const headers = { ...message.headers, ...queue.runs.headers(run) }
    return { ...queue.runs.instructions(run, { notBefore }), headers }
  },
})

/** Returns true for a note of a step result that the new run keeps. */
const isInvocation = ({ kind }: RunNote): boolean => kind === 'invoked'

// Failed runs again: from the beginning, or from where they failed; one or many at a time.

import type { components } from '#generated/queue.types.js'
import type { Request } from '../../http/message.js'
import { selectionInBody, selectionInQuery, type BulkSelection } from './bulk-selection.js'
import type { DeadLetter, DeadLetterFilter } from './dead-letter.js'
import { instructionsOf, type Instructions, type Message } from '../message.js'
import type { Queue } from '../queue.js'
import { refuse } from '../refusal.js'
import type { RawStep, Run } from '../runs/run.js'
import type { GivenSetting } from '../publish/settings.js'
import { initialStep } from '../runs/step.js'
import type { Waiter } from '../notify/waiter.js'
import { weightOf } from '../structures/weight.js'

export type RunReference = components['schemas']['RunReference']

/** From the beginning, or from the failure. */
export type Rerun = 'restart' | 'resume'

/** What is to be different in the new run. */
export interface Overrides {
  /** Settings that take the place of the original ones. */
  readonly settings: readonly GivenSetting[]
  /** The new run's id; a random one without it. */
  readonly runId?: string | undefined
}

export interface Rerunning {
  /** Runs one entry again; nothing when there is no such entry. */
  rerun(how: Rerun, dlqId: string, overrides: Overrides): Promise<RunReference | undefined>
  /** Runs many entries again, and takes them out of the queue (rule `queue.bulk.at-most-50-runs`). */
  bulkRerun(
    how: Rerun,
    selection: BulkSelection,
    overrides: Overrides,
  ): Promise<{ cursor?: string; workflowRuns: RunReference[] }>
  /** What a request overrides (rules `queue.restart.retries`, `queue.resume.workflow-run-id` …). */
  overrides(how: Rerun, given: readonly GivenSetting[]): Overrides
  /** The same of a bulk request (rules `queue.bulk.retries`, `queue.bulk.new-random-run-ids` …). */
  bulkOverrides(how: Rerun, given: readonly GivenSetting[]): Overrides
  /** What a bulk request asks for (rule `queue.bulk.selection-in-query-or-body`). */
  bulkSelection(request: Request): BulkSelection
  /** The entries that it selects (rules `queue.bulk.select-*`). */
  bulkFilter(selection: BulkSelection): DeadLetterFilter
  /** Runs an entry again, once and for all; nothing when it is gone. */
  rerunEntry(how: Rerun, letter: DeadLetter, overrides: Overrides): Promise<Run | undefined>
  /** What becomes of the entry; says whether it may be run again (rule `queue.restart.entry-afterwards`). */
  releaseEntry(letter: DeadLetter): Promise<boolean>
  /** The settings of the new run (rule `queue.restart.omitted-settings-reuse-the-original`). */
  rerunConfiguration(run: Run, overrides: Overrides): readonly GivenSetting[]
  /** What the new run starts with (rules `queue.restart.original-payload`, `…-configuration`). */
  rerunStart(run: Run, configuration: readonly GivenSetting[]): Instructions
  /** The steps that need not be made again (rules `queue.resume.keeps-step-results`, `queue.restart.discards-step-results`). */
  keptSteps(how: Rerun, run: Run, letter: DeadLetter): readonly RawStep[]
  /** Has the first message of the new run delivered. */
  restartRun(run: Run): Promise<void>
  /** Has what was not settled delivered again (rule `queue.resume.only-failed-or-pending-steps-execute`). */
  resumeRun(run: Run, letter: DeadLetter): Promise<void>
  /** What of an unsettled message holds in the new run. */
  resumedInstructions(run: Run, message: Message): Instructions
  /** Has the new run wait for what the failed one waited for. */
  resumeWait(run: Run, waiter: Waiter): Promise<void>
  /** What is answered of the new run (rules `queue.restart.response`, `queue.resume.response`). */
  runReference(run: Run): RunReference
}

/** The settings that a restart or a resume may override. */
const OVERRIDES = ['retries', 'flow-control-key', 'flow-control-value']

export const rerunning: Rerunning & ThisType<Queue> = {
  async rerun(how, dlqId, overrides) {
    const letter = await this.store.deadLetters.get(dlqId)
    if (letter === undefined) return undefined
    return this.admit({ bytes: weightOf(letter) }, async () => {
      const run = await this.rerunEntry(how, letter, overrides)
      return run && this.runReference(run)
    })
  },

  async bulkRerun(how, selection, overrides) {
    const filter = this.bulkFilter(selection)
    const { items, ...rest } = await this.page(
      'bulk',
      { cursor: selection.cursor },
      (from) => this.store.deadLetters.page(filter, from),
      ({ failedAt: time, sequence }) => ({ time, sequence }),
    )
    // All or none: who is refused is not told of those that are run again.
    return this.admit({ bytes: weightOf(items) }, async () => {
      const workflowRuns: RunReference[] = []
      for (const letter of items) {
        const run = await this.rerunEntry(how, letter, overrides)
        if (run) workflowRuns.push(this.runReference(run))
      }
      return { ...rest, workflowRuns }
    })
  },

  overrides(_, given) {
    return {
      settings: given.filter(({ name }) => OVERRIDES.includes(name)),
      runId: given.find(({ name }) => name === 'workflow-runid')?.value,
    }
  },

  bulkOverrides(how, given) {
    return { ...this.overrides(how, given), runId: undefined }
  },

  bulkSelection: (request) => ({ ...selectionInQuery(request), ...selectionInBody(request) }),

  bulkFilter: ({ workflowRunId, ...selection }) => ({
    ...selection,
    workflowRunIdPrefix: workflowRunId,
  }),

  async rerunEntry(how, letter, overrides) {
    const failed = await this.store.runs.get(letter.runKey)
    if (!failed) return undefined
    const configuration = this.rerunConfiguration(failed, overrides)
    const start = this.rerunStart(failed, configuration)
    const id = overrides.runId ?? this.runId()
    const other = await this.store.runs.latest(id)
    if (other?.state === 'RUN_STARTED') refuse(400, `the run "${id}" is in progress`)
    if (!(await this.releaseEntry(letter))) return undefined

    const kept = this.keptSteps(how, failed, letter)
    const { url, labels } = failed
    const { run } = await this.startRun({ id, url, start, configuration, labels, kept })
    if (kept.length > 0 || how === 'resume') await this.resumeRun(run, letter)
    else await this.restartRun(run)
    return run
  },

  releaseEntry({ id }) {
    return this.store.deadLetters.remove(id)
  },

  rerunConfiguration({ configuration }, { settings }) {
    const isOverridden = (name: string) => settings.some((setting) => setting.name === name)
    return [...settings, ...configuration.filter(({ name }) => !isOverridden(name))]
  },

  rerunStart({ start }, configuration) {
    return { ...start, ...this.configured(this.settings(configuration)) }
  },

  keptSteps(how, { steps }, { unsettled }) {
    if (how === 'restart') return []
    return steps.filter(({ messageId }) => unsettled.every(({ id }) => id !== messageId))
  },

  async restartRun(run) {
    const { start, url } = run
    await this.sendStep(run, { ...initialStep(start.body), url }, this.runInstructions(run, start))
  },

  async resumeRun(run, { unsettled, waiters }) {
    for (const message of unsettled) {
      if (message.run === undefined) continue
      const { callType, info } = message.run
      const step = { callType, info, body: message.body, url: message.url }
      await this.sendStep(run, step, this.resumedInstructions(run, message))
    }
    for (const waiter of waiters) await this.resumeWait(run, waiter)
  },

  resumedInstructions(run, message) {
    const notBefore = Math.max(this.clock.now(), message.notBefore)
    if (message.run?.callType === 'toCallback') return { ...instructionsOf(message), notBefore }
    const headers = { ...message.headers, ...this.runHeaders(run) }
    return { ...this.runInstructions(run, { notBefore }), headers }
  },

  async resumeWait(run, { eventId, deadline, step }) {
    await this.addWaiter(run, { eventId, deadline, step })
  },

  runReference: ({ id, createdAt }) => ({ workflowRunId: id, workflowCreatedAt: createdAt }),
}

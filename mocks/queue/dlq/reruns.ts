// Failed runs again: from the beginning, or from where they failed; one or many at a time.

import type { components } from '#generated/queue.types.js'
import type { Request } from '../../http/message.js'
import { selectionInBody, selectionInQuery, type BulkSelection } from './bulk-selection.js'
import { bulkList, type DeadLetter, type DeadLetterFilter } from './dead-letter.js'
import { instructionsOf, type Instructions, type Message } from '../message.js'
import type { Queue } from '../queue.js'
import { refuse } from '../refusal.js'
import type { RawStep, Run } from '../runs/run.js'
import type { GivenSetting } from '../publish/settings.js'
import { initialStep } from '../runs/step.js'
import type { Waiter } from '../notify/waiter.js'
import type { Page, PageFrom } from '../lists/page.js'
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

/** The settings that a restart or a resume may override. */
const OVERRIDES = ['retries', 'flow-control-key', 'flow-control-value']

export const reruns = (queue: Queue) => ({
  /** Runs one entry again; nothing when there is no such entry. */
  async one(how: Rerun, dlqId: string, overrides: Overrides): Promise<RunReference | undefined> {
    const letter = await queue.store.deadLetters.get(dlqId)
    if (letter === undefined) return undefined
    return queue.admission.admit({ bytes: weightOf(letter) }, async () => {
      const run = await queue.reruns.entry(how, letter, overrides)
      return run && queue.reruns.reference(run)
    })
  },

  /** Runs many entries again, and takes them out of the queue (rule `queue.bulk.at-most-50-runs`). */
  async bulk(
    how: Rerun,
    selection: BulkSelection,
    overrides: Overrides,
  ): Promise<{ cursor?: string; workflowRuns: RunReference[] }> {
    const { cursor, ...selected } = selection
    const filter = queue.reruns.filter(selected)
    const { items, ...rest } = await queue.lists.page(bulkList, { cursor }, (from) =>
      queue.reruns.find(filter, from),
    )
    // All or none: who is refused is not told of those that are run again.
    return queue.admission.admit({ bytes: weightOf(items) }, async () => {
      const workflowRuns: RunReference[] = []
      for (const letter of items) {
        const run = await queue.reruns.entry(how, letter, overrides)
        if (run) workflowRuns.push(queue.reruns.reference(run))
      }
      return { ...rest, workflowRuns }
    })
  },

  /** What a request overrides (rules `queue.restart.retries`, `queue.resume.workflow-run-id` …). */
  overrides(_: Rerun, given: readonly GivenSetting[]): Overrides {
    return {
      settings: given.filter(({ name }) => OVERRIDES.includes(name)),
      runId: given.find(({ name }) => name === 'workflow-runid')?.value,
    }
  },

  /** The same of a bulk request (rules `queue.bulk.retries`, `queue.bulk.new-random-run-ids` …). */
  bulkOverrides(how: Rerun, given: readonly GivenSetting[]): Overrides {
    return { ...queue.reruns.overrides(how, given), runId: undefined }
  },

  /** What a bulk request asks for (rule `queue.bulk.selection-in-query-or-body`). */
  selection: (request: Request): BulkSelection => ({
    ...selectionInQuery(request),
    ...selectionInBody(request),
  }),

  /** The entries that it selects (rules `queue.bulk.select-*`). */
  filter: ({ workflowRunId, ...selection }: Omit<BulkSelection, 'cursor'>): DeadLetterFilter => ({
    ...selection,
    workflowRunIdPrefix: workflowRunId,
  }),

  find(filter: DeadLetterFilter, from: PageFrom): Promise<Page<DeadLetter>> {
    return queue.store.deadLetters.page(filter, from)
  },

  /** Runs an entry again, once and for all; nothing when it is gone. */
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
    const { url, labels } = failed
    const { run } = await queue.runs.start({ id, url, start, configuration, labels, kept })
    if (kept.length > 0 || how === 'resume') await queue.reruns.resume(run, letter)
    else await queue.reruns.restart(run)
    return run
  },

  /** What becomes of the entry; says whether it may be run again (rule `queue.restart.entry-afterwards`). */
  release({ id }: DeadLetter): Promise<boolean> {
    return queue.store.deadLetters.remove(id)
  },

  /** The settings of the new run (rule `queue.restart.omitted-settings-reuse-the-original`). */
  configuration({ configuration }: Run, { settings }: Overrides): readonly GivenSetting[] {
    const isOverridden = (name: string) => settings.some((setting) => setting.name === name)
    return [...settings, ...configuration.filter(({ name }) => !isOverridden(name))]
  },

  /** What the new run starts with (rules `queue.restart.original-payload`, `…-configuration`). */
  start({ start }: Run, configuration: readonly GivenSetting[]): Instructions {
    return { ...start, ...queue.reading.configured(queue.reading.settings(configuration)) }
  },

  /** The steps that need not be made again (rules `queue.resume.keeps-step-results`, `queue.restart.discards-step-results`). */
  keptSteps(how: Rerun, { steps }: Run, { unsettled }: DeadLetter): readonly RawStep[] {
    if (how === 'restart') return []
    return steps.filter(({ messageId }) => unsettled.every(({ id }) => id !== messageId))
  },

  /** Has the first message of the new run delivered. */
  async restart(run: Run): Promise<void> {
    const { start, url } = run
    await queue.steps.sendStep(
      run,
      { ...initialStep(start.body), url },
      queue.runs.instructions(run, start),
    )
  },

  /** Has what was not settled delivered again (rule `queue.resume.only-failed-or-pending-steps-execute`). */
  async resume(run: Run, { unsettled, waiters }: DeadLetter): Promise<void> {
    for (const message of unsettled) {
      if (message.run === undefined) continue
      const { callType, info } = message.run
      const step = { callType, info, body: message.body, url: message.url }
      await queue.steps.sendStep(run, step, queue.reruns.resumedInstructions(run, message))
    }
    for (const waiter of waiters) await queue.reruns.resumeWait(run, waiter)
  },

  /** What of an unsettled message holds in the new run. */
  resumedInstructions(run: Run, message: Message): Instructions {
    const notBefore = Math.max(queue.clock.now(), message.notBefore)
    if (message.run?.callType === 'toCallback') return { ...instructionsOf(message), notBefore }
    const headers = { ...message.headers, ...queue.runs.headers(run) }
    return { ...queue.runs.instructions(run, { notBefore }), headers }
  },

  /** Has the new run wait for what the failed one waited for. */
  async resumeWait(run: Run, { eventId, deadline, step }: Waiter): Promise<void> {
    await queue.waiters.add(run, { eventId, deadline, step })
  },

  /** What is answered of the new run (rules `queue.restart.response`, `queue.resume.response`). */
  reference: ({ id, createdAt }: Run): RunReference => ({
    workflowRunId: id,
    workflowCreatedAt: createdAt,
  }),
})

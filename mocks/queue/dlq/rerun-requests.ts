// Requests to restart or resume one or many failed runs.

import type { components } from '#generated/queue.types.js'
import type { Request } from '../../http/message.js'
import type { Page, PageFrom } from '../lists/page.js'
import type { GivenSetting } from '../publish/settings.js'
import type { Queue } from '../queue.js'
import type { Run } from '../runs/run.js'
import { weightOf } from '../structures/weight.js'
import { selectionInBody, selectionInQuery, type BulkSelection } from './bulk-selection.js'
import { bulkList, type DeadLetter, type DeadLetterFilter } from './dead-letter.js'

export type RunReference = components['schemas']['RunReference']

export type Rerun = 'restart' | 'resume'

/** Differences of the new run from the failed one. */
export interface Overrides {
  readonly settings: readonly GivenSetting[]
  /** The id of the new run; random by default. */
  readonly runId?: string | undefined
}

/** The settings that a restart or a resume may override. */
const OVERRIDES = ['retries', 'flow-control-key', 'flow-control-value']

export const rerunRequests = (queue: Queue) => ({
  /** Reruns one entry; returns undefined if there is none. */
  async one(how: Rerun, dlqId: string, overrides: Overrides): Promise<RunReference | undefined> {
    const letter = await queue.store.deadLetters.get(dlqId)
    if (letter === undefined) return undefined
    return queue.admission.admit({ bytes: weightOf(letter) }, async () => {
      const run = await queue.reruns.entry(how, letter, overrides)
      return run && queue.reruns.reference(run)
    })
  },

  /** Reruns and deletes one page of entries (rule `queue.bulk.at-most-50-runs`). */
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
    // All or none, because a 429 does not list the runs that were started.
    return queue.admission.admit({ bytes: weightOf(items) }, async () => {
      const workflowRuns: RunReference[] = []
      for (const letter of items) {
        const run = await queue.reruns.entry(how, letter, overrides)
        if (run) workflowRuns.push(queue.reruns.reference(run))
      }
      return { ...rest, workflowRuns }
    })
  },

  /** Rules `queue.restart.retries`, `queue.resume.workflow-run-id` …. */
  overrides(_: Rerun, given: readonly GivenSetting[]): Overrides {
    return {
      settings: given.filter(({ name }) => OVERRIDES.includes(name)),
      runId: given.find(({ name }) => name === 'workflow-runid')?.value,
    }
  },

  /** Rules `queue.bulk.retries`, `queue.bulk.new-random-run-ids` …. */
  bulkOverrides(how: Rerun, given: readonly GivenSetting[]): Overrides {
    return { ...queue.reruns.overrides(how, given), runId: undefined }
  },

  /** Rule `queue.bulk.selection-in-query-or-body`. */
  selection: (request: Request): BulkSelection => ({
    ...selectionInQuery(request),
    ...selectionInBody(request),
  }),

  /** Rules `queue.bulk.select-*`. */
  filter: ({ workflowRunId, ...selection }: Omit<BulkSelection, 'cursor'>): DeadLetterFilter => ({
    ...selection,
    workflowRunIdPrefix: workflowRunId,
  }),

  find(filter: DeadLetterFilter, from: PageFrom): Promise<Page<DeadLetter>> {
    return queue.store.deadLetters.page(filter, from)
  },

  /** The response for one new run (rules `queue.restart.response`, `queue.resume.response`). */
  reference: ({ id, createdAt }: Run): RunReference => ({
    workflowRunId: id,
    workflowCreatedAt: createdAt,
  }),
})

// Requests to restart or resume failed runs, one run or many. A rerun is a restart or a resume.

import type { components } from '#generated/queue.types.js'
import type { Request } from '../../http/message.js'
import type { List, Page, PageFrom } from '../lists/page.js'
import type { GivenSetting } from '../publish/settings.js'
import type { Queue } from '../queue.js'
import type { Run } from '../runs/run.js'
import { weightOf } from '../structures/weight.js'
import { selectionInBody, selectionInQuery, type BulkSelection } from './bulk-selection.js'
import { bulkList, type DeadLetter, type DeadLetterFilter } from './dead-letter.js'

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

export const rerunRequests = (queue: Queue) => ({
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
})

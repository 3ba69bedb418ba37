// Faults of the heading Bulk restart and bulk resume.

import type { DeadLetter, DeadLetterFilter } from '../../queue/dlq/dead-letter.js'
import type { Queue } from '../../queue/queue.js'
import type { Overrides, Rerun } from '../../queue/dlq/reruns.js'
import { each, given, result } from '../written.js'
import { faults, type Replacements } from './fault.js'
import {
  afterFromDate,
  beforeToDate,
  datesInSeconds,
  forgetting,
  oneDate,
  paging,
  takenFrom,
} from './lists.js'
import { forbidden, inSeconds, withoutQuery } from './parts.js'
import { has, overlooked, without } from './rerun.js'

type BulkAnswer = Awaited<ReturnType<Queue['reruns']['bulk']>>
type BulkSelection = Parameters<Queue['reruns']['bulk']>[1]

/** Changes the response to a bulk request. */
const answering = (other: (answer: BulkAnswer) => BulkAnswer): Replacements => ({
  'reruns.bulk': result(other),
})

/** Handles every bulk request as a restart or as a resume. */
const always = (how: Rerun): Replacements => ({
  'reruns.bulk': given((_, ...asked) => [how, ...asked]),
})

/** Changes the overrides of a bulk request. */
const overriding = (other: (overrides: Overrides) => Overrides): Replacements => ({
  'reruns.bulkOverrides': result(other),
})

/** Adds a setting if another one is given without it. */
const adding = (beside: string, name: string, value: string) =>
  overriding((overrides) => {
    const isAdded = has(overrides, beside) && !has(overrides, name)
    const added = isAdded ? [{ spelled: name, name, value }] : []
    return { ...overrides, settings: [...overrides.settings, ...added] }
  })

/** Changes the filter of a bulk request. */
const selecting = (
  other: (filter: DeadLetterFilter) => Partial<DeadLetterFilter>,
): Replacements => ({ 'reruns.filter': result((filter) => ({ ...filter, ...other(filter) })) })

/** Applies some filters by `take`, to the entries that the other filters select. */
const taking = (
  names: readonly (keyof DeadLetterFilter)[],
  take: (letters: readonly DeadLetter[], filter: DeadLetterFilter) => DeadLetter[],
): Replacements => ({
  'reruns.find': (original) => (filter, from) => {
    const rest = Object.fromEntries(names.map((name) => [name, undefined]))
    return takenFrom(original, { ...filter, ...rest }, from, (letters) => take(letters, filter))
  },
})

/** Ignores a filter if a cursor is given. */
const cursorForgetting = (name: keyof BulkSelection): Replacements => ({
  'reruns.bulk': given((how, selection, ...rest) => [how, forgetting(selection, name), ...rest]),
})

const createdAt = ({ message: { workflowCreatedAt = 0 } }: DeadLetter) => workflowCreatedAt

const OPTIONAL = 'queue.bulk.selection-is-optional'
const DLQ_IDS = 'queue.bulk.select-dlq-ids'
const SINCE = 'queue.bulk.select-from-date-inclusive'
const TO_DATE = 'queue.bulk.select-to-date'
const UNTIL = 'queue.bulk.select-to-date-inclusive'
const DATES = ['queue.bulk.select-from-date', SINCE, TO_DATE, UNTIL] as const
const CREATED_AT = 'queue.bulk.select-workflow-created-at'
const RUN_ID = 'queue.bulk.select-workflow-run-id'
const RUN_ID_PREFIX = 'queue.bulk.select-workflow-run-id-prefix'
const URL_RULE = 'queue.bulk.select-workflow-url'
const KEY = 'queue.bulk.flow-control-key'
const RETRIES = 'queue.bulk.retries'
const ORIGINALS = 'queue.bulk.originals-reused-when-absent'
const RANDOM_IDS = 'queue.bulk.new-random-run-ids'
const CURSOR = 'queue.bulk.cursor-when-more-remain'
const NO_CURSOR = 'queue.bulk.no-cursor-when-all-were-processed'

export const bulkFaults = faults({
  'bulk-restart-resumes: bulk restart: resumes runs instead of restarting them': {
    breaks: ['queue.bulk.restart-creates-new-runs'],
    ...always('resume'),
  },
  'bulk-resume-restarts: bulk resume: restarts runs instead of resuming them': {
    breaks: ['queue.bulk.resume-creates-new-runs'],
    ...always('restart'),
  },
  'bulk-without-selection-takes-none: bulk restart/resume: selects no runs without a filter': {
    breaks: [OPTIONAL],
    ...selecting((filter) =>
      Object.values(filter).every((value) => value === undefined) ? { dlqIds: [] } : {},
    ),
  },
  'bulk-ignores-dlq-ids: bulk restart/resume: ignores dlqIds': {
    breaks: [DLQ_IDS],
    ...selecting(() => ({ dlqIds: undefined })),
  },
  'bulk-first-dlq-id-only: bulk restart/resume: uses only the first of several dlqIds': {
    breaks: [DLQ_IDS],
    blocks: [KEY, 'queue.bulk.flow-control-value', ORIGINALS, RETRIES],
    ...selecting(({ dlqIds }) => ({ dlqIds: dlqIds?.slice(0, 1) })),
  },
  'bulk-ignores-from-date: bulk restart/resume: ignores fromDate': {
    breaks: ['queue.bulk.select-from-date', SINCE],
    ...selecting(() => ({ fromDate: undefined })),
  },
  'bulk-ignores-to-date: bulk restart/resume: ignores toDate': {
    breaks: [TO_DATE, UNTIL],
    ...selecting(() => ({ toDate: undefined })),
  },
  'bulk-dates-of-creation: bulk restart/resume: filters dates by creation, not failure': {
    breaks: DATES,
    ...taking(['fromDate', 'toDate'], (letters, { fromDate = -Infinity, toDate = Infinity }) =>
      letters.filter((each) => createdAt(each) >= fromDate && createdAt(each) <= toDate),
    ),
  },
  'bulk-created-at-in-seconds: bulk restart/resume: ignores the ms of workflowCreatedAt': {
    breaks: [CREATED_AT],
    ...taking(['workflowCreatedAt'], (letters, { workflowCreatedAt: asked }) =>
      letters.filter(
        (each) => asked === undefined || inSeconds(createdAt(each)) === inSeconds(asked),
      ),
    ),
  },
  'bulk-newest-of-run-id: bulk restart/resume: of entries with one run id, takes 1': {
    breaks: [RUN_ID],
    ...taking([], (letters) => {
      const ids = letters.map(({ message }) => message.workflowRunId)
      return letters.filter((_, n) => ids.indexOf(ids[n]!) === n)
    }),
  },
  'bulk-skips-rerun-entries: bulk restart/resume: skips a DLQ entry that was rerun before': {
    breaks: ['queue.bulk.restart-creates-new-runs', 'queue.bulk.resume-creates-new-runs'],
    replace: () => {
      const made = new Set<string>()
      return {
        'reruns.release': () => async (letter) => {
          const isFirst = !made.has(letter.id)
          made.add(letter.id)
          return isFirst
        },
      }
    },
  },
  'bulk-from-date-exclusive: bulk restart/resume: excludes runs that failed at fromDate': {
    breaks: [SINCE],
    ...selecting(afterFromDate),
  },
  'bulk-to-date-exclusive: bulk restart/resume: excludes runs that failed at toDate': {
    breaks: [UNTIL],
    ...selecting(beforeToDate),
  },
  'bulk-dates-in-seconds: bulk restart/resume: reads fromDate and toDate as seconds': {
    breaks: [...DATES, OPTIONAL],
    ...selecting(datesInSeconds),
  },
  'bulk-run-id-disables-url: bulk restart/resume: ignores workflowUrl with workflowRunId': {
    breaks: [URL_RULE],
    ...selecting(({ workflowRunIdPrefix }) =>
      workflowRunIdPrefix === undefined ? {} : { workflowUrl: undefined },
    ),
  },
  'bulk-ignores-workflow-run-id: bulk restart/resume: ignores workflowRunId': {
    breaks: [RUN_ID, RUN_ID_PREFIX, CREATED_AT],
    ...selecting(() => ({ workflowRunIdPrefix: undefined })),
  },
  'bulk-run-id-not-by-prefix: bulk restart/resume: workflowRunId matches whole ids only': {
    breaks: [RUN_ID_PREFIX, URL_RULE],
    ...selecting(({ workflowRunIdPrefix }) => ({
      workflowRunIdPrefix: undefined,
      workflowRunId: workflowRunIdPrefix,
    })),
  },
  ...each(selecting, [URL_RULE], {
    'bulk-url-drops-trailing-slash: bulk restart/resume: drops the trailing / of workflowUrl': ({
      workflowUrl,
    }) => ({ workflowUrl: workflowUrl?.replace(/\/$/, '') }),
    'bulk-url-drops-query: bulk restart/resume: drops the query string of workflowUrl': ({
      workflowUrl,
    }) => ({
      workflowUrl: workflowUrl && withoutQuery(workflowUrl),
    }),
    'bulk-url-lower-cased: bulk restart/resume: converts workflowUrl to lower case': ({
      workflowUrl,
    }) => ({
      workflowUrl: workflowUrl?.toLowerCase(),
    }),
  }),
  ...each(selecting, [RUN_ID_PREFIX], {
    'bulk-run-id-lower-cased: bulk restart/resume: puts filter workflowRunId in lower case': (
      filter,
    ) => ({
      workflowRunIdPrefix: filter.workflowRunIdPrefix?.toLowerCase(),
    }),
    'bulk-run-id-underscore-as-dash: bulk restart/resume: replaces _ by - in workflowRunId': (
      filter,
    ) => ({
      workflowRunIdPrefix: filter.workflowRunIdPrefix?.replaceAll('_', '-'),
    }),
    'bulk-run-id-cut-at-percent: bulk restart/resume: cuts off workflowRunId at the first %': (
      filter,
    ) => ({
      workflowRunIdPrefix: filter.workflowRunIdPrefix?.replace(/%.*/s, ''),
    }),
  }),
  'bulk-run-id-disables-created-at: bulk restart/resume: ignores workflowCreatedAt with a run id': {
    breaks: [CREATED_AT],
    ...selecting(({ workflowRunIdPrefix }) =>
      workflowRunIdPrefix === undefined ? {} : { workflowCreatedAt: undefined },
    ),
  },
  'bulk-ignores-to-date-with-from-date: bulk restart/resume: ignores toDate if fromDate is set': {
    breaks: [TO_DATE],
    ...selecting(oneDate),
  },
  'bulk-ignores-workflow-created-at: bulk restart/resume: ignores workflowCreatedAt': {
    breaks: [CREATED_AT],
    ...selecting(() => ({ workflowCreatedAt: undefined })),
  },
  'bulk-flow-control-key-ignored: bulk restart/resume: ignores Svc-Flow-Control-Key': {
    breaks: [KEY],
    ...overriding(without('flow-control-key')),
  },
  'bulk-flow-control-value-ignored: bulk restart/resume: ignores Svc-Flow-Control-Value': {
    breaks: ['queue.bulk.flow-control-value'],
    ...overriding(without('flow-control-value')),
  },
  'bulk-cursor-drops-overrides: bulk restart/resume: ignores setting overrides with a cursor': {
    breaks: [KEY],
    'reruns.bulk': given((how, selection, overrides) => [
      how,
      selection,
      selection.cursor ? { settings: [] } : overrides,
    ]),
  },
  'bulk-retries-ignored: bulk restart/resume: ignores Svc-Retries': {
    breaks: [RETRIES],
    ...overriding(without('retries')),
  },
  ...Object.fromEntries(
    overlooked.map(([id, what, statement, other]) => [
      `bulk-ignores-${id}: bulk restart/resume: ignores ${what}`,
      { breaks: [`queue.bulk.${statement}`], ...overriding(other) },
    ]),
  ),
  'bulk-new-key-drops-value: bulk restart/resume: new flow-control key drops old limits': {
    breaks: [ORIGINALS],
    ...adding('flow-control-key', 'flow-control-value', 'parallelism=1000'),
  },
  'bulk-new-retries-drop-key: bulk restart/resume: new retries drop the flow-control key': {
    breaks: [ORIGINALS],
    ...adding('retries', 'flow-control-key', 'lost'),
  },
  'bulk-run-id-from-header: bulk restart/resume: takes the new run id from a header': {
    breaks: [RANDOM_IDS],
    'reruns.bulkOverrides': (_, queue) => (how, given) => queue.reruns.overrides(how, given),
  },
  'bulk-takes-51-runs: bulk restart/resume: processes up to 51 runs, not 50': {
    breaks: ['queue.bulk.at-most-50-runs'],
    ...paging('bulk')(() => 51),
  },
  'bulk-dlq-ids-without-maximum: bulk restart/resume: has no 50-run limit if dlqIds is set': {
    breaks: ['queue.bulk.at-most-50-runs'],
    'reruns.bulk': (original, queue) => async (how, selection, overrides) => {
      const { cursor, ...first } = await original(how, selection, overrides)
      if (cursor === undefined) return first
      if (selection.dlqIds === undefined) return { ...first, cursor }
      const rest = await queue.reruns.bulk(how, { ...selection, cursor }, overrides)
      return { workflowRuns: [...first.workflowRuns, ...rest.workflowRuns] }
    },
  },
  'bulk-no-cursor: bulk restart/resume: never returns a cursor': {
    breaks: [CURSOR, NO_CURSOR],
    ...answering(({ workflowRuns }) => ({ workflowRuns })),
  },
  'bulk-cursor-never-ends: bulk restart/resume: always returns a cursor': {
    breaks: [NO_CURSOR],
    ...answering((answer) => ({ cursor: '0-0', ...answer })),
  },
  'bulk-cursor-skips-run: bulk restart/resume: skips the first run of each next page': {
    breaks: [NO_CURSOR],
    'lists.page': (original) => async (list, asked, load) => {
      const page = await original(list, asked, load)
      const skips = list.name === 'bulk' && asked.cursor !== undefined
      return skips ? { ...page, items: page.items.slice(1) } : page
    },
  },
  'bulk-cursor-drops-filters: bulk restart/resume: filters next pages only by workflowUrl': {
    breaks: [CURSOR],
    'reruns.bulk': given((how, selection, overrides) => {
      const { cursor, workflowUrl } = selection
      return [how, cursor ? { cursor, workflowUrl } : selection, overrides]
    }),
  },
  ...each(cursorForgetting, [CURSOR], {
    'bulk-cursor-drops-workflow-run-id: bulk restart/resume: ignores workflowRunId on the next page':
      'workflowRunId',
    'bulk-cursor-drops-from-date: bulk restart/resume: ignores fromDate on the next page':
      'fromDate',
  }),
  'bulk-response-under-runs: bulk restart/resume: returns "runs", not "workflowRuns"': {
    breaks: ['queue.bulk.response'],
    ...answering(({ workflowRuns: runs, ...rest }) => forbidden({ ...rest, runs })),
  },
})

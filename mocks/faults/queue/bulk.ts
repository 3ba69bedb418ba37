// Faults of the heading Bulk restart and bulk resume.

import type { DeadLetter, DeadLetterFilter } from '../../queue/dlq/dead-letter.js'
import type { Queue } from '../../queue/queue.js'
import type { Overrides, Rerun } from '../../queue/dlq/reruns.js'
import { firstTime, given, prefixed, result, rows } from '../written.js'
import { breaking, faults, type Replacements } from './fault.js'
import { afterFromDate, beforeToDate, datesInSeconds, oneDate, paging, takenFrom } from './lists.js'
import { changing, forbidden, lowerCase, omitting, withoutQuery } from './parts.js'
import { has, without } from './rerun.js'

type BulkAnswer = Awaited<ReturnType<Queue['reruns']['bulk']>>

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
  'bulk-ids-without-cursor: bulk restart/resume: returns no cursor if dlqIds is set': {
    breaks: [CURSOR],
    'reruns.bulk': result(({ cursor, ...answer }, _, { dlqIds }) => ({
      ...answer,
      ...(cursor !== undefined && dlqIds === undefined && { cursor }),
    })),
  },
  ...prefixed('bulk', 'bulk restart/resume', {
    ...rows(selecting, {
      'without-selection-takes-none: selects no runs if no filter is set': [
        OPTIONAL,
        (filter) =>
          Object.values(filter).every((value) => value === undefined) ? { dlqIds: [] } : {},
      ],
      'ignores-dlq-ids: ignores the filter dlqIds': [DLQ_IDS, omitting('dlqIds')],
      'ignores-from-date: ignores the filter fromDate': [
        ['queue.bulk.select-from-date', SINCE],
        omitting('fromDate'),
      ],
      'ignores-to-date: ignores the filter toDate': [[TO_DATE, UNTIL], omitting('toDate')],
      'from-date-exclusive: excludes failures exactly at fromDate': [SINCE, afterFromDate],
      'to-date-exclusive: excludes failures exactly at toDate': [UNTIL, beforeToDate],
      'dates-in-seconds: reads fromDate and toDate as seconds': [
        [...DATES, OPTIONAL],
        datesInSeconds,
      ],
      'run-id-disables-url: ignores workflowUrl if a run id is set': [
        URL_RULE,
        ({ workflowRunIdPrefix }) =>
          workflowRunIdPrefix === undefined ? {} : { workflowUrl: undefined },
      ],
      'ignores-workflow-run-id: ignores the filter workflowRunId': [
        [RUN_ID, RUN_ID_PREFIX, CREATED_AT],
        omitting('workflowRunIdPrefix'),
      ],
      'run-id-not-by-prefix: does not match workflowRunId by prefix': [
        [RUN_ID_PREFIX, URL_RULE],
        ({ workflowRunIdPrefix }) => ({
          workflowRunIdPrefix: undefined,
          workflowRunId: workflowRunIdPrefix,
        }),
      ],
      'url-drops-query: drops the query string of workflowUrl': [
        URL_RULE,
        changing('workflowUrl', withoutQuery),
      ],
      'run-id-lower-cased: converts workflowRunId to lower case': [
        RUN_ID_PREFIX,
        changing('workflowRunIdPrefix', lowerCase),
      ],
      'ignores-to-date-with-from-date: ignores toDate if fromDate is set': [TO_DATE, oneDate],
      'ignores-workflow-created-at: ignores the filter workflowCreatedAt': [
        CREATED_AT,
        omitting('workflowCreatedAt'),
      ],
    }),
    'dates-of-creation: applies fromDate/toDate to run creation': {
      breaks: DATES,
      ...taking(['fromDate', 'toDate'], (letters, { fromDate = -Infinity, toDate = Infinity }) =>
        letters.filter((each) => createdAt(each) >= fromDate && createdAt(each) <= toDate),
      ),
    },
    'newest-of-run-id: uses only newest DLQ entry per run id': {
      breaks: [RUN_ID],
      ...taking([], (letters) => {
        const ids = letters.map(({ message }) => message.workflowRunId)
        return letters.filter((_, n) => ids.indexOf(ids[n]!) === n)
      }),
    },
    'skips-rerun-entries: skips runs restarted or resumed before': {
      breaks: ['queue.bulk.restart-creates-new-runs', 'queue.bulk.resume-creates-new-runs'],
      replace: (isFirst = firstTime()) => ({
        'reruns.release': () => async (letter) => isFirst(letter.id),
      }),
    },
    ...rows(overriding, {
      'flow-control-key-ignored: ignores Svc-Flow-Control-Key': [KEY, without('flow-control-key')],
      'flow-control-value-ignored: ignores Svc-Flow-Control-Value': [
        'queue.bulk.flow-control-value',
        without('flow-control-value'),
      ],
      'retries-ignored: ignores Svc-Retries': [RETRIES, without('retries')],
    }),
    'cursor-drops-overrides: ignores Svc-* settings on the next page': {
      breaks: [KEY],
      'reruns.bulk': given((how, selection, overrides) => [
        how,
        selection,
        selection.cursor ? { settings: [] } : overrides,
      ]),
    },
    'new-key-drops-value: new flow-control key drops old limits': {
      breaks: [ORIGINALS],
      ...overriding((overrides) => {
        const name = 'flow-control-value'
        const isAdded = has(overrides, 'flow-control-key') && !has(overrides, name)
        const added = isAdded ? [{ spelled: name, name, value: 'parallelism=1000' }] : []
        return { ...overrides, settings: [...overrides.settings, ...added] }
      }),
    },
    'run-id-from-header: takes the new run id from a header': {
      breaks: [RANDOM_IDS],
      'reruns.bulkOverrides': (_, queue) => (how, given) => queue.reruns.overrides(how, given),
    },
    ...breaking(['queue.bulk.at-most-50-runs'], {
      'takes-51-runs: processes up to 51 runs, not 50': paging('bulk')(() => 51),
      'dlq-ids-without-maximum: has no 50-run limit if dlqIds is set': {
        'reruns.bulk': (original, queue) => async (how, selection, overrides) => {
          const { cursor, ...first } = await original(how, selection, overrides)
          if (cursor === undefined) return first
          if (selection.dlqIds === undefined) return { ...first, cursor }
          const rest = await queue.reruns.bulk(how, { ...selection, cursor }, overrides)
          return { workflowRuns: [...first.workflowRuns, ...rest.workflowRuns] }
        },
      },
    }),
    'no-cursor: never returns a cursor': {
      breaks: [CURSOR, NO_CURSOR],
      ...answering(({ workflowRuns }) => ({ workflowRuns })),
    },
    'cursor-never-ends: always returns a cursor': {
      breaks: [NO_CURSOR],
      ...answering((answer) => ({ cursor: '0-0', ...answer })),
    },
    'cursor-skips-run: skips the first run of each next page': {
      breaks: [NO_CURSOR],
      'lists.page': (original) => async (list, asked, load) => {
        const page = await original(list, asked, load)
        const skips = list.name === 'bulk' && asked.cursor !== undefined
        return skips ? { ...page, items: page.items.slice(1) } : page
      },
    },
    'cursor-drops-filters: filters next pages only by workflowUrl': {
      breaks: [CURSOR],
      'reruns.bulk': given((how, selection, overrides) => {
        const { cursor, workflowUrl } = selection
        return [how, cursor ? { cursor, workflowUrl } : selection, overrides]
      }),
    },
    'response-under-runs: returns "runs", not "workflowRuns"': {
      breaks: ['queue.bulk.response'],
      ...answering(({ workflowRuns: runs, ...rest }) => forbidden({ ...rest, runs })),
    },
  }),
})

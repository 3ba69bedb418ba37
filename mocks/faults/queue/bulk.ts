// Mistakes under the heading: Bulk restart and bulk resume.

import type { DeadLetter, DeadLetterFilter } from '../../queue/dlq/dead-letter.js'
import type { Queue } from '../../queue/queue.js'
import type { Overrides, Rerun } from '../../queue/dlq/reruns.js'
import { each, given, result, shape } from '../written.js'
import { fault, type QueueFault, type Replacements } from './fault.js'
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

/** A server that answers bulk requests otherwise. */
const answering = shape((other: (answer: BulkAnswer) => BulkAnswer): Replacements => ({
  'reruns.bulk': result(other),
}))

/** A server that does one thing with all bulk requests. */
const always = shape((how: Rerun): Replacements => ({
  'reruns.bulk': given((_, ...asked) => [how, ...asked]),
}))

const overridden = (other: (overrides: Overrides) => Overrides): Replacements => ({
  'reruns.bulkOverrides': result(other),
})

/** A server that has bulk requests override something else. */
const overriding = shape(overridden)

/** A server that adds a setting to one that stands there without it. */
const adding = shape((beside: string, name: string, value: string) =>
  overridden((overrides) => {
    const isAdded = has(overrides, beside) && !has(overrides, name)
    const added = isAdded ? [{ spelled: name, name, value }] : []
    return { ...overrides, settings: [...overrides.settings, ...added] }
  }),
)

/** A server that selects the entries of a bulk request by another filter. */
const selecting = shape(
  (other: (filter: DeadLetterFilter) => Partial<DeadLetterFilter>): Replacements => ({
    'reruns.filter': result((filter) => ({ ...filter, ...other(filter) })),
  }),
)

/** A server that takes by itself what some filters do, of the entries that the rest selects. */
const taking = shape(
  (
    names: readonly (keyof DeadLetterFilter)[],
    take: (letters: readonly DeadLetter[], filter: DeadLetterFilter) => DeadLetter[],
  ): Replacements => ({
    'reruns.find': (original) => (filter, from) => {
      const rest = Object.fromEntries(names.map((name) => [name, undefined]))
      return takenFrom(original, { ...filter, ...rest }, from, (letters) => take(letters, filter))
    },
  }),
)

/** A server that has a selection forget something where there is a cursor. */
const cursorForgetting = shape((name: keyof BulkSelection): Replacements => ({
  'reruns.bulk': given((how, selection, ...rest) => [how, forgetting(selection, name), ...rest]),
}))

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

export const bulkFaults: readonly QueueFault[] = [
  always('a bulk restart resumes', ['queue.bulk.restart-creates-new-runs'], 'resume'),
  always('a bulk resume restarts', ['queue.bulk.resume-creates-new-runs'], 'restart'),
  selecting('a bulk request without a selection takes nothing', [OPTIONAL], (filter) =>
    Object.values(filter).every((value) => value === undefined) ? { dlqIds: [] } : {},
  ),
  selecting('a bulk request ignores ids of entries', [DLQ_IDS], () => ({ dlqIds: undefined })),
  selecting(
    'a bulk request takes the first of several ids of entries',
    { breaks: [DLQ_IDS], blocks: [KEY, 'queue.bulk.flow-control-value', ORIGINALS, RETRIES] },
    ({ dlqIds }) => ({ dlqIds: dlqIds?.slice(0, 1) }),
  ),
  selecting(
    'a bulk request ignores the date from which runs have failed',
    ['queue.bulk.select-from-date', SINCE],
    () => ({ fromDate: undefined }),
  ),
  selecting(
    'a bulk request ignores the date up to which runs have failed',
    [TO_DATE, UNTIL],
    () => ({ toDate: undefined }),
  ),
  taking(
    'a bulk request has runs fail when they are created',
    DATES,
    ['fromDate', 'toDate'],
    (letters, { fromDate = -Infinity, toDate = Infinity }) =>
      letters.filter((each) => createdAt(each) >= fromDate && createdAt(each) <= toDate),
  ),
  taking(
    'a bulk request compares the seconds in which runs were created',
    [CREATED_AT],
    ['workflowCreatedAt'],
    (letters, { workflowCreatedAt: asked }) =>
      letters.filter(
        (each) => asked === undefined || inSeconds(createdAt(each)) === inSeconds(asked),
      ),
  ),
  taking('a bulk request takes the newest run of each run id', [RUN_ID], [], (letters) => {
    const ids = letters.map(({ message }) => message.workflowRunId)
    return letters.filter((_, n) => ids.indexOf(ids[n]!) === n)
  }),
  fault(
    'a bulk request leaves out what stays in the DLQ and has been run again',
    ['queue.bulk.restart-creates-new-runs', 'queue.bulk.resume-creates-new-runs'],
    () => {
      const made = new Set<string>()
      return {
        'reruns.release': () => async (letter) => {
          const isFirst = !made.has(letter.id)
          made.add(letter.id)
          return isFirst
        },
      }
    },
  ),
  selecting('a bulk request leaves out what failed on its first date', [SINCE], afterFromDate),
  selecting('a bulk request leaves out what failed on its last date', [UNTIL], beforeToDate),
  selecting('a bulk request takes its dates for seconds', [...DATES, OPTIONAL], datesInSeconds),
  selecting('a bulk request for run ids ignores the URL', [URL_RULE], ({ workflowRunIdPrefix }) =>
    workflowRunIdPrefix === undefined ? {} : { workflowUrl: undefined },
  ),
  selecting('a bulk request ignores the run id', [RUN_ID, RUN_ID_PREFIX, CREATED_AT], () => ({
    workflowRunIdPrefix: undefined,
  })),
  selecting(
    'a bulk request takes whole run ids alone',
    [RUN_ID_PREFIX, URL_RULE],
    ({ workflowRunIdPrefix }) => ({
      workflowRunIdPrefix: undefined,
      workflowRunId: workflowRunIdPrefix,
    }),
  ),
  ...each(selecting, [URL_RULE], {
    'a bulk request takes a URL for another one that differs in a slash at its end': ({
      workflowUrl,
    }) => ({ workflowUrl: workflowUrl?.replace(/\/$/, '') }),
    'a bulk request takes a URL for another one that differs in its query': ({ workflowUrl }) => ({
      workflowUrl: workflowUrl && withoutQuery(workflowUrl),
    }),
    'a bulk request takes a URL for another one that differs in the case of its letters': ({
      workflowUrl,
    }) => ({ workflowUrl: workflowUrl?.toLowerCase() }),
  }),
  ...each(selecting, [RUN_ID_PREFIX], {
    'a bulk request takes run ids in small letters for those in capitals': (filter) => ({
      workflowRunIdPrefix: filter.workflowRunIdPrefix?.toLowerCase(),
    }),
    'a bulk request has _ in the beginning of a run id stand for any character': (filter) => ({
      workflowRunIdPrefix: filter.workflowRunIdPrefix?.replaceAll('_', '-'),
    }),
    'a bulk request has a run id end with its first %': (filter) => ({
      workflowRunIdPrefix: filter.workflowRunIdPrefix?.replace(/%.*/s, ''),
    }),
  }),
  selecting(
    'a bulk request for run ids ignores when runs were created',
    [CREATED_AT],
    ({ workflowRunIdPrefix }) =>
      workflowRunIdPrefix === undefined ? {} : { workflowCreatedAt: undefined },
  ),
  selecting('a bulk request ignores its last date beside its first', [TO_DATE], oneDate),
  selecting('a bulk request ignores when runs were created', [CREATED_AT], () => ({
    workflowCreatedAt: undefined,
  })),
  overriding('a bulk request ignores another flow-control key', [KEY], without('flow-control-key')),
  overriding(
    'a bulk request ignores another flow-control value',
    ['queue.bulk.flow-control-value'],
    without('flow-control-value'),
  ),
  fault('a bulk request with a cursor overrides nothing', [KEY], {
    'reruns.bulk': given((how, selection, overrides) => [
      how,
      selection,
      selection.cursor ? { settings: [] } : overrides,
    ]),
  }),
  overriding('a bulk request ignores other retries', [RETRIES], without('retries')),
  ...overlooked.map(([what, statement, other]) =>
    overriding(`a bulk request ignores ${what}`, [`queue.bulk.${statement}`], other),
  ),
  adding(
    'a bulk request with another flow-control key loses the limit of before',
    [ORIGINALS],
    'flow-control-key',
    'flow-control-value',
    'parallelism=1000',
  ),
  adding(
    'a bulk request with other retries loses the key of before',
    [ORIGINALS],
    'retries',
    'flow-control-key',
    'lost',
  ),
  fault('a bulk request gives its runs the id that a header asks for', [RANDOM_IDS], {
    'reruns.bulkOverrides': (_, queue) => (how, given) => queue.reruns.overrides(how, given),
  }),
  paging('bulk')('a bulk request takes 51 runs', ['queue.bulk.at-most-50-runs'], () => 51),
  fault('a bulk request takes as many runs as it has ids', ['queue.bulk.at-most-50-runs'], {
    'reruns.bulk': (original, queue) => async (how, selection, overrides) => {
      const { cursor, ...first } = await original(how, selection, overrides)
      if (cursor === undefined) return first
      if (selection.dlqIds === undefined) return { ...first, cursor }
      const rest = await queue.reruns.bulk(how, { ...selection, cursor }, overrides)
      return { workflowRuns: [...first.workflowRuns, ...rest.workflowRuns] }
    },
  }),
  answering(
    'a bulk request leaves no cursor to what remains',
    [CURSOR, NO_CURSOR],
    ({ workflowRuns }) => ({ workflowRuns }),
  ),
  answering('the cursor of a bulk request never ends', [NO_CURSOR], (answer) => ({
    cursor: '0-0',
    ...answer,
  })),
  fault('the cursor of a bulk request skips a run', [NO_CURSOR], {
    'lists.page': (original) => async (list, asked, load) => {
      const page = await original(list, asked, load)
      const skips = list.name === 'bulk' && asked.cursor !== undefined
      return skips ? { ...page, items: page.items.slice(1) } : page
    },
  }),
  fault('the cursor of a bulk request forgets all of the selection but its URL', [CURSOR], {
    'reruns.bulk': given((how, selection, overrides) => {
      const { cursor, workflowUrl } = selection
      return [how, cursor ? { cursor, workflowUrl } : selection, overrides]
    }),
  }),
  ...each(cursorForgetting, [CURSOR], {
    'the cursor of a bulk request forgets workflowRunId': 'workflowRunId',
    'the cursor of a bulk request forgets fromDate': 'fromDate',
  }),
  answering(
    'what is answered to a bulk request has its runs under "runs"',
    ['queue.bulk.response'],
    ({ workflowRuns: runs, ...rest }) => forbidden({ ...rest, runs }),
  ),
]

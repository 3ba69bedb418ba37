// Mistakes under the heading: Bulk restart and bulk resume.

import type { DeadLetter, DeadLetterFilter } from '../../queue/dlq/dead-letter.js'
import type { Queue } from '../../queue/queue.js'
import type { Overrides, Rerun } from '../../queue/dlq/reruns.js'
import type { QueueFault, Replacements } from './fault.js'
import { forgetting, paging, takenFrom } from './lists.js'
import { forbidden, given, result } from './parts.js'
import { overlooked, selecting, without } from './rerun.js'

type BulkAnswer = Awaited<ReturnType<Queue['reruns']['bulk']>>

/** A server that answers bulk requests otherwise. */
const answering = (other: (answer: BulkAnswer) => BulkAnswer): Replacements =>
  result('reruns', 'bulk', other)

/** A server that does one thing with all bulk requests. */
const always = (how: Rerun): Replacements =>
  given('reruns', 'bulk', (_, ...asked) => [how, ...asked])

/** A server that has bulk requests override something else. */
const overriding = (other: (overrides: Overrides) => Overrides): Replacements =>
  result('reruns', 'bulkOverrides', other)

/** A server that adds a setting to one that stands there without it. */
const adding = (beside: string, name: string, value: string) =>
  overriding(({ settings, ...rest }) => {
    const names = settings.map((setting) => setting.name)
    const isAdded = names.includes(beside) && !names.includes(name)
    const added = isAdded ? [{ spelled: name, name, value }] : []
    return { ...rest, settings: [...settings, ...added] }
  })

/** A server that does not see a parameter. */
const ignoring = (name: keyof DeadLetterFilter) =>
  selecting((filter) => ({ ...filter, [name]: undefined }))

/** A server that takes by itself what some filters do, of the entries that the rest selects. */
const taking = (
  names: readonly (keyof DeadLetterFilter)[],
  take: (letters: readonly DeadLetter[], filter: DeadLetterFilter) => DeadLetter[],
): Replacements => ({
  reruns: {
    find: (original) => (filter, from) => {
      const rest = Object.fromEntries(names.map((name) => [name, undefined]))
      return takenFrom(original, { ...filter, ...rest }, from, (letters) => take(letters, filter))
    },
  },
})

const createdAt = ({ message: { workflowCreatedAt = 0 } }: DeadLetter) => workflowCreatedAt

const moved = (moment: number | undefined, milliseconds: number) =>
  moment === undefined ? undefined : moment + milliseconds

const inSeconds = (moment: number | undefined) => (moment === undefined ? undefined : moment * 1000)

/** How URLs can differ, and what a server makes of them that does not see it. */
const spellings: readonly (readonly [what: string, other: (url: string) => string])[] = [
  ['a slash at its end', (url) => url.replace(/\/$/, '')],
  ['its query', (url) => url.replace(/\?.*/s, '')],
  ['the case of its letters', (url) => url.toLowerCase()],
]

export const bulkFaults: readonly QueueFault[] = [
  {
    name: 'a bulk restart resumes',
    breaks: ['queue.bulk.restart-creates-new-runs'],
    replace: always('resume'),
  },
  {
    name: 'a bulk resume restarts',
    breaks: ['queue.bulk.resume-creates-new-runs'],
    replace: always('restart'),
  },
  {
    name: 'a bulk request without a selection takes nothing',
    breaks: ['queue.bulk.selection-is-optional'],
    replace: selecting((filter) =>
      Object.values(filter).every((value) => value === undefined)
        ? { ...filter, dlqIds: [] }
        : filter,
    ),
  },
  {
    name: 'a bulk request ignores ids of entries',
    breaks: ['queue.bulk.select-dlq-ids'],
    replace: ignoring('dlqIds'),
  },
  {
    name: 'a bulk request takes the first of several ids of entries',
    breaks: ['queue.bulk.select-dlq-ids'],
    blocks: [
      'queue.bulk.flow-control-key',
      'queue.bulk.flow-control-value',
      'queue.bulk.originals-reused-when-absent',
      'queue.bulk.retries',
    ],
    replace: selecting(({ dlqIds, ...filter }) => ({ ...filter, dlqIds: dlqIds?.slice(0, 1) })),
  },
  {
    name: 'a bulk request ignores the date from which runs have failed',
    breaks: ['queue.bulk.select-from-date', 'queue.bulk.select-from-date-inclusive'],
    replace: ignoring('fromDate'),
  },
  {
    name: 'a bulk request ignores the date up to which runs have failed',
    breaks: ['queue.bulk.select-to-date', 'queue.bulk.select-to-date-inclusive'],
    replace: ignoring('toDate'),
  },
  {
    name: 'a bulk request has runs fail when they are created',
    breaks: [
      'queue.bulk.select-from-date',
      'queue.bulk.select-from-date-inclusive',
      'queue.bulk.select-to-date',
      'queue.bulk.select-to-date-inclusive',
    ],
    replace: taking(
      ['fromDate', 'toDate'],
      (letters, { fromDate = -Infinity, toDate = Infinity }) =>
        letters.filter((each) => createdAt(each) >= fromDate && createdAt(each) <= toDate),
    ),
  },
  {
    name: 'a bulk request compares the seconds in which runs were created',
    breaks: ['queue.bulk.select-workflow-created-at'],
    replace: taking(['workflowCreatedAt'], (letters, { workflowCreatedAt: asked }) =>
      letters.filter(
        (each) =>
          asked === undefined || Math.floor(createdAt(each) / 1000) === Math.floor(asked / 1000),
      ),
    ),
  },
  {
    name: 'a bulk request takes the newest run of each run id',
    breaks: ['queue.bulk.select-workflow-run-id'],
    replace: taking([], (letters) => {
      const ids = letters.map(({ message }) => message.workflowRunId)
      return letters.filter((_, n) => ids.indexOf(ids[n]!) === n)
    }),
  },
  {
    name: 'a bulk request leaves out what stays in the DLQ and has been run again',
    breaks: ['queue.bulk.restart-creates-new-runs', 'queue.bulk.resume-creates-new-runs'],
    replace: () => {
      const made = new Set<string>()
      return {
        reruns: {
          release:
            () =>
            async ({ id }) => {
              const isFirst = !made.has(id)
              made.add(id)
              return isFirst
            },
        },
      }
    },
  },
  {
    name: 'a bulk request leaves out what failed on its first date',
    breaks: ['queue.bulk.select-from-date-inclusive'],
    replace: selecting(({ fromDate, ...filter }) => ({ ...filter, fromDate: moved(fromDate, 1) })),
  },
  {
    name: 'a bulk request leaves out what failed on its last date',
    breaks: ['queue.bulk.select-to-date-inclusive'],
    replace: selecting(({ toDate, ...filter }) => ({ ...filter, toDate: moved(toDate, -1) })),
  },
  {
    name: 'a bulk request takes its dates for seconds',
    breaks: [
      'queue.bulk.select-from-date',
      'queue.bulk.select-from-date-inclusive',
      'queue.bulk.select-to-date',
      'queue.bulk.select-to-date-inclusive',
      'queue.bulk.selection-is-optional',
    ],
    replace: selecting(({ fromDate, toDate, ...filter }) => ({
      ...filter,
      fromDate: inSeconds(fromDate),
      toDate: inSeconds(toDate),
    })),
  },
  {
    name: 'a bulk request for run ids ignores the URL',
    breaks: ['queue.bulk.select-workflow-url'],
    replace: selecting(({ workflowUrl, ...filter }) =>
      filter.workflowRunIdPrefix === undefined ? { ...filter, workflowUrl } : filter,
    ),
  },
  {
    name: 'a bulk request ignores the run id',
    breaks: [
      'queue.bulk.select-workflow-run-id',
      'queue.bulk.select-workflow-run-id-prefix',
      'queue.bulk.select-workflow-created-at',
    ],
    replace: ignoring('workflowRunIdPrefix'),
  },
  {
    name: 'a bulk request takes whole run ids alone',
    breaks: ['queue.bulk.select-workflow-run-id-prefix', 'queue.bulk.select-workflow-url'],
    replace: selecting(({ workflowRunIdPrefix: workflowRunId, ...filter }) => ({
      ...filter,
      workflowRunId,
    })),
  },
  ...spellings.map(([what, other]): QueueFault => ({
    name: `a bulk request takes a URL for another one that differs in ${what}`,
    breaks: ['queue.bulk.select-workflow-url'],
    replace: selecting(({ workflowUrl, ...filter }) => ({
      ...filter,
      workflowUrl: workflowUrl && other(workflowUrl),
    })),
  })),
  {
    name: 'a bulk request takes run ids in small letters for those in capitals',
    breaks: ['queue.bulk.select-workflow-run-id-prefix'],
    replace: selecting(({ workflowRunIdPrefix, ...filter }) => ({
      ...filter,
      workflowRunIdPrefix: workflowRunIdPrefix?.toLowerCase(),
    })),
  },
  {
    name: 'a bulk request has _ in the beginning of a run id stand for any character',
    breaks: ['queue.bulk.select-workflow-run-id-prefix'],
    replace: selecting(({ workflowRunIdPrefix, ...filter }) => ({
      ...filter,
      workflowRunIdPrefix: workflowRunIdPrefix?.replaceAll('_', '-'),
    })),
  },
  {
    name: 'a bulk request has a run id end with its first %',
    breaks: ['queue.bulk.select-workflow-run-id-prefix'],
    replace: selecting(({ workflowRunIdPrefix, ...filter }) => ({
      ...filter,
      workflowRunIdPrefix: workflowRunIdPrefix?.replace(/%.*/s, ''),
    })),
  },
  {
    name: 'a bulk request for run ids ignores when runs were created',
    breaks: ['queue.bulk.select-workflow-created-at'],
    replace: selecting(({ workflowCreatedAt, ...filter }) =>
      filter.workflowRunIdPrefix === undefined ? { ...filter, workflowCreatedAt } : filter,
    ),
  },
  {
    name: 'a bulk request ignores its last date beside its first',
    breaks: ['queue.bulk.select-to-date'],
    replace: selecting(({ toDate, ...filter }) =>
      filter.fromDate === undefined ? { ...filter, toDate } : filter,
    ),
  },
  {
    name: 'a bulk request ignores when runs were created',
    breaks: ['queue.bulk.select-workflow-created-at'],
    replace: ignoring('workflowCreatedAt'),
  },
  {
    name: 'a bulk request ignores another flow-control key',
    breaks: ['queue.bulk.flow-control-key'],
    replace: overriding(without('flow-control-key')),
  },
  {
    name: 'a bulk request ignores another flow-control value',
    breaks: ['queue.bulk.flow-control-value'],
    replace: overriding(without('flow-control-value')),
  },
  {
    name: 'a bulk request with a cursor overrides nothing',
    breaks: ['queue.bulk.flow-control-key'],
    replace: given('reruns', 'bulk', (how, selection, overrides) => [
      how,
      selection,
      selection.cursor ? { settings: [] } : overrides,
    ]),
  },
  {
    name: 'a bulk request ignores other retries',
    breaks: ['queue.bulk.retries'],
    replace: overriding(without('retries')),
  },
  ...overlooked.map(([what, statement, other]): QueueFault => ({
    name: `a bulk request ignores ${what}`,
    breaks: [`queue.bulk.${statement}`],
    replace: overriding(other),
  })),
  {
    name: 'a bulk request with another flow-control key loses the limit of before',
    breaks: ['queue.bulk.originals-reused-when-absent'],
    replace: adding('flow-control-key', 'flow-control-value', 'parallelism=1000'),
  },
  {
    name: 'a bulk request with other retries loses the key of before',
    breaks: ['queue.bulk.originals-reused-when-absent'],
    replace: adding('retries', 'flow-control-key', 'lost'),
  },
  {
    name: 'a bulk request gives its runs the id that a header asks for',
    breaks: ['queue.bulk.new-random-run-ids'],
    replace: {
      reruns: {
        bulkOverrides:
          (_, queue) =>
          (...asked) =>
            queue.reruns.overrides(...asked),
      },
    },
  },
  {
    name: 'a bulk request takes 51 runs',
    breaks: ['queue.bulk.at-most-50-runs'],
    replace: paging('bulk', () => 51),
  },
  {
    name: 'a bulk request takes as many runs as it has ids',
    breaks: ['queue.bulk.at-most-50-runs'],
    replace: {
      reruns: {
        bulk: (original, queue) => async (how, selection, overrides) => {
          const { cursor, ...first } = await original(how, selection, overrides)
          if (cursor === undefined) return first
          if (selection.dlqIds === undefined) return { ...first, cursor }
          const rest = await queue.reruns.bulk(how, { ...selection, cursor }, overrides)
          return { workflowRuns: [...first.workflowRuns, ...rest.workflowRuns] }
        },
      },
    },
  },
  {
    name: 'a bulk request leaves no cursor to what remains',
    breaks: ['queue.bulk.cursor-when-more-remain', 'queue.bulk.no-cursor-when-all-were-processed'],
    replace: answering(({ workflowRuns }) => ({ workflowRuns })),
  },
  {
    name: 'the cursor of a bulk request never ends',
    breaks: ['queue.bulk.no-cursor-when-all-were-processed'],
    replace: answering((answer) => ({ cursor: '0-0', ...answer })),
  },
  {
    name: 'the cursor of a bulk request skips a run',
    breaks: ['queue.bulk.no-cursor-when-all-were-processed'],
    replace: {
      lists: {
        page:
          (original) =>
          async (list, asked, ...how) => {
            const page = await original(list, asked, ...how)
            const skips = list.name === 'bulk' && asked.cursor !== undefined
            return skips ? { ...page, items: page.items.slice(1) } : page
          },
      },
    },
  },
  {
    name: 'the cursor of a bulk request forgets all of the selection but its URL',
    breaks: ['queue.bulk.cursor-when-more-remain'],
    replace: {
      reruns: {
        bulk:
          (original) =>
          (how, { cursor, ...selection }, overrides) => {
            const { workflowUrl } = selection
            return original(how, cursor ? { cursor, workflowUrl } : selection, overrides)
          },
      },
    },
  },
  ...(['workflowRunId', 'fromDate'] as const).map((name): QueueFault => ({
    name: `the cursor of a bulk request forgets ${name}`,
    breaks: ['queue.bulk.cursor-when-more-remain'],
    replace: given('reruns', 'bulk', (how, selection, overrides) => [
      how,
      forgetting(selection, name),
      overrides,
    ]),
  })),
  {
    name: 'what is answered to a bulk request has its runs under "runs"',
    breaks: ['queue.bulk.response'],
    replace: answering(({ workflowRuns: runs, ...rest }) => forbidden({ ...rest, runs })),
  },
]

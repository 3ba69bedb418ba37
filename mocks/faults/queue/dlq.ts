// Faults of the heading DLQ.

import type { DeadLetter, DlqMessage } from '../../queue/dlq/dead-letter.js'
import type { Queue } from '../../queue/queue.js'
import { refuse } from '../../queue/refusal.js'
import { OtherStatus } from '../../queue/route.js'
import { each, kebab, result } from '../written.js'
import { breaking, faults, type Replacements } from './fault.js'
import {
  afterFromDate,
  asMany,
  asking,
  beforeToDate,
  byDefault,
  ignoring,
  oneDate,
  paging,
} from './lists.js'
import { forbidden, keeping, omitting } from './parts.js'

const filtering = asking('dlq')
const sizing = paging('dlq')

/** Adds more entries for a failed run: `more` returns their number. */
const placing = (more: (...failed: Parameters<Queue['dlq']['bury']>) => number): Replacements => ({
  'dlq.bury': (original) => async (ended, message, outcome) => {
    for (let n = more(ended, message, outcome); n > 0; n--) await original(ended, message, outcome)
    return original(ended, message, outcome)
  },
})

/** Changes fields of the entry that GET returns. */
const reading = (change: (letter: DlqMessage) => object): Replacements => ({
  'dlq.get': result((letter) => letter && forbidden({ ...letter, ...change(letter) })),
})

/** Returns the newest entry of a run id. */
const newestOf = async (queue: Queue, workflowRunId: string | undefined) =>
  (await queue.dlq.list({ workflowRunId, count: '1' })).messages[0]

const PLACED = 'queue.dlq.failed-run-is-placed'
const GET = 'queue.dlq.get-returns-one-message'
const ABSENT = 'queue.dlq.get-absent-is-404'
const DELETE_ABSENT = 'queue.dlq.delete-absent-is-404'
const REMOVES = 'queue.dlq.delete-removes-the-entry'
const SINCE = 'queue.dlq.filter-from-date-inclusive'
const UNTIL = 'queue.dlq.filter-to-date-inclusive'
const DLQ_ID = 'queue.dlq-message.dlq-id'
const COUNT = 'queue.dlq.count'

export const dlqFaults = faults({
  'dlq-lacks-later-step-failures: DLQ: lacks runs that fail in step 2 or later': {
    breaks: [PLACED],
    blocks: [
      'queue.bulk.resume-creates-new-runs',
      'queue.resume.code-changes-after-the-failed-step',
      'queue.resume.keeps-step-results',
    ],
    'dlq.add': (original, queue) => async (letter) => {
      const run = await queue.store.runs.get(letter.runKey)
      if (run?.steps.length === 1) return original(letter)
      return { ...letter, id: '0-0', sequence: 0 }
    },
  },
  'dlq-entry-per-retry: DLQ: adds one more entry for each delivery retry of a run': {
    breaks: [PLACED, 'queue.bulk.no-cursor-when-all-were-processed'],
    ...placing((_, { retries }) => retries),
  },
  'dlq-get-returns-latest: DLQ entry GET: returns the newest entry for every dlqId': {
    breaks: [GET, DLQ_ID],
    'dlq.get': (original, queue) => async (id) => {
      if ((await original(id)) === undefined) return undefined
      return (await queue.dlq.list({})).messages[0]
    },
  },
  'dlq-list-under-items: DLQ list: returns "items" instead of "messages"': {
    breaks: ['queue.dlq.list-response'],
    'dlq.list': result(({ messages, ...rest }) => forbidden({ ...rest, items: messages })),
  },
  'dlq-get-absent-as-empty: DLQ entry GET: returns an empty entry for an unknown id': {
    breaks: [GET, ABSENT],
    'dlq.get': result((right) => right ?? ({ messageId: '' } as DlqMessage)),
  },
  'dlq-absent-400: DLQ entry GET and DELETE: return HTTP 400 for an unknown id': {
    breaks: [ABSENT, DELETE_ABSENT],
    'dlq.absent': () => () => refuse(400, 'bad id'),
  },
  'dlq-delete-absent-200: DLQ entry DELETE: returns HTTP 200 for an unknown id': {
    breaks: [DELETE_ABSENT],
    'dlq.remove': result((right) => right || true),
  },
  'dlq-twice-with-failure-callback: DLQ: adds two entries for a run with a failure callback': {
    breaks: [PLACED, 'queue.bulk.select-workflow-run-id'],
    ...placing(({ run }) => (run.start.failureCallback ? 1 : 0)),
  },
  'dlq-list-one-entry-per-run-id: DLQ list: shows only one entry per run id': {
    breaks: [PLACED],
    // Its scenarios need all entries of one run id.
    blocks: ['queue.bulk.select-workflow-run-id'],
    'dlq.list': result(({ messages, ...rest }) => {
      const ids = messages.map(({ workflowRunId }) => workflowRunId)
      return {
        ...rest,
        messages: messages.filter((each, n) => ids.indexOf(each.workflowRunId) === n),
      }
    }),
  },
  ...breaking([PLACED], {
    'dlq-canceled-run-added: DLQ: adds an entry for a canceled run': {
      'endings.conclude': (original, queue) => async (run, ending) => {
        const ended = await original(run, ending)
        const [step] = run.steps
        if (ended && step && ending.state === 'RUN_CANCELED') {
          const { callType, info } = step
          const part = { runKey: run.key, callType, info }
          const message = queue.steps.message(run.url, part, run.start)
          await queue.dlq.bury(ended, message, forbidden({ kind: 'unanswered' }))
        }
        return ended
      },
    },
  }),
  ...each(reading, [GET], {
    'dlq-get-lacks-header-and-created-at: DLQ entry GET: omits "header" and "createdAt"': omitting(
      'header',
      'createdAt',
    ),
    'dlq-get-method-always-post: DLQ entry GET: always returns POST as "method"': () => ({
      method: 'POST',
    }),
  }),
  ...breaking([DLQ_ID], {
    'dlq-get-newest-of-run-id: DLQ entry GET: returns the newest entry of the same run id': {
      'dlq.get': (original, queue) => async (id) => {
        const letter = await original(id)
        return letter && (await newestOf(queue, letter.workflowRunId))
      },
    },
    'dlq-delete-all-of-run-id: DLQ entry DELETE: deletes all entries of the same run id': {
      'dlq.remove': (_, queue) => async (id) => {
        const { deadLetters } = queue.store
        const letter = await deadLetters.get(id)
        const { workflowRunId } = letter?.message ?? {}
        const { items } = await deadLetters.page({ workflowRunId }, { limit: 100 })
        if (letter) for (const each of items) await deadLetters.remove(each.id)
        return letter !== undefined
      },
    },
  }),
  'dlq-get-by-run-id: DLQ entry GET: accepts a run id instead of a dlqId': {
    breaks: [ABSENT],
    'dlq.get': (original, queue) => async (id) =>
      (await original(id)) ?? (await newestOf(queue, id)),
  },
  ...ignoring('dlq', (name) => `dlq-ignores-${kebab(name)}: DLQ list: ignores the filter ${name}`, {
    fromDate: { blocks: [SINCE] },
    toDate: { blocks: [UNTIL] },
    workflowUrl: { blocks: [COUNT, 'queue.pagination.*'] },
  }),
  'dlq-ignores-to-date-with-from-date: DLQ list: ignores toDate if fromDate is set': {
    breaks: ['queue.dlq.filter-to-date'],
    ...filtering(oneDate),
  },
  'dlq-failed-callback-as-success: failureCallbackInfo: reports a failure as CALLBACK_SUCCESS': {
    breaks: ['queue.dlq.filter-failure-callback-state'],
    'failureCallback.state': () => (_, again) =>
      again === undefined ? 'CALLBACK_SUCCESS' : 'CALLBACK_INPROGRESS',
  },
  'dlq-from-date-exclusive: DLQ list: excludes an entry that failed exactly at fromDate': {
    breaks: [SINCE],
    ...filtering(afterFromDate),
  },
  'dlq-to-date-exclusive: DLQ list: excludes an entry that failed exactly at toDate': {
    breaks: [UNTIL],
    ...filtering(beforeToDate),
  },
  'dlq-count-ignored: DLQ list: ignores "count"': {
    breaks: [COUNT],
    blocks: ['queue.pagination.cursor-continues'],
    ...sizing(() => 100),
  },
  ...each(sizing, ['queue.dlq.count-default-100'], {
    'dlq-count-default-10: DLQ list: returns 10 entries by default, not 100': byDefault(10),
  }),
  ...each(sizing, ['queue.dlq.count-maximum-100'], {
    'dlq-count-over-maximum: DLQ list: accepts a "count" above the maximum of 100': asMany,
  }),
  'dlq-delete-does-nothing: DLQ entry DELETE: returns HTTP 200 but keeps the entry': {
    breaks: [REMOVES],
    'dlq.remove': (_, queue) => async (id) => (await queue.dlq.get(id)) !== undefined,
  },
  'dlq-deleted-back-after-callback: DLQ entry DELETE: a failure callback restores the entry': {
    breaks: [REMOVES],
    replace: keeping('deadLetters')((deadLetters, deleted = new Map<string, DeadLetter>()) => ({
      async remove(id) {
        const letter = await deadLetters.get(id)
        if (letter) deleted.set(id, letter)
        return deadLetters.remove(id)
      },
      async setCallback(id, info) {
        const letter = deleted.get(id)
        if (letter) await deadLetters.add(letter)
        await deadLetters.setCallback(id, info)
      },
    })),
  },
  'dlq-delete-whole-workflow: DLQ entry DELETE: deletes all entries of the same workflow': {
    breaks: [REMOVES, DLQ_ID],
    'dlq.remove': (original, queue) => async (id) => {
      const letter = await queue.store.deadLetters.get(id)
      const filter = { workflowUrl: letter?.message.workflowUrl }
      const { items } = await queue.store.deadLetters.page(filter, { limit: 100 })
      if (letter) for (const each of items) await original(each.id)
      return letter !== undefined
    },
  },
  'dlq-delete-again-200: DLQ entry DELETE: HTTP 200 instead of 404 if already deleted': {
    breaks: [DELETE_ABSENT],
    replace: (deleted = new Set<string>()) => ({
      'dlq.remove': result((isThere, id) => {
        if (isThere) deleted.add(id)
        return deleted.has(id)
      }),
    }),
  },
  'dlq-deleted-still-readable: DLQ entry GET: still returns a deleted entry': {
    breaks: [ABSENT],
    replace: (seen = new Map<string, DlqMessage>()) => ({
      'dlq.get': (original) => async (id) => {
        const letter = (await original(id)) ?? seen.get(id)
        if (letter) seen.set(id, letter)
        return letter
      },
    }),
  },
  'dlq-delete-204: DLQ entry DELETE: returns HTTP 204 instead of 200': {
    breaks: ['queue.dlq.delete-is-200'],
    'dlq.removed': () => () => forbidden(new OtherStatus(204, undefined)),
  },
  'dlq-delete-returns-body: DLQ entry DELETE: returns a body, not an empty response': {
    breaks: ['queue.dlq.delete-has-no-body'],
    'dlq.removed': () => () => forbidden({ deleted: 1 }),
  },
})

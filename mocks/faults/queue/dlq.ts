// Mistakes under the heading: Dlq.

import type { DeadLetter, DlqMessage } from '../../queue/dlq/dead-letter.js'
import type { Queue } from '../../queue/queue.js'
import { refuse } from '../../queue/refusal.js'
import { Answer } from '../../queue/route.js'
import { each, given, result, shape } from '../written.js'
import { fault, replacing, type QueueFault, type Replacements } from './fault.js'
import {
  afterFromDate,
  asMany,
  asking,
  beforeToDate,
  byDefault,
  countingFirst,
  datesInSeconds,
  ignoring,
  oneDate,
  paging,
  rulesOf,
  smallRunIds,
  takenFrom,
} from './lists.js'
import { forbidden, keeping } from './parts.js'

/** Servers that read filters, choose the length of a page, and keep entries otherwise. */
const filtering = asking('dlq')
const sizing = paging('dlq')
const keepingEntries = keeping('deadLetters')

/** A server that places a run so many times more in the DLQ, by how it has failed. */
const placing = shape(
  (more: (...failed: Parameters<Queue['dlq']['bury']>) => number): Replacements => ({
    'dlq.bury': (original) => async (ended, message, outcome) => {
      for (let n = more(ended, message, outcome); n > 0; n--)
        await original(ended, message, outcome)
      return original(ended, message, outcome)
    },
  }),
)

/** A server whose entries show less where they are read one by one. */
const reading = shape((change: (letter: DlqMessage) => object): Replacements => ({
  'dlq.get': result((letter) => letter && forbidden({ ...letter, ...change(letter) })),
}))

/** The newest entry of the run id that an entry has, or that entry. */
async function newestOf(queue: Queue, id: string): Promise<string> {
  const letter = await queue.store.deadLetters.get(id)
  const { workflowRunId } = letter?.message ?? {}
  if (workflowRunId === undefined) return id
  const page = await queue.store.deadLetters.page({ workflowRunId }, { limit: 1 })
  return page.items[0]?.id ?? id
}

/** What else than its id an entry is found by. */
const likenesses: readonly (readonly [
  what: string,
  isMeant: (letter: DeadLetter, asked: string) => boolean,
])[] = [
  ['the beginning of its id', ({ id }, asked) => id.startsWith(asked)],
  ['its id and a space', ({ id }, asked) => id === asked.trim()],
  ['the id of its run', ({ message }, asked) => message.workflowRunId === asked],
]

/** The id of the entry that is found so, or what is asked for. */
async function foundBy(
  { store: { deadLetters } }: Queue,
  isMeant: (letter: DeadLetter, asked: string) => boolean,
  asked: string,
): Promise<string> {
  if (await deadLetters.get(asked)) return asked
  const { items } = await deadLetters.page({}, { limit: Infinity })
  return items.find((each) => isMeant(each, asked))?.id ?? asked
}

/** A server that lists the entries of which one filter holds by its own lights. */
const comparing = shape(
  (
    name: 'workflowRunId' | 'label' | 'failureCallbackState',
    fits: (letter: DeadLetter, asked: string) => boolean,
  ): Replacements => ({
    'dlq.find': (original) => (filter, from) => {
      const want = filter[name]
      if (want === undefined) return original(filter, from)
      return takenFrom(original, { ...filter, [name]: undefined }, from, (letters) =>
        letters.filter((letter) => fits(letter, want)),
      )
    },
  }),
)

const isAlike = (one = '', other = '') => one.toLowerCase() === other.toLowerCase()

/** An id up to where it is no more like one. */
const parsed = (id: string) => /^\d+-\d+/.exec(id)?.[0] ?? id

const PLACED = 'queue.dlq.failed-run-is-placed'
const GET = 'queue.dlq.get-returns-one-message'
const ABSENT = 'queue.dlq.get-absent-is-404'
const DELETE_ABSENT = 'queue.dlq.delete-absent-is-404'
const REMOVES = 'queue.dlq.delete-removes-the-entry'
const LABEL = 'queue.dlq.filter-label'
const STATE = 'queue.dlq.filter-failure-callback-state'
const SINCE = 'queue.dlq.filter-from-date-inclusive'
const UNTIL = 'queue.dlq.filter-to-date-inclusive'
const RUN_ID = 'queue.dlq.filter-workflow-run-id'
const DLQ_ID = 'queue.dlq-message.dlq-id'
const COUNT = 'queue.dlq.count'

export const dlqFaults: readonly QueueFault[] = [
  replacing('dlq.add')(
    'a run that fails after its first step is not placed in the DLQ',
    {
      breaks: [PLACED],
      blocks: [
        'queue.restart.discards-step-results',
        'queue.bulk.restart-creates-new-runs',
        'queue.bulk.resume-creates-new-runs',
        'queue.restart.from-the-beginning',
        'queue.resume.code-changes-after-the-failed-step',
        'queue.resume.from-the-failure-point',
        'queue.resume.only-failed-or-pending-steps-execute',
      ],
    },
    (original, queue) => async (letter) => {
      const run = await queue.store.runs.get(letter.runKey)
      if (run?.steps.length === 1) return original(letter)
      return { ...letter, id: '0-0', sequence: 0 }
    },
  ),
  placing(
    'a run is placed in the DLQ once more for each retry',
    {
      breaks: [PLACED, 'queue.bulk.no-cursor-when-all-were-processed'],
      blocks: ['queue.bulk.select-from-date', 'queue.bulk.select-to-date'],
    },
    (_, { retries }) => retries,
  ),
  fault('reading a DLQ entry shows the latest one', [GET, DLQ_ID], {
    'dlq.get': (original, queue) => async (id) => {
      if ((await original(id)) === undefined) return undefined
      return (await queue.dlq.list({})).messages[0]
    },
  }),
  fault('the entries of the DLQ list are under "items"', ['queue.dlq.list-response'], {
    'dlq.list': result(({ messages, ...rest }) => forbidden({ ...rest, items: messages })),
  }),
  fault('an absent DLQ entry is shown as an empty one', [GET, ABSENT], {
    'dlq.get': result((right) => right ?? ({ messageId: '' } as DlqMessage)),
  }),
  fault('the id of an absent DLQ entry is a bad request', [ABSENT, DELETE_ABSENT], {
    'dlq.absent': () => () => refuse(400, 'bad id'),
  }),
  fault('deleting an absent DLQ entry succeeds', [DELETE_ABSENT], {
    'dlq.remove': result((right) => right || true),
  }),
  placing(
    'a run that has a failure callback is placed in the DLQ with it once more',
    [PLACED, 'queue.bulk.select-workflow-run-id'],
    ({ run }) => (run.start.failureCallback ? 1 : 0),
  ),
  placing('what was retried and calls back is placed twice', [PLACED], ({ run }, { retries }) =>
    run.start.failureCallback && retries > 0 ? 1 : 0,
  ),
  fault('a cancelled run is placed in the DLQ', [PLACED], {
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
  }),
  reading('a DLQ entry that is read lacks the headers and the time of its creation', [GET], () => ({
    header: undefined,
    createdAt: undefined,
  })),
  ...each(reading, [GET], {
    'a DLQ entry that is read lacks a payload that is no text': () => ({ bodyBase64: undefined }),
    'a DLQ entry that is read lacks an answer that is no text': () => ({
      responseBodyBase64: undefined,
    }),
    'a DLQ entry that is read has the default method': () => ({ method: 'POST' }),
    'a DLQ entry that is read was due when it was created': ({ createdAt }) => ({
      notBefore: createdAt,
    }),
    'a DLQ entry that is read lacks the rate and its period': () => ({
      rate: undefined,
      period: undefined,
    }),
    'a DLQ entry that is read has no headers for the failure callback': () => ({
      failureCallbackHeader: {},
    }),
  }),
  fault('the DLQ list shows one entry of each run id', [PLACED], {
    'dlq.list': result(({ messages, ...rest }) => {
      const ids = messages.map(({ workflowRunId }) => workflowRunId)
      return {
        ...rest,
        messages: messages.filter((each, n) => ids.indexOf(each.workflowRunId) === n),
      }
    }),
  }),
  fault('reading a DLQ entry shows the newest one of its run id', [DLQ_ID], {
    'dlq.get': (original, queue) => async (id) => original(await newestOf(queue, id)),
  }),
  fault('deleting a DLQ entry removes those of its run id', [DLQ_ID], {
    'dlq.remove': (original, queue) => async (id) => {
      const newest = await newestOf(queue, id)
      if (newest !== id) await original(newest)
      return original(id)
    },
  }),
  fault('the newest entry of a run id is run again', [DLQ_ID], {
    'reruns.one': (original, queue) => async (how, id, overrides) =>
      original(how, await newestOf(queue, id), overrides),
  }),
  fault('the failure callback of the newest entry of a run id is sent again', [DLQ_ID], {
    'failureCallback.retrigger': (original, queue) => async (id) =>
      original(await newestOf(queue, id)),
  }),
  fault('a DLQ entry is read by what begins with its id', [ABSENT], {
    'dlq.get': given((id) => [parsed(id)]),
  }),
  fault('a DLQ entry is deleted by what begins with its id', [DELETE_ABSENT], {
    'dlq.remove': given((id) => [parsed(id)]),
  }),

  ...likenesses.flatMap(([what, isMeant]): QueueFault[] => [
    fault(`a DLQ entry is read by ${what}`, [ABSENT], {
      'dlq.get': (original, queue) => async (id) => original(await foundBy(queue, isMeant, id)),
    }),
    fault(`a DLQ entry is deleted by ${what}`, [DELETE_ABSENT], {
      'dlq.remove': (original, queue) => async (id) => original(await foundBy(queue, isMeant, id)),
    }),
  ]),

  ...ignoring('dlq', (filter) => `the filter ${filter} of the DLQ list is ignored`, {
    fromDate: { blocks: [SINCE] },
    toDate: { blocks: [UNTIL] },
    // Whoever counts entries asks for its own.
    workflowRunId: { blocks: ['queue.dlq.count-*'] },
    workflowUrl: { blocks: [COUNT, 'queue.dlq.filter-cursor', 'queue.pagination.*'] },
  }),
  filtering(
    'the label of the DLQ list is ignored where no URL is asked for',
    [LABEL],
    ({ workflowUrl }) => (workflowUrl === undefined ? { label: undefined } : {}),
  ),
  filtering(
    'the end of a range of dates in the DLQ list is ignored where it has a beginning',
    ['queue.dlq.filter-to-date'],
    oneDate,
  ),
  comparing(
    'the run id of the DLQ list is compared whatever the case of its letters',
    [RUN_ID],
    'workflowRunId',
    ({ message: { workflowRunId } }, asked) => isAlike(workflowRunId, asked),
  ),
  comparing(
    'the label of the DLQ list is compared whatever the case of its letters',
    [LABEL],
    'label',
    ({ labels }, asked) => labels.some((each) => isAlike(each, asked)),
  ),
  comparing(
    'the DLQ list has entries without a failure callback for each of its states',
    [STATE],
    'failureCallbackState',
    ({ message: { failureCallbackInfo: info } }, asked) => (info?.state ?? asked) === asked,
  ),
  fault('a failure callback that fails is said to have succeeded', [STATE], {
    'failureCallback.state': () => (_, again) =>
      again === undefined ? 'CALLBACK_SUCCESS' : 'CALLBACK_INPROGRESS',
  }),
  filtering('a range of dates in the DLQ list begins after its beginning', [SINCE], afterFromDate),
  filtering('a range of dates in the DLQ list ends before its end', [UNTIL], beforeToDate),
  filtering(
    'the dates of the DLQ list are read as seconds',
    {
      breaks: ['queue.dlq.filter-from-date', 'queue.dlq.filter-to-date'],
      blocks: [SINCE, UNTIL],
    },
    datesInSeconds,
  ),
  filtering(
    'the statuses of the DLQ list are compared with text',
    ['queue.dlq.filter-response-status'],
    ({ responseStatus }) => ({
      responseStatus: forbidden(responseStatus && String(responseStatus)),
    }),
  ),
  filtering('the label of the DLQ list is compared with its first half', [LABEL], ({ label }) => ({
    label: label?.slice(0, label.length / 2),
  })),
  filtering(
    'the state of a failure callback is asked for in small letters',
    [STATE],
    ({ failureCallbackState }) => ({ failureCallbackState: failureCallbackState?.toLowerCase() }),
  ),
  replacing('dlq.filter')(
    'the DLQ list knows of a run by its id alone, whatever else is asked',
    rulesOf('dlq').filter((rule) => rule !== RUN_ID),
    result((filter) => {
      const { workflowRunId } = filter
      return workflowRunId === undefined ? filter : { workflowRunId }
    }),
  ),

  sizing(
    'the count of the DLQ list is ignored',
    {
      breaks: [COUNT],
      blocks: ['queue.pagination.cursor-continues', 'queue.dlq.filter-cursor'],
    },
    () => 100,
  ),
  countingFirst('the count of the DLQ list is heard on the first page alone', [COUNT], 'dlq'),
  sizing('a page of the DLQ list has one entry more than asked for', [COUNT], (asked, right) =>
    asked === undefined || right > 99 ? right : right + 1,
  ),
  sizing('a page of the DLQ list has an even number of entries, or one', [COUNT], (_, right) =>
    right === 1 ? 1 : right - (right % 2),
  ),
  ...each(sizing, ['queue.dlq.count-default-100'], {
    'a page of the DLQ list has 101 entries': byDefault(101),
    'a page of the DLQ list has ten entries where no number is asked for': byDefault(10),
  }),
  ...each(sizing, ['queue.dlq.count-maximum-100'], {
    'a page of the DLQ list has as many entries as asked for, however many': asMany,
    'a page of the DLQ list has fifty entries at most where a number is asked for': (
      asked,
      right,
    ) => (asked === undefined ? right : Math.min(50, right)),
  }),

  fault('deleting a DLQ entry leaves it there', [REMOVES, DELETE_ABSENT], {
    'dlq.remove': (_, queue) => async (id) => (await queue.dlq.get(id)) !== undefined,
  }),
  fault('a DLQ entry that has been deleted is still listed for its run', [REMOVES], () => {
    const seen = new Map<string, DlqMessage[]>()
    return {
      'dlq.list': result(({ messages, ...rest }, asked) => {
        const { workflowRunId: run, ...others } = asked
        const isAlone = Object.values(others).every((value) => value === undefined)
        if (run === undefined || !isAlone) return { ...rest, messages }
        if (messages.length > 0) seen.set(run, messages)
        return { ...rest, messages: seen.get(run) ?? [] }
      }),
    }
  }),
  keepingEntries(
    'a DLQ entry that has been deleted is back when its failure callback has an answer',
    [REMOVES],
    (deadLetters) => {
      const deleted = new Map<string, DeadLetter>()
      return {
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
      }
    },
  ),
  fault('deleting a DLQ entry removes the other ones of its workflow too', [REMOVES, DLQ_ID], {
    'dlq.remove': (original, queue) => async (id) => {
      const letter = await queue.store.deadLetters.get(id)
      const filter = { workflowUrl: letter?.message.workflowUrl }
      const { items } = await queue.store.deadLetters.page(filter, { limit: 100 })
      if (letter) for (const each of items) await original(each.id)
      return letter !== undefined
    },
  }),
  fault('a DLQ entry that has been deleted is deleted again with 200', [DELETE_ABSENT], () => {
    const deleted = new Set<string>()
    return {
      'dlq.remove': result((isThere, id) => {
        if (isThere) deleted.add(id)
        return deleted.has(id)
      }),
    }
  }),
  fault('a DLQ entry that has been deleted can still be read', [ABSENT], () => {
    const seen = new Map<string, DlqMessage>()
    return {
      'dlq.get': (original) => async (id) => {
        const letter = (await original(id)) ?? seen.get(id)
        if (letter) seen.set(id, letter)
        return letter
      },
    }
  }),
  fault('deleting a DLQ entry is answered with 204', ['queue.dlq.delete-is-200'], {
    'dlq.removed': () => () => forbidden(new Answer(204, undefined)),
  }),
  fault('deleting a DLQ entry is answered with its id', ['queue.dlq.delete-has-no-body'], {
    'dlq.removed': () => () => forbidden({ deleted: 1 }),
  }),
  filtering('the DLQ list looks for run ids in lower case', [RUN_ID], smallRunIds),
]

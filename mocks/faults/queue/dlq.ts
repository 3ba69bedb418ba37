// Mistakes under the heading: Dlq.

import type { DeadLetter, DeadLetterFilter, DlqMessage } from '../../queue/dlq/dead-letter.js'
import type { Queue } from '../../queue/queue.js'
import { refuse } from '../../queue/refusal.js'
import { Answer } from '../../queue/route.js'
import type { AskedDeadLetters } from '../../queue/dlq/dlq.js'
import type { QueueFault, Replacements } from './fault.js'
import { countingFirst, ignoring, paging, rulesOf, takenFrom } from './lists.js'
import { forbidden, given, keeping, result } from './parts.js'

type Filter = DeadLetterFilter

/** A server that understands the filters of the list otherwise. */
const filtering = (change: (filter: Filter, asked: AskedDeadLetters) => Filter): Replacements =>
  result('dlq', 'filter', (right, asked) => change(right, asked))

/** A server that places a run so many times more in the DLQ, by how it has failed. */
const placing = (more: (...failed: Parameters<Queue['dlq']['bury']>) => number): Replacements => ({
  dlq: {
    bury:
      (original) =>
      async (...failed) => {
        for (let n = more(...failed); n > 0; n--) await original(...failed)
        return original(...failed)
      },
  },
})

/** A server whose entries show less where they are read one by one. */
const reading = (change: (letter: DlqMessage) => object): Replacements =>
  result('dlq', 'get', (letter) => letter && forbidden({ ...letter, ...change(letter) }))

/** What an entry that is read shows otherwise than the list. */
const misread: readonly (readonly [what: string, change: (letter: DlqMessage) => object])[] = [
  ['lacks a payload that is no text', () => ({ bodyBase64: undefined })],
  ['lacks an answer that is no text', () => ({ responseBodyBase64: undefined })],
  ['has the default method', () => ({ method: 'POST' })],
  ['was due when it was created', ({ createdAt }) => ({ notBefore: createdAt })],
  ['lacks the rate and its period', () => ({ rate: undefined, period: undefined })],
  ['has no headers for the failure callback', () => ({ failureCallbackHeader: {} })],
]

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
  const { items } = await deadLetters.page({}, { before: undefined, limit: Infinity })
  return items.find((each) => isMeant(each, asked))?.id ?? asked
}

/** A server that lists the entries of which one filter holds by its own lights. */
const comparing = (
  name: 'workflowRunId' | 'label' | 'failureCallbackState',
  fits: (letter: DeadLetter, asked: string) => boolean,
): Replacements => ({
  dlq: {
    find: (original) => (filter, from) => {
      const want = filter[name]
      if (want === undefined) return original(filter, from)
      return takenFrom(original, { ...filter, [name]: undefined }, from, (letters) =>
        letters.filter((letter) => fits(letter, want)),
      )
    },
  },
})

const isAlike = (one = '', other = '') => one.toLowerCase() === other.toLowerCase()

/** An id up to where it is no more like one. */
const parsed = (id: string) => /^\d+-\d+/.exec(id)?.[0] ?? id

const DLQ_ID = 'queue.dlq-message.dlq-id'

export const dlqFaults: readonly QueueFault[] = [
  {
    name: 'a run that fails after its first step is not placed in the DLQ',
    breaks: ['queue.dlq.failed-run-is-placed'],
    blocks: [
      'queue.restart.discards-step-results',
      'queue.bulk.restart-creates-new-runs',
      'queue.bulk.resume-creates-new-runs',
      'queue.restart.from-the-beginning',
      'queue.resume.code-changes-after-the-failed-step',
      'queue.resume.from-the-failure-point',
      'queue.resume.only-failed-or-pending-steps-execute',
    ],
    replace: {
      dlq: {
        add: (original, queue) => async (letter) => {
          const run = await queue.store.runs.get(letter.runKey)
          if (run?.steps.length === 1) return original(letter)
          return { ...letter, id: '0-0', sequence: 0 }
        },
      },
    },
  },
  {
    name: 'a run is placed in the DLQ once more for each retry',
    breaks: ['queue.dlq.failed-run-is-placed', 'queue.bulk.no-cursor-when-all-were-processed'],
    blocks: ['queue.bulk.select-from-date', 'queue.bulk.select-to-date'],
    replace: placing((_, { retries }) => retries),
  },
  {
    name: 'reading a DLQ entry shows the latest one',
    breaks: ['queue.dlq.get-returns-one-message', DLQ_ID],
    replace: {
      dlq: {
        get: (original, queue) => async (id) => {
          if ((await original(id)) === undefined) return undefined
          return (await queue.dlq.list({})).messages[0]
        },
      },
    },
  },
  {
    name: 'the entries of the DLQ list are under "items"',
    breaks: ['queue.dlq.list-response'],
    replace: result('dlq', 'list', ({ messages, ...rest }) =>
      forbidden({ ...rest, items: messages }),
    ),
  },
  {
    name: 'an absent DLQ entry is shown as an empty one',
    breaks: ['queue.dlq.get-returns-one-message', 'queue.dlq.get-absent-is-404'],
    replace: result('dlq', 'get', (right) => right ?? ({ messageId: '' } as DlqMessage)),
  },
  {
    name: 'the id of an absent DLQ entry is a bad request',
    breaks: ['queue.dlq.get-absent-is-404', 'queue.dlq.delete-absent-is-404'],
    replace: { dlq: { absent: () => () => refuse(400, 'bad id') } },
  },
  {
    name: 'deleting an absent DLQ entry succeeds',
    breaks: ['queue.dlq.delete-absent-is-404'],
    replace: result('dlq', 'remove', (right) => right || true),
  },
  {
    name: 'a run that has a failure callback is placed in the DLQ with it once more',
    breaks: ['queue.dlq.failed-run-is-placed', 'queue.bulk.select-workflow-run-id'],
    replace: placing(({ run }) => (run.start.failureCallback ? 1 : 0)),
  },
  {
    name: 'what was retried and calls back is placed twice',
    breaks: ['queue.dlq.failed-run-is-placed'],
    replace: placing(({ run }, { retries }) => (run.start.failureCallback && retries > 0 ? 1 : 0)),
  },
  {
    name: 'a cancelled run is placed in the DLQ',
    breaks: ['queue.dlq.failed-run-is-placed'],
    replace: {
      endings: {
        conclude: (original, queue) => async (run, ending) => {
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
    },
  },
  {
    name: 'a DLQ entry that is read lacks the headers and the time of its creation',
    breaks: ['queue.dlq.get-returns-one-message'],
    replace: reading(() => ({ header: undefined, createdAt: undefined })),
  },
  ...misread.map(([what, change]): QueueFault => ({
    name: `a DLQ entry that is read ${what}`,
    breaks: ['queue.dlq.get-returns-one-message'],
    replace: reading(change),
  })),
  {
    name: 'the DLQ list shows one entry of each run id',
    breaks: ['queue.dlq.failed-run-is-placed'],
    replace: result('dlq', 'list', ({ messages, ...rest }) => {
      const ids = messages.map(({ workflowRunId }) => workflowRunId)
      return {
        ...rest,
        messages: messages.filter((each, n) => ids.indexOf(each.workflowRunId) === n),
      }
    }),
  },
  {
    name: 'reading a DLQ entry shows the newest one of its run id',
    breaks: [DLQ_ID],
    replace: {
      dlq: { get: (original, queue) => async (id) => original(await newestOf(queue, id)) },
    },
  },
  {
    name: 'deleting a DLQ entry removes those of its run id',
    breaks: [DLQ_ID],
    replace: {
      dlq: {
        remove: (original, queue) => async (id) => {
          const newest = await newestOf(queue, id)
          if (newest !== id) await original(newest)
          return original(id)
        },
      },
    },
  },
  {
    name: 'the newest entry of a run id is run again',
    breaks: [DLQ_ID],
    replace: {
      reruns: {
        one: (original, queue) => async (how, id, overrides) =>
          original(how, await newestOf(queue, id), overrides),
      },
    },
  },
  {
    name: 'the failure callback of the newest entry of a run id is sent again',
    breaks: [DLQ_ID],
    replace: {
      failureCallback: {
        retrigger: (original, queue) => async (id) => original(await newestOf(queue, id)),
      },
    },
  },
  {
    name: 'a DLQ entry is read by what begins with its id',
    breaks: ['queue.dlq.get-absent-is-404'],
    replace: given('dlq', 'get', (id) => [parsed(id)]),
  },
  {
    name: 'a DLQ entry is deleted by what begins with its id',
    breaks: ['queue.dlq.delete-absent-is-404'],
    replace: given('dlq', 'remove', (id) => [parsed(id)]),
  },

  ...likenesses.flatMap(([what, isMeant]): QueueFault[] => [
    {
      name: `a DLQ entry is read by ${what}`,
      breaks: ['queue.dlq.get-absent-is-404'],
      replace: {
        dlq: {
          get: (original, queue) => async (id) => original(await foundBy(queue, isMeant, id)),
        },
      },
    },
    {
      name: `a DLQ entry is deleted by ${what}`,
      breaks: ['queue.dlq.delete-absent-is-404'],
      replace: {
        dlq: {
          remove: (original, queue) => async (id) => original(await foundBy(queue, isMeant, id)),
        },
      },
    },
  ]),

  ...ignoring('dlq', (filter) => `the filter ${filter} of the DLQ list is ignored`, {
    fromDate: { blocks: ['queue.dlq.filter-from-date-inclusive'] },
    toDate: { blocks: ['queue.dlq.filter-to-date-inclusive'] },
    // Whoever counts entries asks for its own.
    workflowRunId: { blocks: ['queue.dlq.count-*'] },
    workflowUrl: { blocks: ['queue.dlq.count', 'queue.dlq.filter-cursor', 'queue.pagination.*'] },
  }),
  {
    name: 'the label of the DLQ list is ignored where no URL is asked for',
    breaks: ['queue.dlq.filter-label'],
    replace: filtering(({ label, ...rest }) => ({
      ...rest,
      ...(rest.workflowUrl !== undefined && { label }),
    })),
  },
  {
    name: 'the end of a range of dates in the DLQ list is ignored where it has a beginning',
    breaks: ['queue.dlq.filter-to-date'],
    replace: filtering(({ toDate, ...rest }) => ({
      ...rest,
      ...(rest.fromDate === undefined && { toDate }),
    })),
  },
  {
    name: 'the run id of the DLQ list is compared whatever the case of its letters',
    breaks: ['queue.dlq.filter-workflow-run-id'],
    replace: comparing('workflowRunId', ({ message: { workflowRunId } }, asked) =>
      isAlike(workflowRunId, asked),
    ),
  },
  {
    name: 'the label of the DLQ list is compared whatever the case of its letters',
    breaks: ['queue.dlq.filter-label'],
    replace: comparing('label', ({ labels }, asked) => labels.some((each) => isAlike(each, asked))),
  },
  {
    name: 'the DLQ list has entries without a failure callback for each of its states',
    breaks: ['queue.dlq.filter-failure-callback-state'],
    replace: comparing(
      'failureCallbackState',
      ({ message: { failureCallbackInfo: info } }, asked) => (info?.state ?? asked) === asked,
    ),
  },
  {
    name: 'a failure callback that fails is said to have succeeded',
    breaks: ['queue.dlq.filter-failure-callback-state'],
    replace: {
      failureCallback: {
        state: () => (_, again) =>
          again === undefined ? 'CALLBACK_SUCCESS' : 'CALLBACK_INPROGRESS',
      },
    },
  },
  {
    name: 'a range of dates in the DLQ list begins after its beginning',
    breaks: ['queue.dlq.filter-from-date-inclusive'],
    replace: filtering(({ fromDate, ...rest }) => ({
      ...rest,
      ...(fromDate !== undefined && { fromDate: fromDate + 1 }),
    })),
  },
  {
    name: 'a range of dates in the DLQ list ends before its end',
    breaks: ['queue.dlq.filter-to-date-inclusive'],
    replace: filtering(({ toDate, ...rest }) => ({
      ...rest,
      ...(toDate !== undefined && { toDate: toDate - 1 }),
    })),
  },
  {
    name: 'the dates of the DLQ list are read as seconds',
    breaks: ['queue.dlq.filter-from-date', 'queue.dlq.filter-to-date'],
    blocks: ['queue.dlq.filter-from-date-inclusive', 'queue.dlq.filter-to-date-inclusive'],
    replace: filtering(({ fromDate, toDate, ...rest }) => ({
      ...rest,
      ...(fromDate !== undefined && { fromDate: fromDate * 1000 }),
      ...(toDate !== undefined && { toDate: toDate * 1000 }),
    })),
  },
  {
    name: 'the statuses of the DLQ list are compared with text',
    breaks: ['queue.dlq.filter-response-status'],
    replace: filtering((filter, { responseStatus }) =>
      forbidden({ ...filter, ...(responseStatus !== undefined && { responseStatus }) }),
    ),
  },
  {
    name: 'the label of the DLQ list is compared with its first half',
    breaks: ['queue.dlq.filter-label'],
    replace: filtering(({ label, ...rest }) => ({
      ...rest,
      label: label?.slice(0, label.length / 2),
    })),
  },
  {
    name: 'the state of a failure callback is asked for in small letters',
    breaks: ['queue.dlq.filter-failure-callback-state'],
    replace: filtering(({ failureCallbackState, ...rest }) => ({
      ...rest,
      failureCallbackState: failureCallbackState?.toLowerCase(),
    })),
  },
  {
    name: 'the DLQ list knows of a run by its id alone, whatever else is asked',
    breaks: rulesOf('dlq').filter((rule) => rule !== 'queue.dlq.filter-workflow-run-id'),
    replace: filtering((filter) =>
      filter.workflowRunId === undefined ? filter : { workflowRunId: filter.workflowRunId },
    ),
  },

  {
    name: 'the count of the DLQ list is ignored',
    breaks: ['queue.dlq.count'],
    blocks: ['queue.pagination.cursor-continues', 'queue.dlq.filter-cursor'],
    replace: paging('dlq', () => 100),
  },
  {
    name: 'the count of the DLQ list is heard on the first page alone',
    breaks: ['queue.dlq.count'],
    replace: countingFirst('dlq'),
  },
  {
    name: 'a page of the DLQ list has one entry more than asked for',
    breaks: ['queue.dlq.count'],
    replace: paging('dlq', (asked, right) =>
      asked === undefined || right > 99 ? right : right + 1,
    ),
  },
  {
    name: 'a page of the DLQ list has an even number of entries, or one',
    breaks: ['queue.dlq.count'],
    replace: paging('dlq', (_, right) => (right === 1 ? 1 : right - (right % 2))),
  },
  {
    name: 'a page of the DLQ list has 101 entries',
    breaks: ['queue.dlq.count-default-100'],
    replace: paging('dlq', (asked, right) => (asked === undefined ? 101 : right)),
  },
  {
    name: 'a page of the DLQ list has ten entries where no number is asked for',
    breaks: ['queue.dlq.count-default-100'],
    replace: paging('dlq', (asked, right) => (asked === undefined ? 10 : right)),
  },
  {
    name: 'a page of the DLQ list has as many entries as asked for, however many',
    breaks: ['queue.dlq.count-maximum-100'],
    replace: paging('dlq', (asked, right) => asked ?? right),
  },
  {
    name: 'a page of the DLQ list has fifty entries at most where a number is asked for',
    breaks: ['queue.dlq.count-maximum-100'],
    replace: paging('dlq', (asked, right) => (asked === undefined ? right : Math.min(50, right))),
  },

  {
    name: 'deleting a DLQ entry leaves it there',
    breaks: ['queue.dlq.delete-removes-the-entry', 'queue.dlq.delete-absent-is-404'],
    replace: {
      dlq: { remove: (_, queue) => async (id) => (await queue.dlq.get(id)) !== undefined },
    },
  },
  {
    name: 'a DLQ entry that has been deleted is still listed for its run',
    breaks: ['queue.dlq.delete-removes-the-entry'],
    replace: () => {
      const seen = new Map<string, DlqMessage[]>()
      return result('dlq', 'list', ({ messages, ...rest }, asked) => {
        const { workflowRunId: run, ...others } = asked
        const isAlone = Object.values(others).every((value) => value === undefined)
        if (run === undefined || !isAlone) return { ...rest, messages }
        if (messages.length > 0) seen.set(run, messages)
        return { ...rest, messages: seen.get(run) ?? [] }
      })
    },
  },
  {
    name: 'a DLQ entry that has been deleted is back when its failure callback has an answer',
    breaks: ['queue.dlq.delete-removes-the-entry'],
    replace: keeping('deadLetters', (deadLetters) => {
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
    }),
  },
  {
    name: 'deleting a DLQ entry removes the other ones of its workflow too',
    breaks: ['queue.dlq.delete-removes-the-entry', DLQ_ID],
    replace: {
      dlq: {
        remove: (original, queue) => async (id) => {
          const letter = await queue.store.deadLetters.get(id)
          const filter = { workflowUrl: letter?.message.workflowUrl }
          const { items } = await queue.store.deadLetters.page(filter, {
            before: undefined,
            limit: 100,
          })
          if (letter) for (const each of items) await original(each.id)
          return letter !== undefined
        },
      },
    },
  },
  {
    name: 'a DLQ entry that has been deleted is deleted again with 200',
    breaks: ['queue.dlq.delete-absent-is-404'],
    replace: () => {
      const deleted = new Set<string>()
      return result('dlq', 'remove', (isThere, id) => {
        if (isThere) deleted.add(id)
        return deleted.has(id)
      })
    },
  },
  {
    name: 'a DLQ entry that has been deleted can still be read',
    breaks: ['queue.dlq.get-absent-is-404'],
    replace: () => {
      const seen = new Map<string, DlqMessage>()
      return {
        dlq: {
          get: (original) => async (id) => {
            const letter = (await original(id)) ?? seen.get(id)
            if (letter) seen.set(id, letter)
            return letter
          },
        },
      }
    },
  },
  {
    name: 'deleting a DLQ entry is answered with 204',
    breaks: ['queue.dlq.delete-is-200'],
    replace: { dlq: { removed: () => () => forbidden(new Answer(204, undefined)) } },
  },
  {
    name: 'deleting a DLQ entry is answered with its id',
    breaks: ['queue.dlq.delete-has-no-body'],
    replace: { dlq: { removed: () => () => forbidden({ deleted: 1 }) } },
  },
  {
    name: 'the DLQ list looks for run ids in lower case',
    breaks: ['queue.dlq.filter-workflow-run-id'],
    replace: filtering((filter) => ({
      ...filter,
      workflowRunId: filter.workflowRunId?.toLowerCase(),
    })),
  },
]

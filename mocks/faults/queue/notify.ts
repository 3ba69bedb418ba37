// Faults of the headings Notify and Waiter.

import type { Waiter } from '../../queue/notify/waiter.js'
import type { NotifyResult, ShownWaiter } from '../../queue/notify/waiters.js'
import { refuse } from '../../queue/refusal.js'
import type { RunState } from '../../queue/runs/run.js'
import type { Store } from '../../queue/store/store.js'
import { each, given, prefixed, result, rows } from '../written.js'
import { breaking, faults, type Replacements } from './fault.js'
import { changing, forbidden, inSeconds, keeping, omitting, withoutQuery } from './parts.js'

const MATCHING = 'queue.notify.only-the-matching-event'
const DATA = 'queue.notify.body-is-event-data'
const ID = 'queue.notify.event-id-in-path'
const RESUMES = 'queue.notify.resumes-the-waiting-run'
const ONE_EACH = 'queue.notify.one-element-per-waiter'
const NOBODY = 'queue.notify.empty-array-when-nobody-waits'
const CREATED = 'queue.notify.element-workflow-created-at'

/** Changes fields of the element of each waiter. */
const telling = (other: (element: NotifyResult, waiter: Waiter) => object): Replacements => ({
  'waiters.notified': result((right, waiter) => forbidden({ ...right, ...other(right, waiter) })),
})

/** Changes the array of elements. */
const answering = (other: (elements: NotifyResult[]) => NotifyResult[]): Replacements => ({
  'waiters.notify': result(other),
})

/** Changes the waiters that are found for an event. */
const finding = (those: (waiters: readonly Waiter[]) => Waiter[]): Replacements => ({
  'waiters.of': result(those),
})

/** Changes the event data. */
const handing = (other: (data: Buffer) => string): Replacements => ({
  'waiters.notifiedStep': given((waiter, data) => [waiter, Buffer.from(other(Buffer.from(data)))]),
})

const keepingWaiters = keeping('waiters')

/** Returns the waiters with these ids that still wait. */
async function waitingOf(waiters: Waiters, ids: readonly string[]): Promise<Waiter[]> {
  const waiting = await Promise.all(ids.map((id) => waiters.get(id)))
  return waiting.filter((waiter) => waiter !== undefined)
}

type Waiters = Store['waiters']

/** Replaces the comparison of event ids. */
const matching = (isAlike: (awaited: string, eventId: string) => boolean) =>
  keepingWaiters((waiters) => {
    const added: Waiter[] = []
    return {
      add(waiter) {
        added.push(waiter)
        return waiters.add(waiter)
      },
      async of(eventId) {
        const alike = added.filter((each) => isAlike(each.eventId, eventId))
        return waitingOf(
          waiters,
          alike.map(({ id }) => id),
        )
      },
    }
  })

/** Keeps the waiters of a run that ends in a state. */
export const waitingOn = (state: RunState): Replacements => ({
  'store.runs': (runs) => ({
    ...runs,
    append: async (key, step) => (await runs.append(key, step)) ?? runs.get(key),
  }),
  'store.waiters': (waiters, { store: { runs } }) => ({
    ...waiters,
    async takeOf(runKey) {
      const taken = await waiters.takeOf(runKey)
      const run = await runs.get(runKey)
      if (run?.state === state) for (const waiter of taken) await waiters.add(waiter)
      return taken
    },
  }),
})

/** Changes fields of waiters. */
const showing = (other: (shown: ShownWaiter, waiter: Waiter) => object): Replacements => ({
  'waiters.shown': result((right, waiter) => forbidden({ ...right, ...other(right, waiter) })),
})

/** Changes the headers of waiters whose names end with `name`. */
const showingHeaders =
  (name: string) =>
  (other: (name: string, values: readonly string[]) => readonly [string, unknown] | undefined) =>
    showing(({ headers = {} }) => {
      const lines = Object.entries(headers).map(([each, values]) =>
        each.endsWith(name) ? other(each, values) : ([each, values] as const),
      )
      return { headers: Object.fromEntries(lines.filter((line) => line !== undefined)) }
    })

const HEADERS = 'queue.waiter.headers'
const RUN_ID_HEADER = 'queue.waiter.run-id-header'
const URL_HEADER = 'queue.waiter.url-header'
const DEADLINE = 'queue.waiter.deadline'

export const notifyFaults = faults({
  ...breaking([NOBODY], {
    'completed-run-keeps-waiters: waiter: is not deleted when its run ends in RUN_SUCCESS':
      waitingOn('RUN_SUCCESS'),
    'timed-out-waiter-stays: waiter: can still be notified after its timeout': keepingWaiters(
      (waiters, overdue = new Set<string>()) => ({
        async due(now) {
          const due = await waiters.due(now)
          for (const { id } of due) overdue.add(id)
          return due
        },
        async remove(id) {
          if (!overdue.delete(id)) return waiters.remove(id)
          const waiter = await waiters.get(id)
          if (waiter) await waiters.add({ ...waiter, deadline: Infinity })
          return waiter !== undefined
        },
      }),
    ),
  }),
  ...prefixed('notify', 'notify', {
    'nobody-null: returns null, not [], if no run waits for the event': {
      breaks: [NOBODY, ONE_EACH],
      ...answering((elements) => (elements.length === 0 ? forbidden(null) : elements)),
    },
    'nobody-404: returns 404, not [], if no run waits for the event': {
      breaks: [NOBODY],
      ...answering((elements) => (elements.length === 0 ? refuse(404, 'nobody') : elements)),
    },
    ...breaking([ONE_EACH], {
      'one-waiter-no-array: returns an object, not an array, for one waiter': answering(
        (elements) => (elements.length === 1 ? forbidden(elements[0]) : elements),
      ),
      'one-waiter-per-run: resumes only one waiter of each run': finding((waiters) =>
        Array.from(new Map(waiters.map((waiter) => [waiter.runKey, waiter])).values()),
      ),
      '10-elements-at-most: resumes all waiters but returns at most 10': answering((elements) =>
        elements.slice(0, 10),
      ),
      "drops-other-waiters: deletes the run's waiters for other events too": {
        'waiters.notify': (original, queue) => async (eventId, data, runId) => {
          const waiting = await queue.waiters.of(eventId)
          const results = await original(eventId, data, runId)
          for (const { runKey } of waiting) await queue.store.waiters.takeOf(runKey)
          return results
        },
      },
    }),
    'resumes-first-waiter: resumes only the first of several waiters': {
      breaks: [ONE_EACH, RESUMES],
      ...finding((waiters) => waiters.slice(0, 1)),
    },
    'resumes-other-events: resumes the waiters for other event ids too': {
      breaks: [MATCHING, DATA],
      replace: keepingWaiters((waiters, ofRuns = new Map<string, string>()) => ({
        add(waiter) {
          ofRuns.set(waiter.id, waiter.url)
          return waiters.add(waiter)
        },
        async of(eventId) {
          const urls = new Set((await waiters.of(eventId)).map(({ url }) => url))
          const meant = Array.from(ofRuns).filter(([, url]) => urls.has(url))
          return waitingOf(
            waiters,
            meant.map(([id]) => id),
          )
        },
      })),
    },
    ...each(matching, [MATCHING], {
      'matches-id-prefix: event id "a" also resumes waiters for "ab"': (awaited, eventId) =>
        awaited.startsWith(eventId),
      'ignores-case: compares event ids case-insensitively': (awaited, eventId) =>
        awaited.toLowerCase() === eventId.toLowerCase(),
    }),
    'id-not-decoded: does not percent-decode the event id in the path': {
      breaks: [ID],
      'waiters.notify': given((eventId, ...rest) => [encodeURIComponent(eventId), ...rest]),
    },
    ...each(handing, [DATA], {
      'data-dropped: resumes the run with empty event data': () => '',
      'data-trimmed: trims white space around the event data': (data) => data.toString().trim(),
      'data-cut-after-64-kib: cuts the event data after 64 KiB': (data) =>
        data.subarray(0, 65_536).toString(),
    }),
    'does-not-resume: returns the waiter but does not resume its run': {
      breaks: [RESUMES, ID],
      blocks: [DATA, MATCHING],
      'waiters.notifyWaiter': (_, queue) => async (waiter) => {
        const run = await queue.store.runs.get(waiter.runKey)
        const isRemoved = await queue.store.waiters.remove(waiter.id)
        return run && isRemoved
          ? queue.messages.create(run.url, queue.runs.instructions(run, {}))
          : undefined
      },
    },
    'resumes-twice: resumes the run twice': {
      breaks: [RESUMES, 'queue.resume.only-failed-or-pending-steps-execute'],
      'waiters.notifyWaiter': (original, queue) => async (waiter, data) => {
        const message = await original(waiter, data)
        if (message) await queue.waiters.resume(waiter, queue.waiters.notifiedStep(waiter, data))
        return message
      },
    },
    'keeps-waiter: keeps the waiter after resuming its run': {
      breaks: [NOBODY, RESUMES],
      'waiters.notifyWaiter': (_, queue) => (waiter, data) =>
        queue.waiters.resume(waiter, queue.waiters.notifiedStep(waiter, data)),
    },
    'and-timeout-resume: resumes the run again when the wait times out': {
      breaks: [RESUMES],
      'waiters.notifyWaiter': (original, queue) => async (waiter, data) => {
        const message = await original(waiter, data)
        if (message) {
          // Its own id as the event id: only its deadline can resume it.
          await queue.store.waiters.add({ ...waiter, eventId: waiter.id })
          await queue.delivery.awaitDue()
        }
        return message
      },
    },
    'kept-for-later: keeps an unawaited event until a run waits for it': {
      breaks: [RESUMES],
      replace: (kept = new Set<string>()) => ({
        'store.waiters': (waiters) => ({
          ...waiters,
          async of(eventId) {
            const waiting = await waiters.of(eventId)
            if (waiting.length === 0) kept.add(eventId)
            return waiting
          },
        }),
        'store.earlyEvents': (earlyEvents) => ({
          ...earlyEvents,
          async take(runKey, eventId) {
            const isKept = kept.delete(eventId)
            const early = { runKey, eventId, data: new Uint8Array() }
            return (await earlyEvents.take(runKey, eventId)) ?? (isKept ? early : undefined)
          },
        }),
      }),
    },
    'one-event-per-run: resumes a run only for the first event id it awaits': {
      breaks: [RESUMES, ONE_EACH],
      replace: (waited = new Map<string, string>()) => ({
        'waiters.notifyWaiter': (original) => async (waiter, data) => {
          const { runKey, eventId } = waiter
          if ((waited.get(runKey) ?? eventId) !== eventId) return undefined
          waited.set(runKey, eventId)
          return original(waiter, data)
        },
      }),
    },
    'lacks-waiter: omits "waiter" in the response': {
      breaks: ['queue.notify.element-waiter', ONE_EACH],
      blocks: ['queue.waiter.*'],
      ...telling(omitting('waiter')),
    },
    'lacks-message-id: omits messageId in the response': {
      breaks: ['queue.notify.element-message-id', ONE_EACH],
      ...telling(omitting('messageId')),
    },
    'run-key-as-run-id: returns an internal key as workflowRunId': {
      breaks: ['queue.notify.element-workflow-run-id'],
      ...telling((_, { runKey }) => ({ workflowRunId: runKey })),
    },
    ...breaking([CREATED], {
      'created-at-in-seconds: returns workflowCreatedAt in seconds': telling(
        changing('workflowCreatedAt', inSeconds),
      ),
      "created-at-of-oldest-run: shared run id: returns first run's workflowCreatedAt": {
        'waiters.notify': (original, queue) => async (eventId, data, runId) => {
          const results = await original(eventId, data, runId)
          return Promise.all(
            results.map(async (result) => {
              const { workflowRunId } = result
              const { items } = await queue.store.runs.page({ workflowRunId }, { limit: 100 })
              return { ...result, workflowCreatedAt: items.at(-1)!.createdAt }
            }),
          )
        },
      },
    }),
  }),
  ...rows(showing, {
    'waiter-lacks-url: notify response: waiter omits "url"': [
      [ONE_EACH, 'queue.waiter.url'],
      omitting('url'),
    ],
    'waiter-url-without-query: notify response: waiter "url" lacks the query': [
      'queue.waiter.url',
      changing('url', withoutQuery),
    ],
    'waiter-lacks-headers: notify response: waiter omits "headers"': [
      [ONE_EACH, HEADERS, RUN_ID_HEADER, URL_HEADER, 'queue.resources.header-maps'],
      omitting('headers'),
    ],
    'waiter-lacks-deadline: notify response: waiter omits "deadline"': [
      [ONE_EACH, DEADLINE],
      omitting('deadline'),
    ],
  }),
  'waiter-headers-as-strings: notify response: waiter headers are strings, not arrays': {
    breaks: [HEADERS, ONE_EACH, 'queue.resources.header-maps'],
    ...showingHeaders('')((name, values) => [name, values.join(', ')]),
  },
  'waiter-lacks-run-id-header: notify response: waiter headers lack Svc-Workflow-Runid': {
    breaks: [RUN_ID_HEADER],
    ...showingHeaders('Workflow-Runid')(() => undefined),
  },
  ...breaking([URL_HEADER], {
    'waiter-lacks-url-header: notify response: waiter headers lack Svc-Workflow-Url':
      showingHeaders('Workflow-Url')(() => undefined),
    'waiter-url-header-without-query: notify response: waiter Svc-Workflow-Url lacks the query':
      showingHeaders('Workflow-Url')((name, values) => [name, values.map(withoutQuery)]),
  }),
  'waiter-deadline-is-time-left: notify response: waiter "deadline" is the time left': {
    breaks: [DEADLINE],
    'waiters.shownDeadline': (original, queue) => (milliseconds) =>
      original(milliseconds - queue.clock.now()),
  },
})

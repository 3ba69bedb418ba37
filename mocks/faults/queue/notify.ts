// Mistakes under the heading: Notify.

import { refuse } from '../../queue/refusal.js'
import type { RunState } from '../../queue/runs/run.js'
import type { NotifyResult } from '../../queue/notify/waiters.js'
import type { Waiter } from '../../queue/notify/waiter.js'
import type { QueueFault, Replacements } from './fault.js'
import { forbidden, given, keeping, result } from './parts.js'

/** A server that answers another element for each waiter, made of the right one. */
const telling = (other: (element: NotifyResult, waiter: Waiter) => NotifyResult): Replacements =>
  result('waiters', 'notified', (right, waiter) => other(right, waiter))

/** A server that answers something else than the array of the elements. */
const answering = (other: (elements: NotifyResult[]) => NotifyResult[]): Replacements =>
  result('waiters', 'notify', other)

/** A server that finds fewer of those who wait. */
const finding = (those: (waiters: readonly Waiter[]) => Waiter[]): Replacements =>
  result('waiters', 'of', those)

/** A server that finds one of those who wait alike. */
const findingOneOf = (alike: (waiter: Waiter) => string) =>
  finding((waiters) =>
    Array.from(new Map(waiters.map((waiter) => [alike(waiter), waiter])).values()),
  )

/** A server that hands other data to those who wait. */
const handing = (other: (data: Buffer) => string): Replacements =>
  given('waiters', 'notifiedStep', (waiter, data) => [
    waiter,
    Buffer.from(other(Buffer.from(data))),
  ])

/** A server that reads another event id in the path. */
const reading = (other: (eventId: string) => string): Replacements =>
  given('waiters', 'notify', (eventId, ...rest) => [other(eventId), ...rest])

/** A server that finds waiters by another likeness of what they wait for to what comes. */
const matching = (isAlike: (awaited: string, eventId: string) => boolean) =>
  keeping('waiters', (waiters) => {
    const added: Waiter[] = []
    return {
      add(waiter) {
        added.push(waiter)
        return waiters.add(waiter)
      },
      async of(eventId) {
        const alike = added.filter((each) => isAlike(each.eventId, eventId))
        const waiting = await Promise.all(alike.map(({ id }) => waiters.get(id)))
        return waiting.filter((waiter) => waiter !== undefined)
      },
    }
  })

/** A server of which the runs that ended so wait on for what they waited for. */
export const waitingOn = (state: RunState): Replacements => ({
  store: {
    runs: (runs) => ({
      ...runs,
      append: async (key, step) => (await runs.append(key, step)) ?? runs.get(key),
    }),
    waiters: (waiters, { store: { runs } }) => ({
      ...waiters,
      async takeOf(runKey) {
        const taken = await waiters.takeOf(runKey)
        const run = await runs.get(runKey)
        if (run?.state === state) for (const waiter of taken) await waiters.add(waiter)
        return taken
      },
    }),
  },
})

const MATCHING = 'queue.notify.only-the-matching-event'
const DATA = 'queue.notify.body-is-event-data'
const ID = 'queue.notify.event-id-in-path'
const RESUMES = 'queue.notify.resumes-the-waiting-run'
const ONE_EACH = 'queue.notify.one-element-per-waiter'
const NOBODY = 'queue.notify.empty-array-when-nobody-waits'
const CREATED = 'queue.notify.element-workflow-created-at'

export const notifyFaults: readonly QueueFault[] = [
  {
    name: 'notifying nobody answers null',
    breaks: [NOBODY, ONE_EACH],
    replace: answering((elements) => (elements.length === 0 ? forbidden(null) : elements)),
  },
  {
    name: 'notifying nobody is not found',
    breaks: [NOBODY],
    replace: answering((elements) => (elements.length === 0 ? refuse(404, 'nobody') : elements)),
  },
  {
    name: 'notifying one waiter answers its element without an array',
    breaks: [ONE_EACH],
    replace: answering((elements) => (elements.length === 1 ? forbidden(elements[0]) : elements)),
  },
  {
    name: 'notifying answers the first of several elements',
    breaks: [ONE_EACH],
    replace: answering((elements) => elements.slice(0, 1)),
  },
  {
    name: 'a notify resumes the first of those who wait',
    breaks: [ONE_EACH, RESUMES],
    replace: finding((waiters) => waiters.slice(0, 1)),
  },
  {
    name: 'a notify resumes one run of each application',
    breaks: [ONE_EACH],
    replace: findingOneOf(({ url }) => url),
  },
  {
    name: 'a notify resumes one waiter of each run',
    breaks: [ONE_EACH],
    replace: findingOneOf(({ runKey }) => runKey),
  },
  {
    name: 'a notify answers no more than ten elements',
    breaks: [ONE_EACH],
    replace: answering((elements) => elements.slice(0, 10)),
  },
  {
    name: 'a notify resumes every run of the applications that wait for it',
    breaks: [MATCHING],
    replace: keeping('waiters', (waiters) => {
      const ofRuns = new Map<string, string>()
      return {
        add(waiter) {
          ofRuns.set(waiter.id, waiter.url)
          return waiters.add(waiter)
        },
        async of(eventId) {
          const urls = new Set((await waiters.of(eventId)).map(({ url }) => url))
          const ids = Array.from(ofRuns).filter(([, url]) => urls.has(url))
          const waiting = await Promise.all(ids.map(([id]) => waiters.get(id)))
          return waiting.filter((waiter) => waiter !== undefined)
        },
      }
    }),
  },
  {
    name: 'an event resumes those who wait for an id that begins with its own',
    breaks: [MATCHING],
    replace: matching((awaited, eventId) => awaited.startsWith(eventId)),
  },
  {
    name: 'an event resumes those who wait for an id that its own begins with',
    breaks: [MATCHING],
    replace: matching((awaited, eventId) => eventId.startsWith(awaited)),
  },
  {
    name: 'an event resumes those who wait for its id in other letter case',
    breaks: [MATCHING],
    replace: matching((awaited, eventId) => awaited.toLowerCase() === eventId.toLowerCase()),
  },
  {
    name: 'an event resumes those who wait for its id percent-encoded',
    breaks: [MATCHING],
    replace: matching((awaited, eventId) => decoded(awaited) === decoded(eventId)),
  },
  {
    name: 'the id of an event is not decoded',
    breaks: [ID],
    replace: reading(encodeURIComponent),
  },
  {
    name: 'the id of an event is decoded twice',
    breaks: [ID],
    replace: reading(decoded),
  },
  {
    name: 'the id of an event ends at its first slash',
    breaks: [ID],
    replace: reading((eventId) => eventId.split('/', 1)[0]!),
  },
  {
    name: 'event data is lost',
    breaks: [DATA],
    replace: handing(() => ''),
  },
  {
    name: 'event data is read as Latin-1',
    breaks: [DATA],
    replace: handing((data) => data.toString('latin1')),
  },
  {
    name: 'event data is trimmed',
    breaks: [DATA],
    replace: handing((data) => data.toString().trim()),
  },
  {
    name: 'event data that is JSON is written anew',
    breaks: [DATA],
    replace: handing((data) => {
      try {
        return JSON.stringify(JSON.parse(data.toString()))
      } catch {
        return data.toString()
      }
    }),
  },
  {
    name: 'event data that is sent as JSON is written anew',
    breaks: [DATA],
    replace: result('waiters', 'eventData', (data, request) =>
      request.headers['content-type'] === 'application/json'
        ? Buffer.from(JSON.stringify(JSON.parse(Buffer.from(data).toString())))
        : data,
    ),
  },
  {
    name: 'event data is cut after 64 KiB',
    breaks: [DATA],
    replace: handing((data) => data.subarray(0, 65_536).toString()),
  },
  {
    name: 'a run that is notified goes on as if its wait had timed out',
    breaks: [DATA],
    replace: {
      waiters: { notifiedStep: (_, queue) => (waiter) => queue.waiters.timedOutStep(waiter) },
    },
  },
  {
    name: 'a run that is notified is told of, and does not go on',
    breaks: [RESUMES, ID],
    blocks: [DATA, MATCHING, 'queue.runs.workflow-run-completed-at'],
    replace: {
      waiters: {
        notifyWaiter:
          (_, queue) =>
          async ({ id, runKey }) => {
            const run = await queue.store.runs.get(runKey)
            const isRemoved = await queue.store.waiters.remove(id)
            return run && isRemoved
              ? queue.publish.message(run.url, queue.runs.instructions(run, {}))
              : undefined
          },
      },
    },
  },
  {
    name: 'a run that is notified goes on twice',
    breaks: [RESUMES, 'queue.resume.only-failed-or-pending-steps-execute'],
    replace: {
      waiters: {
        notifyWaiter: (original, queue) => async (waiter, data) => {
          const message = await original(waiter, data)
          if (message) await queue.waiters.resume(waiter, queue.waiters.notifiedStep(waiter, data))
          return message
        },
      },
    },
  },
  {
    name: 'a waiter that was notified waits on',
    breaks: [NOBODY, RESUMES],
    replace: {
      waiters: {
        notifyWaiter: (_, queue) => (waiter, data) =>
          queue.waiters.resume(waiter, queue.waiters.notifiedStep(waiter, data)),
      },
    },
  },
  {
    name: 'a run that has completed while it waited waits on',
    breaks: [NOBODY],
    replace: waitingOn('RUN_SUCCESS'),
  },
  {
    name: 'a wait that has timed out is not over for whoever notifies',
    breaks: [NOBODY],
    replace: keeping('waiters', (waiters) => ({
      async takeDue(now) {
        const due = await waiters.takeDue(now)
        for (const waiter of due) await waiters.add({ ...waiter, deadline: Infinity })
        return due
      },
    })),
  },
  {
    name: 'a waiter that was notified waits on until its run waits again or ends',
    breaks: [NOBODY],
    replace: keeping('waiters', (waiters) => {
      const over = new Map<string, string>()
      return {
        async remove(id) {
          const waiter = await waiters.get(id)
          if (waiter) over.set(id, waiter.runKey)
          return waiter !== undefined
        },
        async add(waiter) {
          for (const [id, runKey] of over) if (runKey === waiter.runKey) await waiters.remove(id)
          return waiters.add(waiter)
        },
      }
    }),
  },
  {
    name: 'a run that was notified goes on once more when its wait would have timed out',
    breaks: [RESUMES],
    replace: {
      waiters: {
        notifyWaiter: (original, queue) => async (waiter, data) => {
          const message = await original(waiter, data)
          if (message) {
            // No event finds it any more, only its deadline does.
            await queue.store.waiters.add({ ...waiter, eventId: waiter.id })
            await queue.delivery.awaitDue()
          }
          return message
        },
      },
    },
  },
  {
    name: 'an event that nobody waits for is kept for the next who does',
    breaks: [RESUMES],
    replace: () => {
      const kept = new Set<string>()
      return {
        store: {
          waiters: (waiters) => ({
            ...waiters,
            async of(eventId) {
              const waiting = await waiters.of(eventId)
              if (waiting.length === 0) kept.add(eventId)
              return waiting
            },
          }),
          earlyEvents: (earlyEvents) => ({
            ...earlyEvents,
            async take(runKey, eventId) {
              const isKept = kept.delete(eventId)
              const early = { runKey, eventId, data: new Uint8Array() }
              return (await earlyEvents.take(runKey, eventId)) ?? (isKept ? early : undefined)
            },
          }),
        },
      }
    },
  },
  {
    name: 'a notify ends all that the runs wait for which it resumes',
    breaks: [ONE_EACH],
    replace: {
      waiters: {
        notify:
          (original, queue) =>
          async (eventId, ...rest) => {
            const waiting = await queue.waiters.of(eventId)
            const results = await original(eventId, ...rest)
            for (const { runKey } of waiting) await queue.store.waiters.takeOf(runKey)
            return results
          },
      },
    },
  },
  {
    name: 'a run that has waited for one event can wait for no other',
    breaks: [RESUMES, 'queue.notify.one-element-per-waiter'],
    replace: () => {
      const waited = new Map<string, string>()
      return {
        waiters: {
          notifyWaiter: (original) => async (waiter, data) => {
            const { runKey, eventId } = waiter
            if ((waited.get(runKey) ?? eventId) !== eventId) return undefined
            waited.set(runKey, eventId)
            return original(waiter, data)
          },
        },
      }
    },
  },
  {
    name: 'an element of a notify has no waiter',
    breaks: ['queue.notify.element-waiter', ONE_EACH],
    blocks: ['queue.waiter.*'],
    replace: telling((element) => ({ ...element, waiter: forbidden(undefined) })),
  },
  {
    name: 'an element of a notify has the id of its waiter alone',
    breaks: ['queue.notify.element-waiter', ONE_EACH, 'queue.resources.header-maps'],
    blocks: ['queue.waiter.*'],
    replace: telling((element, { id }) => ({ ...element, waiter: forbidden(id) })),
  },
  {
    name: 'an element of a notify has no message id',
    breaks: ['queue.notify.element-message-id', ONE_EACH],
    replace: telling((element) => ({ ...element, messageId: forbidden(undefined) })),
  },
  {
    name: 'an element of a notify has the key of its run as its id',
    breaks: ['queue.notify.element-workflow-run-id'],
    replace: telling((element, { runKey }) => ({ ...element, workflowRunId: runKey })),
  },
  {
    name: 'an element of a notify calls the id of its run "runId"',
    breaks: ['queue.notify.element-workflow-run-id', ONE_EACH],
    replace: telling(({ workflowRunId: runId, ...element }) => forbidden({ ...element, runId })),
  },
  {
    name: 'an element of a notify tells when its run was created in seconds',
    breaks: [CREATED],
    replace: telling(({ workflowCreatedAt, ...element }) => ({
      ...element,
      workflowCreatedAt: Math.floor(workflowCreatedAt / 1000),
    })),
  },
  {
    name: 'a notify tells of all runs when the first was created',
    breaks: [CREATED],
    replace: answering((elements) =>
      elements.map((element) => ({
        ...element,
        workflowCreatedAt: elements[0]!.workflowCreatedAt,
      })),
    ),
  },
  {
    name: 'a notify tells of the oldest run of an id',
    breaks: [CREATED],
    replace: {
      waiters: {
        notify: (original, queue) => async (eventId, data, runId) => {
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
    },
  },
  {
    name: 'an element of a notify tells when its run was created as text',
    breaks: [CREATED, ONE_EACH],
    replace: telling(({ workflowCreatedAt, ...element }) =>
      forbidden({ ...element, workflowCreatedAt: new Date(workflowCreatedAt).toISOString() }),
    ),
  },
]

/** Percent-decoded, where it can be. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

// Mistakes under the heading: Notify.

import type { Queue } from '../../queue/queue.js'
import { refuse } from '../../queue/refusal.js'
import type { RunState } from '../../queue/runs/run.js'
import type { NotifyResult } from '../../queue/notify/waiters.js'
import type { Waiter } from '../../queue/notify/waiter.js'
import type { Fault } from '../fault.js'
import { forbidden } from './parts.js'

/** A server that answers another element for each waiter, made of the right one. */
const telling =
  (other: (element: NotifyResult, waiter: Waiter) => NotifyResult) =>
  (queue: Queue): Queue => ({
    ...queue,
    notified: (waiter, message) => other(queue.notified(waiter, message), waiter),
  })

/** A server that answers something else than the array of the elements. */
const answering =
  (other: (elements: NotifyResult[]) => NotifyResult[]) =>
  (queue: Queue): Queue => ({
    ...queue,
    notify: async (...asked) => other(await queue.notify(...asked)),
  })

/** A server that finds fewer of those who wait. */
const finding =
  (those: (waiters: readonly Waiter[]) => Waiter[]) =>
  (queue: Queue): Queue => ({
    ...queue,
    waitersOf: async (eventId) => those(await queue.waitersOf(eventId)),
  })

/** A server that finds one of those who wait alike. */
const findingOneOf = (alike: (waiter: Waiter) => string) =>
  finding((waiters) =>
    Array.from(new Map(waiters.map((waiter) => [alike(waiter), waiter])).values()),
  )

/** A server that hands other data to those who wait. */
const handing =
  (other: (data: Buffer) => string) =>
  (queue: Queue): Queue => ({
    ...queue,
    notifiedStep: (waiter, data) =>
      queue.notifiedStep(waiter, Buffer.from(other(Buffer.from(data)))),
  })

/** A server that reads another event id in the path. */
const reading =
  (other: (eventId: string) => string) =>
  (queue: Queue): Queue => ({
    ...queue,
    notify: (eventId, ...rest) => queue.notify(other(eventId), ...rest),
  })

/** A server that finds waiters by another likeness of what they wait for to what comes. */
const matching =
  (isAlike: (awaited: string, eventId: string) => boolean) =>
  (queue: Queue): Queue => {
    const { waiters } = queue.store
    const added: Waiter[] = []
    const own: Partial<Waiters> = {
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
    return { ...queue, store: { ...queue.store, waiters: { ...waiters, ...own } } }
  }

/** A server that keeps waiters otherwise. */
const keeping =
  (other: (waiters: Waiters) => Partial<Waiters>) =>
  (queue: Queue): Queue => {
    const { waiters } = queue.store
    return { ...queue, store: { ...queue.store, waiters: { ...waiters, ...other(waiters) } } }
  }

/** A server of which the runs that ended so wait on for what they waited for. */
export const waitingOn =
  (state: RunState) =>
  (queue: Queue): Queue => {
    const { runs, waiters } = queue.store
    return {
      ...queue,
      store: {
        ...queue.store,
        runs: {
          ...runs,
          append: async (key, step) => (await runs.append(key, step)) ?? runs.get(key),
        },
        waiters: {
          ...waiters,
          async takeOf(runKey) {
            const taken = await waiters.takeOf(runKey)
            const run = await runs.get(runKey)
            if (run?.state === state) for (const waiter of taken) await waiters.add(waiter)
            return taken
          },
        },
      },
    }
  }

type Waiters = Queue['store']['waiters']

const MATCHING = 'queue.notify.only-the-matching-event'
const DATA = 'queue.notify.body-is-event-data'
const ID = 'queue.notify.event-id-in-path'
const RESUMES = 'queue.notify.resumes-the-waiting-run'
const ONE_EACH = 'queue.notify.one-element-per-waiter'
const NOBODY = 'queue.notify.empty-array-when-nobody-waits'
const CREATED = 'queue.notify.element-workflow-created-at'

export const notifyFaults: readonly Fault<Queue>[] = [
  {
    name: 'notifying nobody answers null',
    breaks: [NOBODY, ONE_EACH],
    apply: answering((elements) => (elements.length === 0 ? forbidden(null) : elements)),
  },
  {
    name: 'notifying nobody is not found',
    breaks: [NOBODY],
    apply: answering((elements) => (elements.length === 0 ? refuse(404, 'nobody') : elements)),
  },
  {
    name: 'notifying one waiter answers its element without an array',
    breaks: [ONE_EACH],
    apply: answering((elements) => (elements.length === 1 ? forbidden(elements[0]) : elements)),
  },
  {
    name: 'notifying answers the first of several elements',
    breaks: [ONE_EACH],
    apply: answering((elements) => elements.slice(0, 1)),
  },
  {
    name: 'a notify resumes the first of those who wait',
    breaks: [ONE_EACH, RESUMES],
    apply: finding((waiters) => waiters.slice(0, 1)),
  },
  {
    name: 'a notify resumes one run of each application',
    breaks: [ONE_EACH],
    apply: findingOneOf(({ url }) => url),
  },
  {
    name: 'a notify resumes one waiter of each run',
    breaks: [ONE_EACH],
    apply: findingOneOf(({ runKey }) => runKey),
  },
  {
    name: 'a notify answers no more than ten elements',
    breaks: [ONE_EACH],
    apply: answering((elements) => elements.slice(0, 10)),
  },
  {
    name: 'a notify resumes every run of the applications that wait for it',
    breaks: [MATCHING],
    apply: (queue) => {
      const { waiters } = queue.store
      const ofRuns = new Map<string, string>()
      return {
        ...queue,
        store: {
          ...queue.store,
          waiters: {
            ...waiters,
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
          },
        },
      }
    },
  },
  {
    name: 'an event resumes those who wait for an id that begins with its own',
    breaks: [MATCHING],
    apply: matching((awaited, eventId) => awaited.startsWith(eventId)),
  },
  {
    name: 'an event resumes those who wait for an id that its own begins with',
    breaks: [MATCHING],
    apply: matching((awaited, eventId) => eventId.startsWith(awaited)),
  },
  {
    name: 'an event resumes those who wait for its id in other letter case',
    breaks: [MATCHING],
    apply: matching((awaited, eventId) => awaited.toLowerCase() === eventId.toLowerCase()),
  },
  {
    name: 'an event resumes those who wait for its id percent-encoded',
    breaks: [MATCHING],
    apply: matching((awaited, eventId) => decoded(awaited) === decoded(eventId)),
  },
  {
    name: 'the id of an event is not decoded',
    breaks: [ID],
    apply: reading(encodeURIComponent),
  },
  {
    name: 'the id of an event is decoded twice',
    breaks: [ID],
    apply: reading(decoded),
  },
  {
    name: 'the id of an event ends at its first slash',
    breaks: [ID],
    apply: reading((eventId) => eventId.split('/', 1)[0]!),
  },
  {
    name: 'event data is lost',
    breaks: [DATA],
    apply: handing(() => ''),
  },
  {
    name: 'event data is read as Latin-1',
    breaks: [DATA],
    apply: handing((data) => data.toString('latin1')),
  },
  {
    name: 'event data is trimmed',
    breaks: [DATA],
    apply: handing((data) => data.toString().trim()),
  },
  {
    name: 'event data that is JSON is written anew',
    breaks: [DATA],
    apply: handing((data) => {
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
    apply: (queue) => ({
      ...queue,
      eventData(request) {
        const data = queue.eventData(request)
        return request.headers['content-type'] === 'application/json'
          ? Buffer.from(JSON.stringify(JSON.parse(Buffer.from(data).toString())))
          : data
      },
    }),
  },
  {
    name: 'event data is cut after 64 KiB',
    breaks: [DATA],
    apply: handing((data) => data.subarray(0, 65_536).toString()),
  },
  {
    name: 'a run that is notified goes on as if its wait had timed out',
    breaks: [DATA],
    apply: (queue) => ({ ...queue, notifiedStep: (waiter) => queue.timedOutStep(waiter) }),
  },
  {
    name: 'a run that is notified is told of, and does not go on',
    breaks: [RESUMES, ID],
    blocks: [DATA, MATCHING, 'queue.runs.workflow-run-completed-at'],
    apply: (queue) => ({
      ...queue,
      async notifyWaiter({ id, runKey }) {
        const run = await queue.store.runs.get(runKey)
        const isRemoved = await queue.store.waiters.remove(id)
        return run && isRemoved ? queue.message(run.url, queue.runInstructions(run, {})) : undefined
      },
    }),
  },
  {
    name: 'a run that is notified goes on twice',
    breaks: [RESUMES, 'queue.resume.only-failed-or-pending-steps-execute'],
    apply: (queue) => ({
      ...queue,
      async notifyWaiter(waiter, data) {
        const message = await queue.notifyWaiter(waiter, data)
        if (message) await queue.resumeWaiting(waiter, queue.notifiedStep(waiter, data))
        return message
      },
    }),
  },
  {
    name: 'a waiter that was notified waits on',
    breaks: [NOBODY, RESUMES],
    apply: (queue) => ({
      ...queue,
      notifyWaiter: (waiter, data) => queue.resumeWaiting(waiter, queue.notifiedStep(waiter, data)),
    }),
  },
  {
    name: 'a run that has completed while it waited waits on',
    breaks: [NOBODY],
    apply: waitingOn('RUN_SUCCESS'),
  },
  {
    name: 'a wait that has timed out is not over for whoever notifies',
    breaks: [NOBODY],
    apply: keeping((waiters) => ({
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
    apply: keeping((waiters) => {
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
    apply: (queue) => ({
      ...queue,
      async notifyWaiter(waiter, data) {
        const message = await queue.notifyWaiter(waiter, data)
        if (message) {
          // No event finds it any more, only its deadline does.
          await queue.store.waiters.add({ ...waiter, eventId: waiter.id })
          await queue.awaitDue()
        }
        return message
      },
    }),
  },
  {
    name: 'an event that nobody waits for is kept for the next who does',
    breaks: [RESUMES],
    apply: (queue) => {
      const { waiters, earlyEvents } = queue.store
      const kept = new Set<string>()
      return {
        ...queue,
        store: {
          ...queue.store,
          waiters: {
            ...waiters,
            async of(eventId) {
              const waiting = await waiters.of(eventId)
              if (waiting.length === 0) kept.add(eventId)
              return waiting
            },
          },
          earlyEvents: {
            ...earlyEvents,
            async take(runKey, eventId) {
              const isKept = kept.delete(eventId)
              const early = { runKey, eventId, data: new Uint8Array() }
              return (await earlyEvents.take(runKey, eventId)) ?? (isKept ? early : undefined)
            },
          },
        },
      }
    },
  },
  {
    name: 'a notify ends all that the runs wait for which it resumes',
    breaks: [ONE_EACH],
    apply: (queue) => ({
      ...queue,
      async notify(eventId, ...rest) {
        const waiting = await queue.waitersOf(eventId)
        const results = await queue.notify(eventId, ...rest)
        for (const { runKey } of waiting) await queue.store.waiters.takeOf(runKey)
        return results
      },
    }),
  },
  {
    name: 'a run that has waited for one event can wait for no other',
    breaks: [RESUMES, 'queue.notify.one-element-per-waiter'],
    apply: (queue) => {
      const waited = new Map<string, string>()
      return {
        ...queue,
        async notifyWaiter(waiter, data) {
          const { runKey, eventId } = waiter
          if ((waited.get(runKey) ?? eventId) !== eventId) return undefined
          waited.set(runKey, eventId)
          return queue.notifyWaiter(waiter, data)
        },
      }
    },
  },
  {
    name: 'an element of a notify has no waiter',
    breaks: ['queue.notify.element-waiter', ONE_EACH],
    blocks: ['queue.waiter.*'],
    apply: telling((element) => ({ ...element, waiter: forbidden(undefined) })),
  },
  {
    name: 'an element of a notify has the id of its waiter alone',
    breaks: ['queue.notify.element-waiter', ONE_EACH, 'queue.resources.header-maps'],
    blocks: ['queue.waiter.*'],
    apply: telling((element, { id }) => ({ ...element, waiter: forbidden(id) })),
  },
  {
    name: 'an element of a notify has no message id',
    breaks: ['queue.notify.element-message-id', ONE_EACH],
    apply: telling((element) => ({ ...element, messageId: forbidden(undefined) })),
  },
  {
    name: 'an element of a notify has the key of its run as its id',
    breaks: ['queue.notify.element-workflow-run-id'],
    apply: telling((element, { runKey }) => ({ ...element, workflowRunId: runKey })),
  },
  {
    name: 'an element of a notify calls the id of its run "runId"',
    breaks: ['queue.notify.element-workflow-run-id', ONE_EACH],
    apply: telling(({ workflowRunId: runId, ...element }) => forbidden({ ...element, runId })),
  },
  {
    name: 'an element of a notify tells when its run was created in seconds',
    breaks: [CREATED],
    apply: telling(({ workflowCreatedAt, ...element }) => ({
      ...element,
      workflowCreatedAt: Math.floor(workflowCreatedAt / 1000),
    })),
  },
  {
    name: 'a notify tells of all runs when the first was created',
    breaks: [CREATED],
    apply: answering((elements) =>
      elements.map((element) => ({
        ...element,
        workflowCreatedAt: elements[0]!.workflowCreatedAt,
      })),
    ),
  },
  {
    name: 'a notify tells of the oldest run of an id',
    breaks: [CREATED],
    apply: (queue) => ({
      ...queue,
      async notify(eventId, data, runId) {
        const results = await queue.notify(eventId, data, runId)
        return Promise.all(
          results.map(async (result) => {
            const { workflowRunId } = result
            const { items } = await queue.store.runs.page({ workflowRunId }, { limit: 100 })
            return { ...result, workflowCreatedAt: items.at(-1)!.createdAt }
          }),
        )
      },
    }),
  },
  {
    name: 'an element of a notify tells when its run was created as text',
    breaks: [CREATED, ONE_EACH],
    apply: telling(({ workflowCreatedAt, ...element }) =>
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

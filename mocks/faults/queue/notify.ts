// Mistakes under the heading: Notify.

import { refuse } from '../../queue/refusal.js'
import type { RunState } from '../../queue/runs/run.js'
import type { NotifyResult } from '../../queue/notify/waiters.js'
import type { Waiter } from '../../queue/notify/waiter.js'
import type { Store } from '../../queue/store/store.js'
import { each, given, result, shape } from '../written.js'
import { fault, replacing, type QueueFault, type Replacements } from './fault.js'
import { forbidden, inSeconds, keeping } from './parts.js'

const MATCHING = 'queue.notify.only-the-matching-event'
const DATA = 'queue.notify.body-is-event-data'
const ID = 'queue.notify.event-id-in-path'
const RESUMES = 'queue.notify.resumes-the-waiting-run'
const ONE_EACH = 'queue.notify.one-element-per-waiter'
const NOBODY = 'queue.notify.empty-array-when-nobody-waits'
const CREATED = 'queue.notify.element-workflow-created-at'

/** A server that tells some fields of the element of each waiter otherwise. */
const telling = shape((other: (element: NotifyResult, waiter: Waiter) => object): Replacements => ({
  'waiters.notified': result((right, waiter) => forbidden({ ...right, ...other(right, waiter) })),
}))

/** A server that answers something else than the array of the elements. */
const answering = shape((other: (elements: NotifyResult[]) => NotifyResult[]): Replacements => ({
  'waiters.notify': result(other),
}))

const found = (those: (waiters: readonly Waiter[]) => Waiter[]): Replacements => ({
  'waiters.of': result(those),
})

/** A server that finds fewer of those who wait. */
const finding = shape(found)

/** A server that finds one of those who wait alike. */
const findingOneOf = shape((alike: (waiter: Waiter) => string) =>
  found((waiters) =>
    Array.from(new Map(waiters.map((waiter) => [alike(waiter), waiter])).values()),
  ),
)

/** A server that hands other data to those who wait. */
const handing = shape((other: (data: Buffer) => string): Replacements => ({
  'waiters.notifiedStep': given((waiter, data) => [waiter, Buffer.from(other(Buffer.from(data)))]),
}))

/** A server that reads another event id in the path. */
const reading = shape((other: (eventId: string) => string): Replacements => ({
  'waiters.notify': given((eventId, ...rest) => [other(eventId), ...rest]),
}))

/** A server that keeps waiters otherwise. */
const keepingWaiters = keeping('waiters')

/** Those of some waiters who still wait. */
async function waitingOf(waiters: Waiters, ids: readonly string[]): Promise<Waiter[]> {
  const waiting = await Promise.all(ids.map((id) => waiters.get(id)))
  return waiting.filter((waiter) => waiter !== undefined)
}

type Waiters = Store['waiters']

/** A server that finds waiters by another likeness of what they wait for to what comes. */
const matching = (name: string, isAlike: (awaited: string, eventId: string) => boolean) =>
  keepingWaiters(name, [MATCHING], (waiters) => {
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

/** A server of which the runs that ended so wait on for what they waited for. */
export const waitingOn = shape((state: RunState): Replacements => ({
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
}))

export const notifyFaults: readonly QueueFault[] = [
  answering('notifying nobody answers null', [NOBODY, ONE_EACH], (elements) =>
    elements.length === 0 ? forbidden(null) : elements,
  ),
  answering('notifying nobody is not found', [NOBODY], (elements) =>
    elements.length === 0 ? refuse(404, 'nobody') : elements,
  ),
  ...each(answering, [ONE_EACH], {
    'notifying one waiter answers its element without an array': (elements) =>
      elements.length === 1 ? forbidden(elements[0]) : elements,
    'notifying answers the first of several elements': (elements) => elements.slice(0, 1),
  }),
  finding('a notify resumes the first of those who wait', [ONE_EACH, RESUMES], (waiters) =>
    waiters.slice(0, 1),
  ),
  findingOneOf('a notify resumes one run of each application', [ONE_EACH], ({ url }) => url),
  findingOneOf('a notify resumes one waiter of each run', [ONE_EACH], ({ runKey }) => runKey),
  answering('a notify answers no more than ten elements', [ONE_EACH], (elements) =>
    elements.slice(0, 10),
  ),
  keepingWaiters(
    'a notify resumes every run of the applications that wait for it',
    [MATCHING],
    (waiters) => {
      const ofRuns = new Map<string, string>()
      return {
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
      }
    },
  ),
  matching(
    'an event resumes those who wait for an id that begins with its own',
    (awaited, eventId) => awaited.startsWith(eventId),
  ),
  matching(
    'an event resumes those who wait for an id that its own begins with',
    (awaited, eventId) => eventId.startsWith(awaited),
  ),
  matching(
    'an event resumes those who wait for its id in other letter case',
    (awaited, eventId) => awaited.toLowerCase() === eventId.toLowerCase(),
  ),
  matching(
    'an event resumes those who wait for its id percent-encoded',
    (awaited, eventId) => decoded(awaited) === decoded(eventId),
  ),
  ...each(reading, [ID], {
    'the id of an event is not decoded': encodeURIComponent,
    'the id of an event is decoded twice': decoded,
    'the id of an event ends at its first slash': (eventId) => eventId.split('/', 1)[0]!,
  }),
  handing('event data is lost', [DATA], () => ''),
  handing('event data is read as Latin-1', [DATA], (data) => data.toString('latin1')),
  handing('event data is trimmed', [DATA], (data) => data.toString().trim()),
  handing('event data that is JSON is written anew', [DATA], (data) => {
    try {
      return JSON.stringify(JSON.parse(data.toString()))
    } catch {
      return data.toString()
    }
  }),
  fault('event data that is sent as JSON is written anew', [DATA], {
    'waiters.eventData': result((data, request) =>
      request.headers['content-type'] === 'application/json'
        ? Buffer.from(JSON.stringify(JSON.parse(Buffer.from(data).toString())))
        : data,
    ),
  }),
  handing('event data is cut after 64 KiB', [DATA], (data) => data.subarray(0, 65_536).toString()),
  fault('a run that is notified goes on as if its wait had timed out', [DATA], {
    'waiters.notifiedStep': (_, queue) => (waiter) => queue.waiters.timedOutStep(waiter),
  }),
  replacing('waiters.notifyWaiter')(
    'a run that is notified is told of, and does not go on',
    { breaks: [RESUMES, ID], blocks: [DATA, MATCHING, 'queue.runs.workflow-run-completed-at'] },
    (_, queue) => async (waiter) => {
      const run = await queue.store.runs.get(waiter.runKey)
      const isRemoved = await queue.store.waiters.remove(waiter.id)
      return run && isRemoved
        ? queue.publish.message(run.url, queue.runs.instructions(run, {}))
        : undefined
    },
  ),
  replacing('waiters.notifyWaiter')(
    'a run that is notified goes on twice',
    [RESUMES, 'queue.resume.only-failed-or-pending-steps-execute'],
    (original, queue) => async (waiter, data) => {
      const message = await original(waiter, data)
      if (message) await queue.waiters.resume(waiter, queue.waiters.notifiedStep(waiter, data))
      return message
    },
  ),
  fault('a waiter that was notified waits on', [NOBODY, RESUMES], {
    'waiters.notifyWaiter': (_, queue) => (waiter, data) =>
      queue.waiters.resume(waiter, queue.waiters.notifiedStep(waiter, data)),
  }),
  waitingOn('a run that has completed while it waited waits on', [NOBODY], 'RUN_SUCCESS'),
  ...each(keepingWaiters, [NOBODY], {
    'a wait that has timed out is not over for whoever notifies': (waiters) => ({
      async takeDue(now) {
        const due = await waiters.takeDue(now)
        for (const waiter of due) await waiters.add({ ...waiter, deadline: Infinity })
        return due
      },
    }),
    'a waiter that was notified waits on until its run waits again or ends': (waiters) => {
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
    },
  }),
  fault('a run that was notified goes on once more when its wait would have timed out', [RESUMES], {
    'waiters.notifyWaiter': (original, queue) => async (waiter, data) => {
      const message = await original(waiter, data)
      if (message) {
        // No event finds it any more, only its deadline does.
        await queue.store.waiters.add({ ...waiter, eventId: waiter.id })
        await queue.delivery.awaitDue()
      }
      return message
    },
  }),
  fault('an event that nobody waits for is kept for the next who does', [RESUMES], () => {
    const kept = new Set<string>()
    return {
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
    }
  }),
  fault('a notify ends all that the runs wait for which it resumes', [ONE_EACH], {
    'waiters.notify': (original, queue) => async (eventId, data, runId) => {
      const waiting = await queue.waiters.of(eventId)
      const results = await original(eventId, data, runId)
      for (const { runKey } of waiting) await queue.store.waiters.takeOf(runKey)
      return results
    },
  }),
  fault('a run that has waited for one event can wait for no other', [RESUMES, ONE_EACH], () => {
    const waited = new Map<string, string>()
    return {
      'waiters.notifyWaiter': (original) => async (waiter, data) => {
        const { runKey, eventId } = waiter
        if ((waited.get(runKey) ?? eventId) !== eventId) return undefined
        waited.set(runKey, eventId)
        return original(waiter, data)
      },
    }
  }),
  telling(
    'an element of a notify has no waiter',
    { breaks: ['queue.notify.element-waiter', ONE_EACH], blocks: ['queue.waiter.*'] },
    () => ({ waiter: undefined }),
  ),
  telling(
    'an element of a notify has the id of its waiter alone',
    {
      breaks: ['queue.notify.element-waiter', ONE_EACH, 'queue.resources.header-maps'],
      blocks: ['queue.waiter.*'],
    },
    (_, { id }) => ({ waiter: id }),
  ),
  telling(
    'an element of a notify has no message id',
    ['queue.notify.element-message-id', ONE_EACH],
    () => ({ messageId: undefined }),
  ),
  telling(
    'an element of a notify has the key of its run as its id',
    ['queue.notify.element-workflow-run-id'],
    (_, { runKey }) => ({ workflowRunId: runKey }),
  ),
  telling(
    'an element of a notify calls the id of its run "runId"',
    ['queue.notify.element-workflow-run-id', ONE_EACH],
    ({ workflowRunId: runId }) => ({ workflowRunId: undefined, runId }),
  ),
  telling(
    'an element of a notify tells when its run was created in seconds',
    [CREATED],
    ({ workflowCreatedAt }) => ({ workflowCreatedAt: inSeconds(workflowCreatedAt) }),
  ),
  answering('a notify tells of all runs when the first was created', [CREATED], (elements) =>
    elements.map((each) => ({ ...each, workflowCreatedAt: elements[0]!.workflowCreatedAt })),
  ),
  fault('a notify tells of the oldest run of an id', [CREATED], {
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
  }),
  telling(
    'an element of a notify tells when its run was created as text',
    [CREATED, ONE_EACH],
    ({ workflowCreatedAt: at }) => ({ workflowCreatedAt: new Date(at).toISOString() }),
  ),
]

/** Percent-decoded, where it can be. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

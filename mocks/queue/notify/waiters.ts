// Waiters: runs that wait for an event.

import { randomUUID } from 'node:crypto'
import type { components } from '#generated/queue.types.js'
import { parseDuration } from '../../duration.js'
import { viewOf } from '../../large-buffers.js'
import type { Callback, Message } from '../message.js'
import type { With } from '../state.js'
import type { logs } from '../logs/logs.js'
import type { admission } from '../publish/admission.js'
import type { runs } from '../runs/runs.js'
import type { steps } from '../runs/steps.js'
import { refuse } from '../refusal.js'
import { isObject } from '../request/body.js'
import type { HeaderMap } from '../request/headers.js'
import type { Run, StepDetails } from '../runs/run.js'
import { infoOf } from '../runs/step.js'
import { copyOf, weightOf } from '../structures/bytes.js'
import type { Waiter } from './waiter.js'

type Queue = With<{
  admission: typeof admission
  runs: typeof runs
  steps: typeof steps
  logs: typeof logs
  waiters: typeof waiters
}>

export type NotifyResult = components['schemas']['NotifyResult']
export type ShownWaiter = components['schemas']['Waiter']

/** The request of a run to wait for an event. */
export interface WaitRequest {
  readonly runId: string
  readonly eventId: string
  /** The maximum wait, for example `7d`. */
  readonly timeout: string
  /** The step that waits. */
  readonly step: Readonly<Record<string, unknown>>
  /** The failure callback for the step with the result. */
  readonly failureCallback?: Callback | undefined
}

/** The fields of a waiter that its request determines. */
type Wait = Pick<Waiter, 'eventId' | 'timeout' | 'deadline' | 'step' | 'failureCallback'>

export const waiters = (queue: Queue) => ({
  /** Registers a waiter (rule `queue.states.waiter-added`). */
  async wait({ runId, eventId, timeout, step, failureCallback }: WaitRequest): Promise<Waiter> {
    infoOf(step)
    const milliseconds =
      parseDuration(timeout) ??
      refuse(400, `timeout: expected a number followed by s, m, h or d, got "${timeout}"`)
    const deadline = queue.clock.after(milliseconds)
    const run = await queue.steps.inProgress(runId)
    const bytes = weightOf(step) + weightOf(run.start.headers)
    return queue.admission.admit({ bytes }, () =>
      queue.waiters.add(run, { eventId, timeout, deadline, step, failureCallback }),
    )
  },

  async add(run: Run, wait: Wait): Promise<Waiter> {
    const made = { createdAt: queue.clock.now(), headers: queue.waiters.headers(run) }
    const waiter = { ...waiterOf(run), ...wait, ...made }
    await queue.store.waiters.add(waiter)
    await queue.logs.run(run, 'WAITER_ADDED')
    const early = await queue.store.earlyEvents.take(run.key, wait.eventId)
    if (early) await queue.waiters.notifyWaiter(waiter, early.data)
    await queue.delivery.awaitDue()
    return waiter
  },

  /**
   * Returns the headers of a waiter (rules `queue.waiter.run-id-header`,
   * `queue.waiter.url-header`).
   */
  headers(run: Run): HeaderMap {
    return { ...run.start.headers, ...queue.runs.headers(run) }
  },

  of(eventId: string): Promise<readonly Waiter[]> {
    return queue.store.waiters.of(eventId)
  },

  /** Returns a waiter in the form that the contract defines. */
  shown({ url, headers, deadline }: Waiter): ShownWaiter {
    return { url, headers, deadline: queue.waiters.shownDeadline(deadline) }
  },

  /** Converts a deadline from milliseconds to seconds (rule `queue.waiter.deadline-unit`). */
  shownDeadline: (milliseconds: number): number => Math.floor(milliseconds / 1000),

  /** Returns the status of the response to a notify (rule `queue.notify.status`). */
  status: (): number => 200,

  /**
   * Resumes the runs that wait for the event. Returns one element per waiter (rules
   * `queue.notify.one-element-per-waiter`, `queue.notify.empty-array-when-nobody-waits`). With
   * `runId` only that run is resumed. If the run does not wait yet, it is resumed when it starts to
   * wait.
   */
  async notify(eventId: string, data: Uint8Array, runId?: string): Promise<NotifyResult[]> {
    const waiters = (await queue.waiters.of(eventId)).filter(
      ({ workflowRunId }) => runId === undefined || workflowRunId === runId,
    )
    // The estimate counts one step and one message per waiter, each with the data in base64.
    const bytes = Math.ceil(data.length * 2.7) * Math.max(1, waiters.length)
    return queue.admission.admit({ bytes }, async () => {
      const results = await notifyAll(queue, waiters, data)
      if (runId !== undefined && results.length === 0) await keepEarly(queue, eventId, data, runId)
      return results
    })
  },

  /** Resumes the run of one waiter. Returns undefined if the run no longer waits. */
  async notifyWaiter(waiter: Waiter, data: Uint8Array): Promise<Message | undefined> {
    const isRemoved = await queue.store.waiters.remove(waiter.id)
    return isRemoved
      ? queue.waiters.resume(waiter, queue.waiters.notifiedStep(waiter, data))
      : undefined
  },

  /** Returns the element of the response for one waiter. */
  notified(waiter: Waiter, { id: messageId }: Message): NotifyResult {
    const { workflowRunId, workflowCreatedAt } = waiter
    return { waiter: queue.waiters.shown(waiter), messageId, workflowRunId, workflowCreatedAt }
  },

  notifiedStep,

  async resume(waiter: Waiter, step: object): Promise<Message | undefined> {
    const run = await queue.store.runs.get(waiter.runKey)
    const { failureCallback } = waiter
    return (
      run && queue.steps.sendResult(run, step, { failureCallback, details: waitDetails(waiter) })
    )
  },

  /** Ends the waits that have timed out. */
  async endDue(): Promise<void> {
    for (const waiter of await queue.store.waiters.due(queue.clock.now())) {
      await queue.unit((queue) => timeOut(queue, waiter))
    }
  },
})

/** Resumes the run of a waiter whose deadline has passed, unless another call has removed the waiter. */
async function timeOut(queue: Queue, waiter: Waiter): Promise<void> {
  const isRemoved = await queue.store.waiters.remove(waiter.id)
  if (isRemoved) await queue.waiters.resume(waiter, timedOutStep(waiter))
}

/** Returns the result of a wait that the event ended (rule `queue.notify.body-is-event-data`). */
const notifiedStep = ({ eventId, step }: Waiter, data: Uint8Array): object => ({
  ...step,
  waitEventId: eventId,
  out: viewOf(data).toString('base64'),
})

/** Returns the fields of a waiting step in the run list. Times are Unix milliseconds. */
export const waitDetails = ({ eventId, timeout, deadline }: Waiter): StepDetails => ({
  waitEventId: eventId,
  waitTimeoutDuration: timeout,
  waitTimeoutDeadline: deadline,
  waitTimeout: false,
})

/** Returns the result of a wait that timed out. */
const timedOutStep = ({ eventId, step }: Waiter): object => ({
  ...step,
  waitEventId: eventId,
  waitTimeout: true,
})

const waiterOf = (run: Run) => ({
  id: `wait_${randomUUID().replaceAll('-', '')}`,
  runKey: run.key,
  workflowRunId: run.id,
  workflowCreatedAt: run.createdAt,
  url: run.url,
})

async function notifyAll(
  queue: Queue,
  waiters: readonly Waiter[],
  data: Uint8Array,
): Promise<NotifyResult[]> {
  const results: NotifyResult[] = []
  for (const waiter of waiters) {
    const message = await queue.waiters.notifyWaiter(waiter, data)
    if (message) results.push(queue.waiters.notified(waiter, message))
  }
  return results
}

/** Stores an event for a run in progress that does not wait for the event yet. */
async function keepEarly(queue: Queue, eventId: string, data: Uint8Array, runId: string) {
  const run = await queue.store.runs.latest(runId)
  if (run?.state !== 'RUN_STARTED') return
  await queue.store.earlyEvents.add({ runKey: run.key, eventId, data: copyOf(data) })
}

/** Checks and returns a request to wait. */
export function waitRequest(
  eventId: string,
  runId: string | undefined,
  body: Readonly<Record<string, unknown>>,
): WaitRequest {
  const { timeout = '7d', step } = body
  if (runId === undefined)
    refuse(400, 'the id of the waiting run is missing: expected the header Workflow-RunId')
  if (typeof timeout !== 'string') refuse(400, 'timeout: expected a duration such as "7d"')
  if (!isObject(step)) refuse(400, 'step: expected an object')
  return { runId, eventId, timeout, step }
}

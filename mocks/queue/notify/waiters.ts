// Runs that wait for an event: how they come to wait, and what ends it.

import { randomUUID } from 'node:crypto'
import type { components } from '#generated/queue.types.js'
import { parseDuration } from '../../duration.js'
import type { Request } from '../../http/message.js'
import { isObject } from '../request/body.js'
import { copyOf } from '../structures/bytes.js'
import type { HeaderMap } from '../request/headers.js'
import type { Message } from '../message.js'
import type { Queue } from '../queue.js'
import { refuse } from '../refusal.js'
import type { Run } from '../runs/run.js'
import { infoOf } from '../runs/step.js'
import type { Waiter } from './waiter.js'
import { weightOf } from '../structures/weight.js'
import { viewOf } from '../../http/message.js'

export type NotifyResult = components['schemas']['NotifyResult']
export type ShownWaiter = components['schemas']['Waiter']

/** What a run asks for that is to wait. */
export interface WaitOrder {
  readonly runId: string
  readonly eventId: string
  /** As it was written, for example `7d`. */
  readonly timeout: string
  /** The step that waits. */
  readonly step: Readonly<Record<string, unknown>>
}

export const waiters = (queue: Queue) => ({
  /** Registers a waiter (rule `queue.states.waiter-added`). */
  async wait({ runId, eventId, timeout, step }: WaitOrder): Promise<Waiter> {
    infoOf(step)
    const deadline = queue.clock.after(queue.waiters.timeout(timeout))
    const run = await queue.steps.inProgress(runId)
    const bytes = weightOf(step) + weightOf(run.start.headers)
    return queue.admission.admit({ bytes }, () =>
      queue.waiters.add(run, { eventId, deadline, step }),
    )
  },

  /** Has a run wait. */
  async add(run: Run, wait: Pick<Waiter, 'eventId' | 'deadline' | 'step'>): Promise<Waiter> {
    const waiter: Waiter = {
      ...wait,
      id: `wait_${randomUUID().replaceAll('-', '')}`,
      runKey: run.key,
      workflowRunId: run.id,
      workflowCreatedAt: run.createdAt,
      url: run.url,
      headers: queue.waiters.headers(run),
    }
    await queue.store.waiters.add(waiter)
    await queue.logs.run(run, 'WAITER_ADDED')
    const early = await queue.store.earlyEvents.take(run.key, wait.eventId)
    if (early) await queue.waiters.notifyWaiter(waiter, early.data)
    await queue.delivery.awaitDue()
    return waiter
  },

  /** How long to wait, in milliseconds. */
  timeout: (timeout: string): number =>
    parseDuration(timeout) ??
    refuse(400, `timeout: expected a number followed by s, m, h or d, got "${timeout}"`),

  /** The headers of a waiter (rules `queue.waiter.run-id-header`, `queue.waiter.url-header`). */
  headers(run: Run): HeaderMap {
    return { ...run.start.headers, ...queue.runs.headers(run) }
  },

  /** Who waits for an event, and has not waited too long. */
  of(eventId: string): Promise<readonly Waiter[]> {
    return queue.store.waiters.of(eventId)
  },

  /** A waiter as the document shows it. */
  shown({ url, headers, deadline }: Waiter): ShownWaiter {
    return { url, headers, deadline: queue.waiters.shownDeadline(deadline) }
  },

  /** The deadline that is shown (rule `queue.waiter.deadline-unit`). */
  shownDeadline: (milliseconds: number): number => Math.floor(milliseconds / 1000),

  /** The data of an event as it was sent (rule `queue.notify.body-is-event-data`). */
  eventData: ({ body }: Pick<Request, 'headers' | 'body'>): Uint8Array => body,

  /**
   * Resumes every run that waits for the event; one element per waiter, none when nobody waits
   * (rules `queue.notify.one-element-per-waiter`, `queue.notify.empty-array-when-nobody-waits`).
   * With a run id it is that run alone, now or as soon as it waits.
   */
  async notify(eventId: string, data: Uint8Array, runId?: string): Promise<NotifyResult[]> {
    const waiters = (await queue.waiters.of(eventId)).filter(
      ({ workflowRunId }) => runId === undefined || workflowRunId === runId,
    )
    // Each gets a step and a message of its own, with the data in base64.
    const bytes = Math.ceil(data.length * 2.7) * Math.max(1, waiters.length)
    return queue.admission.admit({ bytes }, async () => {
      const results: NotifyResult[] = []
      for (const waiter of waiters) {
        const message = await queue.waiters.notifyWaiter(waiter, data)
        if (message) results.push(queue.waiters.notified(waiter, message))
      }
      if (runId !== undefined && results.length === 0)
        await queue.waiters.keepEarly(eventId, data, runId)
      return results
    })
  },

  /** Hands the event to one waiter; nothing when it waits no more. */
  async notifyWaiter(waiter: Waiter, data: Uint8Array): Promise<Message | undefined> {
    const isRemoved = await queue.store.waiters.remove(waiter.id)
    return isRemoved
      ? queue.waiters.resume(waiter, queue.waiters.notifiedStep(waiter, data))
      : undefined
  },

  /** Keeps an event for a run in progress that does not wait for it yet. */
  async keepEarly(eventId: string, data: Uint8Array, runId: string): Promise<void> {
    const run = await queue.store.runs.latest(runId)
    if (run?.state !== 'RUN_STARTED') return
    await queue.store.earlyEvents.add({ runKey: run.key, eventId, data: copyOf(data) })
  },

  /** What is answered of one waiter. */
  notified(waiter: Waiter, { id: messageId }: Message): NotifyResult {
    const { workflowRunId, workflowCreatedAt } = waiter
    return { waiter: queue.waiters.shown(waiter), messageId, workflowRunId, workflowCreatedAt }
  },

  /** The step of a wait that the event has ended (rule `queue.notify.body-is-event-data`). */
  notifiedStep: ({ eventId, step }: Waiter, data: Uint8Array): object => ({
    ...step,
    waitEventId: eventId,
    out: viewOf(data).toString('base64'),
  }),

  /** The step of a wait that nothing but its deadline has ended. */
  timedOutStep: ({ eventId, step }: Waiter): object => ({
    ...step,
    waitEventId: eventId,
    waitTimeout: true,
  }),

  /** Ends a wait, and goes on with the run; nothing when somebody else did. */
  async resume({ runKey }: Waiter, step: object): Promise<Message | undefined> {
    const run = await queue.store.runs.get(runKey)
    return run && queue.steps.sendResult(run, step)
  },

  /** Ends the waits whose deadline has come. */
  async endDue(): Promise<void> {
    for (const waiter of await queue.store.waiters.takeDue(queue.clock.now())) {
      await queue.waiters.resume(waiter, queue.waiters.timedOutStep(waiter))
    }
  },
})

/** Reads what a run asks for that is to wait, or refuses naming what is missing. */
export function waitOrder(
  eventId: string,
  runId: string | undefined,
  asked: Readonly<Record<string, unknown>>,
): WaitOrder {
  const { timeout = '7d', step } = asked
  if (runId === undefined) refuse(400, 'the id of the run that is to wait is missing')
  if (typeof timeout !== 'string') refuse(400, 'timeout: expected a duration such as "7d"')
  if (!isObject(step)) refuse(400, 'step: expected an object')
  return { runId, eventId, timeout, step }
}

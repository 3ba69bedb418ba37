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

export interface Waiting {
  /** Registers a waiter (rule `queue.states.waiter-added`). */
  wait(order: WaitOrder): Promise<Waiter>
  /** Has a run wait. */
  addWaiter(run: Run, wait: Pick<Waiter, 'eventId' | 'deadline' | 'step'>): Promise<Waiter>
  /** How long to wait, in milliseconds. */
  waitTimeout(timeout: string): number
  /** The headers of a waiter (rules `queue.waiter.run-id-header`, `queue.waiter.url-header`). */
  waiterHeaders(run: Run): HeaderMap
  /** Who waits for an event, and has not waited too long. */
  waitersOf(eventId: string): Promise<readonly Waiter[]>
  /** A waiter as the document shows it. */
  shownWaiter(waiter: Waiter): ShownWaiter
  /** The deadline that is shown (rule `queue.waiter.deadline-unit`). */
  shownDeadline(milliseconds: number): number

  /** The data of an event as it was sent (rule `queue.notify.body-is-event-data`). */
  eventData(request: Pick<Request, 'headers' | 'body'>): Uint8Array
  /**
   * Resumes every run that waits for the event; one element per waiter, none when nobody waits
   * (rules `queue.notify.one-element-per-waiter`, `queue.notify.empty-array-when-nobody-waits`).
   * With a run id it is that run alone, now or as soon as it waits.
   */
  notify(eventId: string, data: Uint8Array, runId?: string): Promise<NotifyResult[]>
  /** Hands the event to one waiter; nothing when it waits no more. */
  notifyWaiter(waiter: Waiter, data: Uint8Array): Promise<Message | undefined>
  /** Keeps an event for a run in progress that does not wait for it yet. */
  keepEarly(eventId: string, data: Uint8Array, runId: string): Promise<void>
  /** What is answered of one waiter. */
  notified(waiter: Waiter, message: Message): NotifyResult
  /** The step of a wait that the event has ended (rule `queue.notify.body-is-event-data`). */
  notifiedStep(waiter: Waiter, data: Uint8Array): object
  /** The step of a wait that nothing but its deadline has ended. */
  timedOutStep(waiter: Waiter): object
  /** Ends a wait, and goes on with the run; nothing when somebody else did. */
  resumeWaiting(waiter: Waiter, step: object): Promise<Message | undefined>
  /** Ends the waits whose deadline has come. */
  endWaits(): Promise<void>
}

export const waiting: Waiting & ThisType<Queue> = {
  async wait({ runId, eventId, timeout, step }) {
    infoOf(step)
    const deadline = this.clock.after(this.waitTimeout(timeout))
    const run = await this.runInProgress(runId)
    const bytes = weightOf(step) + weightOf(run.start.headers)
    return this.admit({ bytes }, () => this.addWaiter(run, { eventId, deadline, step }))
  },

  async addWaiter(run, wait) {
    const waiter: Waiter = {
      ...wait,
      id: `wait_${randomUUID().replaceAll('-', '')}`,
      runKey: run.key,
      workflowRunId: run.id,
      workflowCreatedAt: run.createdAt,
      url: run.url,
      headers: this.waiterHeaders(run),
    }
    await this.store.waiters.add(waiter)
    await this.logRun(run, 'WAITER_ADDED')
    const early = await this.store.earlyEvents.take(run.key, wait.eventId)
    if (early) await this.notifyWaiter(waiter, early.data)
    await this.awaitDue()
    return waiter
  },

  waitTimeout: (timeout) =>
    parseDuration(timeout) ??
    refuse(400, `timeout: expected a number followed by s, m, h or d, got "${timeout}"`),

  waiterHeaders(run) {
    return { ...run.start.headers, ...this.runHeaders(run) }
  },

  waitersOf(eventId) {
    return this.store.waiters.of(eventId)
  },

  shownWaiter({ url, headers, deadline }) {
    return { url, headers, deadline: this.shownDeadline(deadline) }
  },

  shownDeadline: (milliseconds) => Math.floor(milliseconds / 1000),

  eventData: ({ body }) => body,

  async notify(eventId, data, runId) {
    const waiters = (await this.waitersOf(eventId)).filter(
      ({ workflowRunId }) => runId === undefined || workflowRunId === runId,
    )
    // Each gets a step and a message of its own, with the data in base64.
    const bytes = Math.ceil(data.length * 2.7) * Math.max(1, waiters.length)
    return this.admit({ bytes }, async () => {
      const results: NotifyResult[] = []
      for (const waiter of waiters) {
        const message = await this.notifyWaiter(waiter, data)
        if (message) results.push(this.notified(waiter, message))
      }
      if (runId !== undefined && results.length === 0) await this.keepEarly(eventId, data, runId)
      return results
    })
  },

  async notifyWaiter(waiter, data) {
    const isRemoved = await this.store.waiters.remove(waiter.id)
    return isRemoved ? this.resumeWaiting(waiter, this.notifiedStep(waiter, data)) : undefined
  },

  async keepEarly(eventId, data, runId) {
    const run = await this.store.runs.latest(runId)
    if (run?.state !== 'RUN_STARTED') return
    await this.store.earlyEvents.add({ runKey: run.key, eventId, data: copyOf(data) })
  },

  notified(waiter, { id: messageId }) {
    const { workflowRunId, workflowCreatedAt } = waiter
    return { waiter: this.shownWaiter(waiter), messageId, workflowRunId, workflowCreatedAt }
  },

  notifiedStep: ({ eventId, step }, data) => ({
    ...step,
    waitEventId: eventId,
    out: Buffer.from(data).toString('base64'),
  }),

  timedOutStep: ({ eventId, step }) => ({ ...step, waitEventId: eventId, waitTimeout: true }),

  async resumeWaiting({ runKey }, step) {
    const run = await this.store.runs.get(runKey)
    return run && this.sendResult(run, step)
  },

  async endWaits() {
    for (const waiter of await this.store.waiters.takeDue(this.clock.now())) {
      await this.resumeWaiting(waiter, this.timedOutStep(waiter))
    }
  },
}

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
